"""Lanes: statements of a scenario that are sent without waiting (`con2&:`), each in a thread of its own.

Only one thread runs at a time, and the scenario's own says which: a lane goes on when the lock that it waits for is
granted, in the order of the grants, before the next step of the scenario. Waiting takes no time: when nobody can go on,
the clock jumps to the end of the shortest wait. So a run is the same every time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Generic, TypeVar

from binwriter.formats.records import dataclass
from binwriter.locks.turns import Outcome, Turns, Waiter

_Result = TypeVar("_Result")


@dataclass(eq=False)
class Lane(Generic[_Result]):
    """A statement under way. going: it is its turn. result: when it is done; failure: what it raised instead."""

    name: str
    work: Callable[[], _Result]
    going: bool = False
    done: bool = False
    result: _Result | None = None
    failure: BaseException | None = None
    thread: threading.Thread = field(init=False)


class Lanes(Generic[_Result]):
    """The lanes of one server (a `locks.turns.Stepper`). All methods but `wait` are for the scenario's own thread."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        turns.stepper = self
        self._now = 0
        self._lanes: dict[threading.Thread, Lane[_Result]] = {}

    def now(self) -> int:
        """Microseconds."""
        return self._now

    def send(self, name: str, work: Callable[[], _Result]) -> Lane[_Result]:
        """Starts work and returns when it is done or waits."""
        lane = Lane(name, work)
        lane.thread = threading.Thread(target=self._run, args=(lane,), name=f"binwriter {name}", daemon=True)
        self._lanes[lane.thread] = lane
        with self.turns.changed:
            lane.going = True
            lane.thread.start()
            self._let(lane)
        return lane

    def settle(self) -> None:
        """Lets all lanes go on that can."""
        if not self._lanes:
            return
        with self.turns.changed:
            while ready := min(self._ready(), key=lambda statement: statement[0].decided, default=None):
                lane = ready[1]
                lane.going = True
                self.turns.changed.notify_all()
                self._let(lane)

    def reap(self, lane: Lane[_Result]) -> _Result:
        """The lane's result; time passes until it is there. Raises what the work raised."""
        with self.turns.changed:
            self.settle()
            while not lane.done:
                self._pass_time()
                self.settle()
        if lane.failure is not None:
            raise lane.failure
        assert lane.result is not None
        return lane.result

    def pass_time(self, seconds: float) -> None:
        """The scenario sleeps: waits that end by then end."""
        with self.turns.changed:
            until = self._now + int(seconds * 1_000_000)
            while any(waiter.deadline <= until for waiter in self._undecided()):
                self._pass_time()
                self.settle()
            self._now = until

    # --- waiting ----------------------------------------------------------------------------------------------------

    def wait(self, waiter: Waiter) -> None:
        """Called by the statement that waits, in whatever thread it runs."""
        lane = self._lanes.get(threading.current_thread())
        if lane is not None:
            self._pause(lane)
            return
        while waiter.outcome is None:
            self.settle()
            if waiter.outcome is None:
                self._pass_time()

    def _pause(self, lane: Lane[_Result]) -> None:
        lane.going = False
        self.turns.changed.notify_all()
        while not lane.going:
            self.turns.changed.wait()

    def _pass_time(self) -> None:
        first = min(self._undecided(), key=lambda waiter: waiter.deadline)
        self._now = max(self._now, first.deadline)
        self.turns.decide(first, Outcome.TIMEOUT)

    def _undecided(self) -> Iterator[Waiter]:
        return (waiter for waiter in self.turns.waiters if waiter.outcome is None)

    def _ready(self) -> Iterator[tuple[Waiter, Lane[_Result]]]:
        by_waiter = {id(waiter): waiter for waiter in self.turns.waiters if waiter.outcome is not None}
        for lane in list(self._lanes.values()):
            for waiter in by_waiter.values():
                if waiter.owner.thread == lane.thread.ident and not lane.going:
                    yield waiter, lane

    def _let(self, lane: Lane[_Result]) -> None:
        """Waits until the lane is done or waits itself."""
        while lane.going:
            self.turns.changed.wait()
        if lane.done:
            self._lanes.pop(lane.thread, None)
            lane.thread.join()

    def _run(self, lane: Lane[_Result]) -> None:
        with self.turns.changed:
            try:
                lane.result = lane.work()
            except BaseException as error:  # it is raised again where the lane is reaped
                lane.failure = error
            finally:
                lane.done, lane.going = True, False
                self.turns.changed.notify_all()

"""One life of the server of a soak: a process with many threads, which ends well or is killed.

`python -m tests.reliability.soaking.life SETTINGS.json`. At each check all sessions rest; then the files since the last
check are kept in a folder of their own (`slices/NNN`) beside what the tables hold, and memory is counted. Whoever
started it verifies and replays the slices. What is counted is what the server holds with nothing in it: all sessions
are closed and the database is dropped before, and made again afterwards, so that neither what is open nor what tables
hold goes up and down between looks. Purging is done by the sessions themselves, at any time: what is purged is
kept before.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from binwriter.binlog.files.encrypted import as_plain, is_encrypted
from binwriter.binlog.files.keyring import Keyring
from binwriter.errors import MySQLError
from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.reliability.soaking.client import Client, Gone, WireClient
from tests.reliability.soaking.memory import Held, held, warm
from tests.reliability.soaking.operations import DATABASE, NOT_COMPARED, OPERATIONS, TABLES, WITHOUT_SQL
from tests.reliability.soaking.starving import Patience

_FOREIGN_UUID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
_HANGS_AFTER = 180.0  # seconds without a check: all stacks are printed, and the process ends


@dataclass(frozen=True)
class Settings:
    """folder: `log` and `slices` are made in it. check_every, crash_every: seconds (0: never); gtids: gtid_mode.

    wire: how many of the threads come over the wire; encryption: binlog_encryption at the start. least: statements
    that there are at the end, however busy the machine is: it goes on for them.
    """

    folder: str
    seed: int
    threads: int
    seconds: float
    check_every: float = 60.0
    crash_every: float = 0.0
    gtids: bool = True
    binlog_format: str = "ROW"
    max_binlog_size: int = 1 << 20
    wire: int = 0
    encryption: bool = False
    least: int = 0


class Gate:
    """Lets the threads through, or has them all wait outside while something is looked at."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._inside, self._closed = 0, False

    def __enter__(self) -> None:
        with self._condition:
            while self._closed:
                self._condition.wait()
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._condition:
            self._inside -= 1
            self._condition.notify_all()

    def close(self) -> None:
        with self._condition:
            self._closed = True
            while self._inside:
                self._condition.wait()

    def open(self) -> None:
        with self._condition:
            self._closed = False
            self._condition.notify_all()


class Life:
    """A server under load. counts: what happened. findings: what must not."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = Path(settings.folder)
        self.gtids = settings.gtids
        self.gate, self.ended = Gate(), threading.Event()
        self.counts: Counter[str] = Counter()
        self.findings: list[str] = []
        self.samples: list[Held] = []
        self.clients: list[Client] = []
        self._counting, self._keeping = threading.Lock(), threading.Lock()
        self._gno = 0
        self._slices = self.folder / "slices"
        self._slices.mkdir(parents=True, exist_ok=True)
        # one that is not whole has files that were purged before the last life was killed: it goes on
        numbers = {int(path.name): (path / "whole").exists() for path in self._slices.iterdir()}
        self._slice = next((number for number, whole in numbers.items() if not whole), 1 + max(numbers, default=0))
        mode = "ON" if self.gtids else "OFF"
        self._keyring = self.folder / "keyring.json"
        self.port = 0
        self.server = Server(
            self.folder / "log",
            {
                "server_id": "7",
                "gtid_mode": mode,
                "enforce_gtid_consistency": mode,
                "binlog_format": settings.binlog_format,
                "binlog_encryption": "ON" if settings.encryption else "OFF",
                "max_binlog_size": str(settings.max_binlog_size),
                "innodb_lock_wait_timeout": "1",
                "lock_wait_timeout": "1",
            },
            keyring=self._keyring,
        )
        self._eventful, self._run_events = threading.Lock(), self.server.run_events
        self.server.run_events = self._events_of_a_moment  # type: ignore[method-assign]
        if len(self.server.log_files()) > 1:  # of an earlier life, which was killed: its tables are not known
            self._keep(tables=None)

    # --- for the clients --------------------------------------------------------------------------------------------

    def count(self, what: str, number: int = 1) -> None:
        with self._counting:
            self.counts[what] += number

    def next_gtid(self) -> str:
        """A GTID of another server; each life has a number of its own, so that none comes twice."""
        with self._counting:
            self._gno += 1
            return f"{_FOREIGN_UUID[:-4]}{self.settings.seed % 0xFFFF:04x}:{self._gno * 2}"

    def purge(self) -> None:
        """PURGE BINARY LOGS TO the newest file; what goes is kept for the check."""
        with self._keeping:
            try:
                self._link(self.server.log_files()[:-1])
                names = self.server.purge_logs(self.server.log_files()[-1].name)
            except ValueError:
                return
        self.count("purged files", len(names))

    def change_encryption(self, change: Callable[[], object]) -> None:
        """While it happens no file is read: its key may go."""
        with self._keeping:
            change()

    def _events_of_a_moment(self) -> list[str]:
        """What the live server calls: not while something is looked at, and whatever it raises is a finding."""
        with self._eventful:
            try:
                names = self._run_events()
            except Exception:
                with self._counting:
                    self.findings.append(traceback.format_exc())
                raise
        self.count("events", len(names))
        return names

    # --- the run ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        with Serving(self.server) as serving:
            self.port = serving.port
            if not self._live():
                return
        self.server.shutdown()
        self.server.shutdown()  # twice is not too often
        with self._keeping:
            self._link(self.server.log_files())
        self._report(ended=True)

    def _live(self) -> bool:
        """Whether nothing was found."""
        settings = self.settings
        self._set_up()
        threads = [
            threading.Thread(target=self._guarded, args=(self._work, number), daemon=True)
            for number in range(1, settings.threads + 1)
        ]
        for thread in threads:
            thread.start()
        self._guarded(self._administrate)
        self.ended.set()
        self.gate.open()
        for thread in threads:
            thread.join()
        if self.findings:
            self._report(ended=False)
            return False
        self._check()
        return True

    def _set_up(self) -> None:
        session = self.server.connect()
        session.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        session.execute(f"CREATE DATABASE {DATABASE}")
        session.execute(f"USE {DATABASE}")
        for text in TABLES:
            session.execute(text)
        session.close()

    def _guarded(self, work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException:
            with self._counting:
                self.findings.append(traceback.format_exc())
            self.ended.set()

    def _work(self, number: int) -> None:
        chance = Random(self.settings.seed * 1_000 + number)
        is_wire = number <= self.settings.wire
        client = (WireClient if is_wire else Client)(self, number)
        with self._counting:
            self.clients.append(client)
        chosen = {one: weight for one, weight in OPERATIONS.items() if not (is_wire and one in WITHOUT_SQL)}
        operations, weights = list(chosen), list(chosen.values())
        while not self.ended.is_set():
            with self.gate:
                operation = chance.choices(operations, weights)[0]
                try:
                    operation(client, chance)
                except Gone:
                    self.count("sessions that ended under their client")
                except MySQLError as error:
                    self.count(f"error {error.code}")
                except ValueError:
                    if not client.is_closed:
                        raise
                    client.reconnect()  # closing twice is allowed
                client.rest()
        client.close()

    def _administrate(self) -> None:
        settings, start = self.settings, time.monotonic()
        next_check, next_crash = start + settings.check_every, start + settings.crash_every
        watch = _watch(_HANGS_AFTER + settings.check_every)
        while not self.ended.wait(0.2) and self._goes_on(time.monotonic() - start):
            if settings.crash_every and time.monotonic() >= next_crash:
                next_crash += settings.crash_every
                self._crash()
            if time.monotonic() >= next_check:
                next_check += settings.check_every
                self._check()
                watch.set()
                watch = _watch(_HANGS_AFTER + settings.check_every)
        watch.set()

    def _goes_on(self, seconds: float) -> bool:
        enough = self.counts["statements"] >= self.settings.least and len(warm(self.samples)) > 1
        return seconds < self.settings.seconds or (self.settings.least > 0 and not enough)

    def _crash(self) -> None:
        """In the middle of everything; the tables stay, as far as they were committed."""
        with self._keeping:
            self.server.crash()
            time.sleep(0.05)
            self.server.restart()
        self.count("crashes inside a process")

    # --- checks -----------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        self.gate.close()
        self._eventful.acquire()
        try:
            session = self.server.connect(database=DATABASE)
            for row in session.execute("XA RECOVER CONVERT XID").rows:
                session.execute(f"XA ROLLBACK {row[3]}")
            session.execute("DELETE FROM sums")
            if (total := session.execute("SELECT SUM(v) FROM accounts").rows[0][0]) != 0:
                self.findings.append(f"the accounts sum to {total}")
            session.execute("FLUSH BINARY LOGS")
            tables = {}
            for name, kind in session.execute("SHOW FULL TABLES").rows:
                if kind == "BASE TABLE" and name not in NOT_COMPARED:
                    # the library gives a JSON value as its own object
                    columns = "id, CAST(doc AS CHAR)" if name == "j" else "*"
                    rows = session.execute(f"SELECT {columns} FROM {name}").rows
                    tables[str(name)] = sorted([shown(value) for value in row] for row in rows)
            session.close()
            self._keep(tables)
            self._count_what_is_held()
            self._report(ended=False)
        finally:
            self._eventful.release()
            self.gate.open()

    def _count_what_is_held(self) -> None:
        """Of a server without sessions and tables; what a killed life left open is not counted either."""
        for client in self.clients:
            client.end()
        while self.server.sessions:  # those over the wire end by themselves
            time.sleep(0.01)
        session = self.server.connect()
        session.execute(f"DROP DATABASE {DATABASE}")
        session.close()
        self.samples.append(held(self.counts["statements"]))
        self._set_up()
        for client in () if self.ended.is_set() else self.clients:
            client.begin_again()

    def _keep(self, tables: dict[str, list[list[str]]] | None) -> None:
        """Ends a slice: its files, and what the tables hold after them; None: nobody knows."""
        with self._keeping:
            self._link(self.server.log_files()[:-1])
            if len(self.server.log_files()) > 1:
                self.server.purge_logs(self.server.log_files()[-1].name)
            folder = self._folder()
            (folder / "tables.json").write_text(json.dumps(tables))
            (folder / "whole").touch()
            self._slice += 1

    def _folder(self) -> Path:
        folder = self._slices / f"{self._slice:04}"
        folder.mkdir(exist_ok=True)
        return folder

    def _link(self, files: list[Path]) -> None:
        folder = self._folder()
        for path in files:
            kept = folder / path.name
            if kept.exists():
                continue
            if not is_encrypted(path):
                os.link(path, kept)
                continue
            with path.open("rb") as file:
                kept.write_bytes(as_plain(file, str(path), Keyring(self._keyring)).read())

    def _report(self, *, ended: bool) -> None:
        report = {
            "settings": asdict(self.settings),
            "ended": ended,
            "counts": dict(self.counts),
            "findings": self.findings,
            "samples": [sample.to_json() for sample in self.samples],
            "gtid_executed": self.server.gtid_executed,
        }
        path = self.folder / f"life-{self.settings.seed}.json"
        path.with_suffix(".new").write_text(json.dumps(report))
        path.with_suffix(".new").replace(path)


def _watch(seconds: float) -> threading.Event:
    """Ends the process after so many seconds, unless what it answers is set.

    A thread of Python's, since `faulthandler.dump_traceback_later` reads the stacks of threads that go on running, and
    may crash of it.
    """
    called_off, patience = threading.Event(), Patience(seconds)

    def look() -> None:
        while not called_off.wait(1.0):
            if patience.is_over:
                print(f"no check for {seconds:.0f} seconds", file=sys.stderr, flush=True)
                faulthandler.dump_traceback(all_threads=True)
                os._exit(1)

    threading.Thread(target=look, daemon=True).start()
    return called_off


def shown(value: Any) -> str:
    """A value as text, the same for binwriter's and a client library's."""
    if isinstance(value, bytes):
        return value.hex()
    return "NULL" if value is None else str(value)


def main() -> int:
    faulthandler.enable()
    life = Life(Settings(**json.loads(Path(sys.argv[1]).read_text())))
    life.run()
    return 1 if life.findings else 0


if __name__ == "__main__":
    sys.exit(main())

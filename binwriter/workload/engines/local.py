"""The local engine: worker processes of this machine, each a Python of its own that makes one file after the other.

A worker (`worker`) reads file numbers from a pipe, a line each, and answers in lines of JSON. It ends with its input,
and with the process that started it, also in the middle of a file. So no worker outlives its job.

A Python that starts from nothing takes 0.7 s of processor time until it has loaded what makes files. A command whose
only business the job is forks its workers instead, before it shows anything: they have all that it has loaded.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from binwriter.bulk.work import FileResult
from binwriter.errors import JobError
from binwriter.workload.engines import worker as work
from binwriter.workload.engines.engine import Report
from binwriter.workload.job import Job

_ATTEMPTS = 2


class LocalEngine:
    """workers: how many processes at most. ahead: some of them, that there are already."""

    def __init__(self, workers: int, ahead: Sequence[_Worker] = ()) -> None:
        self.workers = workers
        self._ahead = list(ahead)

    @classmethod
    def forked(cls, workers: int, job: Job, out: Path) -> LocalEngine:
        """With workers that are copies of this process, for one run of that job.

        Only for a process whose other threads hold no lock that a copy would wait for: not within a user's program.
        """
        ahead: list[_Worker] = []
        if "fork" in multiprocessing.get_all_start_methods() and sys.platform == "linux":
            job.sources()
            for _ in range(workers):
                ahead.append(_Forked(job, out, ahead))
        return cls(workers, ahead)

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        """See Engine. A worker that dies is replaced and its file begun again, once; an error of ours is final."""
        pool = _Pool(job, list(numbers), out, report, self._ahead)
        try:
            pool.run(min(self.workers, len(numbers)))
        finally:
            pool.close()  # after success there is none left


class _Pool:
    def __init__(self, job: Job, numbers: list[int], out: Path, report: Report, ahead: list[_Worker]) -> None:
        self.job, self.out, self.report, self.ahead = job, out, report, ahead
        self.waiting = numbers[::-1]
        self.attempts = dict.fromkeys(numbers, 0)
        self.selector = selectors.DefaultSelector()
        self.workers: set[_Worker] = set()

    def run(self, count: int) -> None:
        for _ in range(count):
            self._start()
        while self.workers:
            for key, _ in self.selector.select():
                self._heard(key.data)

    def _start(self) -> None:
        worker = self.ahead.pop() if self.ahead else _Spawned(self.out)
        self.workers.add(worker)
        self.selector.register(worker.output, selectors.EVENT_READ, worker)
        self._next(worker)

    def _next(self, worker: _Worker) -> None:
        if self.waiting:
            number = self.waiting.pop()
            self.attempts[number] += 1
            worker.begin(number)
        else:
            self._end(worker)

    def _end(self, worker: _Worker) -> None:
        self.selector.unregister(worker.output)
        self.workers.discard(worker)
        worker.end()

    def _heard(self, worker: _Worker) -> None:
        lines = worker.read()
        if lines is None:
            self._died(worker)
            return
        for line in lines:
            answer = json.loads(line)
            if "failed" in answer:
                raise JobError(self.job.shard(worker.number).name, answer["failed"])
            result = FileResult(**answer["result"]) if "result" in answer else None
            self.report(worker.number, result.size if result else answer["size"], result)
            if result:
                self._next(worker)

    def _died(self, worker: _Worker) -> None:
        number = worker.number
        self._end(worker)
        if self.attempts[number] >= _ATTEMPTS:
            name = self.job.shard(number).name
            raise JobError(name, f"its worker died {self.attempts[number]} times: {worker.cause()}")
        self.waiting.append(number)
        self._start()

    def close(self) -> None:
        """Ends those that still work, all of them before the first is waited for."""
        for worker in self.workers:
            worker.kill()
        for worker in list(self.workers):
            self._end(worker)
        while self.ahead:
            self.ahead.pop().end()
        self.selector.close()


class _Worker:
    """A worker process. number: of the file it works on."""

    _input: IO[bytes]
    output: IO[bytes]

    def __init__(self) -> None:
        self.number = 0
        self._rest = b""
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115

    def begin(self, number: int) -> None:
        self.number = number
        with contextlib.suppress(BrokenPipeError):  # it has died; its output says so next
            self._input.write(b"%d\n" % number)
            self._input.flush()

    def read(self) -> list[bytes] | None:
        """Whole lines that it has said; None when it has died."""
        data = os.read(self.output.fileno(), 1 << 16)
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return lines

    def kill(self) -> None:
        """Ends it at once."""
        raise NotImplementedError

    def _status(self) -> int | None:
        """Of the end, which is waited for a second; None: it has not come."""
        raise NotImplementedError

    def end(self) -> None:
        """Ends it, whatever it does."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()
        if self._status() is None:
            self.kill()
            self._status()
        self.output.close()

    def cause(self) -> str:
        """How it ended, and its last words."""
        status = self._status() or 0
        how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"{how}; {lines[-1]}" if lines else how


class _Spawned(_Worker):
    """A Python of its own."""

    def __init__(self, out: Path) -> None:
        super().__init__()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "binwriter.workload.engines.worker", str(out), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # Ctrl-C is this process's to answer
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self.output = self._process.stdin, self._process.stdout

    def kill(self) -> None:
        self._process.kill()

    def _status(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        return self._process.returncode


class _Forked(_Worker):
    """A copy of this process. others: those that were made before; it must not hold their pipes open."""

    def __init__(self, job: Job, out: Path, others: Sequence[_Worker]) -> None:
        super().__init__()
        numbers, given = os.pipe()
        answers, said = os.pipe()
        self._input, self.output = os.fdopen(given, "wb"), os.fdopen(answers, "rb", 0)
        ours = [pipe.fileno() for worker in (*others, self) for pipe in (worker._input, worker.output)]
        streams = (numbers, said, self._errors.fileno())
        self._process = multiprocessing.get_context("fork").Process(
            target=work.serve, args=(job, str(out), os.getpid(), streams, ours), daemon=True
        )
        self._process.start()
        os.close(numbers)
        os.close(said)

    def kill(self) -> None:
        self._process.kill()

    def _status(self) -> int | None:
        self._process.join(1)
        return self._process.exitcode

"""The local engine: worker processes of this machine, each a Python of its own that makes one file after the other.

A worker (`worker`) reads file numbers from its standard input, a line each, and answers in lines of JSON. It ends with
its input, and with the process that started it, also in the middle of a file. So no worker outlives its job.
"""

from __future__ import annotations

import contextlib
import json
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
from binwriter.workload.engines.engine import Report
from binwriter.workload.job import Job

_ATTEMPTS = 2


class LocalEngine:
    """workers: how many processes at most."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        """See Engine. A worker that dies is replaced and its file begun again, once; an error of ours is final."""
        pool = _Pool(job, list(numbers), out, report)
        try:
            pool.run(min(self.workers, len(numbers)))
        finally:
            pool.close()  # after success there is none left


class _Pool:
    def __init__(self, job: Job, numbers: list[int], out: Path, report: Report) -> None:
        self.job, self.out, self.report = job, out, report
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
        worker = _Worker(self.out)
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
        self.selector.close()


class _Worker:
    """A worker process. number: of the file it works on."""

    def __init__(self, out: Path) -> None:
        self.number = 0
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
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
        self._rest = b""

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
        self._process.kill()

    def end(self) -> None:
        """Ends it, whatever it does."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.output.close()

    def cause(self) -> str:
        """How it ended, and its last words."""
        status = self._process.returncode
        how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"{how}; {lines[-1]}" if lines else how

"""`binwriter generate` on Spark: a task some files, the same bytes as any other engine's. No row crosses the JVM.

Also an entry for spark-submit: `spark-submit engine.py SPEC.toml --out DIR …` takes the options of `binwriter generate`
and runs on the cluster that spark-submit was given.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from binwriter.bulk.work import FileResult
from binwriter.errors import JobError
from binwriter.integration.spark.causes import cause
from binwriter.workload.engines.engine import Report
from binwriter.workload.engines.task import make_file as make_log_file
from binwriter.workload.job import Job

_NAME = "binwriter generate"
# (the job as JSON, its folder, the file's number)
MakeFile = Callable[[str, str, int], FileResult]

_POLL_SECONDS = 0.2
# From one task to the next a core rests for a tenth of a second; the more tasks, the more evenly do the cores end.
_TASKS_A_CORE = 8
# Of a Java that only hands out tasks, for seconds: what compiles best and collects at once starts later.
_QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_JAVA_OPTIONS = "SPARK_SUBMIT_OPTS"
_OUR_ERROR = re.compile(r"^binwriter\.errors\.JobError: (.+?): (.*)$", re.MULTILINE)
_FAILED_TASK = re.compile(r"Task (\d+) in stage")
_LOST_WORKER = re.compile(r"worker exited|ExecutorLostFailure", re.IGNORECASE)
_LAST_FAILURE = re.compile(r"Lost task [^\n]*?: (.*)")


class SparkEngine:
    """Makes files by Spark tasks (`binwriter.workload.engines.engine.Engine`).

    master: `local[*]`, `local[2,4]` (two cores, four attempts), a cluster's URL; '' as spark-submit says. session: one
    that is there already; else one is made for the job and stopped behind it. `out` must be a folder that all workers
    see. Spark's own settings (spark.task.maxFailures, spark.executor.memory …) come from spark-defaults.conf or
    spark-submit.
    """

    def __init__(self, master: str = "", *, session: Any = None, make: MakeFile | None = None) -> None:
        """make: what a task does, `make_in_task`; another one is for tests."""
        self._master = master
        self._session = session
        self._make = make or make_in_task
        self._begun: Future[Any] | None = None

    def begin(self) -> None:
        """Starts Spark while the caller plans the job. What fails is told by `run`."""
        started: Future[Any] = Future()

        def start() -> None:
            try:
                started.set_result(make_session(self._master, _NAME))
            except BaseException as error:
                started.set_exception(error)

        if self._session is None:
            self._begun = started
            threading.Thread(target=start, name="start of Spark", daemon=True).start()

    def run(self, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        """See Engine. JobError names the file whose task failed for good, and the cause."""
        session = self._session or (self._begun.result() if self._begun else make_session(self._master, _NAME))
        try:
            self._run(session, job, numbers, out.absolute(), report)
        finally:
            if self._session is None:
                session.stop()

    def _run(self, session: Any, job: Job, numbers: Sequence[int], out: Path, report: Report) -> None:
        context = session.sparkContext
        finished = context.accumulator([], _list_parameter())
        shipped = context.broadcast((job.to_json(), str(out)))

        make_file = self._make

        def make(parts: Iterator[list[int]]) -> Iterator[int]:
            text, folder = shipped.value
            for number in (number for part in parts for number in part):
                result = make_file(text, folder, number)
                finished.add([(number, result)])
                yield number

        parts = _parts(numbers, _TASKS_A_CORE * context.defaultParallelism)
        failure: list[Exception] = []

        def count() -> None:
            try:
                context.parallelize(parts, len(parts)).mapPartitions(make).count()
            except Exception as error:  # told by the thread that waits
                failure.append(error)

        thread = _spark_thread(session, count)
        thread.start()
        reported = 0
        try:
            while thread.is_alive():
                thread.join(_POLL_SECONDS)
                reported = _tell(finished.value, reported, report)
            _tell(finished.value, reported, report)
        except BaseException:
            context.cancelAllJobs()
            thread.join()
            raise
        if failure:
            raise _job_error(failure[0], job, parts) from failure[0]


def _parts(numbers: Sequence[int], most: int) -> list[list[int]]:
    """The files of each task, as many each; about so many tasks at most."""
    size = max(1, len(numbers) // most)
    return [list(numbers[first : first + size]) for first in range(0, len(numbers), size)]


def make_in_task(job: str, out: str, number: int) -> FileResult:
    """Makes one file in a worker. JobError names the file."""
    from binwriter.errors import BinwriterError

    loaded = Job.from_json(job)
    try:
        return make_log_file(loaded, number, Path(out))
    except JobError:
        raise
    except (BinwriterError, OSError, MemoryError) as error:
        raise JobError(loaded.shard(number).name, f"{type(error).__name__}: {error}") from error


def make_session(master: str, name: str) -> Any:
    """A session whose workers run this interpreter, and know this package if the master is not this machine.

    On this machine its Java is started for tasks that run in Python, unless SPARK_SUBMIT_OPTS says how.
    Raises JobError if Spark does not start.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    quick = master.startswith("local") and _JAVA_OPTIONS not in os.environ
    if quick:
        os.environ[_JAVA_OPTIONS] = _QUICK_START

    builder = SparkSession.builder.appName(name).config("spark.sql.session.timeZone", "UTC")
    # what fails is told in one line, and not by Spark's log as well
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "OFF")
    if master:
        builder = builder.master(master)
    try:
        session = builder.getOrCreate()
    except Exception as error:
        raise JobError(f"--spark {master}".rstrip(), cause(error, master)) from error
    finally:
        if quick:
            os.environ.pop(_JAVA_OPTIONS, None)
    if not str(session.sparkContext.master).startswith("local"):
        from binwriter.integration.spark.packages import add_packages

        add_packages(session)
    return session


def _list_parameter() -> Any:
    from pyspark import AccumulatorParam

    class ListParameter(AccumulatorParam[list[Any]]):
        """A list that tasks add to."""

        def zero(self, value: list[Any]) -> list[Any]:
            return []

        def addInPlace(self, value1: list[Any], value2: list[Any]) -> list[Any]:  # noqa: N802 (Spark's name)
            value1.extend(value2)
            return value1

    return ListParameter()


def _spark_thread(session: Any, target: Any) -> threading.Thread:
    from pyspark import InheritableThread

    thread: threading.Thread = InheritableThread(target=target, session=session)
    thread.daemon = True
    return thread


def _tell(results: Sequence[tuple[int, FileResult]], reported: int, report: Report) -> int:
    """Reports what has come since."""
    for number, result in results[reported:]:
        report(number, result.size, result)
    return len(results)


def _job_error(error: Exception, job: Job, parts: Sequence[Sequence[int]]) -> JobError:
    """What a failed Spark job means: our own error if a task told one, else that its worker died."""
    text = str(error)
    ours = _OUR_ERROR.search(text)
    if ours is not None:
        return JobError(ours[1], ours[2])
    failed = _FAILED_TASK.search(text)
    place = int(failed[1]) if failed else -1
    names = [job.shard(number).name for number in parts[place]] if 0 <= place < len(parts) else ["the job on Spark"]
    name = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
    lost = _LAST_FAILURE.search(text)
    return JobError(name, lost[1].strip() if lost and _LOST_WORKER.search(lost[1]) else cause(error))

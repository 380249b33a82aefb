"""A job: a workload with its plan, carried out by an engine, published as a whole.

Inside the log's folder lies the job's own one, JOB_FOLDER, with `job.json` (document and plan) and the finished files,
each beside its result. When all are there they are moved to the log's folder, then the index is written, then the job's
folder is deleted. So a log without index is not finished, and a job that was killed can be resumed.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from binwriter import disk
from binwriter.binlog.files.index import LogIndex
from binwriter.bulk.work import FileResult
from binwriter.errors import JobError, LogFileError, SpecError, reason_of
from binwriter.formats.records import dataclass
from binwriter.workload.kept_estimates import kept_estimate
from binwriter.workload.plan import JobPlan, Shard, make_plan
from binwriter.workload.schedule.sampling import sample
from binwriter.workload.sources import Sources, open_sources
from binwriter.workload.specification.reader import Document, read_workload

JOB_FOLDER = ".binwriter-job"
_JOB_FILE = "job.json"
_FINAL_STATE = "final-state"
_FORMAT = 1


@dataclass(frozen=True)
class Job:
    """What workers need: as JSON it fits anywhere. final_state: workers also write what the tables hold at the end."""

    document: Document
    plan: JobPlan
    final_state: bool = False

    def to_json(self) -> str:
        data = {"format": _FORMAT, "document": self.document, "plan": self.plan.to_json()}
        return json.dumps({**data, "final_state": self.final_state}, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Job:
        """SpecError if it is not the JSON of a job of this version."""
        try:
            data = json.loads(text)
            if data["format"] != _FORMAT:
                raise SpecError("", "the job was planned by another version of binwriter")
            return Job(data["document"], JobPlan.from_json(data["plan"]), data["final_state"])
        except (ValueError, KeyError, TypeError) as error:
            raise SpecError("", f"not the plan of a job: {error}") from error

    def shard(self, number: int) -> Shard:
        """number: 1 for the first file."""
        return self.plan.shards[number - 1]

    def sources(self) -> Sources:
        """Opened once a process."""
        return _sources(json.dumps(self.document, sort_keys=True))


@lru_cache(maxsize=2)
def _sources(document: str) -> Sources:
    return open_sources(read_workload(json.loads(document)))


def plan_job(document: Document, *, final_state: bool = False) -> Job:
    """Reads the document, samples the workload and plans its files. SpecError before a byte is written."""
    return estimated_job(document, final_state=final_state)[0]


def estimated_job(document: Document, *, final_state: bool = False) -> tuple[Job, float]:
    """The same, with the seconds that one core needs for it, about."""
    text = json.dumps(document, sort_keys=True)
    sources = _sources(text)
    estimate, rate = kept_estimate(text, lambda: sample(sources))
    job = Job(document, make_plan(sources, estimate), final_state)
    return job, job.plan.size / rate


class JobFolder:
    """The folder of a job inside the log's folder `out`."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.path = out / JOB_FOLDER

    def exists(self) -> bool:
        """Whether a job was begun here, and not finished."""
        return (self.path / _JOB_FILE).is_file()

    def create(self, job: Job) -> None:
        """Begins a job. LogFileError if the folder cannot be written."""
        try:
            disk.current().make_folder(self.path)
            self._write(_JOB_FILE, job.to_json(), sync=True)
        except OSError as error:
            raise LogFileError(f"cannot use the folder {self.path}: {reason_of(error)}") from error

    def read(self) -> Job:
        """The job that was begun. LogFileError if there is none."""
        try:
            text = (self.path / _JOB_FILE).read_text(encoding="utf-8")
        except OSError as error:
            raise LogFileError(f"no unfinished job lies in {self.out}: {reason_of(error)}") from error
        return Job.from_json(text)

    def _write(self, name: str, text: str, *, sync: bool = False) -> None:
        disk.write_whole(self.path / name, [text.encode()], sync=sync)

    # --- finished files

    def part(self, shard: Shard, attempt: str) -> Path:
        """Where an attempt writes the file."""
        return self.path / f"{shard.name}.{attempt}.part"

    def state_part(self, shard: Shard, attempt: str) -> Path:
        """Where an attempt writes what the tables hold at the end."""
        return self.path / f"{shard.name}.{attempt}.state.part"

    def finished(self, shard: Shard, result: FileResult, attempt: str) -> None:
        """An attempt's files take their names; another attempt's, which are the same, are replaced."""
        disk.current().rename(self.part(shard, attempt), self.path / shard.name)
        state = self.state_part(shard, attempt)
        if state.exists():
            target = self.path / _FINAL_STATE / shard.name
            target.parent.mkdir(exist_ok=True)
            shutil.rmtree(target, ignore_errors=True)
            try:
                disk.current().rename(state, target)
            except OSError:  # another attempt was quicker
                shutil.rmtree(state, ignore_errors=True)
        self._write(f"{shard.name}.json", json.dumps(asdict(result)))

    def result(self, shard: Shard) -> FileResult | None:
        """The result of a file that is finished, moved already or not; None if it must be made."""
        try:
            data: Mapping[str, Any] = json.loads((self.path / f"{shard.name}.json").read_text(encoding="utf-8"))
            result = FileResult(**data)
            path = self.file(shard)
            return result if path is not None and path.stat().st_size == result.size else None
        except (OSError, ValueError, TypeError):
            return None

    def file(self, shard: Shard) -> Path | None:
        """The finished file."""
        return next((path for path in (self.path / shard.name, self.out / shard.name) if path.is_file()), None)

    def sweep(self) -> None:
        """Deletes what killed attempts have left."""
        for path in self.path.glob("*.part"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                disk.current().remove(path)

    # --- the end

    def publish(self, job: Job, final_state: Path | None) -> list[Path]:
        """Moves the files, writes the index, deletes the job's folder. JobError if a file is missing."""
        for shard in job.plan.shards:
            if self.result(shard) is None:
                raise JobError(shard.name, "it is missing or not as long as it was made")
        try:
            if final_state is not None:
                self._publish_state(job, final_state)
            current = disk.current()
            disk.sync_files(path for shard in job.plan.shards if (path := self.file(shard)) is not None)
            for shard in job.plan.shards:
                if (made := self.path / shard.name).is_file():
                    current.rename(made, self.out / shard.name)
            basename = job.plan.shards[0].name.rpartition(".")[0]
            LogIndex(self.out, basename).write([shard.name for shard in job.plan.shards])
            current.remove(self.path / _JOB_FILE)  # from here on the job is finished
            current.remove_folder(self.path)
        except OSError as error:
            raise LogFileError(f"cannot publish the log in {self.out}: {reason_of(error)}") from error
        return [self.out / shard.name for shard in job.plan.shards]

    def _publish_state(self, job: Job, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for shard in job.plan.shards:
            for path in sorted((self.path / _FINAL_STATE / shard.name).glob("*.parquet")):
                table = folder / path.stem
                table.mkdir(exist_ok=True)
                shutil.move(path, table / f"{shard.number:06d}.parquet")

    def discard(self) -> None:
        """Deletes the job, if there is one, and what it had published already."""
        try:
            job = self.read()
        except (LogFileError, SpecError):
            job = None
        for shard in job.plan.shards if job else ():
            disk.current().remove(self.out / shard.name)
        self.clear()

    def clear(self) -> None:
        """Deletes what a job has left that was finished, or never begun."""
        shutil.rmtree(self.path, ignore_errors=True)

"""Commands as functions: run, generate, verify."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binwriter.errors import OptionError
from binwriter.extras import naming_extras
from binwriter.formats.records import dataclass
from binwriter.scenario.given import Options, Scenario, option_lines

if TYPE_CHECKING:
    from binwriter.inspection.verify import Finding
    from binwriter.scenario.result import RunResult


def run(
    scenario: Scenario | Path | str,
    out: Path | str,
    *,
    options: Options = (),
    server_version: str | None = None,
    force: bool = False,
) -> RunResult:
    """Runs a scenario, or a .sql file, and writes its binary log to the folder `out`, made if missing.

    options: of the server, as a mapping or as "name=value". server_version: which server it is, by default the newest.
    force: replace a log that binwriter wrote there. MySQL's errors do not end a run; they stand in the result.
    ScenarioError, OptionError, OutFolderError, LogFileError; MissingExtraError without the extra `sql`.
    """
    with naming_extras():
        from binwriter.binlog.files.out_folder import prepare
        from binwriter.formats.servers import NEWEST
        from binwriter.scenario.options import check_options
        from binwriter.scenario.run import run_scenario

        read, extra, profile = Scenario.of(scenario), option_lines(options), server_version or NEWEST.name
        effective = check_options(read.notation, extra, profile)
        prepare(Path(out), effective.basename, force=force, option="force=True")
        return run_scenario(read.notation, out, extra, profile=profile)


def generate(
    specification: Path | str | Mapping[str, Any] | None = None,
    *,
    out: Path | str,
    preset: str | None = None,
    scale: float | None = None,
    schema: Path | str | None = None,
    server: Options = (),
    server_version: str | None = None,
    workers: int | None = None,
    force: bool = False,
    **settings: Any,
) -> list[Path]:
    """Makes a workload and writes its binary log to the folder `out`. Gives the files in order.

    specification: a TOML file, or its document. schema: a file of CREATE TABLE statements. settings: those that the
    command has as options, such as transactions=20000, mix="insert=70,update=30", seed=7. workers: processes, by
    default one a core. force: replace a log that binwriter wrote there, and an unfinished job.
    SpecError, OptionError, OutFolderError, JobError, LogFileError; MissingExtraError without the extra `bulk`.
    """
    with naming_extras():
        from binwriter.binlog.files.out_folder import OutFolderError, prepare
        from binwriter.workload.engines.engine import InProcess, run_job
        from binwriter.workload.engines.local import LocalEngine
        from binwriter.workload.job import JobFolder, estimated_job

        document = _document(specification, preset, scale, schema, server, server_version, settings)
        folder = JobFolder(Path(out))
        if folder.exists() and not force:
            raise OutFolderError(f"an unfinished job lies in {out}; force=True begins anew")
        job, _ = estimated_job(document)
        if folder.exists():
            folder.discard()
        folder.clear()
        prepare(Path(out), job.plan.shards[0].name.rpartition(".")[0], force=force, option="force=True")
        folder.create(job)
        count = min(workers or len(os.sched_getaffinity(0)), len(job.plan.shards))
        engine = InProcess() if count == 1 else LocalEngine(count)
        return run_job(job, Path(out), engine, lambda number, size, result: None)


def _document(
    specification: Path | str | Mapping[str, Any] | None,
    preset: str | None,
    scale: float | None,
    schema: Path | str | None,
    server: Options,
    server_version: str | None,
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    from binwriter.workload.specification.document import document_of
    from binwriter.workload.specification.option_names import ARRIVAL_OPTIONS, SERVER_OPTIONS, WORKLOAD_OPTIONS

    names = {name.replace("-", "_") for name in (*WORKLOAD_OPTIONS, *ARRIVAL_OPTIONS, *SERVER_OPTIONS, "gtid-tag")}
    if unknown := sorted(settings.keys() - names):
        raise OptionError(f"there is no setting {unknown[0]!r}; there are: {', '.join(sorted(names))}")
    of_file = specification if isinstance(specification, Path | str) else None
    arguments = argparse.Namespace(
        **dict.fromkeys(names),
        preset=preset,
        scale=None if scale is None else str(scale),
        spec=None if of_file is None else Path(of_file),
        schema=[] if schema is None else [str(schema)],
        no_guess_references=False,
        server=list(option_lines(server)),
        server_version=server_version,
    )
    vars(arguments).update(settings)
    document = document_of(arguments)
    return {**specification, **document} if isinstance(specification, Mapping) else document


@dataclass(frozen=True)
class Verification:
    """What `verify` has found. findings: in the order of the files; files, events, groups, bytes: what was read."""

    findings: tuple[Finding, ...]
    files: int
    events: int
    groups: int
    bytes: int

    @property
    def is_healthy(self) -> bool:
        """Whether there is nothing but notes: what a healthy server may have left."""
        return not any(finding.severity == "error" for finding in self.findings)


def verify(*logs: Path | str, only: Iterable[str] | None = None, skip: Iterable[str] = ()) -> Verification:
    """Checks that binary logs are whole and right. logs: as of `read_log`.

    only, skip: names of checks (`binwriter verify --list-checks`). LogFileError if a log cannot be read, OptionError
    for a name that is no check; damage is a finding.
    """
    from binwriter.inspection.verify import Verifier

    verifier = Verifier(only=None if only is None else list(only), skip=list(skip))
    findings = tuple(verifier.verify(logs))
    return Verification(findings, **vars(verifier.counts))

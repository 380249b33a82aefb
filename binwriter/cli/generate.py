"""`binwriter generate SPEC.toml --out DIR`: a synthetic workload, written as the log of a server that ran it."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE
from binwriter.workload.specification.option_names import ARRIVAL_OPTIONS, SERVER_OPTIONS, WORKLOAD_OPTIONS

if TYPE_CHECKING:
    from binwriter.workload.engines.engine import Engine
    from binwriter.workload.job import Job

# Endings of what has tables; everything else that stands without an option is a specification.
_SCHEMAS = (".sql", ".ddl", ".dump", ".parquet", ".parq")

DESCRIPTION = """\
Makes a workload of inserts, updates and deletes and writes the binary log of a server that ran it: DIR/binlog.000001
and so on, and DIR/binlog.index. A MySQL server replays the files in order without an error: `mysqlbinlog | mysql`.
The tables come from a dump (`mysqldump --no-data`), a server or Parquet files; the workload from SPEC.toml, from
options, or from both (options win). Without either it is plausible: `binwriter generate dump.sql --out DIR`.
The same specification gives the same bytes, whatever the engine and the number of workers.

Exit status: 0 done; 1 the job failed (what is finished is kept, --resume goes on); 2 the specification cannot be
generated, nothing was written; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument(
        "sources",
        metavar="SPEC.toml | SCHEMA",
        nargs="*",
        help="the workload, or what --schema takes: a dump will do; - is a dump by a pipe",
    )
    parser.add_argument("--out", metavar="DIR", type=Path, help="where the log goes; made if missing")
    workload = parser.add_argument_group("workload")
    workload.add_argument(
        "--schema",
        metavar="SOURCE",
        action="append",
        default=[],
        help="the tables: a .sql file as mysqldump writes it, mysql://user:password@host/db, a folder of Parquet"
        " files, or - for standard input; may be given several times",
    )
    workload.add_argument(
        "--no-guess-references", action="store_true", help="only foreign keys are references, no names such as user_id"
    )
    workload.add_argument(
        "--init-spec", action="store_true", help="print a specification for these tables, with comments; make nothing"
    )
    workload.add_argument(
        "--preset", metavar="NAME", help="begin with a workload that comes with binwriter; `list` shows them"
    )
    workload.add_argument("--scale", metavar="X", help="so many times the preset's rows (default: 1)")
    for name, (metavar, text) in (WORKLOAD_OPTIONS | ARRIVAL_OPTIONS).items():
        workload.add_argument(f"--{name}", metavar=metavar, help=text)
    server = parser.add_argument_group("server", "options of mysqld by their names; also --server NAME=VALUE")
    server.add_argument("--server-version", metavar="VERSION", help="write as this server would (default: 9.7)")
    server.add_argument("--server", metavar="NAME=VALUE", action="append", default=[], help="a server option")
    for name in (*SERVER_OPTIONS, "gtid-tag"):
        server.add_argument(f"--{name}", metavar="VALUE", help=argparse.SUPPRESS)
    job = parser.add_argument_group("job")
    job.add_argument("--workers", metavar="N", type=_workers, help="processes (default: one a core)")
    job.add_argument("--spark", metavar="MASTER", help="run on Spark: local[*], or a master's URL")
    job.add_argument("--resume", action="store_true", help="complete a job that was interrupted; SPEC is not needed")
    job.add_argument("--force", action="store_true", help="replace a log that binwriter wrote to DIR earlier")
    job.add_argument("--dry-run", action="store_true", help="say what would be made: files, sizes, transactions, time")
    job.add_argument("--final-state", metavar="DIR", type=Path, help="what the tables hold after replay, as Parquet")
    job.add_argument("--report", metavar="FILE.html", type=Path, help="a page with plots of what was made")
    add_common(parser, json="print the plan, or what was made, as JSON", quiet="print errors only")
    parser.set_defaults(compiles=True)


def _workers(text: str) -> int:
    count = int(text)
    if not 1 <= count <= 1024:
        raise ValueError
    return count


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        if not arguments.quiet:
            _say_how_to_go_on(arguments)
        raise


# Milliseconds after which Arrow's memory goes back to the system; -1: never.
_ARROW_KEEPS = "MIMALLOC_PURGE_DELAY"


def _run(arguments: argparse.Namespace) -> int:
    # before Arrow is loaded: the next batch takes what it frees, a quarter fewer pages come fresh from the system
    os.environ.setdefault(_ARROW_KEEPS, "-1")
    from binwriter.binlog.files.out_folder import OutFolderError, check_free, prepare
    from binwriter.cli.generate_progress import job_progress
    from binwriter.cli.generate_report import check_page, report_content, report_done, report_plan
    from binwriter.workload.engines.engine import run_job
    from binwriter.workload.job import JobFolder, estimated_job
    from binwriter.workload.presets import PRESETS
    from binwriter.workload.specification.document import document_of

    if arguments.preset == "list":
        lines = (f"{name:16}{summary}" for name, summary in PRESETS.items())
        print(json.dumps(dict(PRESETS)) if arguments.json else "\n".join(lines))
        return DONE
    _sort_sources(arguments)
    if arguments.init_spec:
        from binwriter.workload.schemas.initial_spec import initial_spec

        print(initial_spec(document_of(arguments), arguments.schema), end="")
        return DONE
    if arguments.out is None:
        raise OutFolderError("--out DIR is wanted: where the log goes")
    folder = JobFolder(arguments.out)
    if arguments.resume:
        job = folder.read()
        spark = _spark(arguments)
    else:
        if folder.exists() and not (arguments.force or arguments.dry_run):
            raise OutFolderError(
                f"an unfinished job lies in {arguments.out}; --resume completes it, --force begins anew"
            )
        if not (arguments.force or arguments.dry_run):
            check_free(arguments.out)
        spark = _spark(arguments)
        job, seconds = estimated_job(document_of(arguments), final_state=arguments.final_state is not None)
        if not arguments.quiet:
            for note in job.sources().workload.notes:
                print(f"binwriter generate: {note}", file=sys.stderr)
        if arguments.dry_run:
            report_plan(job, seconds, as_json=arguments.json)
            return DONE
        _check_state_folder(arguments)
        check_page(arguments.report)
        if folder.exists():
            folder.discard()
        folder.clear()
        prepare(arguments.out, job.plan.shards[0].name.rpartition(".")[0], force=arguments.force)
        folder.create(job)
    if job.final_state and arguments.final_state is None:
        raise OutFolderError("the job was begun with --final-state: give it again")
    began = time.monotonic()
    engine = spark or _engine(arguments, job)  # which may fork: before another thread shows the progress
    with job_progress(job, quiet=arguments.quiet) as report:
        files = run_job(job, arguments.out, engine, report, final_state=arguments.final_state)
    if arguments.json or not arguments.quiet:
        report_done(job, files, time.monotonic() - began, as_json=arguments.json)
    quiet = arguments.quiet or arguments.json
    if arguments.report is not None or not quiet:
        report_content(files, arguments.report, quiet=quiet)
    return DONE


def _sort_sources(arguments: argparse.Namespace) -> None:
    """What stands without an option: a specification, and sources of tables."""
    from binwriter.errors import SpecError

    specs = [source for source in arguments.sources if not _is_schema(source)]
    if len(specs) > 1:
        raise SpecError(specs[1], f"one specification is enough; {specs[0]} is given too")
    arguments.spec = Path(specs[0]) if specs else None
    arguments.schema = [*(source for source in arguments.sources if source not in specs), *arguments.schema]


def _is_schema(source: str) -> bool:
    from binwriter.binlog.files.index import is_folder
    from binwriter.binlog.files.sources import STDIN

    return (
        source == STDIN or source.startswith("mysql://") or Path(source).suffix in _SCHEMAS or is_folder(Path(source))
    )


def _say_how_to_go_on(arguments: argparse.Namespace) -> None:
    """What is finished is kept, and one command completes it."""
    from binwriter.workload.job import JobFolder

    if arguments.out is None or not JobFolder(arguments.out).exists():
        return
    state = () if arguments.final_state is None else ("--final-state", str(arguments.final_state))
    command = shlex.join(("binwriter", "generate", "--out", str(arguments.out), "--resume", *state))
    print(f"binwriter generate: what is finished is kept; to go on: {command}", file=sys.stderr)


def _check_state_folder(arguments: argparse.Namespace) -> None:
    from binwriter.binlog.files.out_folder import OutFolderError

    folder = arguments.final_state
    if folder is None:
        return
    if folder.exists() and any(folder.iterdir()):
        raise OutFolderError(f"{folder} is not empty; the final state wants a folder of its own")


def _spark(arguments: argparse.Namespace) -> Engine | None:
    """Spark, which starts while the job is planned."""
    if arguments.spark is None or arguments.dry_run:
        return None
    from binwriter.integration.spark.engine import SparkEngine  # type: ignore[import-not-found,unused-ignore]

    engine = SparkEngine(arguments.spark)
    engine.begin()
    return engine  # type: ignore[no-any-return,unused-ignore]


def _engine(arguments: argparse.Namespace, job: Job) -> Engine:
    from binwriter.workload.engines.engine import InProcess
    from binwriter.workload.engines.local import LocalEngine

    workers = min(arguments.workers or len(os.sched_getaffinity(0)), len(job.plan.shards))
    return InProcess() if workers == 1 else LocalEngine.forked(workers, job, arguments.out)

"""`binwriter replay FILE... --to mysql://...`: a log run on a server, as `mysqlbinlog FILE... | mysql` does it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import BAD_INPUT, DONE, FAILED
from binwriter.cli.progress import NowAndThen
from binwriter.cli.visible import visible_json

if TYPE_CHECKING:
    from binwriter.integration.replaying.connection import Target
    from binwriter.integration.replaying.log import Progress, ReplayChoice, Step

# what --check compares with if no server is named
_LOG = "the log"

DESCRIPTION = """\
Runs binary logs of anybody on a MySQL server: rows by BINLOG, statements with the session that they were logged with,
groups with their GTIDs, files of LOAD DATA from the log. FILE may be a folder, an index file (*.index), a pattern, or -
for standard input. Stops at the first error and says with which options the same command goes on.
"""

EPILOG = """\
The server is given as mysql://user:password@host:port/ (MYSQL_PWD has the password if the URL has none), with
?ssl-ca=FILE and the like behind it. Groups with a GTID that the server has executed are left out by it, silently. A
statement that failed on the source may fail with the same error here.

--as-replica: the files, which must be one log's, are served as a source's, and the server follows it on a channel
of its own, which is removed at the end. Its server_id must be none of the log's, and it must reach this machine
(--listen).

--check compares tables afterwards: with those of a second server, every database that the log names, whole; without a
URL with those that the log makes by itself, run on a server of binwriter's from nothing.

Exit status: 0 all was run (and the tables are equal); 1 it stopped, or tables differ; 2 bad usage, a log that cannot be
read, or no connection.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    from binwriter.cli.inspecting.options import add_rewrite, add_selection

    describe(parser, DESCRIPTION, EPILOG)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a log, a folder, an index file, a pattern, or -")
    parser.add_argument("--to", metavar="URL", required=True, help="the server: mysql://user:password@host:port/")
    parser.add_argument(
        "--check",
        metavar="URL",
        nargs="?",
        const=_LOG,
        help="compare the tables afterwards with this server's; without URL, with those that the log makes",
    )
    parser.add_argument(
        "--as-replica", action="store_true", help="start a source for the files, and let the server follow it"
    )
    parser.add_argument(
        "--listen", metavar="ADDRESS", help="with --as-replica: of this machine, as the server reaches it"
    )
    add_common(parser, json="print the summary as JSON", quiet="no progress and no summary")
    how = parser.add_argument_group("how it is run")
    add_rewrite(how)
    how.add_argument(
        "-i", "--idempotent", action="store_true", help="rows that are there, or are missing, are no error"
    )
    how.add_argument("-D", "--disable-log-bin", action="store_true", help="the server logs nothing of it")
    how.add_argument("-f", "--force", action="store_true", help="go on after an error; the exit status stays 1")
    add_selection(parser.add_argument_group("which events"))
    parser.set_defaults(force_read=False)


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.binlog.files.sources import all_log_paths
    from binwriter.errors import BinwriterError
    from binwriter.integration.replaying.connection import Target

    try:
        target = Target.from_url(arguments.to)
        other = Target.from_url(arguments.check) if arguments.check not in (None, _LOG) else None
        names = all_log_paths(arguments.files)
    except BinwriterError as error:
        _complain(error)
        return BAD_INPUT
    begin = time.monotonic()
    run_it = _by_replication if arguments.as_replica else _by_statements
    status, progress = run_it(arguments, target, names)
    if progress is None:
        return status
    _complain(*progress.notes, *progress.errors)
    if arguments.json or not arguments.quiet:
        file, position = progress.place or (names[-1], 0)
        statements = "" if arguments.as_replica else f", {progress.statements:,} statements"
        seconds = time.monotonic() - begin
        if arguments.json:
            summary = {"transactions": progress.groups, "statements": progress.statements, "seconds": round(seconds, 3)}
            print(visible_json(json.dumps(summary | {"file": file, "position": position})))
        else:
            print(f"{progress.groups:,} transactions{statements} in {seconds:.1f} s, up to {file}:{position}")
    return max(status, _checked(arguments, target, other, progress, names)) if arguments.check else status


def _by_statements(arguments: argparse.Namespace, target: Target, names: list[str]) -> tuple[int, Progress | None]:
    """The status, and how far it came where there is more to say."""
    from binwriter.binlog.files.selection import select_events
    from binwriter.cli.inspecting.files import LogFiles
    from binwriter.cli.inspecting.options import selection
    from binwriter.errors import BinwriterError
    from binwriter.integration.replaying.log import LogReplay, ReplayStoppedError

    choice = _choice(arguments)
    files = LogFiles(names, verify=True)
    replay: LogReplay | None = None
    try:
        with target.connect() as connection, _shown(names, quiet=arguments.quiet) as step:
            replay = LogReplay(connection, choice, step)
            progress = replay.run(select_events(files, selection(arguments, dict(choice.rewrite))))
    except ReplayStoppedError as error:
        _complain(error, *_going_on(names, error.group, error.is_lost))
        return FAILED, None
    except (BinwriterError, KeyboardInterrupt) as error:
        going_on = _going_on(names, replay.progress.place, True) if replay and replay.progress.place else ()
        if not isinstance(error, BinwriterError):
            _complain(*going_on)
            raise
        _complain(error, *going_on)
        return BAD_INPUT, None
    progress.notes += files.notes
    return FAILED if progress.errors else DONE, progress


def _choice(arguments: argparse.Namespace) -> ReplayChoice:
    from binwriter.integration.replaying.log import ReplayChoice

    return ReplayChoice(
        rewrite=tuple(arguments.rewrite_db),
        skip_gtids=arguments.skip_gtids,
        idempotent=arguments.idempotent,
        disable_log_bin=arguments.disable_log_bin,
        force=arguments.force,
    )


# What a replica decides for itself, by its own options.
_BY_STATEMENTS_ONLY = (
    *("start_position", "stop_position", "start_datetime", "stop_datetime", "database", "include_gtids"),
    *("exclude_gtids", "skip_gtids", "server_id", "offset", "rewrite_db", "idempotent", "disable_log_bin", "force"),
)


def _by_replication(arguments: argparse.Namespace, target: Target, names: list[str]) -> tuple[int, Progress | None]:
    """The status, and how far it came where there is more to say."""
    from pathlib import Path

    from binwriter.errors import BinwriterError
    from binwriter.integration.replaying.replica import ReplicaReplay, ReplicaStoppedError

    if given := [name for name in _BY_STATEMENTS_ONLY if getattr(arguments, name)]:
        _complain(f"--{given[0].replace('_', '-')} does not go with --as-replica: replication filters are the server's")
        return BAD_INPUT, None
    try:
        with target.connect() as connection, _shown(names, quiet=arguments.quiet) as step:
            listen = arguments.listen or connection.local_address
            return DONE, ReplicaReplay(connection, [Path(name) for name in names], listen, step).run()
    except ReplicaStoppedError as error:
        _complain(error)
        return FAILED, None
    except BinwriterError as error:
        _complain(error)
        return BAD_INPUT, None


def _going_on(names: Sequence[str], place: tuple[str, int], is_uncertain: bool) -> Iterator[str]:
    """How to go on: the options and files of the same command."""
    import shlex

    file, position = place
    rest = names[names.index(file) :] if file in names else [file]
    yield f"all before is applied; to go on: --start-position={position} {shlex.join(rest)}"
    if is_uncertain:
        yield "the transaction that begins there may have been committed: with its GTID it is not run twice"


def _checked(
    arguments: argparse.Namespace, target: Target, other: Target | None, progress: Progress, names: list[str]
) -> int:
    from binwriter.binlog.files.selection import select_events
    from binwriter.cli.inspecting.files import LogFiles
    from binwriter.cli.inspecting.options import selection
    from binwriter.errors import BinwriterError
    from binwriter.integration.replaying.check import implied_differences, table_differences

    choice = _choice(arguments)
    wanted = selection(arguments, dict(choice.rewrite))
    try:
        if other is not None:
            lines = table_differences(target, other, progress.databases, dict(choice.rewrite))
        else:
            lines = implied_differences(
                target, progress.databases, lambda: select_events(LogFiles(names, verify=False), wanted), choice
            )
    except BinwriterError as error:
        _complain(error)
        return BAD_INPUT
    for line in lines:
        print(line)
    return FAILED if lines else DONE


@contextmanager
def _shown(names: Sequence[str], *, quiet: bool) -> Iterator[Step]:
    """A bar of bytes on a terminal, else a line now and then."""
    from pathlib import Path

    say = NowAndThen("replay", quiet=quiet)

    def note(progress: Progress) -> None:
        say(lambda: f"{progress.groups:,} transactions")

    if quiet or not sys.stderr.isatty() or "-" in names:
        yield note
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
    except ImportError:
        yield note
        return
    from binwriter.cli.streams import as_is

    sizes = {name: Path(name).stat().st_size for name in names}
    before = dict(zip(names, (sum(list(sizes.values())[:number]) for number in range(len(sizes))), strict=False))
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(binary_units=True), TimeRemainingColumn())
    with Bar(*columns, console=Console(file=as_is(sys.stderr)), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=sum(sizes.values()))

        def show(progress: Progress) -> None:
            file, position = progress.place or (names[0], 0)
            bar.update(task, completed=before.get(file, 0) + position, description=f"{progress.groups:,} transactions")

        yield show


def _complain(*problems: object) -> None:
    for problem in problems:
        print(f"binwriter replay: {problem}", file=sys.stderr)

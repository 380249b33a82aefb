"""`binwriter inspect FILE...`: what stands in binary logs and relay logs, event by event."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.keyrings import add_keyring, keyring_of
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import BAD_INPUT, DONE, FAILED, status_of_reading

if TYPE_CHECKING:
    from binwriter.cli.inspecting.files import LogFiles
    from binwriter.cli.inspecting.views import Output, View

DESCRIPTION = """\
Shows the events of binary log or relay log files, of any MySQL from 4.0 on: as a table with the columns of SHOW BINLOG
EVENTS, with rows as pseudo-SQL (-v), with the bytes (-H), or as JSON (--json). Files are read in the order given, event
by event; memory does not grow with them. FILE may be a folder, a log's index file (*.index), a pattern, or - for
standard input. Events inside a Transaction_payload follow it, indented.
"""

EPILOG = """\
The options that choose events are those of mysqlbinlog and mean the same. A DATETIME is a date and a time as MySQL
reads them ('2023-11-14 22:13:20', '20231114221320'), in the local time zone (TZ).

--json prints one object a line with the keys file, position, type, type_code, timestamp, server_id, size, end_log_pos,
flags, checksum, payload_position, body, and error if something could not be read. Bytes are text if they are UTF-8,
else {"hex": ...}. Rows stand in body.rows as objects {"before": ..., "after": ...} of values by column name; names are
@1, @2 ... where the log has none (binlog_row_metadata=MINIMAL).

With -R the files are a server's: `binwriter inspect -R --host HOST --user USER --raw -t binlog.000001` copies its logs
from that one on, with --stop-never it waits for more. A start position is looked for here, not by the server.

Where -v differs from mysqlbinlog: the rows stand behind their own event, not behind the statement's last; GEOMETRY
columns show their bytes (mysqlbinlog gives up on them); rows events of servers before 5.6 are shown, too.

Exit status: 0 all was shown; 1 a log is damaged, and all before the damage was shown, or a file
cannot be written; 2 bad usage, or a file that
cannot be opened.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    from binwriter.cli.inspecting.options import add_rewrite, add_selection
    from binwriter.cli.inspecting.remote import add_remote

    describe(parser, DESCRIPTION, EPILOG)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a log, a folder, an index file, a pattern, or -")
    form = parser.add_argument_group("what is shown")
    form.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="rows as pseudo-SQL, as mysqlbinlog -v; -vv: with their types",
    )
    form.add_argument(
        "--print-table-metadata", action="store_true", help="what each Table_map tells of its table's columns and key"
    )
    form.add_argument("-H", "--hexdump", action="store_true", help="each event's bytes, as mysqlbinlog --hexdump")
    form.add_argument(
        "--json", action="store_true", help="JSON Lines: one object an event; with rows, whatever -v says"
    )
    sql = parser.add_argument_group("as SQL", "for the client mysql, with the options of mysqlbinlog")
    sql.add_argument("--sql", action="store_true", help="statements that replay: binwriter inspect --sql LOG | mysql")
    sql.add_argument("-s", "--short-form", action="store_true", help="--sql without comments and rows")
    sql.add_argument(
        "--base64-output",
        type=str.lower,
        choices=("auto", "never", "decode-rows", "unspec"),
        default="auto",
        help="with --sql: rows as BINLOG (auto, the default; unspec is the same), not at all (decode-rows; -v shows"
        " them as comments), or a log with rows is refused (never)",
    )
    sql.add_argument("-D", "--disable-log-bin", action="store_true", help="--sql that the server does not log")
    sql.add_argument("-i", "--idempotent", action="store_true", help="--sql: rows that are there are no error")
    add_rewrite(sql)
    sql.add_argument("-l", "--local-load", metavar="DIR", type=Path, help="--sql: where files of LOAD DATA go")
    sql.add_argument("--require-row-format", action="store_true", help="--sql: end at an event of statement format")
    sql.add_argument("--set-charset", metavar="NAME", help="--sql: begin with SET NAMES NAME")
    form.add_argument("--raw", action="store_true", help="copy the events, as they are, to files of the logs' names")
    form.add_argument(
        "-r", "--result-file", metavar="FILE", help="write to this file; with --raw: what the names begin with"
    )
    add_common(parser, quiet="show no events: only what is wrong with the log")
    add_selection(parser.add_argument_group("which events"))
    add_remote(parser.add_argument_group("from a server", "with the options of mysqlbinlog"))
    reading = parser.add_argument_group("how files are read")
    add_keyring(reading)
    reading.add_argument(
        "-c",
        "--verify-binlog-checksum",
        action=argparse.BooleanOptionalAction,
        default=True,
        dest="verify",
        help="stop at a checksum that is wrong (the default, unlike mysqlbinlog's)",
    )
    reading.add_argument(
        "-F",
        "--force-if-open",
        action="store_true",
        default=True,
        help="read a log that is in use, or was not closed, and let its last event be incomplete (the default)",
    )
    reading.add_argument("--skip-force-if-open", action="store_false", dest="force_if_open", help="refuse such a log")
    reading.add_argument(
        "-f",
        "--force-read",
        action="store_true",
        help="go on after an event that cannot be parsed, which is shown as bytes, or whose checksum is wrong; the exit"
        " status stays 1",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.binlog.files.selection import select_events
    from binwriter.cli.inspecting.options import selection
    from binwriter.cli.inspecting.remote import is_remote, remote_logs
    from binwriter.cli.inspecting.views import Output, RefusedLogError
    from binwriter.errors import BinwriterError, CorruptLogError, LogFileError

    try:
        files = remote_logs(arguments) if is_remote(arguments) else _local_files(arguments)
        output, view = Output(arguments), None
    except LogFileError as error:
        _complain(error)
        return status_of_reading(error)
    if (arguments.sql or arguments.raw) and arguments.json:
        print("binwriter inspect: --json goes neither with --sql nor with --raw", file=sys.stderr)
        return BAD_INPUT
    try:
        view = _view_for(arguments, output)
        for event in select_events(files, selection(arguments, dict(arguments.rewrite_db))):
            view.show(event)
            if arguments.stop_never:
                output.flush()
        view.end()
        output.flush()
    except BinwriterError as error:
        _end_as_far_as_it_went(view)
        output.flush()
        for problem in (*files.damages, *(view.damages if view is not None else ()), error):
            _complain(problem)
        return FAILED if isinstance(error, CorruptLogError | RefusedLogError) else status_of_reading(error)
    for problem in (*files.notes, *files.damages, *view.damages):
        _complain(problem)
    return FAILED if files.damages or view.damages else DONE


def _local_files(arguments: argparse.Namespace) -> LogFiles:
    from binwriter.cli.inspecting.files import LogFiles

    return LogFiles(
        arguments.files,
        verify=arguments.verify,
        force=arguments.force_read,
        keyring=keyring_of(arguments),
        takes_open=arguments.force_if_open,
    )


def _view_for(arguments: argparse.Namespace, output: Output) -> View:
    """The view that the options ask for."""
    from binwriter.cli.inspecting.sql import RawView, SqlView
    from binwriter.cli.inspecting.views import JsonView, TableView

    if arguments.raw:
        return RawView(arguments)
    if arguments.sql or arguments.short_form or arguments.require_row_format:
        return SqlView(arguments, output)
    return JsonView(arguments, output) if arguments.json else TableView(arguments, output)


def _end_as_far_as_it_went(view: View | None) -> None:
    """What the view's end says, as mysqlbinlog after an error; what is wrong with it is not the news."""
    from binwriter.errors import BinwriterError

    if view is not None:
        with suppress(BinwriterError):
            view.end(is_cut=True)


def _complain(problem: object) -> None:
    print(f"binwriter inspect: {problem}", file=sys.stderr)

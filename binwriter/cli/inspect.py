"""`binwriter inspect FILE...`: what stands in binary logs and relay logs, event by event."""

from __future__ import annotations

import argparse
import sys

from binwriter.cli.statuses import BAD_INPUT, DONE, FAILED

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

Where -v differs from mysqlbinlog: the rows stand behind their own event, not behind the statement's last; GEOMETRY
columns show their bytes (mysqlbinlog gives up on them); rows events of servers before 5.6 are shown, too.

Exit status: 0 all was shown; 1 a log is damaged, and all before the damage was shown; 2 bad usage, or a file that
cannot be opened.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    from binwriter.cli.inspect_options import add_selection

    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", metavar="FILE", nargs="+", help="a log, a folder, an index file, a pattern, or -")
    form = parser.add_argument_group("what is shown")
    form.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="rows as pseudo-SQL, as mysqlbinlog -v; -vv: with their types",
    )
    form.add_argument("-H", "--hexdump", action="store_true", help="each event's bytes, as mysqlbinlog --hexdump")
    form.add_argument(
        "--json", action="store_true", help="JSON Lines: one object an event; with rows, whatever -v says"
    )
    add_selection(parser.add_argument_group("which events"))
    reading = parser.add_argument_group("how files are read")
    reading.add_argument(
        "-c",
        "--verify-binlog-checksum",
        action=argparse.BooleanOptionalAction,
        default=True,
        dest="verify",
        help="stop at a checksum that is wrong (the default, unlike mysqlbinlog's)",
    )
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
    from binwriter.cli.inspect_files import LogFiles
    from binwriter.cli.inspect_options import selection
    from binwriter.cli.inspect_views import Output, view_for
    from binwriter.errors import BinwriterError, CorruptLogError

    output, view = Output(), None
    files = LogFiles(arguments.files, verify=arguments.verify, force=arguments.force_read)
    try:
        view = view_for(arguments, output)
        for event in select_events(files, selection(arguments)):
            view.show(event)
        output.flush()
    except BinwriterError as error:
        output.flush()
        for problem in (*files.damages, *(view.damages if view is not None else ()), error):
            _complain(problem)
        return FAILED if isinstance(error, CorruptLogError) else BAD_INPUT
    for problem in (*files.notes, *files.damages, *view.damages):
        _complain(problem)
    return FAILED if files.damages or view.damages else DONE


def _complain(problem: object) -> None:
    print(f"binwriter inspect: {problem}", file=sys.stderr)

"""The options of `inspect` and `replay` that choose events: mysqlbinlog's names, and what their texts mean."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from binwriter.binlog.files.selection import Selection
    from binwriter.mysql.gtid.sets import GtidSet


_LARGEST = (1 << 64) - 1
_LARGEST_SERVER_ID = (1 << 32) - 1


def add_selection(group: argparse._ArgumentGroup) -> None:
    """Declares the options."""
    group.add_argument(
        "-j", "--start-position", type=_number, default=0, metavar="N", help="from byte N on, in the first file"
    )
    group.add_argument("--stop-position", type=_number, metavar="N", help="up to the event before N, in the last file")
    group.add_argument(
        "--start-datetime", type=_seconds, default=0, metavar="DATETIME", help="from the first event of that time on"
    )
    group.add_argument(
        "--stop-datetime", type=_seconds, metavar="DATETIME", help="up to the first event of that time or later"
    )
    group.add_argument(
        "-d", "--database", metavar="NAME", help="statements with this default database, rows of its tables"
    )
    group.add_argument("--include-gtids", type=_gtids, metavar="SET", help="only transactions with these GTIDs")
    group.add_argument("--exclude-gtids", type=_gtids, metavar="SET", help="no transaction with these GTIDs")
    group.add_argument("--skip-gtids", action="store_true", help="no events that only tell GTIDs")
    group.add_argument(
        "--server-id", type=server_id, default=0, metavar="ID", help="only what this server wrote, and file events"
    )
    group.add_argument("-o", "--offset", type=_number, default=0, metavar="N", help="skip the first N events")


def add_rewrite(group: argparse._ArgumentGroup) -> None:
    """Declares --rewrite-db."""
    group.add_argument(
        "--rewrite-db",
        type=_renaming,
        action="append",
        default=[],
        metavar="FROM->TO",
        help="the database goes by another name: as default of statements, and of tables that rows belong to",
    )


def _renaming(text: str) -> tuple[bytes, bytes]:
    old, arrow, new = (part.strip() for part in text.partition("->"))
    if not (old and arrow and new):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form FROM->TO")
    return old.encode("utf-8", "surrogateescape"), new.encode("utf-8", "surrogateescape")


def selection(arguments: argparse.Namespace, rewrite: Mapping[bytes, bytes] | None = None) -> Selection:
    """What the options choose. rewrite: databases that go by another name."""
    from binwriter.binlog.files.selection import Selection

    return Selection(
        start_position=arguments.start_position,
        stop_position=arguments.stop_position,
        start_time=arguments.start_datetime,
        stop_time=arguments.stop_datetime,
        offset=arguments.offset,
        server_id=arguments.server_id,
        database=None if arguments.database is None else arguments.database.encode("utf-8", "surrogateescape"),
        rewrite=rewrite or {},
        include_gtids=arguments.include_gtids,
        exclude_gtids=arguments.exclude_gtids,
        skip_gtids=arguments.skip_gtids,
        force=arguments.force_read,
    )


def _number(text: str) -> int:
    return _integer(text, _LARGEST)


def server_id(text: str) -> int:
    """A number that a server may have."""
    return _integer(text, _LARGEST_SERVER_ID)


def _integer(text: str, largest: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= largest):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to {largest}")
    return int(text)


def _seconds(text: str) -> int:
    """Seconds since 1970 of a local date and time; a date alone is refused, as by mysqlbinlog."""
    from binwriter.mysql.values.temporal_text import Problem, parse_datetime

    parsed = parse_datetime(text)
    if parsed.kind != "datetime" or parsed.problem is not Problem.NONE or parsed.displacement or not parsed.month:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date and time such as '2023-11-14 22:13:20'")
    parts: Any = (parsed.year, parsed.month, parsed.day, parsed.hour, parsed.minute, parsed.second, 0, 0, -1)
    try:
        return max(int(time.mktime(parts)), 0)
    except (OverflowError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is out of range") from None


def _gtids(text: str) -> GtidSet:
    from binwriter.errors import MySQLError
    from binwriter.mysql.gtid.sets import GtidSet

    try:
        return GtidSet.parse(text)
    except MySQLError as error:
        raise argparse.ArgumentTypeError(error.message) from None

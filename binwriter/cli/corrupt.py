"""`binwriter corrupt FILE --how NAME --out FILE`: a log file with one event made wrong, to test what reads logs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.given_logs import as_one_log
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE, status_of_reading
from binwriter.cli.visible import visible_json

if TYPE_CHECKING:
    from binwriter.formats.constants import EventType

_LIST = "list"

DESCRIPTION = """\
Copies a binary log file and makes one event wrong in a way that has a name, to see what a parser, a replica or a
CDC connector says to it. All the rest stays right: sizes, positions and checksums fit, unless they are what is wrong.
`--how list` lists the names. Without --at, --event or --type it is the first event that can be made wrong so.

The same arguments give the same bytes. FILE itself is never changed.
Exit status: 0 done; 1 the file cannot be written; 2 bad usage, no such event, or a FILE that cannot be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a log file, what stands for one (a folder, an index, a pattern), or -"
    )
    parser.add_argument("--how", metavar="NAME", help="the corruption; `list` lists them")
    parser.add_argument("--list", action="store_true", help="list the corruptions and what a reader should notice")
    parser.add_argument("--at", metavar="POSITION", type=_from(4), help="the event that begins there")
    parser.add_argument("--event", metavar="N", type=_from(1), help="the N-th event of the file, or of the --type")
    parser.add_argument("--type", metavar="TYPE", type=_event_type, help="an event of this type: QUERY, Write_rows, 16")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="other bytes where the corruption has a choice"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="where the wrong file goes")
    parser.add_argument("--force", action="store_true", help="replace the file that is there")
    add_common(parser, json="print what was done, or the list, as JSON", quiet="print errors only")
    parser.set_defaults(usage_error=parser.error)


def _from(lowest: int) -> Callable[[str], int]:
    """The argument is an integer, and not less than this."""

    def number(text: str) -> int:
        value = int(text)
        if value < lowest:
            raise argparse.ArgumentTypeError(f"{value} is less than {lowest}")
        return value

    return number


def _event_type(text: str) -> EventType:
    from binwriter.formats.constants import EventType

    name = text.upper().replace("-", "_")
    if name in EventType.__members__:
        return EventType[name]
    if text.isdecimal() and int(text) in EventType.__members__.values():
        return EventType(int(text))
    raise argparse.ArgumentTypeError(f"there is no event type {text!r}")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.errors import BinwriterError

    if arguments.list or arguments.how == _LIST:
        return _show_list(as_json=arguments.json)
    _check_usage(arguments)
    try:
        return _run(arguments)
    except BinwriterError as error:
        print(f"binwriter corrupt: {error}", file=sys.stderr)
        return status_of_reading(error)


def _check_usage(arguments: argparse.Namespace) -> None:
    """Ends the program, as argparse does, for arguments that do not go together."""
    missing = [
        name
        for name, value in (("FILE", arguments.file), ("--how", arguments.how), ("--out", arguments.out))
        if not value
    ]
    if missing:
        arguments.usage_error(f"the following arguments are required: {', '.join(missing)}")
    if arguments.at is not None and arguments.event is not None:
        arguments.usage_error("argument --event: not allowed with argument --at")


def _run(arguments: argparse.Namespace) -> int:
    from binwriter.binlog.files.sources import log_paths
    from binwriter.formats.malformed import CorruptionError, corruption
    from binwriter.inspection.corrupt import Choice, corrupt_file

    how = corruption(arguments.how)
    if arguments.out.exists() and not arguments.force:
        raise CorruptionError(f"{arguments.out} is there already; --force replaces it")
    choice = Choice(arguments.at, arguments.event, arguments.type)
    with as_one_log(arguments.file) as given:
        paths = log_paths(given)
        if len(paths) != 1:
            raise CorruptionError(f"{arguments.file} has {len(paths)} files: name one of them")
        broken = corrupt_file(Path(paths[0]), arguments.out, how, choice, arguments.seed)
    where = f"the {broken.type_name} event at {broken.position}" if broken.position else "the magic"
    if arguments.json:
        done = {"out": str(arguments.out), "how": how.name, "type": broken.type_name, "position": broken.position}
        print(visible_json(json.dumps(done | {"help": how.help}, ensure_ascii=False)))
    elif not arguments.quiet:
        print(f"{arguments.out}: {how.name} in {where}: {how.help}")
    return DONE


def _show_list(*, as_json: bool) -> int:
    from binwriter.formats.malformed import CORRUPTIONS

    if as_json:
        print(json.dumps({item.name: item.help for item in CORRUPTIONS.values()}))
        return DONE
    width = max(map(len, CORRUPTIONS))
    for item in CORRUPTIONS.values():
        print(f"{item.name:{width}}  {item.help}")
    return DONE

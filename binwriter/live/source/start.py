"""Where a dump begins, or why it cannot (order and texts as captured: tests/golden/dumps)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.selection import gtid_of, previous_gtids_of
from binwriter.errors import CorruptLogError, LogFileError, MySQLError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.live.source.gtid_events import OPENERS
from binwriter.live.source.log import ServedLog
from binwriter.mysql.gtid.state import GtidSet, GtidValue
from binwriter.mysql.messages.table import MESSAGES, mysql_error
from binwriter.wire.dump_requests import DumpRequest

_FIRST = len(BINLOG_MAGIC)
_LONGEST_ERROR = 511
_ON = "ON"


@dataclass(frozen=True, slots=True)
class Start:
    """name, position: of the first event. is_known: the client has the first transaction of that file."""

    name: str
    position: int
    is_known: bool = False


def dump_error(symbol: str, *arguments: object, place: str = "") -> MySQLError:
    """Error 1236 with that text, and where the dump was."""
    error = mysql_error(symbol, *arguments)
    error.message = str(error.message)[:_LONGEST_ERROR] + place
    return error


def start_of(log: ServedLog, request: DumpRequest) -> Start:
    """MySQLError 1236 where a dump cannot begin."""
    if not log.names():
        raise dump_error("ER_DUMP_NO_LOG")
    if request.gtids is not None and log.gtid_mode != _ON:
        raise dump_error("ER_DUMP_GTID_MODE", log.gtid_mode)
    if not request.file and request.gtids is not None:
        return _by_gtids(log, request.gtids)
    names = log.names()
    wanted = request.file.rpartition("/")[2] if request.file else next(iter(names), "")
    if wanted not in names:
        raise dump_error("ER_DUMP_NO_SUCH_FILE")
    if request.position < _FIRST:
        raise dump_error("ER_DUMP_POSITION_TOO_SMALL")
    try:
        end = log.end()
        size = end.position if end.name == wanted else log.path(wanted).stat().st_size
    except OSError:
        raise dump_error("ER_DUMP_CANNOT_OPEN") from None
    if request.position > size:
        raise dump_error("ER_DUMP_POSITION_TOO_LARGE")
    return Start(wanted, request.position)


def _by_gtids(log: ServedLog, had: GtidSet) -> Start:
    """The last file that begins with nothing that the client has not (auto-position)."""
    if log.server_uuid and not had.of_uuid(UUID(log.server_uuid)).is_subset(log.executed()):
        raise dump_error("ER_DUMP_MORE_GTIDS")
    missing = log.purged() - had
    if missing:
        raise _purged(had, missing)
    for name in reversed(log.names()):
        try:
            previous, first = _head(log, name)
        except (LogFileError, CorruptLogError):
            raise dump_error("ER_DUMP_CANNOT_OPEN") from None
        if previous is not None and previous.is_subset(had):
            return Start(name, _FIRST, is_known=first is not None and first in had)
    raise _purged(had, log.executed() - had)


def _head(log: ServedLog, name: str) -> tuple[GtidSet | None, GtidValue | None]:
    """What was executed before the file began, and its first GTID."""
    previous = None
    for event in islice(read_events(log.path(name), verify=False, stop_at_truncation=True), 3):
        if event.type in OPENERS:
            return previous, gtid_of(event)
        if event.type == EventType.PREVIOUS_GTIDS:
            previous = previous_gtids_of(event)
    return previous, None


def _purged(had: GtidSet, missing: GtidSet) -> MySQLError:
    sets = MESSAGES["ER_DUMP_PURGED_SETS"].text % (_one_line(had), _one_line(missing))
    if len(MESSAGES["ER_DUMP_PURGED"].text % sets) > _LONGEST_ERROR:
        sets = MESSAGES["ER_DUMP_PURGED_TOO_LONG"].text
    return dump_error("ER_DUMP_PURGED", sets)


def _one_line(gtids: GtidSet) -> str:
    return str(gtids).replace("\n", "")

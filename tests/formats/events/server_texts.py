"""What a real server says of its log files in text: SHOW BINLOG EVENTS and mysqlbinlog, read into plain values.

Nothing here looks at a log's bytes, so what is built from these values and compared with them is no circle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "events"

_AT = re.compile(r"# at \d+$")
_HEAD = re.compile(r"^#(\d{6} [ \d]\d:\d\d:\d\d) server id (\d+)  end_log_pos (\d+) (?:CRC32 0x[0-9a-f]+ )?\t?(.*)$")
_NUMBERS = re.compile(r"(\w+)=(-?\d+)")


@dataclass
class ServerEvent:
    """One event in the server's words.

    name, info: of SHOW BINLOG EVENTS. head: what stands behind the header in mysqlbinlog's line; lines: what follows.
    inner: the events inside, for a Transaction_payload. end: end_log_pos as mysqlbinlog prints it.
    """

    position: int
    name: str
    info: str
    timestamp: int
    server_id: int
    end: int
    head: str
    lines: list[str]
    inner: list[ServerEvent] = field(default_factory=list)

    def number(self, name: str) -> int | None:
        """`name=5` in the line of the head."""
        return next((int(value) for key, value in _NUMBERS.findall(self.head) if key == name), None)

    def setting(self, name: str) -> str | None:
        """The value that a line sets a session variable to; None if no line does."""
        pattern = re.compile(rf"@@session\.{name}=([^,*/]+)", re.IGNORECASE)
        return next((found[1].strip("' ") for line in self.lines if (found := pattern.search(line))), None)


def server_events(log: Path) -> list[ServerEvent]:
    """The events of a file, in order; those of a payload are inside it."""
    shown = [line.split("\t") for line in log.with_name(log.name + ".tsv").read_text("utf-8").splitlines()]
    printed = _printed(log.with_name(log.name + ".mysqlbinlog.txt").read_bytes().decode("utf-8", "backslashreplace"))
    events: list[ServerEvent] = []
    for (position, name, _, _, info), (stamp, server_id, end, head, lines) in zip(shown, printed, strict=True):
        event = ServerEvent(int(position), name, _unescaped(info), stamp, server_id, end, head, lines)
        if events and events[-1].name == "Transaction_payload" and event.position == end == events[-1].end:
            events[-1].inner.append(event)
        else:
            events.append(event)
    return events


def checksum_of(log: Path) -> str:
    """binlog_checksum of a file, by whether mysqlbinlog prints checksums."""
    return "CRC32" if " CRC32 0x" in log.with_name(log.name + ".mysqlbinlog.txt").read_text("utf-8") else "NONE"


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def _printed(text: str) -> Iterator[tuple[int, int, int, str, list[str]]]:
    """Timestamp, server id, end_log_pos, rest of the head and the lines of each event, in order."""
    current: tuple[int, int, int, str, list[str]] | None = None
    for line in text.split("\n"):
        if found := _HEAD.match(line):
            if current:
                yield current
            moment = datetime.strptime(found[1].replace("  ", " 0"), "%y%m%d %H:%M:%S").replace(tzinfo=UTC)
            current = (int(moment.timestamp()), int(found[2]), int(found[3]), found[4], [])
        elif current and not _AT.match(line):
            current[4].append(line)
    if current:
        yield current


def gtid_set(text: str) -> list[tuple[UUID, str, tuple[tuple[int, int], ...]]]:
    """`uuid:1-3:5:tag:7` -> UUID, tag, intervals with their end excluded; untagged first, then by tag."""
    found: dict[tuple[UUID, str], list[tuple[int, int]]] = {}
    for part in text.replace("\n", "").split(","):
        uuid_text, _, rest = part.strip().partition(":")
        if not rest:
            continue
        tag = ""
        for item in rest.split(":"):
            if item[0].isdigit():
                first, _, last = item.partition("-")
                found.setdefault((UUID(uuid_text), tag), []).append((int(first), int(last or first) + 1))
            else:
                tag = item
    return [
        (uuid, tag, tuple(intervals))
        for (uuid, tag), intervals in sorted(found.items(), key=lambda item: (item[0][0].bytes, item[0][1]))
    ]

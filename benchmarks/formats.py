"""Speed of `formats`: bodies of the common events, parsed and built by plain construct, compiled construct, and us.

    python benchmarks/formats.py [--seconds S] [--file LOG]

plain: the construct of the layout as it is declared. compiled: what construct's own compiler makes of it, and our
codecs in between (construct cannot compile every layout for parsing: then there is no figure). binwriter: `parse_body`
and `build_body`, with all checks. Events come from a captured log, so their sizes are real ones.

Absolute figures depend on the machine; the ratios of one run are what counts. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared, layout_of
from binwriter.formats.events import EVENT_BODIES, build_body, parse_body

LOG = Path(__file__).resolve().parent.parent / "tests" / "golden" / "events" / "row_details" / "binlog.000001"
TYPES = (
    EventType.FORMAT_DESCRIPTION,
    EventType.GTID,
    EventType.QUERY,
    EventType.TABLE_MAP,
    EventType.WRITE_ROWS,
    EventType.XID,
)
_REPEAT = 50


def rate(task: Callable[[], object], seconds: float, repeat: int = _REPEAT) -> float:
    """Calls a second, by this process's time: the best of five stretches."""
    task()
    best = 0.0
    for _ in range(5):
        count, start = 0, time.process_time()
        while (taken := time.process_time() - start) < seconds / 5:
            for _ in range(repeat):
                task()
            count += repeat
        best = max(best, count / taken)
    return best


def measured(make: Callable[[], Callable[[], object]], seconds: float) -> float | None:
    """The rate of a task; None if construct cannot make it."""
    try:
        return rate(make(), seconds)
    except Exception:
        return None


def parse_tasks(event: LogEvent) -> tuple[Callable[[], Callable[[], object]], ...]:
    layout = layout_of(EVENT_BODIES[EventType(event.type)])
    data, context = event.body_bytes, event.context
    description = context.format_description
    stated: dict[str, Any] = {
        "event_type": EventType(event.type),
        "post_header": description.post_header_length(event.type) if description else None,
    }

    def compiled() -> Callable[[], object]:
        made = layout.compile()
        return lambda: made.parse_stream(io.BytesIO(data), **stated)

    return (
        lambda: lambda: layout.parse_stream(io.BytesIO(data), **stated),
        compiled,
        lambda: lambda: parse_body(event.type, data, context),
    )


def build_tasks(event: LogEvent) -> tuple[Callable[[], Callable[[], object]], ...]:
    body: Declared = event.body
    layout, values = layout_of(type(body)), vars(body)

    def compiled() -> Callable[[], object]:
        made = layout.compile()
        return lambda: made.build(values)

    return lambda: lambda: layout.build(values), compiled, lambda: lambda: build_body(body)


def read(data: bytes) -> None:
    """Framing and checksums."""
    for _ in read_events(data):
        pass


def read_and_parsed(data: bytes) -> None:
    """And the bodies."""
    for event in read_events(data):
        _ = event.body


def and_built_again(data: bytes) -> None:
    """And the bodies' bytes from their values."""
    for event in read_events(data):
        build_body(event.body)


def main() -> int:
    """Measures every type both ways and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure")
    parser.add_argument("--file", type=Path, default=LOG, metavar="LOG", help="where the events come from")
    arguments = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{'event':20} {'bytes':>6}  {'':6} {'plain/s':>9} {'compiled':>9} {'binwriter':>9}")
    found: dict[int, LogEvent] = {}
    for event in read_events(arguments.file):
        found.setdefault(event.type, event)
    for kind in TYPES:
        if kind not in found:
            continue
        event = found[kind]
        for name, tasks in (("parse", parse_tasks(event)), ("build", build_tasks(event))):
            plain, *others = (measured(make, arguments.seconds) for make in tasks)
            ratios = [f"{other / plain:8.1f}x" if other and plain else f"{'-':>9}" for other in others]
            print(f"{kind.name:20} {len(event.raw):6}  {name:6} {plain or 0:9.0f} {' '.join(ratios)}")
    data = arguments.file.read_bytes()
    count = sum(1 for _ in read_events(data))
    print(f"\n{arguments.file.name}, {count} events, {len(data)} bytes: events/s")
    first = 0.0
    for whole in (read, read_and_parsed, and_built_again):
        events = count * rate(partial(whole, data), arguments.seconds, 1)
        first = first or events
        print(f"{whole.__name__.replace('_', ' '):34} {events:9.0f} {events / first:8.2f}x")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

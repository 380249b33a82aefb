"""A summary in a few lines of text, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from binwriter.inspection.report.model import OPERATIONS, LogSummary
from binwriter.inspection.report.sums import Sizes
from binwriter.inspection.report.to_json import tables_by_size

_MOST_TABLES, _MOST_KINDS = 20, 12
_NAME = 32


def summary_lines(summary: LogSummary) -> Iterator[str]:
    """The lines; tables by their bytes, the largest first."""
    about = "≈" if summary.is_estimated else ""
    yield (
        f"{_counted(len(summary.files), 'file')}, {_size(summary.bytes)}, {_counted(summary.events, 'event')}, "
        f"{_counted(summary.transaction_bytes.number, 'transaction')}, {about}{_counted(summary.rows, 'row')}"
    )
    if summary.seconds:
        first = datetime.fromtimestamp(summary.timeline.first, UTC)
        a_second = f"{summary.events / summary.seconds:,.1f} events, {_size(round(summary.bytes / summary.seconds))}"
        yield f"log time {_counted(summary.seconds, 'second')} from {first:%Y-%m-%d %H:%M:%S} UTC: {a_second} a second"
    if summary.transaction_bytes.number:
        yield f"bytes a transaction: {_sizes(summary.transaction_bytes)}"
        yield f"rows a transaction:  {_sizes(summary.transaction_rows)}"
    if summary.tables:
        yield ""
        yield f"{'table':<{_NAME}}{'inserted':>11}{'updated':>11}{'deleted':>11}{'bytes':>14}"
        tables = tables_by_size(summary)
        for table in tables[:_MOST_TABLES]:
            name = table.name if len(table.name) < _NAME else table.name[: _NAME - 2] + "…"
            cells = "".join(f"{about}{table.rows[operation]:,}".rjust(11) for operation in OPERATIONS)
            yield f"{name:<{_NAME}}{cells}{table.bytes:>14,}"
        if len(tables) > _MOST_TABLES:
            yield f"and {_counted(len(tables) - _MOST_TABLES, 'table')} more"
    if summary.statements:
        yield ""
        yield "statements"
        for name, count in summary.statements.most_common(_MOST_KINDS):
            yield f"{name:<{_NAME}}{count:>11,}"


def _sizes(sizes: Sizes) -> str:
    return (
        f"{sizes.mean:,.0f} on average, half up to {sizes.share(0.5):,}, 95 % up to {sizes.share(0.95):,}, "
        f"largest {sizes.largest:,}"
    )


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _size(size: int) -> str:
    for least, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= least:
            return f"{size / least:,.1f} {unit}"
    return f"{size:,} bytes"

"""A summary as JSON: what `--json` prints, and what the page shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from binwriter.inspection.report.model import OPERATIONS, LogSummary, TableSums
from binwriter.inspection.report.sums import Sizes

FORMAT = 1
_MOST_KEYS, _MOST_PAIRS = 25, 400


def summary_json(summary: LogSummary) -> dict[str, Any]:
    """One object. Times are seconds since 1970 UTC, sizes bytes; tables in the order of their bytes, largest first."""
    timeline = summary.timeline
    return {
        "format": FORMAT,
        "files": [vars(file) | {"name": Path(file.name).name} for file in summary.files],
        "events": summary.events,
        "bytes": summary.bytes,
        "rows": summary.rows,
        "rows_are_estimated": summary.is_estimated,
        "transactions": summary.transaction_bytes.number,
        "first": timeline.first or None,
        "last": timeline.last or None,
        "seconds": summary.seconds,
        "types": [
            {"type": name, "events": count, "bytes": summary.type_bytes[name]}
            for name, count in summary.types.most_common()
        ],
        "statements": dict(summary.statements.most_common()),
        "tables": [_table(table) for table in tables_by_size(summary)],
        "writers": [
            {"writer": writer, "table": table, "rows": count}
            for (writer, table), count in summary.writers.top(_MOST_PAIRS)
        ],
        "sources": [{"source": name, "transactions": count} for name, count in summary.sources.top(_MOST_KEYS)],
        "transaction_bytes": _sizes(summary.transaction_bytes),
        "transaction_rows": _sizes(summary.transaction_rows),
        "largest": [
            large._asdict() | {"file": Path(large.file).name} for large in sorted(summary.largest, reverse=True)
        ],
        "timeline": {
            "width": timeline.width,
            "moments": [{"time": second, **vars(moment)} for second, moment in timeline],
        },
        "problems": summary.problems,
    }


def tables_by_size(summary: LogSummary) -> list[TableSums]:
    """The tables, largest first."""
    return sorted(summary.tables.values(), key=lambda table: (-table.bytes, table.name))


def _table(table: TableSums) -> dict[str, Any]:
    return {
        "name": table.name,
        "rows": {name: table.rows[name] for name in OPERATIONS},
        "bytes": table.bytes,
        "events": table.events,
        "key": list(table.key),
        # a count is too large by `keys_floor` at most
        "keys": [{"key": key, "changes": count - table.keys.floor} for key, count in table.keys.top(_MOST_KEYS)],
        "keys_floor": table.keys.floor,
        "keys_seen": table.keys.total,
        "columns": [
            {"name": name, "type": kind, "sample": _sample(table, place)}
            for place, (name, kind) in enumerate(zip(table.columns, table.types, strict=True))
        ],
    }


def _sample(table: TableSums, place: int) -> list[Any]:
    """A column's values: text, number or null; [text, length] of a text that is longer than what is kept of it."""
    cells = [row[place] for row in table.sample.kept if place < len(row)]
    return [
        (cell.number if cell.number is not None else cell.text if not cell.is_cut else [cell.text, cell.length])
        for cell in cells
        if cell is not None
    ]


def _sizes(sizes: Sizes) -> dict[str, Any]:
    return {
        "mean": round(sizes.mean, 1),
        "half_up_to": sizes.share(0.5),
        "95_percent_up_to": sizes.share(0.95),
        "99_percent_up_to": sizes.share(0.99),
        "largest": sizes.largest,
        "by_powers_of_two": {str((1 << bits) - 1): count for bits, count in sorted(sizes.counts.items())},
    }

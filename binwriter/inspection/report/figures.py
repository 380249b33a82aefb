"""The page's plots, as plotly's JSON; the page's script gives them their colours and draws them."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from binwriter.inspection.report.model import OPERATIONS, LogSummary
from binwriter.inspection.report.sums import Sizes
from binwriter.inspection.report.to_json import tables_by_size

Figure = dict[str, Any]
# A bar needs so many pixels.
_BAR, _FRAME = 24, 70
_MOST_BARS, _MOST_WRITERS, _MOST_WRITTEN = 25, 20, 8
_MOST_LABEL = 40


def figures(summary: LogSummary) -> dict[str, Figure]:
    """By the name of their place in the page; those with nothing to show are missing.

    `role` of a trace is the colour that the page gives it: a name of its style sheet, or a place in its palette.
    """
    made = {
        "timeline": _timeline(summary),
        "rows": _rows(summary),
        "bytes": _bytes(summary),
        "statements": _bars(summary.statements, "statements", "insert"),
        "types": _bars(summary.types, "events", "plain"),
        "transaction-bytes": _histogram(summary.transaction_bytes, "bytes a transaction", "bytes"),
        "transaction-rows": _histogram(summary.transaction_rows, "rows a transaction", "rows"),
        "writers": _writers(summary),
    }
    return {name: figure for name, figure in made.items() if figure is not None}


def label(text: str) -> str:
    """Text as plotly shows it, which takes some elements of HTML for markup."""
    cut = text if len(text) <= _MOST_LABEL else text[: _MOST_LABEL - 1] + "…"
    return html.escape("".join(char if char.isprintable() else " " for char in cut), quote=False)


def _timeline(summary: LogSummary) -> Figure | None:
    moments = list(summary.timeline)
    if not moments:
        return None
    width = summary.timeline.width
    times = [datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%d %H:%M:%S") for second, _ in moments]
    traces, layout = [], {"height": 460, "showlegend": False, "hovermode": "x unified", "bargap": 0}
    names = ("transactions", "rows", "bytes")
    for number, name in enumerate(names, 1):
        axis = "" if number == 1 else str(number)
        amounts = [round(getattr(moment, name) / width, 3) for _, moment in moments]
        bar = {"type": "bar", "x": times, "y": amounts, "name": f"{name}/s", "yaxis": f"y{axis}"}
        traces.append({**bar, "width": [width * 1000] * len(times), "offset": 0, "role": name})
        top = 1 - (number - 1) / 3
        layout[f"yaxis{axis}"] = {
            "domain": [round(top - 0.27, 3), round(top, 3)],
            "title": {"text": f"{name}/s"},
            "rangemode": "tozero",
        }
    # plotly would leave room for half a bar in front of the first one
    last = datetime.fromtimestamp(moments[-1][0] + width, UTC).strftime("%Y-%m-%d %H:%M:%S")
    named = {"type": "date", "anchor": "y3", "title": {"text": f"UTC, {_width(width)} a bar"}}
    layout["xaxis"] = {**named, "range": [times[0], last]}
    return {"data": traces, "layout": layout}


def _width(seconds: int) -> str:
    for size, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size} {name}{'s' if seconds > size else ''}"
    return f"{seconds} second{'s' if seconds > 1 else ''}"


def _rows(summary: LogSummary) -> Figure | None:
    tables = [table for table in tables_by_size(summary) if table.all_rows][:_MOST_BARS]
    if not tables:
        return None
    names = [label(table.name) for table in tables]
    traces = [
        {**_bar(names, [table.rows[name] for table in tables]), "name": name, "role": name} for name in OPERATIONS
    ]
    return {"data": traces, "layout": {**_lying(len(names), "rows"), "barmode": "stack", "showlegend": True}}


def _bytes(summary: LogSummary) -> Figure | None:
    tables = tables_by_size(summary)[:_MOST_BARS]
    if not tables:
        return None
    names = [label(table.name) for table in tables]
    return {
        "data": [{**_bar(names, [table.bytes for table in tables]), "role": "bytes"}],
        "layout": _lying(len(names), "bytes of its events"),
    }


def _bars(counts: Counter[str], what: str, role: str) -> Figure | None:
    common = counts.most_common(_MOST_BARS)
    if not common:
        return None
    trace = _bar([label(name) for name, _ in common], [count for _, count in common])
    return {"data": [{**trace, "role": role}], "layout": _lying(len(common), what)}


def _bar(names: Sequence[str], amounts: Sequence[int]) -> Figure:
    return {"type": "bar", "orientation": "h", "y": list(names), "x": list(amounts)}


def _lying(count: int, what: str) -> Figure:
    return {
        "height": _BAR * count + _FRAME + 40,
        "showlegend": False,
        "yaxis": {"autorange": "reversed", "type": "category", "automargin": True},
        "xaxis": {"title": {"text": what}, "rangemode": "tozero"},
    }


def _histogram(sizes: Sizes, what: str, role: str) -> Figure | None:
    if not sizes.number:
        return None
    low, high = min(sizes.counts), max(sizes.counts)
    names = ["0" if bits == 0 else f"{_short(1 << bits - 1)}" for bits in range(low, high + 1)]
    ends = [_short((1 << bits) - 1) for bits in range(low, high + 1)]
    trace = {"type": "bar", "x": names, "y": [sizes.counts[bits] for bits in range(low, high + 1)], "role": role}
    hover = {"customdata": ends, "hovertemplate": "%{x} to %{customdata}: %{y:,}<extra></extra>"}
    return {
        "data": [{**trace, **hover}],
        "layout": {
            "height": 300,
            "bargap": 0.05,
            "xaxis": {"type": "category", "title": {"text": f"{what}, from"}},
            "yaxis": {"title": {"text": "transactions"}, "rangemode": "tozero"},
        },
    }


def _short(number: int) -> str:
    for size, unit in ((1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki")):
        if number >= size:
            return f"{number / size:.0f} {unit}"
    return str(number)


def _writers(summary: LogSummary) -> Figure | None:
    pairs = dict(summary.writers.top(2000))
    if not pairs:
        return None
    by_writer: Counter[str] = Counter()
    by_table: Counter[str] = Counter()
    for (writer, table), count in pairs.items():
        by_writer[writer] += count
        by_table[table] += count
    writers = [name for name, _ in by_writer.most_common(_MOST_WRITERS)]
    tables = [name for name, _ in by_table.most_common(_MOST_WRITTEN)]
    names = [label(name) for name in writers]
    traces = [
        {**_bar(names, [pairs.get((writer, table), 0) for writer in writers]), "name": label(table), "role": place}
        for place, table in enumerate(tables)
    ]
    if len(by_table) > len(tables):
        shown = set(tables)
        others: Counter[str] = Counter()
        for (writer, table), count in pairs.items():
            others[writer] += 0 if table in shown else count
        traces.append({**_bar(names, [others[name] for name in writers]), "name": "others", "role": "plain"})
    layout = {**_lying(len(names), "rows and statements"), "barmode": "stack", "showlegend": True}
    return {"data": traces, "layout": {**layout, "height": layout["height"] + 20 * (len(traces) // 4)}}

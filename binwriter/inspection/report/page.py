"""A summary as one HTML page that needs nothing else: plotly's script, style and data stand in it."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path

from binwriter.formats.patterns import pattern
from binwriter.inspection.html_page import filled, script_data, write_page
from binwriter.inspection.report.figures import figures
from binwriter.inspection.report.model import LogSummary
from binwriter.inspection.report.to_json import summary_json

# plotly puts the style of its maps into any page; there are no maps here, and the page's policy would refuse it
_MAP_STYLE = pattern(r"""(\.textContent=)'\.maplibregl-[^']*'""")


def report_html(summary: LogSummary, title: str) -> str:
    """The page's text. Needs the package extra `report`."""
    folder = files(__package__)
    texts = {name: folder.joinpath(name).read_text("utf-8") for name in ("page.html", "page.css", "page.js")}
    data = summary_json(summary) | {"title": title, "figures": figures(summary)}
    values = {
        "title": html.escape(title),
        "style": texts["page.css"],
        "plotly": _plotly(),
        "script": texts["page.js"],
        "data": script_data(data),
    }
    return filled(texts["page.html"], values)


def write_report(summary: LogSummary, title: str, path: Path) -> None:
    """Writes the page, whole or not at all. NotWrittenError if it cannot be written."""
    write_page(report_html(summary, title), path)


def _plotly() -> str:
    from plotly.offline import get_plotlyjs

    script: str = get_plotlyjs()
    return _MAP_STYLE.sub(r"\1''", script)

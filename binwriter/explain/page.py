"""An explanation as one HTML page that needs nothing else: style, script and data stand in it."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path
from typing import Any

from binwriter.explain.model import Explanation
from binwriter.explain.to_json import explanation_json
from binwriter.inspection import html_page
from binwriter.inspection.html_page import filled, script_data

_PARTS = ("page.css", "page_model.js", "page_view.js", "page_keys.js")


def page_html(explanation: Explanation) -> str:
    """The page's text."""
    folder = files(__package__)
    texts = {name: folder.joinpath(name).read_text("utf-8") for name in ("page.html", *_PARTS)}
    values = {
        "title": html.escape(explanation.title or "binary log"),
        "style": texts["page.css"],
        "script": "\n".join(texts[name] for name in _PARTS[1:]),
        "data": script_data(_pruned(explanation_json(explanation))),
    }
    return filled(texts["page.html"], values)


def write_page(explanation: Explanation, path: Path) -> None:
    """Writes the page, whole or not at all. NotWrittenError if it cannot be written."""
    html_page.write_page(page_html(explanation), path)


def _pruned(value: Any) -> Any:
    """Without what says nothing: to the script a name that is missing is as good as an empty one."""
    if isinstance(value, dict):
        return {
            name: _pruned(member)
            for name, member in value.items()
            if member is not None and member is not False and member != "" and member != [] and member != {}
        }
    return [_pruned(member) for member in value] if isinstance(value, list) else value

"""An explanation as one HTML page that needs nothing else: style, script and data stand in it."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from binwriter import disk
from binwriter.errors import LogFileError
from binwriter.explain.model import Explanation
from binwriter.explain.to_json import explanation_json

_PARTS = ("page.css", "page_model.js", "page_view.js", "page_keys.js")


def page_html(explanation: Explanation) -> str:
    """The page's text."""
    folder = files(__package__)
    texts = {name: folder.joinpath(name).read_text("utf-8") for name in ("page.html", *_PARTS)}
    data = json.dumps(_pruned(explanation_json(explanation)), ensure_ascii=False, separators=(",", ":"))
    script = "\n".join(texts[name] for name in _PARTS[1:])
    # "<" in a script element's text could end the element or begin a comment
    values = {
        "title": html.escape(explanation.title or "binary log"),
        "style": texts["page.css"],
        "script": script,
        "data": data.replace("<", "\\u003c"),
    }
    filled = texts["page.html"].replace("{{style}}", texts["page.css"]).replace("{{script}}", script)
    values["policy"] = content_security_policy(filled)
    before, *pieces = texts["page.html"].split("{{")
    found = [before]
    for piece in pieces:
        name, _, rest = piece.partition("}}")
        found += [values[name], rest]
    return "".join(found)


def content_security_policy(page: str) -> str:
    """What a browser may run and load of a page: its own scripts and styles, known by their hashes, and nothing else.

    So what stands in the data is text, even if a way were found to make an element of it. Source: W3C, "Content
    Security Policy Level 3", hash sources.
    """

    def hashes(element: str) -> str:
        texts = re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)
        return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)

    return (
        f"default-src 'none'; script-src {hashes('script')}; style-src {hashes('style')}; "
        "base-uri 'none'; form-action 'none'"
    )


def write_page(explanation: Explanation, path: Path) -> None:
    """Writes the page, whole or not at all. LogFileError if it cannot be written."""
    try:
        disk.write_whole(path, [page_html(explanation).encode("utf-8", "backslashreplace")])
    except OSError as error:
        raise LogFileError(f"cannot write the page {path}: {error}") from error


def _pruned(value: Any) -> Any:
    """Without what says nothing: to the script a name that is missing is as good as an empty one."""
    if isinstance(value, dict):
        return {
            name: _pruned(one)
            for name, one in value.items()
            if one is not None and one is not False and one != "" and one != [] and one != {}
        }
    return [_pruned(one) for one in value] if isinstance(value, list) else value

"""Pages that are one file and need nothing else: templates, and what a browser may run of them."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from binwriter import disk
from binwriter.errors import NotWrittenError


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with `{{name}}` replaced; a value is not looked at for further names.

    `{{policy}}` becomes the Content-Security-Policy of the whole.
    """
    whole = _filled(template, {**values, "policy": ""})
    return _filled(template, {**values, "policy": content_security_policy(whole)})


def _filled(template: str, values: Mapping[str, str]) -> str:
    before, *pieces = template.split("{{")
    texts = [before]
    for piece in pieces:
        name, _, rest = piece.partition("}}")
        texts += [values[name], rest]
    return "".join(texts)


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


def script_data(data: Any) -> str:
    """JSON for a script element: "<" in its text could end the element or begin a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def write_page(text: str, path: Path) -> None:
    """Writes a page, whole or not at all. NotWrittenError if it cannot be written."""
    try:
        disk.write_given(path, [text.encode("utf-8", "backslashreplace")])
    except OSError as error:
        raise NotWrittenError(f"the page {path}", error) from error

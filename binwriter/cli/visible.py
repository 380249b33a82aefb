"""Text that drives no terminal: whatever stands in a log, in SQL or in a name is shown, never obeyed.

Escape sequences begin with control characters (C0, DEL, C1); marks of direction and line separators make a text look
like another one. They are shown by Python's escapes, and bytes that are no UTF-8 by theirs; line ends and tabs stay.
"""

from __future__ import annotations

import re

from binwriter.formats.patterns import pattern

_NOT_UTF8 = "\udc80-\udcff"
_NOT_SHOWN = "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
_OBEYED = pattern(f"[{_NOT_UTF8}{_NOT_SHOWN}\U000e0000-\U000e007f]")
_IN_JSON = pattern("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def visible(text: str) -> str:
    """The text with what a terminal would obey by its escapes; the same object where there is nothing of it."""
    return _OBEYED.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if code >> 8 == 0xDC else match[0].encode("unicode_escape").decode()


def visible_json(text: str) -> str:
    """The same value in JSON: control characters are escaped there already, the rest is here."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)

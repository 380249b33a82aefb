"""Comments that run: /*! ... */ and /*!NNNNN ... */ (MySQL manual, "Comments").

What a server logs of them was captured from a 9.7.4 (tests/golden/scenarios/executable_comments_*.scn): those that it
runs stay as they are, in those that it does not run the exclamation mark becomes a blank, so that no replica runs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PARTS = re.compile(
    r"""'(?:[^'\\]|\\.|'')*' | "(?:[^"\\]|\\.|"")*" | `(?:[^`]|``)*` | --[ \t][^\n]* | \#[^\n]* | /\*!\d{0,6} | /\*
    | \*/""",
    re.DOTALL | re.VERBOSE,
)


_FEWEST_DIGITS = 5
_BLANKS = (" ", "\t", "\r", "\n")
_INNER_MARKS = re.compile(r"/\*|\*/")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """plain: what runs, with blanks in place of the marks, so that offsets stay; logged: what the log has; bare: what
    runs, without the marks, as programs and views keep it; where a mark ends the text a blank does so (captured)."""

    plain: str
    logged: str
    bare: str
    nested: int = 0  # comments inside of those that run, and of those that would on a newer server


def unwrap(text: str, version: int) -> Unwrapped | None:
    """The statement without its marks; None if there are none. version: of the server, as 90704."""
    if "/*!" not in text:
        return None
    plain, logged, bare = list(text), list(text), list(text)
    found = inside = False
    nested = 0
    position = 0
    while (match := _PARTS.search(text, position)) is not None:
        position = match.end()
        mark = match[0]
        if mark.startswith("/*!"):
            digits = mark[3:]
            required, width = (int(digits), len(digits)) if len(digits) >= _FEWEST_DIGITS else (0, 0)
            found = True
            start, end = match.start(), match.start() + 3 + width
            position = end
            if required <= version:
                inside = True
            else:
                end, inner = _skipped(text, end)
                position = end
                nested += inner
                logged[start + 2] = " "
            plain[start:end] = " " * (end - start)
            bare[start:end] = [""] * (end - start)
        elif mark == "/*":
            closing = text.find("*/", position)
            position = len(text) if closing < 0 else closing + 2
            nested += inside
        elif mark == "*/" and inside:
            inside = False
            plain[match.start() : position] = "  "
            bare[match.start() : position] = ["", ""]
    if not found:
        return None
    kept = "".join(bare)
    if not bare[-1] and kept[-1:] not in _BLANKS:
        kept += " "
    return Unwrapped("".join(plain), "".join(logged), kept, nested)


def _skipped(text: str, position: int) -> tuple[int, int]:
    """Where the comment ends whose inside begins here, and how many comments are in it."""
    nested = 0
    while (match := _INNER_MARKS.search(text, position)) is not None:
        if match[0] == "*/":
            return match.end(), nested
        nested += 1
        closing = text.find("*/", match.end())
        position = len(text) if closing < 0 else closing + 2
    return len(text), nested

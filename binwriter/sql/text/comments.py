"""Comments that run: /*! ... */ and /*!NNNNN ... */ (MySQL manual, "Comments").

What a server logs of them was captured from a 9.7.4 (tests/golden/scenarios/executable_comments_*.scn): those that it
runs stay as they are, in those that it does not run the exclamation mark becomes a blank, so that no replica runs them.
"""

from __future__ import annotations

import re

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.versions import behaviour_of
from binwriter.sql.text.lexer import ENDS, RUNS, comments_in, lexemes

_TIGHT_FIVE, _TIGHT = pattern(r"/\*!\d{5}(?!\s)"), pattern(r"/\*!\d{5}(?!\d?\s)")
MARK = "\v"  # in place of what is hidden: a space to all who read, and none in the names of items
_QUOTED_OR_MARK = pattern(rf"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|{MARK}{{2,}}|(?<= ){MARK}""", re.DOTALL)
_BLANKS = (" ", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """plain: what runs, with `MARK` in place of the marks, so that offsets stay; logged: what the log has; bare: what
    runs, without the marks, as programs and views keep it; where a mark ends the text a blank does so (captured:
    executable_comments_ends)."""

    plain: str
    logged: str
    bare: str
    nested: int = 0  # comments inside of those that run, and of those that would on a newer server
    tight: int = 0  # comments whose first word stands at their version


def unwrap(text: str, version: int) -> Unwrapped | None:
    """The statement without its marks; None if there are none. version: of the server, as 90704."""
    if "/*!" not in text:
        return None
    plain, logged, bare = list(text), list(text), list(text)
    has_comment = inside = False
    nested = tight = 0
    behaviour = behaviour_of(version)
    is_tight = _TIGHT if behaviour.comments_take_six_digits else _TIGHT_FIVE
    for piece in lexemes(text, version=version):
        start, end = piece.span()
        hidden = piece.lastgroup in (RUNS, ENDS)
        if piece[0].startswith("/*!"):
            has_comment = True
            tight += behaviour.warns_of_tight_versions and is_tight.match(text, start) is not None
            inside = inside or hidden
            if not hidden:
                logged[start + 2] = " "
                nested += comments_in(piece[0])
                hidden = True
        elif piece[0].startswith("/*"):
            nested += inside
        elif piece.lastgroup == ENDS:
            inside = False
        if hidden:
            plain[start:end] = MARK * (end - start)
            if piece.lastgroup == ENDS and text[end : end + 1] not in _BLANKS:
                plain[start] = " "
            bare[start:end] = [""] * (end - start)
    if not has_comment:
        return None
    kept = "".join(bare)
    if not bare[-1] and kept[-1:] not in _BLANKS:
        kept += " "
    return Unwrapped("".join(plain), "".join(logged), kept, nested, tight)


def without_marks(text: str) -> str:
    """A piece of `Unwrapped.plain` as it is shown: one mark alone, and what is in strings, is the statement's own
    (captured: clusters comments_in_names, digits_of_others)."""
    return _QUOTED_OR_MARK.sub(lambda found: found[1] or "", text) if MARK in text else text

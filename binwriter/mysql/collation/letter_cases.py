"""UPPER() and LOWER(): letters one by one, by a table of each character set, and of Unicode by the collation's version.

Source: captured from a 9.7.4 for every character (`binwriter.integration.tables.case_tables`). A line of the file is a
family's name, UPPER or LOWER, and runs: `C0-D6:E0` are C0 to E0, C1 to E1 and so on, `100-12E/2:101` every second one.
"""

from __future__ import annotations

from functools import cache

from binwriter.formats.charsets.stand_ins import has_stand_in, kept_by
from binwriter.formats.collations import collation_by_id
from binwriter.mysql.collation.weights import DIRECTORY

CASES_FILE = DIRECTORY / "cases.txt"
# a collation of each family of Unicode
FAMILIES_OF_UNICODE = {
    "unicode": "utf8mb4_general_ci",
    "unicode_520": "utf8mb4_unicode_520_ci",
    "unicode_900": "utf8mb4_0900_ai_ci",
    "turkish": "utf8mb4_turkish_ci",
}
_OWN = frozenset({"latin2_czech_cs", "cp1250_czech_cs"})  # with a table beside that of their character set
_IN_PLACE = frozenset({"unicode", "unicode_520", "unicode_900"})
_PARTS = {"520": "unicode_520", "0900": "unicode_900", "turkish": "turkish"}  # of a name, and the family it tells of


@cache
def _family_of(collation_id: int) -> str:
    collation = collation_by_id(collation_id)
    if collation.name in _OWN:
        return collation.name
    if collation.charset.startswith(("utf", "ucs")):
        return next((_PARTS[part] for part in collation.name.split("_") if part in _PARTS), "unicode")
    return collation.charset


@cache
def _tables() -> dict[tuple[str, str], str]:
    lines = (line.split(" ", 2) for line in CASES_FILE.read_text(encoding="ascii").splitlines())
    return {(line[0], line[1]): line[2] if len(line) > 2 else "" for line in lines}


@cache
def _table(family: str, function: str) -> dict[int, int]:
    pairs: dict[int, int] = {}
    for run in _tables().get((family, function), "").split():
        span, _, to = run.partition(":")
        bounds, _, step = span.partition("/")
        first, _, last = bounds.partition("-")
        points = range(int(first, 16), int(last or first, 16) + 1, int(step or 1))
        pairs.update(zip(points, range(int(to, 16), int(to, 16) + len(points) * points.step, points.step), strict=True))
    return pairs


@cache
def _is_plain(family: str) -> bool:
    """Whether the letters of ASCII have their usual cases: a few tables have mistakes, and Turkish an I of its own."""
    upper, lower = _table(family, "UPPER"), _table(family, "LOWER")
    return all(
        upper.get(code, code) == ord(chr(code).upper()) and lower.get(code, code) == ord(chr(code).lower())
        for code in range(128)
    )


def changed_case(text: str, collation_id: int, function: str) -> str:
    """The text in upper or lower case (function: UPPER or LOWER)."""
    family = _family_of(collation_id)
    if text.isascii() and _is_plain(family):
        return text.upper() if function == "UPPER" else text.lower()
    table = _table(family, function)
    made = text.translate(table)
    if has_stand_in(made):
        made = "".join(_of_second_code(character, table) for character in made)
    if made.isascii() or family not in _IN_PLACE or not collation_by_id(collation_id).charset.startswith("utf8"):
        return made
    if len(made.encode()) <= len(text.encode()) and not any(map(_grows, text, made)):
        return made
    return _in_place(text, table)


def _of_second_code(character: str, table: dict[int, int]) -> str:
    """A second code of a letter has the other case of that letter."""
    kept = kept_by(character)
    if kept is None or kept.character is None:
        return character
    return chr(table[ord(kept.character)]) if ord(kept.character) in table else character


def _grows(before: str, after: str) -> bool:
    return before != after and len(before.encode()) < len(after.encode())


def _in_place(text: str, table: dict[int, int]) -> str:
    """UTF-8 is changed in its own bytes: what gets longer overwrites what comes next, and the first character that
    cannot be read any more ends it (captured: letter_cases)."""
    data = bytearray(text.encode())
    read = written = 0
    while read < len(data):
        width = next((width for width in range(1, 5) if _is_character(bytes(data[read : read + width]))), 0)
        if width == 0:
            break
        code = ord(data[read : read + width].decode())
        made = chr(table.get(code, code)).encode()
        if written + len(made) > len(data):
            break
        data[written : written + len(made)] = made
        read, written = read + width, written + len(made)
    return data[:written].decode()


def _is_character(data: bytes) -> bool:
    try:
        return len(data.decode()) == 1
    except UnicodeDecodeError:
        return False

"""Asks a real MySQL server for the upper and lower case of every character, in every character set.

    python -m binwriter.integration.tables.case_tables

writes `cases.txt` into binwriter/data/collation (see `binwriter.mysql.collation.letter_cases` for its form). Each
character is asked for in front of others: a server cuts off what is longer than the text that it began with.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from binwriter.formats.charsets.registry import CHARSET_NAMES
from binwriter.integration.mysql import running_server
from binwriter.integration.tables.code_points import CodePoints
from binwriter.mysql.collation.letter_cases import CASES_FILE, FAMILIES_OF_UNICODE

DATABASE = "binwriter_cases"
_UNICODE = frozenset({"utf8mb3", "utf8mb4", "utf16", "utf16le", "utf32", "ucs2", "binary"})
_OWN = ("latin2_czech_cs", "cp1250_czech_cs")  # of collations whose character set has another table


class _Cases(CodePoints):
    database = DATABASE

    def of(self, charset: str, collation: str, function: str) -> dict[int, int]:
        """Code points whose case is another one."""
        text = f"CONVERT(c USING {charset})"
        changed = f"{function}(CONCAT({text}, CONVERT('aaaa' USING {charset})) COLLATE {collation})"
        rows = self.ask(
            f"SELECT code, HEX(CONVERT(LEFT({changed}, 1) USING utf32)) FROM code_points"
            f" WHERE CONVERT({text} USING utf32) = c COLLATE utf32_bin"
        )
        return {code: int(given, 16) for code, given in rows if given and int(given, 16) != code}


def _families(cases: _Cases) -> Iterator[tuple[str, str, str]]:
    """Name, character set, collation."""
    defaults = dict(cases.ask("SELECT character_set_name, default_collate_name FROM information_schema.character_sets"))
    yield from ((name, "utf8mb4", collation) for name, collation in FAMILIES_OF_UNICODE.items())
    yield from ((name, name, defaults[name]) for name in CHARSET_NAMES if name not in _UNICODE)
    yield from ((name, name.partition("_")[0], name) for name in _OWN)


def _steps(before: tuple[int, int], after: tuple[int, int]) -> set[int]:
    return {after[0] - before[0], after[1] - before[1]}


def runs(pairs: Mapping[int, int]) -> str:
    """Runs of code points that grow by the same step together with what they become."""
    left, found = sorted(pairs.items()), []
    while left:
        step, length = 1, 1
        for tried in (1, 2):
            many = 1
            while many < len(left) and _steps(left[many - 1], left[many]) == {tried}:
                many += 1
            if many > length:
                step, length = tried, many
        (first, to), (last, _) = left[0], left[length - 1]
        span = f"{first:X}" if length == 1 else f"{first:X}-{last:X}" + ("/2" if step == 2 else "")
        found.append(f"{span}:{to:X}")
        left = left[length:]
    return " ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=CASES_FILE)
    arguments = parser.parse_args()
    lines = []
    with running_server() as server, _Cases(server) as cases:
        for name, charset, collation in _families(cases):
            for function in ("UPPER", "LOWER"):
                lines.append(f"{name} {function} {runs(cases.of(charset, collation, function))}".rstrip())
    arguments.to.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()

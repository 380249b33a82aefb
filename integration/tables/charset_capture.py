"""Asks a real MySQL server for its collations and for every mapping of its character sets.

    python -m binwriter.integration.tables.charset_capture

writes tests/golden/charsets/captured.json.xz; `charset_tables` makes the modules of `formats` from it. Text comes to
the server as utf32 and goes back as utf32. Decoding is what a column can hold: a byte sequence goes into a column of
the character set, and counts if it comes out as it was, as one character.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from binwriter.formats.charsets.runs import NOTHING, number_of, sequence_of
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.integration.tables.code_points import CodePoints

DATABASE = "binwriter_charsets"
DEFAULT_FILE = Path("tests/golden/charsets/captured.json.xz")

_REPLACED = "?"
# Which byte sequences are asked for: of one byte; of two; and those that only some character sets have. The Unicode
# encodings are known by their encoding alone, of which a digest is kept.
_ALL_BYTES = "SELECT b FROM bytes"
_ALL_PAIRS = "SELECT CONCAT(p.b, q.b) FROM bytes p, bytes q"
_THREE_BYTES = "SELECT CONCAT(0x8F, p.b, q.b) FROM bytes p, bytes q"
_FOUR_BYTES = (
    "SELECT CONCAT(p.b, q.b, r.b, s.b) FROM bytes p, bytes q, bytes r, bytes s"
    " WHERE p.i >= 128 AND r.i >= 128 AND q.i BETWEEN 47 AND 58 AND s.i BETWEEN 47 AND 58"
)
_LONGER = {"ujis": _THREE_BYTES, "eucjpms": _THREE_BYTES, "gb18030": _FOUR_BYTES}
BY_ENCODING_ALONE = frozenset(("utf8mb3", "utf8mb4", "utf16", "utf16le", "utf32"))


class CharsetCapture(CodePoints):
    """One connection with its tables; use it as a context manager."""

    database = DATABASE

    def collations(self) -> list[tuple[int, str, str, bool]]:
        """Id, name, character set, and whether it is its character set's default one."""
        rows = self.ask(
            "SELECT id, collation_name, character_set_name, is_default = 'Yes' FROM information_schema.collations"
        )
        return sorted((int(number), str(name), str(charset), bool(default)) for number, name, charset, default in rows)

    def charsets(self) -> dict[str, int]:
        """Name -> bytes per character at most."""
        rows = self.ask("SELECT character_set_name, maxlen FROM information_schema.character_sets")
        return {str(name): int(longest) for name, longest in sorted(rows)}

    def decoding(self, charset: str, longest: int) -> list[tuple[bytes, int | None]]:
        """Each well-formed sequence that is one character, and its code point; None if it has none.

        Not for the character sets of BY_ENCODING_ALONE.
        """
        self.ask("DROP TABLE IF EXISTS sequences")
        self.ask(f"CREATE TABLE sequences (b VARBINARY(4), c VARCHAR(4) CHARACTER SET {charset})")
        for query in (_ALL_BYTES, _ALL_PAIRS if longest > 1 else "", _LONGER.get(charset, "")):
            if query:
                self.ask(f"INSERT IGNORE INTO sequences SELECT s.b, s.b FROM ({query}) AS s (b)")
        question = self.ask(f"SELECT CAST(CONVERT('?' USING {charset}) AS BINARY)")[0][0]
        rows = self.ask(
            "SELECT b, CAST(CONVERT(c USING utf32) AS BINARY) FROM sequences"
            " WHERE CAST(c AS BINARY) = b AND CHAR_LENGTH(c) = 1"
        )
        return sorted((data, _code(text, data == question)) for data, text in rows)

    def encoding(self, charset: str) -> list[tuple[int, bytes]]:
        """Each code point that is in the character set, and its bytes."""
        question = ord(_REPLACED)
        rows = self.ask(
            f"SELECT code, v FROM (SELECT code, CAST(CONVERT(c USING {charset}) AS BINARY) v FROM code_points) t"
            f" WHERE v IS NOT NULL AND (code = {question} OR v <> CAST(CONVERT('?' USING {charset}) AS BINARY))"
        )
        return sorted((int(code), bytes(data)) for code, data in rows)


def _code(text: bytes | None, is_question: bool) -> int | None:
    """The code point of a utf32 string. `?` stands for sequences without one; so does an empty answer."""
    code = int.from_bytes(text or b"", "big")
    return None if not text or (code == ord(_REPLACED) and not is_question) else code


def decoding_runs(pairs: Iterable[tuple[bytes, int | None]]) -> str:
    """In the notation of `formats.charsets.runs`; a run stays within the sequences of one first byte, or of four."""
    runs: list[tuple[bytes, int | None, int]] = []
    for data, code in pairs:
        if runs:
            first, first_code, size = runs[-1]
            if _follows(first, data, size) and code == (None if first_code is None else first_code + size):
                runs[-1] = (first, first_code, size + 1)
                continue
        runs.append((data, code, 1))
    return " ".join(
        f"{_span(first.hex(), sequence_of(number_of(first) + size - 1, len(first)).hex())}:{_hex(code)}"
        for first, code, size in runs
    ).upper()


def encoding_runs(pairs: Iterable[tuple[int, bytes | None]]) -> str:
    """In the notation of `formats.charsets.runs`."""
    runs: list[tuple[int, bytes | None, int]] = []
    for code, data in pairs:
        if runs:
            first, first_data, size = runs[-1]
            if code == first + size and _follows(first_data, data, size):
                runs[-1] = (first, first_data, size + 1)
                continue
        runs.append((code, data, 1))
    return " ".join(
        f"{_span(_hex(first), _hex(first + size - 1))}:{NOTHING if data is None else data.hex()}"
        for first, data, size in runs
    ).upper()


def _follows(first: bytes | None, data: bytes | None, size: int) -> bool:
    if first is None or data is None:
        return first is data
    same_row = len(data) == len(first) and (len(data) == 4 or data[:-1] == first[:-1])
    return same_row and number_of(data) == number_of(first) + size


def digest(pairs: Iterable[tuple[int, bytes]]) -> str:
    """One value for a mapping of code points to bytes that is too long to be kept."""
    return hashlib.sha256(b"".join(code.to_bytes(4, "big") + data for code, data in pairs)).hexdigest()


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first}-{last}"


def _hex(code: int | None) -> str:
    return NOTHING if code is None else f"{code:02x}"


def capture(server: MySQLServer) -> dict[str, Any]:
    """Everything, as it stands in the golden file."""
    with CharsetCapture(server) as asked:
        return {
            "server": str(asked.ask("SELECT VERSION()")[0][0]),
            "collations": asked.collations(),
            "charsets": {
                name: {"mbmaxlen": longest, **_mapping(asked, name, longest)}
                for name, longest in asked.charsets().items()
                if name != "binary"
            },
        }


def _mapping(asked: CharsetCapture, name: str, longest: int) -> dict[str, str]:
    encoding = asked.encoding(name)
    if name in BY_ENCODING_ALONE:
        return {"digest": digest(encoding)}
    return {"decoding": decoding_runs(asked.decoding(name, longest)), "encoding": encoding_runs(encoding)}


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m binwriter.integration.tables.charset_capture", description=__doc__)
    parser.add_argument("--out", type=Path, default=DEFAULT_FILE, help="the golden file (default: %(default)s)")
    arguments = parser.parse_args(argv)
    with running_server() as server:
        captured = capture(server)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_bytes(lzma.compress(json.dumps(captured, separators=(",", ":")).encode(), preset=9))
    print(f"{arguments.out}: {len(captured['charsets'])} character sets of MySQL {captured['server']}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Asks a real MySQL server how every character weighs in every collation.

    python -m binwriter.integration.tables.collation_capture

writes `weights.zip` and `single_byte.txt` into binwriter/data/collation (see `binwriter.mysql.collation.weights` for
their form). Of a language only what differs from the table without one is asked for; its contractions are looked for
among all pairs of the characters of each script, and among all sequences of three and four of those that pair.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product
from pathlib import Path
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

from binwriter.formats.records import dataclass
from binwriter.integration.mysql import running_server
from binwriter.integration.tables.code_points import CodePoints
from binwriter.integration.tables.collation_tables import packed
from binwriter.mysql.collation.supported import Weights, source_of
from binwriter.mysql.collation.weights import ARCHIVE, DIRECTORY, SINGLE_BYTE_FILE, base_of

DATABASE = "binwriter_collations"
Levels = tuple[str, ...]  # the units of a character at each level
_MEMBER_DATE = (1980, 1, 1, 0, 0, 0)  # the archive is the same whenever it is made

# The characters among which pairs are tried: those of one line with one another.
_SCRIPTS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0x20, 0x24F), (0x2B0, 0x36F), (0x400, 0x4FF), (0x1E00, 0x1EFF)),
    ((0x300, 0x3FF), (0x1F00, 0x1FFF)),
    ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF65, 0xFF9F)),
    ((0x590, 0x6FF),),
    *(((first, first + 0x7F),) for first in range(0x700, 0x1200, 0x80)),
    *(((first, first + 0x7F),) for first in (0x1780, 0x1A00, 0x1B00, 0xA980, 0xAA80)),
    *(((first, first + 0x7F),) for first in (0x11000, 0x11080, 0x11100, 0x11300, 0x11480, 0x11580)),
)
_FEW = 20  # so many characters at most are tried in sequences of three and four


def _as_weighed(encoded: bytes, weights: bytes) -> bytes:
    return weights


# Where operators and indexes compare otherwise than WEIGHT_STRING() says, which ORDER BY goes by: in big5 characters of
# two bytes by these; in gb18030 the two that weigh as an ASCII letter come after all of ASCII.
_COMPARED: dict[str, Callable[[bytes, bytes], bytes]] = {
    "big5_chinese_ci": lambda encoded, weights: encoded if len(encoded) == 2 else weights,
    "gb18030_chinese_ci": lambda encoded, weights: (
        b"\x80" + weights if len(encoded) == 4 and len(weights) == 1 else weights
    ),
}


@dataclass
class Captured:
    """A table: its levels by code point where they differ from its base's, and its contractions."""

    base: Captured | None
    levels: dict[int, Levels]
    contractions: dict[str, Levels] = field(default_factory=dict)

    def of(self, code: int) -> Levels:
        """The units of a code point at each level."""
        own = self.levels.get(code)
        if own is None:
            return self.base.of(code) if self.base else ("",)
        return own


def levels_of(weights: bytes, count: int) -> Levels:
    """What WEIGHT_STRING() answers, by levels: units of 16 bits, and a zero between levels if there are some.

    The first level may have zeros of its own: so do the contractions of Lithuanian.
    """
    padded = weights + b"\0" * (len(weights) % 2)
    text = "".join(chr(int.from_bytes(padded[at : at + 2], "big")) for at in range(0, len(padded), 2))
    return tuple(text.rsplit("\0", count - 1)) if count > 1 else (text,)


def weights_of(levels: Sequence[str]) -> bytes:
    """The other way round; levels at the end that are empty are left out beyond the third."""
    kept = list(levels)
    while len(kept) > 3 and not kept[-1]:
        kept.pop()
    return b"\0\0".join(b"".join(ord(unit).to_bytes(2, "big") for unit in level) for level in kept)


class CollationCapture(CodePoints):
    """One connection with its tables; use it as a context manager."""

    database = DATABASE
    settings = (*CodePoints.settings, "max_heap_table_size = 268435456")

    def collations(self) -> list[tuple[str, str]]:
        """Name and character set, in the order of ids."""
        rows = self.ask("SELECT collation_name, character_set_name FROM information_schema.collations ORDER BY id")
        return [(str(name), str(charset)) for name, charset in rows]

    def bytes_of(self, name: str, charset: str) -> bytes:
        """The weights of the 256 bytes."""
        self.ask("DROP TABLE IF EXISTS characters")
        self.ask(f"CREATE TABLE characters (i INT PRIMARY KEY, b VARCHAR(1) CHARACTER SET {charset} COLLATE {name})")
        self.ask("INSERT IGNORE INTO characters SELECT i, b FROM bytes")
        rows = self.ask("SELECT i, WEIGHT_STRING(b) FROM characters ORDER BY i")
        return bytes(weight[0] if weight else byte for byte, weight in rows)

    def whole(self, name: str, charset: str, levels: int) -> dict[int, Levels]:
        """The weights of all code points that the character set has."""
        rows = self.ask(
            f"SELECT code, CAST(v AS BINARY), WEIGHT_STRING(v COLLATE {name}) FROM"
            f" (SELECT code, CONVERT(c USING {charset}) v FROM code_points) t WHERE code = 63 OR CAST(v AS BINARY) <>"
            f" CAST(CONVERT('?' USING {charset}) AS BINARY)"
        )
        compared = _COMPARED.get(name, _as_weighed)
        return {
            int(code): levels_of(compared(bytes(encoded), bytes(weights)), levels) for code, encoded, weights in rows
        }

    def keep(self, name: str, charset: str) -> None:
        """Sets aside the weights of a collation, for `different`."""
        self.ask("DROP TABLE IF EXISTS kept")
        self.ask("CREATE TABLE kept (code INT PRIMARY KEY, w VARBINARY(200))")
        self.ask(
            f"INSERT INTO kept SELECT code, WEIGHT_STRING(CONVERT(c USING {charset}) COLLATE {name}) FROM code_points"
        )
        self.ask("COMMIT")

    def different(self, name: str, charset: str, levels: int) -> dict[int, Levels]:
        """The weights that are not those set aside."""
        weights = f"WEIGHT_STRING(CONVERT(c USING {charset}) COLLATE {name})"
        rows = self.ask(f"SELECT code, {weights} FROM kept JOIN code_points USING (code) WHERE {weights} <> w")
        return {int(code): levels_of(bytes(weights), levels) for code, weights in rows}

    def contractions(self, name: str, count: int, of: Callable[[int], Levels]) -> dict[str, Levels]:
        """Sequences of characters that do not weigh what their characters do."""
        met: dict[str, Levels] = {}
        for script in _SCRIPTS:
            codes = [code for first, last in script for code in range(first, last + 1)]
            met |= self._odd_pairs(name, count, {chr(code): of(code) for code in codes})
        letters = sorted({letter for pair in met for letter in pair})
        for size in (3, 4):
            if len(letters) <= _FEW:
                met |= self._odd_sequences(name, count, map("".join, product(letters, repeat=size)), met, of)
        return met

    def _odd_pairs(self, name: str, count: int, weights: Mapping[str, Levels]) -> dict[str, Levels]:
        self.ask("DROP TABLE IF EXISTS letters")
        self.ask(
            "CREATE TABLE letters (c VARCHAR(1) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, l1 VARBINARY(60),"
            " l2 VARBINARY(60), l3 VARBINARY(60), l4 VARBINARY(60)) ENGINE = MEMORY"
        )
        letters = [
            (letter, *(weights_of((level,)) for level in (*levels, "", "", "")[:4]))
            for letter, levels in weights.items()
        ]
        self._cursor.executemany("INSERT INTO letters VALUES (%s, %s, %s, %s, %s)", letters)
        expected = ", 0x0000, ".join(f"p.l{level}, q.l{level}" for level in range(1, min(count, 3) + 1))
        if count == 4:
            expected += ", IF(CONCAT(p.l4, q.l4) = '', '', CONCAT(0x0000, p.l4, q.l4))"
        text = f"WEIGHT_STRING(CONCAT(p.c, q.c) COLLATE {name})"
        rows = self.ask(f"SELECT CONCAT(p.c, q.c), {text} FROM letters p, letters q WHERE {text} <> CONCAT({expected})")
        return {str(pair): levels_of(bytes(weight), count) for pair, weight in rows}

    def _odd_sequences(
        self, name: str, count: int, texts: Iterable[str], known: Mapping[str, Levels], of: Callable[[int], Levels]
    ) -> dict[str, Levels]:
        """Those of the sequences that do not weigh what their characters and known contractions do."""
        self.ask("DROP TABLE IF EXISTS texts")
        self.ask("CREATE TABLE texts (t VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin) ENGINE = MEMORY")
        self._cursor.executemany("INSERT INTO texts VALUES (%s)", [(text,) for text in texts])
        rows = self.ask(f"SELECT t, WEIGHT_STRING(t COLLATE {name}) FROM texts")
        return {
            str(text): levels_of(bytes(weights), count)
            for text, weights in rows
            if bytes(weights) != weights_of(joined(pieces(str(text), known), known, of))
        }


def pieces(text: str, known: Mapping[str, Levels]) -> Iterator[str]:
    """The text cut into contractions, the longest first from the left, and single characters."""
    while text:
        size = next((size for size in (4, 3, 2) if text[:size] in known and len(text) >= size), 1)
        yield text[:size]
        text = text[size:]


def joined(parts: Iterable[str], known: Mapping[str, Levels], of: Callable[[int], Levels]) -> Levels:
    """The levels of a text from those of its pieces."""
    levels = [known[part] if part in known else of(ord(part)) for part in parts]
    count = max(map(len, levels))
    return tuple("".join(each[level] for each in levels if level < len(each)) for level in range(count))


def capture(asked: CollationCapture) -> tuple[dict[str, Captured], dict[str, bytes]]:
    """All tables by name, and the collations of single bytes."""
    single: dict[str, bytes] = {}
    chosen: dict[str, tuple[int, bool, str, str]] = {}  # of those that share a table the one with most levels
    for name, charset in asked.collations():
        source = source_of(name)
        if source is None:
            continue
        if source.weights is Weights.SINGLE_BYTES:
            single[name] = asked.bytes_of(name, charset)
        elif source.weights is Weights.UNITS:
            candidate = (source.levels, charset == "utf8mb4", name, charset)
            chosen[source.table] = max(candidate, chosen.get(source.table, candidate))
    tables: dict[str, Captured] = {}
    kept = ""
    for table in sorted(chosen, key=lambda table: (base_of(table) or table, base_of(table) is not None)):
        levels, _, name, charset = chosen[table]
        base = base_of(table)
        if base is None:
            tables[table] = Captured(None, asked.whole(name, charset, levels))
            asked.keep(name, charset)
            kept = table
        else:
            assert kept == base
            tables[table] = Captured(tables[base], asked.different(name, charset, levels))
        if charset == "utf8mb4":
            tables[table].contractions = asked.contractions(name, levels, tables[table].of)
        print(table, name, len(tables[table].levels), len(tables[table].contractions), flush=True)
    return tables, single


def members(name: str, table: Captured) -> Iterator[tuple[str, bytes]]:
    """The members of the archive for one table."""
    base = table.base
    for level in range(max(map(len, table.levels.values()), default=0)):
        own = {code: levels[level] if level < len(levels) else "" for code, levels in table.levels.items()}
        under = {code: (base.of(code) + ("",) * 4)[level] for code in own} if base else None
        if under is not None:
            own = {code: units for code, units in own.items() if units != under[code]}
        if own:
            yield f"{name}.{level + 1}", packed(own, under)
    if table.contractions:
        yield f"{name}.contractions", json.dumps(table.contractions, sort_keys=True).encode()


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m binwriter.integration.tables.collation_capture", description=__doc__
    )
    parser.add_argument("--out", type=Path, default=DIRECTORY, help="where the files go (default: %(default)s)")
    arguments = parser.parse_args(argv)
    with running_server() as server, CollationCapture(server) as asked:
        tables, single = capture(asked)
    arguments.out.mkdir(parents=True, exist_ok=True)
    with ZipFile(arguments.out / ARCHIVE.name, "w") as archive:
        for name, table in sorted(tables.items()):
            for member, data in members(name, table):
                archive.writestr(ZipInfo(member, _MEMBER_DATE), data, ZIP_LZMA)
    lines = (f"{name} {weights.hex()}\n" for name, weights in sorted(single.items()))
    (arguments.out / SINGLE_BYTE_FILE.name).write_text("".join(lines), "ascii")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

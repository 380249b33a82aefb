"""Captures how a real server compares and orders strings by every collation.

    python -m tests.binwriter.mysql.collation.capture_collations

writes tests/golden/collations/comparisons.json.xz: the strings; of each collation their order (numbers of strings, `=`
in front of one that is equal to the one before it) and the answers to pairs: `<`, `=` or `>` each, and whether the left
is LIKE the right; the pairs are `pairs_of`. Collations of the same answers have them once. Orders come from ORDER BY.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from binwriter.formats.collations import COLLATIONS, Collation
from binwriter.integration.mysql import running_server
from binwriter.mysql.collation.supported import INEXACT, source_of
from binwriter.mysql.collation.weights import base_of, contractions, weight_table
from tests.binwriter.mysql.collation.strings import own_strings, shared_strings, strings_of_charset

FILE = Path(__file__).resolve().parents[3] / "golden" / "collations" / "comparisons.json.xz"
PAIRS = 2400
_UNICODE = frozenset(("utf8mb3", "utf8mb4", "ucs2", "utf16", "utf16le", "utf32", "gb18030"))
_BMP_ONLY = frozenset(("utf8mb3", "ucs2"))


def pairs_of(order: list[int]) -> list[tuple[int, int]]:
    """The pairs that are asked for: near in the order, and any."""
    draw = random.Random(len(order))
    near = [
        (place, min(place + draw.randint(1, 4), len(order) - 1))
        for place in draw.choices(range(len(order)), k=PAIRS // 2)
    ]
    far = [(draw.randrange(len(order)), draw.randrange(len(order))) for _ in range(PAIRS - len(near))]
    return [(order[left], order[right]) for left, right in near + far]


def pool_of(collation: Collation) -> str:
    """The name of the set of strings that a collation is asked about."""
    if collation.charset not in _UNICODE:
        return collation.charset
    source = source_of(collation.name)
    table = source.table if source else ""
    return f"{table}{' BMP' if collation.charset in _BMP_ONLY else ''}".strip() or "Unicode"


def _strings(collation: Collation) -> list[str]:
    if collation.charset not in _UNICODE:
        return strings_of_charset(collation)
    source = source_of(collation.name)
    table = source.table if source else ""
    made = dict.fromkeys([*shared_strings(), *own_strings(table, _parts(table) if table else [])])
    return [text for text in made if collation.charset not in _BMP_ONLY or not text or max(text) < "\U00010000"]


def _parts(table: str) -> list[str]:
    base = base_of(table)
    if base is None:
        return []
    mine, under = weight_table(table, 1), weight_table(base, 1)
    codes = [*range(0x20, 0x3000), *range(0x3000, 0xA000, 7), *range(0xA000, 0xD800, 11), *range(0x1D400, 0x30000, 101)]
    differing = [chr(code) for code in codes if mine.weights(code) != under.weights(code)]
    known = list(contractions(table))
    return [*known, *[part for text in known for part in text], *differing]


def _asked(cursor: Any, collation: Collation, strings: list[str]) -> dict[str, str]:
    cursor.execute("DROP TABLE IF EXISTS texts, pairs")
    cursor.execute(
        "CREATE TABLE texts (i INT PRIMARY KEY,"
        f" s VARCHAR(40) CHARACTER SET {collation.charset} COLLATE {collation.name})"
    )
    cursor.executemany("INSERT INTO texts VALUES (%s, %s)", list(enumerate(strings)))
    cursor.execute("SELECT i, DENSE_RANK() OVER (ORDER BY s) FROM texts ORDER BY 2, 1")
    ranked = [(int(number), int(rank)) for number, rank in cursor.fetchall()]
    order = [number for number, _ in ranked]
    equal = [False, *(left[1] == right[1] for left, right in pairwise(ranked))]
    cursor.execute("CREATE TABLE pairs (i INT PRIMARY KEY, p INT, q INT)")
    rows = [(number, *pair) for number, pair in enumerate(pairs_of(order))]
    cursor.executemany("INSERT INTO pairs VALUES (%s, %s, %s)", rows)
    cursor.execute(
        "SELECT IF(l.s < r.s, '<', IF(l.s = r.s, '=', '>')), l.s LIKE r.s"
        " FROM pairs JOIN texts l ON l.i = p JOIN texts r ON r.i = q"
        " ORDER BY pairs.i"
    )
    answers = cursor.fetchall()
    return {
        "order": " ".join(f"{'=' * same}{number}" for number, same in zip(order, equal, strict=True)),
        "pairs": "".join(compared for compared, _ in answers),
        "like": "".join(str(like) for _, like in answers),
    }


def main(file: Path = FILE) -> None:
    """Writes the golden file."""
    pools: dict[str, list[str]] = {}
    answers: dict[str, dict[str, str]] = {}
    same: dict[tuple[str, str], list[str]] = {}
    with running_server() as server, server.connect(autocommit=True) as connection, connection.cursor() as cursor:
        for statement in ("SET NAMES utf8mb4, sql_mode = ''", "CREATE DATABASE collations", "USE collations"):
            cursor.execute(statement)
        for collation in COLLATIONS.values():
            if collation.name == "binary" or collation.name in INEXACT:
                continue
            pool = pool_of(collation)
            if pool not in pools:
                pools[pool] = _strings(collation)
            answer = _asked(cursor, collation, pools[pool])
            same.setdefault((pool, json.dumps(answer)), []).append(collation.name)
        cursor.execute("DROP DATABASE collations")
    answers = {" ".join(names): {"strings": pool, **json.loads(answer)} for (pool, answer), names in same.items()}
    document = json.dumps({"strings": pools, "collations": answers}, ensure_ascii=True, separators=(",", ":"))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(document.encode(), preset=9))
    print(f"{file}: {len(answers)} different answers")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

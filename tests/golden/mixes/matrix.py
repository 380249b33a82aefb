"""Every operation on strings x every pair of operands: 31 operations, 23 operands, 16,399 cells.

A cell's answer is the number and text of its error, or its value with the collation and coercibility of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

ANSWERS = Path(__file__).with_name("answers.txt")
DIFFERENCES = Path(__file__).with_name("differences.txt")

SETUP = (
    "SET NAMES utf8mb4",
    "CREATE DATABASE mixes",
    "USE mixes",
    """CREATE TABLE t (
      swedish VARCHAR(10) CHARACTER SET latin1,
      general VARCHAR(10) CHARACTER SET latin1 COLLATE latin1_general_ci,
      bytewise VARCHAR(10) CHARACTER SET latin1 COLLATE latin1_bin,
      czech VARCHAR(10) CHARACTER SET latin2,
      ascii VARCHAR(10) CHARACTER SET ascii,
      three VARCHAR(10) CHARACTER SET utf8mb3,
      four VARCHAR(10) CHARACTER SET utf8mb4,
      older VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci,
      bytes VARBINARY(10)
    )""",
    "INSERT INTO t VALUES ('B', 'b', 'B', 'b', 'b', 'B', 'b', 'B', 'b')",
    "SET @v = _latin1'B'",
)
OPERANDS = (
    "'b'", "'é'", "_latin1'B'", "_latin1 0xE9", "_latin2'b'", "_latin2 0xE9", "_utf8mb4'b' COLLATE utf8mb4_bin",
    "_latin1'B' COLLATE latin1_bin", "_latin1'b' COLLATE latin1_general_ci", "_binary'b'", "7", "NULL", "@v", "USER()",
    "swedish", "general", "bytewise", "czech", "ascii", "three", "four", "older", "bytes",
)  # fmt: skip
COMPARISONS = (
    "{a} = {b}", "{a} < {b}", "{a} <=> {b}", "{a} LIKE {b}", "{a} BETWEEN {b} AND 'c'", "'a' BETWEEN {a} AND {b}",
    "{a} IN ({b}, 'c')", "'a' IN ({a}, {b})", "INSTR({a}, {b})", "LOCATE({a}, {b})", "FIND_IN_SET({a}, {b})",
    "STRCMP({a}, {b})", "FIELD({a}, {b}, 'c')", "NULLIF({a}, {b}) IS NULL", "CASE {a} WHEN {b} THEN 1 ELSE 2 END",
    "({a}, 1) = ({b}, 1)",
)  # fmt: skip
RESULTS = (
    "CONCAT({a}, {b})", "CONCAT_WS({a}, {b}, 'c')", "IF(1, {a}, {b})", "COALESCE({a}, {b})", "ELT(1, {a}, {b})",
    "GREATEST({a}, {b})", "REPLACE({a}, {b}, 'c')", "SUBSTRING_INDEX({a}, {b}, 1)", "TRIM({b} FROM {a})",
    "LPAD({a}, 3, {b})", "INSERT({a}, 1, 1, {b})", "MAKE_SET(3, {a}, {b})", "EXPORT_SET(1, {a}, {b}, ',', 2)",
    "NULLIF({a}, {b})", "CONCAT({a}, {b}, 'c', _latin5'd')",
)  # fmt: skip

# the rows of a query, or "!number text"
Ask = Callable[[str], list[tuple[object, ...]] | str]


def cells() -> Iterator[tuple[str, str]]:
    """The name of each cell, and its query."""
    for template in (*COMPARISONS, *RESULTS):
        for first in OPERANDS:
            for second in OPERANDS:
                written = template.format(a=first, b=second)
                asked = (
                    f"{written}"
                    if template in COMPARISONS
                    else (f"HEX({written}), COLLATION({written}), COERCIBILITY({written})")
                )
                yield f"{template}\t{first}\t{second}", f"SELECT {asked} FROM t"


def answer(ask: Ask, query: str) -> str:
    """A cell's answer as a line."""
    found = ask(query)
    if isinstance(found, str):
        return found
    return " ".join("NULL" if value is None else str(value) or "''" for value in found[0])


def read_answers() -> dict[str, str]:
    """answers.txt: a line a template, and below it each answer with the pairs that gave it."""
    answers: dict[str, str] = {}
    template = ""
    for line in ANSWERS.read_text("utf-8").splitlines():
        if not line.startswith(" "):
            template = line
            continue
        text, _, pairs = line.strip().partition(" <- ")
        answers.update(
            (f"{template}\t{OPERANDS[int(a)]}\t{OPERANDS[int(b)]}", text)
            for a, _, b in (pair.partition("/") for pair in pairs.split())
        )
    return answers


def write_answers(answers: dict[str, str]) -> None:
    """Operands by their numbers."""
    number = {operand: str(place) for place, operand in enumerate(OPERANDS)}
    lines: list[str] = []
    by_template: dict[str, dict[str, list[str]]] = {}
    for name, text in answers.items():
        template, first, second = name.split("\t")
        pairs = by_template.setdefault(template, {}).setdefault(text, [])
        pairs.append(f"{number[first]}/{number[second]}")
    for template, found in by_template.items():
        lines.append(template)
        lines += [f"  {text} <- {' '.join(pairs)}" for text, pairs in found.items()]
    ANSWERS.write_text("\n".join(lines) + "\n", "utf-8")

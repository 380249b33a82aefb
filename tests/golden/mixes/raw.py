"""Bytes that are no text among texts: every function and operator of strings with such a value in each place.

As `matrix`, with answers and differences of their own; a cell's answer has its warnings too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from binwriter.mysql.values.real_text import real_text

ANSWERS = Path(__file__).with_name("raw_answers.txt")
DIFFERENCES = Path(__file__).with_name("raw_differences.txt")

SETUP = (
    "SET NAMES utf8mb4",
    "CREATE DATABASE raw",
    "USE raw",
    """CREATE TABLE t (
      swedish VARCHAR(10) CHARACTER SET latin1,
      wide VARCHAR(10) CHARACTER SET utf16,
      four VARCHAR(10),
      raw VARBINARY(10)
    ) CHARACTER SET utf8mb4""",
    "INSERT INTO t VALUES ('B', 'b', 'B', 0xFF41)",
    "SET @v = 'B', @raw = 0xFF41",
)
RAW = (
    "_binary 0xFF41", "0xFF41", "b'11000011'", "_latin1 0xFF41", "CAST(0xFF41 AS BINARY)",
    "raw", "@raw", "CHAR(255)", "'a\udcc3'",
)  # fmt: skip
TEXTS = ("'b'", "'é'", "swedish", "wide", "four", "four COLLATE utf8mb4_bin", "7", "NULL", "@v")
OF_TWO = (
    "{a} = {b}", "{a} < {b}", "{a} <=> {b}", "{a} LIKE {b}", "{a} LIKE {b} ESCAPE 'b'", "'b' LIKE {a} ESCAPE {b}",
    "{a} BETWEEN {b} AND 'c'", "'a' BETWEEN {a} AND {b}", "{a} IN ({b}, 'c')", "'a' IN ({a}, {b})", "INSTR({a}, {b})",
    "LOCATE({a}, {b})", "LOCATE({a}, {b}, 2)", "POSITION({a} IN {b})", "FIND_IN_SET({a}, {b})", "STRCMP({a}, {b})",
    "FIELD({a}, {b}, 'c')", "NULLIF({a}, {b}) IS NULL", "CASE {a} WHEN {b} THEN 1 ELSE 2 END", "({a}, 1) = ({b}, 1)",
    "{a} REGEXP {b}", "REGEXP_INSTR({a}, {b})", "REGEXP_LIKE({a}, 'b', {b})", "JSON_VALID(JSON_OBJECT({a}, {b}))",
    "JSON_CONTAINS_PATH({a}, 'one', {b})", "{a} + {b}", "{a} | {b}", "{a} AND {b}",
    "STR_TO_DATE({a}, {b})", "INTERVAL({a}, {b})",
)  # fmt: skip
STRINGS_OF_TWO = (
    "CONCAT({a}, {b})", "CONCAT_WS({a}, {b}, 'c')", "CONCAT_WS('-', {a}, {b})", "IF(1, {a}, {b})", "IF(0, {a}, {b})",
    "COALESCE({a}, {b})", "IFNULL({b}, {a})", "ELT(1, {a}, {b})", "GREATEST({a}, {b})", "LEAST({a}, {b})",
    "LEAST({a}, {b}, 'c')", "REPLACE({a}, {b}, 'c')", "REPLACE('cb', {a}, {b})", "REPLACE({a}, 'c', {b})",
    "SUBSTRING_INDEX({a}, {b}, 1)", "TRIM({b} FROM {a})", "TRIM(LEADING {b} FROM {a})", "LPAD({a}, 5, {b})",
    "RPAD({a}, 5, {b})", "INSERT({a}, 1, 1, {b})", "MAKE_SET(3, {a}, {b})", "EXPORT_SET(1, {a}, {b}, ',', 2)",
    "EXPORT_SET(1, 'c', {a}, {b}, 2)", "EXPORT_SET(1, {a}, 'c', {b}, 2)", "NULLIF({a}, {b})",
    "CASE WHEN 1 THEN {a} ELSE {b} END", "REGEXP_REPLACE({a}, {b}, 'c')", "REGEXP_REPLACE('ab', {a}, {b})",
    "REGEXP_SUBSTR({a}, {b})", "JSON_UNQUOTE(JSON_EXTRACT({a}, {b}))", "DATE_FORMAT({a}, {b})", "AES_ENCRYPT({a}, {b})",
    "GROUP_CONCAT({a} SEPARATOR ',')",
    "JSON_SET('{{}}', {a}, {b})",
)  # fmt: skip
OF_ONE = (
    "ASCII({a})", "ORD({a})", "LENGTH({a})", "CHAR_LENGTH({a})", "BIT_LENGTH({a})", "CRC32({a})", "JSON_VALID({a})",
    "JSON_LENGTH({a})", "INET_ATON({a})", "IS_UUID({a})", "-{a}", "NOT {a}", "{a} IS TRUE", "BIT_COUNT({a})",
    "TO_DAYS({a})", "UNIX_TIMESTAMP({a})", "TIME_TO_SEC({a})", "CAST({a} AS SIGNED)", "CAST({a} AS DECIMAL(9,2))",
    "CAST({a} AS DOUBLE)", "CAST({a} AS DATE)", "CAST({a} AS TIME)", "CAST({a} AS DATETIME)", "CAST({a} AS YEAR)",
    "ROUND({a}, 1)", "MOD({a}, 3)", "GREATEST({a}, 3)", "MAKETIME({a}, 1, 1)",
    "ST_SRID({a})", "UNCOMPRESSED_LENGTH({a})", "BIN_TO_UUID({a})",
)  # fmt: skip
STRINGS_OF_ONE = (
    "UPPER({a})", "LOWER({a})", "REVERSE({a})", "LEFT({a}, 1)", "RIGHT({a}, 1)", "SUBSTRING({a}, 2)", "MID({a}, 1, 1)",
    "REPEAT({a}, 2)", "QUOTE({a})", "SOUNDEX({a})", "HEX({a})", "UNHEX({a})", "TO_BASE64({a})", "FROM_BASE64({a})",
    "MD5({a})", "SHA2({a}, 256)", "COMPRESS({a})", "UNCOMPRESS({a})", "WEIGHT_STRING({a})", "LTRIM({a})", "RTRIM({a})",
    "WEIGHT_STRING({a} AS CHAR(2))", "WEIGHT_STRING({a} AS BINARY(2))", "CONVERT({a} USING utf8mb4)",
    "CONVERT({a} USING latin1)", "CONVERT({a} USING utf16)", "CONVERT({a} USING binary)", "CAST({a} AS CHAR)",
    "CAST({a} AS CHAR(1))", "CAST({a} AS CHAR CHARACTER SET latin1)", "CAST({a} AS BINARY(2))", "CAST({a} AS JSON)",
    "JSON_QUOTE({a})", "JSON_UNQUOTE({a})", "JSON_ARRAY({a})", "JSON_KEYS({a})", "JSON_PRETTY({a})", "MAX({a})",
    "UUID_TO_BIN({a})", "INET6_ATON({a})", "CHAR({a})", "CHAR({a} USING utf8mb4)", "CONV({a}, 16, 10)",
    "FORMAT({a}, 2)",
    "FORMAT(1.5, 1, {a})", "BIN({a})", "OCT({a})", "ANY_VALUE({a})", "NAME_CONST('n', {a})",
    "({a}) COLLATE utf8mb4_bin",
    "INET_NTOA({a})", "SEC_TO_TIME({a})", "DATE_ADD({a}, INTERVAL 1 DAY)", "ST_ASTEXT(ST_GEOMFROMTEXT({a}))",
    "ST_ASTEXT(ST_GEOMFROMWKB({a}))", "ST_GEOHASH({a}, 1, 2)", "~{a}", "BIT_AND({a})", "MONTHNAME({a})",
    "TO_VECTOR({a})",
    "VECTOR_TO_STRING({a})", "MAKEDATE({a}, 1)", "PERIOD_ADD({a}, 1)", "BINARY {a}",
)  # fmt: skip
TEMPLATES = (*OF_TWO, *STRINGS_OF_TWO, *OF_ONE, *STRINGS_OF_ONE)
_NUMBERS = {*OF_TWO, *OF_ONE}

# a statement's rows, or "!number text", and its warnings
Ask = Callable[[str], tuple[list[tuple[object, ...]] | str, list[tuple[int, str]]]]


def _pairs(template: str) -> Iterator[tuple[str, str]]:
    if "{b}" not in template:
        yield from ((raw, "") for raw in RAW)
        return
    for raw in RAW:
        for text in TEXTS:
            yield raw, text
            yield text, raw
    yield from ((first, second) for first in RAW for second in RAW)


def cells() -> Iterator[tuple[str, str]]:
    """The name of each cell, and its query."""
    for template in TEMPLATES:
        for first, second in _pairs(template):
            written = template.format(a=first, b=second)
            asked = (
                written if template in _NUMBERS else f"HEX({written}), COLLATION({written}), COERCIBILITY({written})"
            )
            yield f"{template}\t{first}\t{second}", f"SELECT {asked} FROM t"


def shown(value: object) -> str | None:
    """A value as its text, or in hexadecimals if that is none."""
    if isinstance(value, float):
        return real_text(value)
    if not isinstance(value, bytes):
        return None if value is None else str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()


def answer(ask: Ask, query: str) -> str:
    """A cell's answer as a line."""
    found, warnings = ask(query)
    if isinstance(found, str):
        return found
    shown = " ".join("NULL" if value is None else str(value) or "''" for value in found[0]) if found else "no row"
    return "; ".join([shown, *(f"{number} {text}" for number, text in dict.fromkeys(warnings))])


_NAMES = (*RAW, *TEXTS, "")
_NUMBERED = {operand: str(place) for place, operand in enumerate(_NAMES)}


def of_pairs(template: str, numbers: str) -> Iterator[str]:
    """The names of a template's cells, from the numbers of their operands."""
    for first, _, second in (pair.partition("/") for pair in numbers.split()):
        yield f"{template}\t{_NAMES[int(first)]}\t{_NAMES[int(second)]}"


def pairs(names: Iterable[str]) -> str:
    """The other way round: operands by their numbers."""
    return " ".join("/".join(_NUMBERED[operand] for operand in name.split("\t")[1:]) for name in names)


def read_answers() -> dict[str, str]:
    """raw_answers.txt: a line a template, and below it each answer with the pairs that gave it."""
    answers: dict[str, str] = {}
    template = ""
    for line in ANSWERS.read_text("utf-8").splitlines():
        if not line.startswith("  "):
            template = line
            continue
        text, _, numbers = line[2:].rpartition(" <- ")
        answers.update(dict.fromkeys(of_pairs(template, numbers), text.replace("\\n", "\n")))
    return answers


def write_answers(answers: dict[str, str]) -> None:
    by_template: dict[str, dict[str, list[str]]] = {}
    for name, text in answers.items():
        by_template.setdefault(name.partition("\t")[0], {}).setdefault(text.replace("\n", "\\n"), []).append(name)
    lines: list[str] = []
    for template, found in by_template.items():
        lines.append(template)
        lines += [f"  {text} <- {pairs(names)}" for text, names in found.items()]
    ANSWERS.write_text("\n".join(lines) + "\n", "utf-8")

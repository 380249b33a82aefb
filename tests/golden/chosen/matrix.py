# ruff: noqa: E501 (a column stands in one line)
"""Every choice between two operands x every pair of operands: the column that CREATE TABLE .. SELECT makes, and its rows.

Of each type there is a column that may be NULL, which stands first in a pair, and one that may not, which stands second.
Without a strict mode a value that does not fit is no error, so that a statement can ask for all second operands at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from binwriter.integration.corpus.sides import Answer

# name, type, two values
COLUMNS: tuple[tuple[str, str, str, str], ...] = (
    ("ti", "TINYINT", "5", "-7"),
    ("tu", "TINYINT UNSIGNED", "200", "3"),
    ("tb", "BOOLEAN", "1", "0"),
    ("si", "SMALLINT", "-300", "12"),
    ("su", "SMALLINT UNSIGNED", "40000", "4"),
    ("mi", "MEDIUMINT", "-70000", "8"),
    ("mu", "MEDIUMINT UNSIGNED", "9000000", "6"),
    ("i", "INT", "-100000", "9"),
    ("iu", "INT UNSIGNED", "4000000000", "10"),
    ("iz", "INT(6) ZEROFILL", "42", "43"),
    ("bi", "BIGINT", "-5000000000", "11"),
    ("bu", "BIGINT UNSIGNED", "18446744073709551615", "2"),
    ("d", "DECIMAL(5,2)", "-1.25", "3.50"),
    ("du", "DECIMAL(10,3) UNSIGNED", "1234.567", "0.125"),
    ("dl", "DECIMAL(40,20)", "-12345678901234567890.5", "0.00000000000000000001"),
    ("f", "FLOAT", "1.5", "-2.7"),
    ("fd", "FLOAT(7,3)", "12.345", "-0.001"),
    ("r", "DOUBLE", "0.1", "-1e20"),
    ("rd", "DOUBLE(10,4)", "3.1416", "100000"),
    ("b1", "BIT(1)", "1", "0"),
    ("b12", "BIT(12)", "2049", "65"),
    ("b64", "BIT(64)", "18446744073709551615", "16961"),
    ("y", "YEAR", "2024", "1999"),
    ("da", "DATE", "'2024-02-29'", "'1999-12-31'"),
    ("t", "TIME", "'-10:11:12'", "'100:00:01'"),
    ("t3", "TIME(3)", "'10:11:12.345'", "'00:00:00.001'"),
    ("m", "DATETIME", "'2024-02-29 01:02:03'", "'1999-12-31 23:59:59'"),
    ("m6", "DATETIME(6)", "'2024-02-29 01:02:03.000456'", "'1999-12-31 23:59:59.999999'"),
    ("ts", "TIMESTAMP", "'2024-02-29 01:02:03'", "'1999-12-31 23:59:59'"),
    ("ts2", "TIMESTAMP(2)", "'2024-02-29 01:02:03.12'", "'1999-12-31 23:59:59.99'"),
    ("c", "CHAR(4)", "'abc'", "'7'"),
    ("cl", "CHAR(6) CHARACTER SET latin1", "'\u00e9t\u00e9'", "'12'"),
    ("c2", "CHAR(200) CHARACTER SET utf8mb3", "'x'", "'y'"),
    ("v", "VARCHAR(10)", "'\u00e4bc'", "'2024-01-01'"),
    ("vl", "VARCHAR(20) CHARACTER SET latin1", "'z'", "'10:00:00'"),
    ("vb", "VARCHAR(8) COLLATE utf8mb4_bin", "'B'", "'b'"),
    ("vx", "VARCHAR(600)", "'long'", "'er'"),
    ("v16", "VARCHAR(7) CHARACTER SET utf16", "'u'", "'12'"),
    ("tt", "TINYTEXT", "'tiny'", "'1'"),
    ("tx", "TEXT", "'text'", "'2.5'"),
    ("tl", "TEXT CHARACTER SET latin1", "'latin'", "'3'"),
    ("mt", "MEDIUMTEXT", "'medium'", "'4'"),
    ("lt", "LONGTEXT", "'long'", "'5'"),
    ("bn", "BINARY(4)", "'ab'", "'9'"),
    ("vn", "VARBINARY(6)", "'cd'", "'10'"),
    ("tbl", "TINYBLOB", "'e'", "'11'"),
    ("bl", "BLOB", "'f'", "'12'"),
    ("mbl", "MEDIUMBLOB", "'g'", "'13'"),
    ("lbl", "LONGBLOB", "'h'", "'14'"),
    ("e", "ENUM('x','yy','5')", "'yy'", "'5'"),
    ("el", "ENUM('k','lll') CHARACTER SET latin1", "'k'", "'lll'"),
    ("s", "SET('p','q','rs')", "'p,rs'", "'q'"),
    ("j", "JSON", "'[1, \"a\"]'", "'3'"),
    ("g", "GEOMETRY", "ST_GeomFromText('POINT(1 2)')", "ST_GeomFromText('LINESTRING(0 0,1 1)')"),
)  # fmt: skip
LITERALS = (
    "NULL", "1", "-1", "300", "3000000000", "18446744073709551615", "1.5", "-0.001", "1e0", "'abc'", "''", "'12'",
    "x'41'", "b'101'", "TRUE", "DATE'2020-02-02'", "TIME'10:11:12.5'", "TIMESTAMP'2020-02-02 03:04:05'",
    "_latin1'l'", "CAST(1 AS UNSIGNED)", "CAST('x' AS BINARY)", "CAST('[]' AS JSON)", "@number", "@text", "(id = 1)",
    "id + 1", "CONCAT(id, 'c')", "NOW(3)", "CAST('2001' AS YEAR)", "CAST(1.5 AS FLOAT)",
)  # fmt: skip
FIRST = tuple(f"a_{name}" for name, *_ in COLUMNS) + LITERALS
SECOND = tuple(f"b_{name}" for name, *_ in COLUMNS) + LITERALS

_SETTINGS = (
    "SET NAMES utf8mb4, timestamp = 1700000000, time_zone = '+00:00', default_storage_engine = MyISAM, sql_mode = '',"
    " @number = 7, @text = 'seven'"
)
SETUP = (
    _SETTINGS,
    "CREATE TABLE s (id INT NOT NULL PRIMARY KEY, "
    + ", ".join(f"a_{name} {type_} NULL, b_{name} {type_} NOT NULL" for name, type_, *_ in COLUMNS)
    + ")",
    "INSERT INTO s VALUES "
    + ", ".join(
        f"({place + 1}, "
        + ", ".join(f"{values[place] if place < 2 else 'NULL'}, {values[1 - place % 2]}" for _, _, *values in COLUMNS)
        + ")"
        for place in range(3)
    ),
)
PAIRS = {
    "if": "IF(id > 1, {a}, {b})",
    "ifnull": "IFNULL({a}, {b})",
    "coalesce": "COALESCE({a}, {b})",
    "case": "CASE id WHEN 1 THEN {a} ELSE {b} END",
    "nullif": "NULLIF({a}, {b})",
    "greatest": "GREATEST({a}, {b})",
    "least": "LEAST({a}, {b})",
    "lag": "LAG({a}, 1, {b}) OVER (ORDER BY id)",
}
UNION = "union"
FORMS = (*PAIRS, UNION)

Ask = Callable[[str], Answer]


def _query(form: str, first: str, seconds: Sequence[str]) -> str:
    numbered = list(enumerate(seconds))
    if form == UNION:
        left = ", ".join(f"{first} AS c{place}" for place, _ in numbered)
        return f"SELECT {left} FROM s UNION ALL SELECT {', '.join(seconds)} FROM s"
    items = (f"{PAIRS[form].format(a=first, b=second)} AS c{place}" for place, second in numbered)
    return f"SELECT {', '.join(items)} FROM s ORDER BY id"


def ask_pairs(ask: Ask, form: str, first: str, seconds: Sequence[str] = SECOND) -> Iterator[tuple[str, str]]:
    """Each second operand, and the column that it makes with the first one, and its rows; or the error."""
    ask(_SETTINGS)  # a client that cannot read a warning connects anew
    made = ask(f"CREATE TEMPORARY TABLE r {_query(form, first, seconds)}")
    if made.error is not None or made.lost:
        if len(seconds) == 1:
            yield seconds[0], made.lost or "!{} {}".format(*made.error or ())
            return
        half = len(seconds) // 2
        yield from ask_pairs(ask, form, first, seconds[:half])
        yield from ask_pairs(ask, form, first, seconds[half:])
        return
    shown = str(ask("SHOW CREATE TABLE r").rows[0][1]).splitlines()
    rows = ask("SELECT * FROM r").rows
    ask("DROP TEMPORARY TABLE r")
    for place, second in enumerate(seconds):
        definition = shown[1 + place].strip().rstrip(",").partition(" ")[2]
        yield second, f"{definition} | {' '.join(_shown(row[place]) for row in rows)}"


def _shown(value: object) -> str:
    return "NULL" if value is None else ascii(str(value))

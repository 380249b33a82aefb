"""Writes `binwriter/data/system_columns.txt`: what clients are told of the columns of information_schema.

`BINWRITER_MYSQL_URL=... python -m binwriter.integration.tables.system_columns`
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import binwriter
from binwriter.integration.mysql import server_by_url
from binwriter.statement.columns import NOT_IN_STRICT

TARGET = Path(binwriter.__file__).parent / "data" / "system_columns.txt"
_HEAD = """\
# What clients are told of the columns of information_schema, tab-separated. A line that begins with * names a view,
# with 1 where ORDER BY of it needs a temporary table, and 1 where its columns are called as a query writes them. A line
# for each of its columns: name, type, length (of texts in characters), decimals, flags (? behind them: NOT NULL under
# no strict sql_mode), collation (255: texts), 1 where the schema is named; then what differs in a temporary table: the
# five numbers (= where they are the same) and the original table (- where it is no column there).
# Source: written by integration/tables/system_columns.py from the answers of a 9.7.4.
"""
_NUMBERS = ("type_code", "length", "scale", "flags", "charsetnr")
_TEXTS = 255
_BYTES_A_CHARACTER = 4


def main() -> int:
    """The command line."""
    lines = []
    with server_by_url(os.environ["BINWRITER_MYSQL_URL"]).connect() as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'information_schema' ORDER BY 1"
        )
        for (name,) in list(cursor.fetchall()):
            cursor.execute("SET sql_mode = 'STRICT_ALL_TABLES'")
            strict = _fields(cursor, f"SELECT * FROM information_schema.{name} LIMIT 1")
            cursor.execute("SET sql_mode = ''")
            plain = _fields(cursor, f"SELECT * FROM information_schema.{name} LIMIT 1")
            stored = _fields(cursor, f"SELECT DISTINCT * FROM information_schema.{name} LIMIT 1")
            sorts = any(
                _numbers(one) != _numbers(two)
                for place in range(1, len(plain) + 1)
                for one, two in zip(
                    plain,
                    _fields(cursor, f"SELECT * FROM information_schema.{name} ORDER BY {place} LIMIT 1"),
                    strict=True,
                )
            )
            written = f"{plain[0].name[:-1]}{plain[0].name[-1].swapcase()}"
            (named,) = _fields(cursor, f"SELECT `{written}` FROM information_schema.{name} LIMIT 0")
            lines.append(f"*{name}\t{int(sorts)}\t{int(named.name == written)}")
            lines += [_line(*fields) for fields in zip(plain, stored, strict, strict=True)]
    TARGET.write_text(_HEAD + "".join(f"{line}\n" for line in lines))
    return 0


def _fields(cursor: Any, query: str) -> list[Any]:
    cursor.execute(query)
    fields = list(cursor._result.fields)
    cursor.fetchall()
    return fields


def _numbers(field: Any) -> list[str]:
    numbers = {name: int(getattr(field, name)) for name in _NUMBERS}
    if numbers["charsetnr"] == _TEXTS:
        numbers["length"] = -(-numbers["length"] // _BYTES_A_CHARACTER)
    return [str(number) for number in numbers.values()]


def _line(plain: Any, stored: Any, strict: Any) -> str:
    before, after = _numbers(plain), _numbers(stored)
    if plain.flags != strict.flags:
        for numbers in (before, after):
            numbers[_NUMBERS.index("flags")] += NOT_IN_STRICT
    origin = stored.org_table if stored.table_name else "-"
    return "\t".join((plain.name, *before, str(int(bool(plain.db))), *(["="] if before == after else after), origin))


if __name__ == "__main__":
    sys.exit(main())

"""What a server answers to a prepared statement whose parameters have values of other types at each execution.

`python -m tests.golden.wire.changing_values --real HOST:PORT` asks a real server and writes changing_values.json: by
statement and values, of each execution the columns' types and the row as it was sent.
"""

from __future__ import annotations

import argparse
import json
import struct
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.executions import _EXECUTE, _PREPARE, _packet

ANSWERS = Path(__file__).with_suffix(".json")
_NULL, _BIGINT, _DOUBLE, _TEXT = 6, 8, 5, 253
SEQUENCES: tuple[tuple[str, tuple[tuple[Any, ...], ...]], ...] = (
    ("SELECT ? AS a", ((2,), ("a",), (1.5,), ("12x",), (None,), ("b",))),
    ("SELECT ? AS a", (("a",), (2,), ("-7.6e1z",), (3,))),
    ("SELECT ? + 1 AS a", ((2,), ("a",), (1.5,), ("3",))),
    ("SELECT ? AS a, ? AS b", ((2, "x"), (1.5, None), ("3", "y"))),
    ("SELECT COALESCE(?, ?) AS a", ((2, 3), ("a", "b"), (None, "c"))),
)


def _parameters(values: tuple[Any, ...]) -> bytes:
    nulls = sum(1 << place for place, value in enumerate(values) if value is None)
    types = data = b""
    for value in values:
        kind = {int: _BIGINT, float: _DOUBLE, str: _TEXT}.get(type(value), _NULL)
        types += bytes((kind, 0))
        if isinstance(value, str):
            data += bytes((len(value),)) + value.encode()
        elif value is not None:
            data += struct.pack("<q" if isinstance(value, int) else "<d", value)
    return nulls.to_bytes((len(values) + 7) // 8, "little") + b"\x01" + types + data


def answers_of(host: str, port: int) -> dict[str, list[Any]]:
    """By statement and values."""
    found: dict[str, list[Any]] = {}
    with pymysql.connect(host=host, port=port, user="root", autocommit=None) as connection:
        for sql, sequence in SEQUENCES:
            connection._execute_command(_PREPARE, sql)
            head = _packet(connection)
            number, columns, parameters = struct.unpack("<IHH", head[1:9])
            for _ in range(columns + 1 + parameters + 1):
                _packet(connection)
            answers = found[f"{sql} {sequence}"] = []
            for values in sequence:
                connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1) + _parameters(values))
                answers.append(_answer(connection))
    return found


def _answer(connection: Any) -> list[Any]:
    first = _packet(connection)
    if first[0] == 0xFF:
        return ["error", first.hex()]
    types = [_packet(connection)[-10:-3].hex() for _ in range(first[0])]
    _packet(connection)
    row = _packet(connection).hex()
    _packet(connection)
    return [types, row]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.wire.changing_values", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT", required=True)
    host, _, port = parser.parse_args().real.partition(":")
    ANSWERS.write_text(json.dumps(answers_of(host, int(port)), indent=1) + "\n")


if __name__ == "__main__":
    main()

"""Every type with rows, changed to every other by ALTER TABLE in two modes: the answer, warnings, the rows then.

    python -m tests.golden.values.altering capture

asks a real server, and keeps the answers in altered.txt.xz; without `capture` it shows what is answered otherwise, but
for the cases of altered_differing.txt.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.images.asking import Connection
from tests.golden.images.capture import Captured, RealConnection, read, write
from tests.golden.images.ours import OurConnection
from tests.golden.known import by_name

_FOLDER = Path(__file__).parent
_CAPTURED = _FOLDER / "altered.txt.xz"
_FAST = ("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0", "--innodb-doublewrite=OFF")
HELD: dict[str, tuple[str, ...]] = {
    "TINYINT": (
        "7",
        "-5",
        "0",
    ),
    "SMALLINT UNSIGNED": (
        "3",
        "40000",
        "1",
    ),
    "INT": (
        "20240229",
        "-70000",
        "2",
    ),
    "INT ZEROFILL": (
        "12",
        "70",
    ),
    "BIGINT": (
        "9000000000",
        "-1",
        "20240229101112",
    ),
    "BIGINT UNSIGNED": (
        "18446744073709551615",
        "5",
    ),
    "BOOL": (
        "1",
        "0",
    ),
    "DECIMAL(8,3)": (
        "1.25",
        "-2.675",
        "20.5",
    ),
    "DECIMAL(20,0)": (
        "12345678901234567890",
        "3",
    ),
    "FLOAT": (
        "1.25",
        "-2.5e10",
        "3",
    ),
    "DOUBLE": (
        "2.5",
        "1e40",
        "1",
    ),
    "BIT(11)": (
        "7",
        "0x3ff",
    ),
    "BIT(64)": (
        "x'4142434445464748'",
        "49",
    ),
    "YEAR": (
        "2024",
        "1901",
        "0",
    ),
    "DATE": (
        "'2024-05-06'",
        "'1999-12-31'",
    ),
    "TIME": (
        "'10:11:12'",
        "'-838:59:59'",
        "'00:00:01'",
    ),
    "TIME(3)": (
        "'10:11:12.345'",
        "'-00:00:00.5'",
    ),
    "DATETIME": (
        "'2024-05-06 07:08:09'",
        "'1969-01-01 00:00:00'",
    ),
    "DATETIME(4)": (
        "'2024-05-06 07:08:09.6789'",
        "'2038-02-01 00:00:00'",
    ),
    "TIMESTAMP NULL": (
        "'2001-02-03 04:05:06'",
        "'2024-05-06 23:59:59'",
    ),
    "TIMESTAMP(3) NULL": (
        "'2001-02-03 04:05:06.789'",
        "'2024-05-06 23:59:59.999'",
    ),
    "CHAR(6)": (
        "'12'",
        "'ab'",
        "'2024'",
        "''",
    ),
    "VARCHAR(30)": (
        "'1.5e1'",
        "'2024-01-02 03:04:05.6'",
        "'[1, 2]'",
        "'q'",
        "'i,1'",
        "' 3 '",
        "''",
    ),
    "VARCHAR(30) CHARACTER SET latin1": (
        "'é'",
        "'12:13:14'",
        "'p'",
    ),
    "VARCHAR(12) CHARACTER SET ucs2": (
        "'7'",
        "'ж'",
        "'2001-01-01'",
    ),
    "BINARY(4)": (
        "'34'",
        "x'ff00ff00'",
    ),
    "VARBINARY(12)": (
        "'5'",
        "x'00ff'",
        "'2020-10-10'",
    ),
    "TINYTEXT": (
        "'8'",
        "'tiny'",
        "'10:10'",
    ),
    "TEXT": (
        "'{\"k\": 1}'",
        "'text'",
        "'99'",
        "REPEAT('é', 200)",
    ),
    "TEXT CHARACTER SET latin1": (
        "'é'",
        "'31'",
    ),
    "BLOB": (
        "'[1]'",
        "x'ff'",
        "'b'",
        "'77'",
    ),
    "ENUM('b','2','','p')": (
        "'b'",
        "'2'",
        "''",
        "'p'",
    ),
    "SET('i','1','z')": (
        "'i'",
        "'1'",
        "''",
        "'i,1,z'",
    ),
    "JSON": (
        "'1'",
        "'\"2024-01-01\"'",
        "'{\"k\": [1, 2]}'",
        "'null'",
        "'true'",
        "'\"p\"'",
        "CAST(NOW() AS JSON)",
    ),
    "GEOMETRY": (
        "POINT(1, 2)",
        "ST_GeomFromText('LINESTRING(0 0,1 1)')",
    ),
    "POINT": ("POINT(1, 2)",),
    "VECTOR(2)": ("TO_VECTOR('[1,2]')",),
}
WANTED = (
    "TINYINT", "SMALLINT UNSIGNED", "INT", "BIGINT UNSIGNED", "DECIMAL(4,2)", "DECIMAL(12,2)",
    "DECIMAL(5,0) UNSIGNED", "FLOAT", "DOUBLE", "DOUBLE(5,1)", "BIT(5)", "BIT(20)", "YEAR", "DATE", "TIME",
    "TIME(2)", "DATETIME", "DATETIME(2)", "TIMESTAMP NULL", "TIMESTAMP(2) NULL", "CHAR(4)", "VARCHAR(5)",
    "VARCHAR(40)", "VARCHAR(30) CHARACTER SET latin1", "VARCHAR(20) CHARACTER SET ucs2", "BINARY(6)",
    "VARBINARY(3)", "VARBINARY(40)", "TINYTEXT", "TEXT", "TEXT CHARACTER SET latin1", "BLOB",
    "ENUM('p','q','1','2','3')", "SET('i','j','1')", "JSON", "GEOMETRY", "POINT", "VECTOR(2)",
    "VARCHAR(5) NOT NULL", "INT NOT NULL", "DATE NOT NULL",
)  # fmt: skip
MODES = {"strict": "DEFAULT", "lenient": "''"}


def ask(connection: Connection, held: str) -> Iterator[tuple[str, list[str]]]:
    """(case, answer, warnings and rows) of each change of a type."""
    connection.run("SET sql_log_bin = 0, timestamp = 1700000000, time_zone = '+00:00'")
    rows = ", ".join(f"({number}, {value})" for number, value in enumerate((*HELD[held], "NULL")))
    for mode, value in MODES.items():
        for wanted in WANTED:
            connection.run("SET sql_mode = 'NO_ENGINE_SUBSTITUTION'")
            for statement in (
                "DROP TABLE IF EXISTS v",
                f"CREATE TABLE v (id INT, v {held})",
                f"INSERT INTO v VALUES {rows}",
            ):
                answer, _ = connection.run(statement)
                if not answer.startswith("affected"):
                    raise ValueError(f"{statement}: {answer}")
            connection.run(f"SET sql_mode = {value}")
            answer, _ = connection.run(f"ALTER TABLE v MODIFY v {wanted}")
            _, warnings = connection.run("SHOW WARNINGS")
            shown = "v" if "VECTOR" in wanted + held else "CONCAT(v)"
            _, found = connection.run(f"SELECT HEX({shown}) FROM v ORDER BY id")
            said = [answer, *(f"{level} {code} {text}" for level, code, text in warnings)]
            cells = " ".join(str(row[0]) for row in found)
            yield f"{mode} {wanted}", [re.sub(r"#sql-\w+", "#sql", line) for line in [*said, cells]]


def capture() -> None:
    """Asks a real server."""
    answers: Captured = {}
    with running_server((*DEFAULT_OPTIONS, *_FAST), own=True) as server:
        server.execute("SET sql_log_bin = 0", "CREATE DATABASE test")
        connection = RealConnection(server)
        for held in HELD:
            answers[held] = dict(ask(connection, held))
            print(held, file=sys.stderr, flush=True)
    write(_CAPTURED, answers)


@cache
def captured() -> Captured:
    """The server's answers by type and case."""
    return read(_CAPTURED)


def differing(held: str) -> dict[str, tuple[list[str], list[str]]]:
    """The server's answer and ours of every case of a type that is answered otherwise."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), DEFAULT_SERVER_OPTIONS) as server:
        session = server.connect()
        session.run("SET sql_log_bin = 0")
        session.run("CREATE DATABASE test")
        ours = dict(ask(OurConnection(server), held))
    return {name: (theirs, ours[name]) for name, theirs in captured()[held].items() if ours[name] != theirs}


def known_differences() -> dict[str, set[str]]:
    """The cases in altered_differing.txt by type."""
    return by_name(_FOLDER / "altered_differing.txt", " -> ")


def main(arguments: list[str]) -> int:
    """The command line."""
    if arguments[:1] == ["capture"]:
        capture()
        return 0
    known, count = known_differences(), 0
    for held in HELD:
        if not re.search(arguments[0] if arguments else "", held):
            continue
        different = differing(held)
        for name in sorted(different.keys() ^ known.get(held, set())):
            count += 1
            theirs, ours = different.get(name, (["equal now"], []))
            print(f"{held} -> {name}", *(f"  - {line}" for line in theirs), *(f"  + {line}" for line in ours), sep="\n")
    print(f"{count} cases differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

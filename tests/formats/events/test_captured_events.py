"""Event files that a real 9.7.4 wrote, built by our encoder from the SQL and from what the server says of them.

The files are made by `capture_events`; tests/golden/events has the SQL beside them.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, ColumnType
from binwriter.integration.parsers import unexpected_failures

from .from_server_texts import Builder, Stated
from .server_texts import FOLDER, checksum_of, server_events

FILES = sorted(FOLDER.glob("*/*.[0-9][0-9][0-9][0-9][0-9][0-9]"))
UTF8MB4, LATIN1_BIN, BINARY, UTF8MB4_BIN, LATIN1 = 255, 47, 63, 46, 8


def integer(name: str, *, key: bool = False) -> ColumnSpec:
    return ColumnSpec(name, ColumnType.LONG, nullable=not key)


def varchar(name: str, characters: int) -> ColumnSpec:
    return ColumnSpec(name, ColumnType.VARCHAR, length=4 * characters, collation=UTF8MB4)


def text(name: str) -> ColumnSpec:
    return ColumnSpec(name, ColumnType.BLOB, length=2, collation=UTF8MB4)


def document(name: str) -> ColumnSpec:
    return ColumnSpec(name, ColumnType.JSON, length=4)


ID = integer("id", key=True)
GENERATED = ColumnSpec("my_row_id", ColumnType.LONGLONG, nullable=False, unsigned=True, visible=False)
LARGER = b"".join(b"%d\t%s\n" % (number, b"x" * 60) for number in range(1, 3001))
BLOCK = 131072

STATED: dict[str, Stated] = {
    "anonymous_groups": Stated(
        tables={"t": (ID, varchar("a", 1000)), "k": (ID,), "n": (integer("id"),)}, primary={"n": ()}
    ),
    "cells": Stated(
        tables={
            "c": (
                ID,
                ColumnSpec("d", ColumnType.NEWDECIMAL, precision=10, scale=2),
                ColumnSpec("da", ColumnType.DATE),
                ColumnSpec("ti", ColumnType.TIME2),
                ColumnSpec("dt", ColumnType.DATETIME2, fsp=3),
                document("j"),
                ColumnSpec("e", ColumnType.ENUM, members=("a", "b"), collation=UTF8MB4),
                ColumnSpec("v", ColumnType.VECTOR, length=2),
                varchar("s", 20),
            )
        }
    ),
    "compression": Stated(tables={"t": (ID, varchar("a", 2000))}, levels=(3, 3, 3, 19, 19)),
    "incident": Stated(tables={"m": (integer("id"), text("a"))}),
    "partial_json": Stated(tables={"t": (ID, document("a"), document("b"), varchar("c", 20))}),
    "relay_log": Stated(tables={"t": (ID,)}, schema="", relay_server=2, databases=(("CREATE TABLE", ("test",)),)),
    "rotation_and_stop": Stated(tables={"t": (ID,)}),
    "tagged_gtids": Stated(tables={"t": (ID,)}),
    "xa": Stated(tables={"t": (ID,)}),
    "row_details": Stated(
        tables={
            "t": (ID, varchar("a", 20), text("b")),
            "p": (ID, integer("a")),
            "parent": (ID,),
            "child": (ID, integer("parent")),
            "g": (GENERATED, integer("a")),
        },
        foreign_keys=frozenset({"parent", "child"}),
        generated_key=frozenset({"g"}),
        databases=(),
    ),
    "load_data": Stated(
        blocks=(
            b"1\tone\n2\ttwo\n",
            b"1\tuno\n3\ttres\n",
            b"1\tuno\n3\ttres\n",
            b"1\tone\n2\ttwo\n",
            b"7\tseven\n1\tagain\n",
            LARGER[:BLOCK],
            LARGER[BLOCK:],
            b"1\tdup\n",
            b"7\tseven\n1\tagain\n",
            b"1\tdup\n",
        )
    ),
    "statement_context": Stated(
        variables={
            "s": ("text", UTF8MB4),
            "i": (-12, UTF8MB4),
            "u": (18446744073709551615, UTF8MB4),
            "d": (Decimal("-1234567890.0123"), UTF8MB4),
            "r": (1.5e300, UTF8MB4),
            "n": (None, UTF8MB4),
            "b": (b"\x00\xff\x27", BINARY),
            "l": (b"\xe9", LATIN1_BIN),
            "z": (Decimal("0.5"), UTF8MB4),
            "e": ("", UTF8MB4),
            "j": ('{"a": 1}', UTF8MB4_BIN),
            "dt": ("2024-02-29 12:00:00.5", LATIN1),
            "odd `name": (1, UTF8MB4),
        },
        unsigned=frozenset({"u"}),
        databases=(
            ("CREATE TABLE d2.x", ("d2",)),
            ("INSERT INTO d2.x", ("d2",)),
            ("UPDATE d2.x", ("test", "d2")),
            ("DELETE FROM d2.x", ("d2",)),
        ),
        thread_specific=("CREATE TEMPORARY",),
    ),
    "ddl_kinds": Stated(
        invokers=(
            "CREATE ALGORITHM",
            "CREATE DEFINER",
            "GRANT",
        ),
        whole_seconds=("CREATE DEFINER=`root`@`%` TRIGGER",),
        databases=(
            ("CREATE USER", ("mysql",)),
            ("DROP USER", ("mysql",)),
            ("GRANT", ("other", "mysql")),
            ("CREATE TABLE like_t", ()),
            ("RENAME", ("test", "other")),
            ("TRUNCATE", ()),
            ("DROP TABLE", ("test", "other")),
            ("DROP VIEW", ("test",)),
            ("ANALYZE", ()),
            ("OPTIMIZE", ("test",)),
            ("FLUSH", ()),
        ),
        thread_specific=("DROP TABLE",),
    ),
}


def test_every_scenario_is_captured_and_stated() -> None:
    assert (
        {path.parent.name for path in FILES}
        == {"relay_log", *(path.stem for path in FOLDER.glob("*.scn"))}
        == set(STATED)
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_encoder_makes_the_bytes_that_the_server_wrote(path: Path) -> None:
    data = path.read_bytes()
    events = server_events(path)
    checksum = ChecksumAlgorithm[checksum_of(path)]
    builder = Builder(STATED[path.parent.name], checksum)
    position = len(BINLOG_MAGIC)
    for index, event in enumerate(events):
        built = builder.event(event, events[index + 1 :])
        assert built == data[position : position + len(built)], f"{event.name} at {event.position}: {event.info}"
        position += len(built)
    assert position == len(data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_python_mysql_replication_reads_it(path: Path) -> None:
    assert unexpected_failures(path.read_bytes()) == []

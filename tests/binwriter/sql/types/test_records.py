"""The records of the functions: one each, complete, asked by all who want to know something of a function."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import binwriter
from binwriter.errors import MySQLError
from binwriter.late import load
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.sql.functions import FUNCTIONS, MODULES, NODE_FUNCTIONS
from binwriter.sql.types import Nullable, Place, function_named, function_of, native_function, unsafe_names
from binwriter.sql.types.functions import RECORDS
from tests.binwriter.sql.querying import query
from tests.golden.functions.capture import read_answers

_PACKAGE = Path(binwriter.__file__).parent
_CALL = re.compile(r"([A-Z_0-9]+)\(")


def _all_names() -> list[str]:
    return [name for record in RECORDS for name in (*record.names, *record.before_8_0.split())]


def test_a_name_is_of_one_record() -> None:
    assert [name for name, count in Counter(_all_names()).items() if count > 1] == []


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    for module in MODULES:
        load(module)


def test_what_is_computed_has_a_record() -> None:
    assert (FUNCTIONS.keys() | NODE_FUNCTIONS.keys()) - set(_all_names()) == set()


def test_a_9_7_has_the_functions_that_the_records_say() -> None:
    """Every record's function was called on a 9.7.4 (tests/golden/functions): 1305 for those that it has not."""
    asked: dict[str, bool] = {}
    for cell, answer in read_answers().items():
        template, _, place = cell.partition("\t")
        name = _CALL.match(template)
        if name is not None and place == "constants" and not answer.startswith("!1064"):
            asked[name[1]] = not answer.startswith("!1305")
    recorded = {name: native_function(name, 90704) is not None for name in asked}
    assert recorded == asked
    grammar = {
        "CONVERT",
        "JSON_TABLE",
        "MATCH",
        "JSON_DUALITY_OBJECT",
        "ASYNCHRONOUS_CONNECTION_FAILOVER_RESET",
    }  # calls that begin otherwise, stand elsewhere, or act on the server (scenario failover_functions)
    newest = [record for record in RECORDS if record.until is None]
    assert {record.name for record in newest if not set(record.names) & asked.keys()} - grammar == set()


def test_synonyms_share_a_record() -> None:
    for one, other in (("LENGTH", "OCTET_LENGTH"), ("NOW", "LOCALTIME"), ("ST_ASTEXT", "ASTEXT"), ("SHA", "SHA1")):
        assert function_named(one) is function_named(other) is not None
    assert FUNCTIONS["OCTET_LENGTH"] is FUNCTIONS["LENGTH"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("LENGTH()", "Incorrect parameter count in the call to native function 'LENGTH'"),
        ("octet_length('a', 'b')", "Incorrect parameter count in the call to native function 'octet_length'"),
        ("CONCAT()", "Incorrect parameter count in the call to native function 'CONCAT'"),
        ("LOCATE('a', 'b', 1, 2)", "Incorrect parameter count in the call to native function 'LOCATE'"),
    ],
)
def test_a_wrong_number_of_arguments_is_1582(call: str, message: str) -> None:
    with pytest.raises(MySQLError, match=re.escape(message)) as raised:
        query(f"SELECT {call}")
    assert raised.value.code == 1582


def test_functions_that_there_are_not() -> None:
    with pytest.raises(MySQLError, match=r"FUNCTION test\.sha1 does not exist") as raised:
        query("SELECT sha1('a')")
    assert raised.value.code == 1305
    with pytest.raises(MySQLError, match=r"Access to native function 'CAN_ACCESS_TABLE' is rejected"):
        query("SELECT CAN_ACCESS_TABLE('a', 'b')")


def test_functions_come_and_go_with_versions() -> None:
    def has(name: str, version: int) -> bool:
        return native_function(name, version) is not None

    assert [has("SHA2", version) for version in (50500, 50505, 90700)] == [False, True, True]
    assert [has("MD5", version) for version in (50100, 90500, 90600)] == [True, True, False]
    assert [has("ASTEXT", version) for version in (50500, 50744, 80000)] == [True, True, False]
    assert [has("ST_ASTEXT", version) for version in (50500, 50601, 90700)] == [False, True, True]


def test_functions_became_unsafe_one_by_one() -> None:
    """old-servers.md, section 4."""
    assert "UUID" in unsafe_names(50127)
    assert "LOAD_FILE" in unsafe_names(50139) - unsafe_names(50127)
    assert {"RAND", "SYSDATE", "MASTER_POS_WAIT"} <= unsafe_names(50154) - unsafe_names(50139)
    assert unsafe_names(50600) - unsafe_names(50154) == {"AES_DECRYPT", "AES_ENCRYPT", "RANDOM_BYTES"}
    assert unsafe_names(50700) - unsafe_names(50600) == {*("RELEASE_ALL_LOCKS", "WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS")}
    assert unsafe_names(80000) - unsafe_names(50700) == {"ICU_VERSION", "SOURCE_POS_WAIT", "WAIT_FOR_EXECUTED_GTID_SET"}


def test_what_a_record_says() -> None:
    version = function_named("VERSION")
    assert version is not None
    assert (version.shown_name, version.null, Place.DEFAULT in version.barred) == ("version()", Nullable.NEVER, True)
    coalesce = function_named("COALESCE")
    assert coalesce is not None
    assert [coalesce.takes(count) for count in (0, 1, 9)] == [False, True, True]
    assert function_of("no node") is None


# --- no other list of function names ---------------------------------------------------------------------------------

# Words that are not functions' alone: of statements, types, units of time and shapes.
_WORDS = """
DATE TIME TIMESTAMP YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND USER CHARSET TRUNCATE COALESCE POINT
LINESTRING POLYGON MULTIPOINT MULTILINESTRING MULTIPOLYGON GEOMETRYCOLLECTION GEOMCOLLECTION X Y PASSWORD COLLATION
FORMAT SRID JSON_TABLE
"""
_OTHER_WORDS = RESERVED_WORDS | frozenset(_WORDS.split())
# The grammar of calls: what reads, and what prints, each that is not written name(expression, ...).
_GRAMMAR = (
    *("sql/text/dialect.py", "sql/text/parsed_calls.py", "sql/text/aggregate_calls.py"),
    "sql/printing/names.py",
)


def _lists(tree: ast.AST, *, tables: bool) -> Iterator[tuple[int, list[object]]]:
    """Line and texts of what lists texts: sets, tuples, lists, texts of words; tables: dictionaries, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield node.lineno, [part.value for part in node.elts if isinstance(part, ast.Constant)]
        elif isinstance(node, ast.Dict) and tables:
            yield node.lineno, [key.value for key in node.keys if isinstance(key, ast.Constant)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, [*node.value.split()]


@pytest.mark.slow
def test_no_other_list_of_function_names_exists() -> None:
    """Who computes a function may have a table by its name; nobody else names more than one."""
    names = set(_all_names()) - _OTHER_WORDS
    found = []
    for room in ("sql", "binlog", "server", "catalog"):
        for path in sorted((_PACKAGE / room).rglob("*.py")):
            place = path.relative_to(_PACKAGE).as_posix()
            if place.startswith("sql/types/records/") or place in _GRAMMAR:
                continue
            computes = place.startswith("sql/functions/")
            for line, texts in _lists(ast.parse(path.read_text(encoding="utf-8")), tables=not computes):
                hits = [text for text in texts if isinstance(text, str) and text in names]
                if len(hits) > (2 if computes else 1) and 2 * len(hits) > len(texts):
                    found.append(f"{place}:{line} {' '.join(hits[:5])}")
    assert found == [], "\n".join(found)


def test_a_server_was_asked_what_silent_calls_say() -> None:
    """All of them stand in the cluster `calls_that_say_nothing`, of which a 9.7.4 told nothing."""
    folder = Path(__file__).parents[3] / "golden" / "clusters"
    answers = json.loads((folder / "calls_that_say_nothing.json").read_text())
    assert [answer for answer in answers if answer[3]] == []
    called = set(_CALL.findall((folder / "calls_that_say_nothing.sql").read_text()))
    assert {record.name for record in RECORDS if record.silent and not set(record.names) & called} == set()

"""The table of MySQL's errors and warnings: its order, its texts against real servers, and older servers' words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter import data
from binwriter.integration.mysql import MySQLServer
from binwriter.mysql.messages.by_version import diagnostic_in_version, error_in_version, is_given
from binwriter.mysql.messages.table import MESSAGES, Conditions, Diagnostic, mysql_error, mysql_warning

_GOLDEN = Path(__file__).parents[2] / "golden"
_PLACE = re.compile(r"%(?:\d|\.\d+)?[a-z]")
_ENTRIES = [line.split("\t") for line in data.lines("messages.txt")]

# --- its form -------------------------------------------------------------------------------------------------------


def test_numbers_stand_in_order_and_once() -> None:
    numbers = [int(fields[1 if fields[0] == "since" else 0] or 0) for fields in _ENTRIES if fields[0].isdigit()]
    assert numbers == sorted(set(numbers))


def test_conditions_that_nobody_can_be_shown_have_no_text() -> None:
    told = Conditions()
    for number in range(65_537):
        told.append(Diagnostic("Warning", 1292, str(number)))
    assert len(told) == 65_537
    assert (told[65_534].message, told[65_535].message) == ("65534", "")
    assert told[65_535] is told[65_536]
    assert (told[65_535].level, told[65_535].code) == ("Warning", 1292)


def test_no_symbol_stands_twice() -> None:
    symbols = [fields[2] for fields in _ENTRIES if len(fields) == 4 and fields[2] and not fields[1].startswith("<")]
    assert len(symbols) == len(set(symbols)) == len(MESSAGES)


def test_no_number_has_the_same_text_twice() -> None:
    texts = [(message.code, message.text) for message in MESSAGES.values()]
    assert len(texts) == len(set(texts))


def test_older_texts_show_what_the_newest_tells() -> None:
    for symbol, message in MESSAGES.items():
        versions = [version for version, _ in message.older]
        assert versions == sorted(set(versions)), symbol
        assert all(len(_PLACE.findall(text)) <= len(_PLACE.findall(message.text)) for _, text in message.older), symbol
        assert all(other in MESSAGES for _, other in message.renumbered), symbol


# --- its texts ------------------------------------------------------------------------------------------------------

# numbers that the scenarios raise by SIGNAL, with texts of their own
_SIGNALLED = {1062, 1234, 1642, 1643, 1644, 1700, 5000, 5001, 5002, 5003}
# EXPLAIN notes the query as it was understood, in the place of the text of this number (ER_YES)
_OF_EXPLAIN = {1003}


def _told(sidecars: Iterator[Path]) -> set[tuple[int, str]]:
    """(number, text) of every error and warning of captured scenarios."""
    return {
        (told["code"], told["message"])
        for path in sidecars
        for statement in json.loads(path.read_text("utf-8"))["statements"]
        for told in (statement.get("error"), *(statement.get("warnings") or ()))
        if told and told["code"]  # 0: the connection was closed
    }


def _patterns(*, version: int) -> dict[int, re.Pattern[str]]:
    """What a server of that version says under each number."""
    texts: dict[int, list[str]] = {}
    for message in MESSAGES.values():
        text = next((older for until, older in message.older if version < until), message.text)
        texts.setdefault(message.code, []).append(".*".join(map(re.escape, _PLACE.split(text.replace("%%", "%")))))
    return {code: re.compile("|".join(entries), re.DOTALL) for code, entries in texts.items()}


def _strangers(told: set[tuple[int, str]], version: int) -> list[tuple[int, str]]:
    patterns = _patterns(version=version)
    return sorted(
        (code, text)
        for code, text in told
        if code not in _SIGNALLED | _OF_EXPLAIN and not (code in patterns and patterns[code].fullmatch(text))
    )


@pytest.mark.slow
def test_what_a_server_said_stands_in_the_table() -> None:
    told = _told((_GOLDEN / "captured").glob("*/sidecar.json"))
    assert len(told) > 2000
    assert _strangers(told, 90704) == []


@pytest.mark.parametrize("folder", sorted((_GOLDEN / "captured-old").iterdir()), ids=lambda folder: folder.name)
def test_what_an_older_server_said_stands_in_the_table(folder: Path) -> None:
    told = _told(folder.glob("*/sidecar.json"))
    assert told
    assert _strangers(told, data.version_number(folder.name)) == []


# Where the text that a server sends is made in its code and not the one it lists under the number (perror), or the
# number is a client's; 1787 has a shorter symbol today. Their texts are held against captured answers above.
_MADE_IN_CODE = """
CR_LOAD_DATA_LOCAL_INFILE_REJECTED CR_SERVER_LOST EE_CANTCREATEFILE EE_LINK EE_STAT HA_ERR_ROW_IS_REFERENCED
ER_AES_INVALID_KDF_OPTION_SIZE ER_NO_UNIQUE_LOGFILE
ER_CANNOT_ADD_FOREIGN_NO_INDEX ER_CANT_CREATE_TABLE ER_CANT_LOCK
ER_DUP_ENTRY ER_FIELD_IN_ORDER_NOT_SELECT ER_FILE_NOT_FOUND ER_FILSORT_ABORT
ER_FK_COLUMN_CANNOT_CHANGE_CHILD ER_GIPK_COLUMN_EXISTS
ER_GTID_UNSAFE_CREATE_DROP_TEMPORARY_TABLE_IN_TRANSACTION ER_INNODB_IMPORT_ERROR ER_INVALID_JSON_PATH
ER_INVALID_JSON_TEXT_IN_PARAM ER_INVALID_JSON_VALUE_FOR_CAST ER_IO_READ_ERROR
ER_JSON_SCHEMA_VALIDATION_ERROR_WITH_DETAILED_REPORT ER_LATITUDE_OUT_OF_RANGE ER_LONGITUDE_OUT_OF_RANGE
ER_MIX_OF_GROUP_FUNC_AND_FIELDS ER_NOT_HINT_UPDATABLE_VARIABLE ER_NO_REFERENCED_ROW_2
ER_NUMERIC_JSON_VALUE_OUT_OF_RANGE ER_PARSE_ERROR
ER_REGEXP_RULE_SYNTAX ER_RESTART_SERVER_FAILED ER_ROLE_NOT_GRANTED ER_ROW_IS_REFERENCED_2 ER_SP_NO_RETSET
ER_CANT_SET_GTID_NEXT_TAGGED_WITHOUT_PRIVILEGE ER_COLUMNACCESS_DENIED_ERROR ER_PROCACCESS_DENIED_ERROR
ER_TABLESPACE_MISSING ER_TRG_NO_SUCH_ROW_IN_TRG ER_UNKNOWN_AUTHID
ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE ER_VARIABLE_IS_READONLY ER_VIEW_CHECK_FAILED ER_WARN_DEPRECATED_COLLATION
ER_WARN_DEPRECATED_NO_REPLACEMENT ER_WARN_RESERVED_SRID_RANGE ER_WRONG_FIELD_WITH_GROUP
HA_ERR_FTS_DOC_ID_ADDED HA_ERR_INSUFFICIENT_HISTORY HA_ERR_SNAPSHOT_IGNORED
"""


@pytest.mark.mysql
def test_numbers_symbols_and_texts_are_those_that_the_server_lists(mysql_server: MySQLServer) -> None:
    """The first text of each number; further ones are made in the server's code."""
    ours: dict[int, tuple[str, str]] = {}
    for symbol, message in MESSAGES.items():
        ours.setdefault(message.code, (symbol, message.text))
    output = mysql_server.run(["perror", *map(str, ours)]).stdout.decode()
    listed = re.findall(r"^MySQL error code MY-(\d+)(?: \((?:OBSOLETE_)?(\w+)\))?: (.*)$", output, re.MULTILINE)
    made_in_code = frozenset(_MADE_IN_CODE.split())
    theirs = {int(number): (symbol, _simple_places(text)) for number, symbol, text in listed}
    strangers = [
        (number, symbol, text, theirs.get(number))
        for number, (symbol, text) in ours.items()
        if symbol not in made_in_code and (symbol if number >= 1000 else "", text) != theirs.get(number)
    ]
    assert strangers == []


def _simple_places(text: str) -> str:
    """`%-.192s` -> `%.192s`; `%d`, `%lu`, `%-.0s` -> `%s`."""
    return re.sub(r"%-?\d*(\.[1-9]\d*)?(?:\.\*|\.0)?(?:ll|l|z)?[sdunxifc]", r"%\1s", text)


# --- by version -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "expected"),
    [(50127, "Unknown table 'a,b'"), (50520, "Unknown table 'a,b'"), (50621, "Unknown table 'test.a,d.b'")],
)
def test_unknown_tables(version: int, expected: str) -> None:
    assert error_in_version(mysql_error("ER_BAD_TABLE_ERROR", "test.a,d.b"), version).message == expected
    assert diagnostic_in_version(mysql_warning("ER_BAD_TABLE_ERROR", "test.a,d.b"), version).message == expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [(50718, "Duplicate entry 'x.y' for key 'PRIMARY'"), (80040, "Duplicate entry 'x.y' for key 't.PRIMARY'")],
)
def test_duplicate_entries(version: int, expected: str) -> None:
    error = error_in_version(mysql_error("ER_DUP_ENTRY", "x.y", "t.PRIMARY"), version)
    assert (error.code, error.message) == (1062, expected)


@pytest.mark.parametrize(
    ("symbol", "arguments", "version", "expected"),
    [
        ("ER_CANT_LOCK", ("170 - It is a log",), 50520, "Can't lock file (errno: 170)"),
        (
            "ER_CANNOT_USER",
            ("CREATE USER", "'u'@'h' (User account already exists),'v'@'h' (x)"),
            80040,
            "Operation CREATE USER failed for 'u'@'h','v'@'h'",
        ),
        ("ER_USER_DOES_NOT_EXIST", ("`u`@`h`",), 50718, "User `u`@`h` does not exist."),
        ("EE_STAT", ("/f",), 50718, "Can't get stat of '/f' (Errcode: 2 - No such file or directory)"),
        ("EE_STAT", ("/f",), 50520, "Can't get stat of '/f' (Errcode: 2)"),
        ("ER_GTID_UNSAFE_CREATE_SELECT", (), 50621, None),
    ],
)
def test_older_words(symbol: str, arguments: tuple[str, ...], version: int, expected: str | None) -> None:
    newest = mysql_error(symbol, *arguments)
    message = error_in_version(newest, version).message
    assert message != newest.message
    assert expected is None or message == expected


def test_the_newest_words_are_kept() -> None:
    error = mysql_error("ER_DUP_ENTRY", "1", "t.PRIMARY")
    assert error_in_version(error, 90704) is error


def test_what_a_program_signals_is_nobody_elses_wording() -> None:
    warning = Diagnostic("Warning", 1062, "Duplicate entry '1' for key 'a.b'")
    assert diagnostic_in_version(warning, 50520) is warning


def test_warnings_came_with_their_numbers() -> None:
    def since(code: int) -> list[int]:
        versions = (50154, 50520, 50621, 50718, 80040, 80403)
        return [version for version in versions if is_given(Diagnostic("Note", code, ""), version)]

    assert since(1640)[0] == 50154
    assert [since(code)[0] for code in (1641, 1737, 1738, 1899, 1900, 3499, 3500, 5999, 6000)] == [
        *(50520, 50520, 50621, 50621, 50718, 50718, 80040, 80040, 80403),
    ]
    assert is_given(Diagnostic("Error", 6000, ""), 50154)


def test_a_text_shows_so_many_bytes_of_a_name() -> None:
    assert mysql_error("ER_UNKNOWN_COLLATION", "x" * 65).message == f"Unknown collation: '{'x' * 64}'"
    assert mysql_error("ER_UNKNOWN_COLLATION", "é" * 33).message == f"Unknown collation: '{'é' * 32}'"
    with pytest.raises(ValueError, match="argument"):
        mysql_error("ER_UNKNOWN_COLLATION", "a", "b")

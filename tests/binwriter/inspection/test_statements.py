"""The statements of a log are those that mysqlbinlog prints, log for log."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.selection import Selection, select_events
from binwriter.formats.constants import EventType
from binwriter.formats.header import HEADER_LENGTH, EventHeader
from binwriter.inspection.mysqlbinlog.statements import LogStatements
from binwriter.integration.mysql import MySQLServer
from tests.conftest import PROJECT

CAPTURED = PROJECT / "tests" / "golden" / "captured"
NAMES = sorted(path.name for path in CAPTURED.iterdir())
CHUNKS = 16
# Logs that mysqlbinlog prints otherwise.
ON_PURPOSE = {
    **dict.fromkeys([name for name in NAMES if name.startswith("caches_overflow")], "an Incident says what it is"),
    **dict.fromkeys(["functions_types_mixed", "functions_types_statement"], "mysqlbinlog rounds a double to 14 digits"),
    **dict.fromkeys(
        ["load_data_more_statement", "load_data_statement", "mixing_load_triggers_statement"],
        "mysqlbinlog prints INSERT_ID behind the LOAD DATA that it is for",
    ),
    **dict.fromkeys(
        [
            *("load_shapes_statement", "variables_of_loaded_files_statement", "zones_of_loaded_rows_statement"),
            *("system_zone_of_loaded_rows_statement", "fields_ask_for_blocks_statement"),
            "block_ends_within_fields_statement",
        ],
        "mysqlbinlog prints user variables behind the LOAD DATA that they are for",
    ),
}
_TABLE_ID = slice(HEADER_LENGTH, HEADER_LENGTH + 6)
_SETTING = re.compile(rb"@@session\.(\w+)=('[^']*'|\w+)")
# of a group, not of the session
_OF_GROUP = (b"original_commit_timestamp", b"original_server_version", b"immediate_server_version")


def log_files(name: str) -> list[Path]:
    return sorted(path for path in (CAPTURED / name).iterdir() if re.search(r"\.\d{6}$", path.name))


@pytest.mark.mysql
@pytest.mark.sampled(every=CHUNKS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_statements_are_those_of_mysqlbinlog(chunk: int, mysql_server: MySQLServer) -> None:
    names = [name for name in NAMES[chunk::CHUNKS] if name not in ON_PURPOSE]
    files = {f"{name}-{path.name}": path.read_bytes() for name in names for path in log_files(name)}
    commands = [
        f"mysqlbinlog {shlex.join(f'{name}-{path.name}' for path in log_files(name))}; echo '#END OF LOG'"
        for name in names
    ]
    printed = mysql_server.run("; ".join(commands), files=files, shell=True).stdout.split(b"#END OF LOG\n")
    for name, output in zip(names, printed, strict=False):
        theirs, ours = list(comparable(printed_statements(output))), list(comparable(our_statements(log_files(name))))
        assert ours == theirs, name


def test_an_incident_is_a_statement_that_no_server_knows() -> None:
    texts = {text for text in our_statements(log_files("caches_overflow_mixed")) if text.startswith(b"RELOAD")}
    assert texts == {b"RELOAD DATABASE /* #1 (LOST_EVENTS): the source lost changes here */"}


def our_statements(files: list[Path]) -> Iterator[bytes]:
    statements = LogStatements()
    for event in select_events((read_events(path, stop_at_truncation=True) for path in files), Selection()):
        for statement in statements.of(event):
            yield statement.text


def printed_statements(output: bytes) -> Iterator[bytes]:
    """What stands between the delimiters, without comments."""
    body = output.split(b"DELIMITER /*!*/;\n", 1)[1].rsplit(b"DELIMITER ;\n", 1)[0]
    for part in body.split(b"/*!*/;\n"):
        lines = part.split(b"\n")
        while lines and (lines[0].startswith(b"#") or not lines[0]):
            lines.pop(0)
        while lines and (lines[-1].startswith(b"# ") or not lines[-1]):
            lines.pop()
        if lines:
            yield b"\n".join(lines)


def comparable(statements: Iterator[bytes]) -> Iterator[bytes]:
    """Settings where they change, rows with the Table_maps that they use; without what only mysqlbinlog adds.

    mysqlbinlog gives the client `mysql` its character set, ends groups at a file's end that are ended, sets the
    character set around every user variable, and keeps Table_maps without rows for the next BINLOG.
    """
    known = {b"enable_cascade_triggers": b"0"}
    around: bytes | None = None
    for text in statements:
        text = text.removesuffix(b"*/").rstrip() if text.startswith(b"/*!") and b" SET " in text[:12] else text
        text = re.sub(rb"^/\*!\d{5} (?=SET )", b"", text)
        # its folder, and the first number that is free there
        text = re.sub(rb"'[^']*/?(SQL_LOAD_MB-[0-9a-f]+)-[0-9a-f]+'", rb"'\1'", text)
        if b"added by mysqlbinlog" in text or text.startswith((b"/*!\\C", b"SET @@SESSION.GTID_NEXT= 'AUTOMATIC'")):
            continue
        if re.match(rb"SET @@session.character_set_client=33,.*server=33$", text):
            around = text
            continue
        for setting in (around if around and not text.startswith(b"SET @`") else None, text):
            if setting is None:
                continue
            if setting.startswith(b"SET @@session.") and b"pseudo" not in setting:
                for name, value in _SETTING.findall(setting):
                    if known.get(name) != value or name in _OF_GROUP:
                        known[name] = value
                        yield name + b"=" + value
            else:
                yield used_rows(setting) if setting.startswith(b"BINLOG '") else setting
        around = None


def used_rows(text: bytes) -> bytes:
    events, encoded = [], b""
    for line in text.split(b"\n")[1:-1]:
        encoded += line
        raw = base64.b64decode(encoded)
        if EventHeader.parse(raw[:HEADER_LENGTH]).size == len(raw):
            events.append(raw)
            encoded = b""
    maps = {raw[_TABLE_ID]: raw for raw in events if raw[4] == EventType.TABLE_MAP}
    used = {raw[_TABLE_ID] for raw in events if raw[4] != EventType.TABLE_MAP}
    is_used = [
        raw[4] != EventType.TABLE_MAP or (raw[_TABLE_ID] in used and maps[raw[_TABLE_ID]] is raw) for raw in events
    ]
    return b"BINLOG " + b" ".join(raw.hex().encode() for raw, kept in zip(events, is_used, strict=True) if kept)

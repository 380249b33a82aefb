"""Event_type and Info against a real server's SHOW BINLOG EVENTS."""

from __future__ import annotations

import csv
from itertools import product
from pathlib import Path
from random import Random

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.events import (
    AppendBlock,
    CreateFile,
    DeleteFile,
    ExecLoad,
    Incident,
    Intvar,
    Load,
    LoadOptions,
    NewLoad,
    OldLoadOptions,
    PreviousGtids,
    Rand,
    Slave,
    StartV3,
    TransactionContext,
    UserVar,
    ViewChange,
    XaPrepare,
    Xid,
)
from binwriter.inspection.event_info import event_info, event_type_name, user_value
from tests.binwriter.binlog.files.probe_files import log_of

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "show_binlog_events"


def test_every_event_reads_as_the_server_shows_it() -> None:
    with (GOLDEN / "binlog.000001.tsv").open(encoding="utf-8", newline="") as file:
        shown = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    # the LOAD DATA statement's text holds a tab and a line break, which --raw leaves as they are
    shown = [row for row in shown if row and row[0] == "binlog.000001" and row[2] != "Execute_load_query"]
    ours = [
        ["binlog.000001", str(e.position), event_type_name(e.header.type), "1", str(e.header.log_pos), event_info(e)]
        for e in read_events(GOLDEN / "binlog.000001")
        if e.header.type != EventType.EXECUTE_LOAD_QUERY
    ]
    assert ours == shown


def test_load_query_names_its_file_id() -> None:
    [event] = [e for e in read_events(GOLDEN / "binlog.000001") if e.header.type == EventType.EXECUTE_LOAD_QUERY]
    assert event_info(event) == (
        "use `we``ird`; LOAD DATA INFILE '/f.txt' INTO TABLE `x` FIELDS TERMINATED BY '\\t' ENCLOSED BY '' "
        "ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (`a`) ;file_id=2"
    )


def test_unknown_types_have_a_name_too() -> None:
    assert event_type_name(200) == "Unknown"


# What a 9.7.4 answered to SHOW BINLOG EVENTS of a log with this event.
SHOWN: tuple[tuple[Declared, str, str], ...] = (
    (Incident(1, b"lost it"), "Incident", "#1 (LOST_EVENTS)"),
    (
        TransactionContext(7, 1, b"3e11fa47-71ca-11e1-9e33-c80aa9429562", PreviousGtids(()).build(), (b"abc",), ()),
        "Transaction_context",
        "server_uuid=3e11fa47-71ca-11e1-9e33-c80aa9429562\tthread_id=7",
    ),
    (ViewChange(b"15123:4", 17, ((b"k", b"v"),)), "View_change", "view_id=15123:4"),
    (XaPrepare(0, 1, b"abc", b"de"), "XA_prepare", "XA PREPARE X'616263',X'6465',1"),
    (XaPrepare(1, -1, b"abc", b""), "XA_prepare", "XA COMMIT X'616263',X'',4294967295 ONE PHASE"),
    (AppendBlock(3, b"abc"), "Append_block", ";file_id=3;block_len=3"),
    (DeleteFile(3), "Delete_file", ";file_id=3"),
    (Intvar(1, 5), "Intvar", "LAST_INSERT_ID=5"),
    (Intvar(2, 2**64 - 1), "Intvar", "INSERT_ID=-1"),
    (Rand(1, 2**63), "RAND", "rand_seed1=1,rand_seed2=9223372036854775808"),
    (UserVar.from_value("x", 1e20, 255), "User var", "@`x`=1e20"),
    (UserVar.from_value("x", 1e-7, 255), "User var", "@`x`=0.0000001"),
    (UserVar.from_value("x", -0.0, 255), "User var", "@`x`=-0"),
    (UserVar.from_value("x", 123456789012345678.0, 255), "User var", "@`x`=1.2345678901234568e17"),
    (UserVar.from_value("x", 2**64 - 1, 255, unsigned=True), "User var", "@`x`=18446744073709551615"),
    (UserVar.from_value("x", b"abc\0", 63), "User var", "@`x`=_binary 0x61626300 COLLATE binary"),
    (UserVar.from_value("x", "", 255), "User var", '@`x`=_utf8mb4 "" COLLATE utf8mb4_0900_ai_ci'),
    (UserVar(b"x", False, 0, 9999, b"abc"), "User var", "@`x`=???"),
    (Xid(2**64 - 1), "Xid", "COMMIT /* xid=18446744073709551615 */"),
)
_NEW_OPTIONS = LoadOptions(b"\t", b'"', b"\n", b">", b"\\", 6)
_OLD_OPTIONS = OldLoadOptions(b",", b"x", b"\n", b"y", b"\\", 8, 0b01010)
# Events that no server of today knows: the forms of MySQL 5.0's source.
OF_OLD_SERVERS: tuple[tuple[Declared, str, str], ...] = (
    (StartV3(3, "4.0.27-log", create_timestamp=0), "Start_v3", "Server ver: 4.0.27-log, Binlog ver: 3"),
    (
        NewLoad(1, 0, 2, _NEW_OPTIONS, (b"a", b"b"), b"t", b"db", b"/f"),
        "New_load",
        "use `db`; LOAD DATA INFILE '/f'  REPLACE INTO TABLE `t` FIELDS TERMINATED BY '\\t' OPTIONALLY  "
        "ENCLOSED BY '\"' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' STARTING BY '>' IGNORE 2 LINES  (a, b)",
    ),
    (
        Load(1, 0, 0, _OLD_OPTIONS, (), b"t", b"db", b"/f"),
        "Load",
        "use `db`; LOAD DATA INFILE '/f'  IGNORE INTO TABLE `t` FIELDS TERMINATED BY ',' ENCLOSED BY '' "
        "ESCAPED BY '\\\\' LINES TERMINATED BY '\\n'",
    ),
    (
        CreateFile(1, 0, 0, 9, _NEW_OPTIONS, (), b"t", b"db", b"/f", b"1234"),
        "Create_file",
        "db=db;table=t;file_id=9;block_len=4",
    ),
    (ExecLoad(9), "Exec_load", ";file_id=9"),
    (Slave(4, 3306, b"host", b"log.000001"), "Slave", "host=host,port=3306,log=log.000001,pos=4"),
)


@pytest.mark.parametrize(("body", "kind", "info"), [*SHOWN, *OF_OLD_SERVERS])
def test_rare_events(body: Declared, kind: str, info: str) -> None:
    log = log_of([body])
    event = list(read_events(log))[1]
    assert (event_type_name(event.type), event_info(event)) == (kind, info)


def test_a_user_variable_of_any_bytes_is_shown_or_refused() -> None:
    """Found by damaging a log at each place: a wrong type is read behind a wrong checksum (`inspect -f`)."""
    chance = Random(13)
    refused = 0
    for kind, size in product(range(6), range(40)):
        body = UserVar(b"a", False, kind, 255, chance.randbytes(size), 0)
        try:
            assert user_value(body)
        except CorruptLogError:
            refused += 1
    assert refused > 40

"""Event_type and Info against a real server's SHOW BINLOG EVENTS."""

from __future__ import annotations

import csv
from pathlib import Path

from binwriter.formats.constants import EventType
from binwriter.log.event_info import event_info, event_type_name
from binwriter.log.reader import read_events

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

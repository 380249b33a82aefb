"""`binwriter inspect`: what is printed, which events, damaged logs, exit status."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.formats.constants import EventType
from binwriter.formats.events import Xid
from tests.binwriter.binlog.files.probe_files import log_of
from tests.conftest import PROJECT
from tests.reliability.ended import wait_until_it_listens

GOLDEN = PROJECT / "tests" / "golden"
LOG = GOLDEN / "captured" / "checksum_none" / "binlog.000001"
SHOWN = GOLDEN / "show_binlog_events" / "binlog.000001"


def inspect(*arguments: object) -> int:
    return main(["inspect", *map(str, arguments)])


def program(*arguments: object, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "binwriter", "inspect", *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def rows_of(out: str) -> list[list[str]]:
    """The first five cells of each row of the table."""
    return [line.split(maxsplit=5)[:5] for line in out.splitlines()[1:]]


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_table_is_that_of_show_binlog_events(capsys: pytest.CaptureFixture[str]) -> None:
    """The cells but Info, which test_event_info compares."""
    assert inspect(SHOWN) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info"]
    with (GOLDEN / "show_binlog_events" / "binlog.000001.tsv").open(encoding="utf-8", newline="") as file:
        shown = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row[:1] == [SHOWN.name]]
    cells = [(line[:14], line[15:25], line[26:48], line[49:59], line[60:71]) for line in lines]
    assert [[cell.strip() for cell in row] for row in cells] == [row[:5] for row in shown]


def test_events_of_a_payload_follow_it_indented(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect(GOLDEN / "payload" / "binlog.000001") == 0
    lines = capsys.readouterr().out.splitlines()
    place = next(number for number, line in enumerate(lines) if " Transaction_payload " in line)
    end = rows_of("\n" + lines[place])[0][4]
    assert f" {end:>10}   Query" in lines[place + 1]


def test_several_files_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    other = GOLDEN / "captured" / "checksum_none" / "binlog.000003"
    assert inspect(LOG, other) == 0
    names = [row[0] for row in rows_of(capsys.readouterr().out)]
    assert list(dict.fromkeys(names)) == ["binlog.000001", "binlog.000003"]


def test_an_index_file_stands_for_its_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binlog.000001").write_bytes(LOG.read_bytes())
    index = tmp_path / "binlog.index"
    index.write_text(f"./binlog.000001\n{LOG}\n", encoding="utf-8")
    assert inspect(index) == 0
    assert len(rows_of(capsys.readouterr().out)) == 2 * len(list(read_events(LOG)))
    index.write_text("./binlog.000007\n", encoding="utf-8")
    assert inspect(index) == 2
    assert "binlog.000007: No such file" in capsys.readouterr().err
    assert inspect(tmp_path / "none.index") == 2


@pytest.mark.slow
def test_standard_input() -> None:
    done = program("-", data=LOG.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[1].split()[:3] == [b"<stdin>", b"4", b"Format_desc"]


def test_text_of_statements_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect(SHOWN) == 0
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())


# --- rows, bytes, JSON -----------------------------------------------------------------------------------------------


def test_verbose_adds_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    log = GOLDEN / "captured" / "bit_enum_set" / "binlog.000001"
    for option, name in (("-v", "bit_enum_set.v"), ("-vv", "bit_enum_set.vv")):
        assert inspect(option, log) == 0
        shown = [line for line in capsys.readouterr().out.split("\n") if line.startswith("###")]
        assert shown == (GOLDEN / "mysqlbinlog" / name).read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.slow
def test_bytes_of_rows_come_out_as_they_are() -> None:
    log = GOLDEN / "captured" / "strings_and_blobs" / "binlog.000001"
    lines = program("-v", log).stdout.split(b"\n")
    assert b"###   @13='\xff\xfe\xfd'" in lines


def test_an_output_that_takes_texts_only_shows_other_bytes_by_number() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        assert inspect("-v", GOLDEN / "captured" / "strings_and_blobs" / "binlog.000001") == 0
    assert r"###   @13='\xff\xfe\xfd'" in shown.getvalue().split("\n")


def test_hexdump(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect("-H", LOG) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[2].endswith("server id 1  end_log_pos 127 ")
    assert lines[3:5] == (GOLDEN / "mysqlbinlog" / "hexdump.txt").read_text(encoding="utf-8").split("\n")[1:3]


def test_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert inspect("--json", GOLDEN / "payload" / "binlog.000001", "--offset", "3") == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["type"] for entry in entries][:4] == [
        "FORMAT_DESCRIPTION",
        "TRANSACTION_PAYLOAD",
        "QUERY",
        "TABLE_MAP",
    ]
    assert entries[2]["payload_position"] == entries[1]["position"]


@pytest.mark.slow
def test_colour_only_on_a_terminal() -> None:
    assert b"\x1b" not in program(LOG).stdout
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "binwriter", "inspect", "-v", str(LOG)]
    child = subprocess.Popen(command, stdout=follower, env={**os.environ, "TERM": "xterm-256color"})
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        shown += piece
        if not piece:
            break
    os.close(leader)
    assert child.wait() == 0
    assert b"\x1b[" in shown
    assert b"### INSERT INTO" in shown


# --- which events ----------------------------------------------------------------------------------------------------


def positions(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[int]:
    assert inspect(LOG, *arguments) == 0
    return [int(row[1]) for row in rows_of(capsys.readouterr().out)]


def test_positions(capsys: pytest.CaptureFixture[str]) -> None:
    every = positions(capsys)
    assert positions(capsys, "-j", every[3], "--stop-position", every[5]) == [4, *every[3:5]]


def test_times_are_local(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    data = log_of([Xid(1), Xid(2), Xid(3)])
    for number, event in enumerate(list(read_events(data))[1:]):
        stamp = (1700000000 + number).to_bytes(4, "little")
        data = data[: event.position] + stamp + data[event.position + 4 :]
    path = tmp_path / "binlog.000001"
    path.write_bytes(data)
    every = [event.position for event in read_events(data, verify=False)]
    for zone, moment in (
        ("UTC", "2023-11-14 22:13:21"),
        ("Asia/Tokyo", "20231115071321"),
        ("America/New_York", "2023-11-14T17:13:21"),
    ):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        unchecked = "--no-verify-binlog-checksum"
        codes = tuple(inspect(path, unchecked, option, moment) for option in ("--start-datetime", "--stop-datetime"))
        monkeypatch.undo()
        time.tzset()
        assert codes == (0, 0)
        rows = [row[1] for row in rows_of(capsys.readouterr().out)]
        assert rows == [*map(str, (every[0], *every[2:])), "Pos", *map(str, every[:2])]


@pytest.mark.parametrize(
    ("option", "text", "reason"),
    [
        ("--start-datetime", "2023-11-14", "is not a date and time"),
        ("--stop-datetime", "junk", "is not a date and time"),
        ("--stop-datetime", "2023-11-14 25:00:00", "is not a date and time"),
        ("--start-datetime", "2023-11-14 22:13:20x", "is not a date and time"),
        ("--start-position", "x", "is not a number"),
        ("--start-position", "-1", "is not a number"),
        ("--server-id", "4294967296", "is not a number from 0 to 4294967295"),
        ("--include-gtids", "abc", "Malformed GTID set specification 'abc'"),
    ],
)
def test_bad_options(option: str, text: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        inspect(LOG, f"{option}={text}")
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err


def test_database_and_gtids(capsys: pytest.CaptureFixture[str]) -> None:
    log = GOLDEN / "events" / "tagged_gtids" / "binlog.000001"
    assert inspect("--json", log) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    gtid = next(entry["body"]["gtid"] for entry in entries if "gtid" in entry["body"])
    assert inspect("--json", "--include-gtids", gtid, log) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["body"]["gtid"] for entry in entries if "gtid" in entry["body"]] == [gtid]
    assert inspect("-d", "nope", LOG) == 0
    assert "Table_map" not in capsys.readouterr().out


# --- damaged logs ----------------------------------------------------------------------------------------------------


def damaged(tmp_path: Path, position: int, byte: int) -> Path:
    data = bytearray(LOG.read_bytes())
    data[position] = byte
    path = tmp_path / "binlog.000001"
    path.write_bytes(data)
    return path


def first_query() -> int:
    return next(event.position for event in read_events(LOG) if event.type == EventType.QUERY)


@pytest.mark.parametrize("form", [[], ["-v"], ["--json"]])
def test_what_stands_before_the_damage_is_shown(
    form: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    query = first_query()
    path = damaged(tmp_path, query + 19 + 11, 0xFF)
    assert inspect(*form, path) == 1
    captured = capsys.readouterr()
    before = [event for event in read_events(LOG) if event.position < query]
    assert len(captured.out.splitlines()) == len(before) + ("--json" not in form)
    assert captured.err.startswith(f"binwriter inspect: {path}:{query}: Query")


@pytest.mark.parametrize("form", [[], ["-v"], ["--json"]])
def test_force_read_goes_on(form: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = damaged(tmp_path, first_query() + 19 + 11, 0xFF)
    assert inspect("-f", *form, path) == 1
    captured = capsys.readouterr()
    shown = [line for line in captured.out.splitlines() if not line.startswith("###")]
    assert len(shown) == len(list(read_events(LOG))) + ("--json" not in form)
    assert "bytes that cannot be parsed" in captured.out or '"error"' in captured.out
    assert len(captured.err.splitlines()) == 1


def test_a_cut_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "binlog.000001"
    last = list(read_events(LOG))[-1].position
    path.write_bytes(LOG.read_bytes()[: last + 5])
    assert inspect(path) == 1
    captured = capsys.readouterr()
    assert f"{path}:{last}: event at {last}: header truncated" in captured.err
    assert len(rows_of(captured.out)) == len(list(read_events(LOG))) - 1


def test_a_log_in_use_may_be_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(LOG.read_bytes())
    data[4 + 17] |= 1
    last = list(read_events(LOG))[-1].position
    path = tmp_path / "binlog.000001"
    path.write_bytes(data[: last + 5])
    assert inspect(path) == 0
    assert f"{path}:{last}: the last event is incomplete" in capsys.readouterr().err


def test_checksums_are_looked_at_unless_asked_not_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = SHOWN
    data = bytearray(log.read_bytes())
    event = list(read_events(log))[2]
    data[event.end - 1] ^= 1
    path = tmp_path / "binlog.000001"
    path.write_bytes(data)
    complaint = f"binwriter inspect: {path}:{event.position}: event at {event.position}, type"
    assert inspect(path) == 1
    assert capsys.readouterr().err.startswith(complaint)
    assert inspect("--force-read", path) == 1  # shows all, and says it behind
    shown = capsys.readouterr()
    assert shown.err.startswith(complaint) and len(shown.out.splitlines()) == 1 + len(list(read_events(log)))
    assert inspect("--no-verify-binlog-checksum", path) == 0
    assert not capsys.readouterr().err


def test_what_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text"
    path.write_text("hello", encoding="utf-8")
    assert inspect(path) == 1
    assert f"{path}:0: not a binary log" in capsys.readouterr().err
    assert inspect(tmp_path / "none") == 2
    assert "cannot open" in capsys.readouterr().err
    assert inspect(tmp_path) == 2


# --- pipes and signals -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_error() -> None:
    log = GOLDEN / "types" / "binlog.000001"
    command = f"{sys.executable} -m binwriter inspect -vv {log} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stdout.startswith(b"Log_name")
    assert done.stderr == b""


@pytest.mark.slow
def test_interrupted() -> None:
    command = [sys.executable, "-m", "binwriter", "inspect", "-"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(LOG.read_bytes())
    child.stdin.flush()
    wait_until_it_listens(child.pid)
    time.sleep(0.5)  # until it waits for more
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    assert child.returncode == 130
    assert b"Traceback" not in errors


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        inspect("--help")
    out = capsys.readouterr().out
    for option in ("--hexdump", "--json", "--start-position", "--stop-datetime", "--exclude-gtids", "--force-read"):
        assert option in out
    assert max(map(len, out.splitlines())) <= 120

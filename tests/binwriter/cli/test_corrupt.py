"""`binwriter corrupt`: what it writes, says and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.formats.constants import EventType
from binwriter.formats.malformed import CORRUPTIONS

SOURCE = Path(__file__).resolve().parents[2] / "golden" / "events" / "row_details" / "binlog.000001"
DATA = SOURCE.read_bytes()


def corrupt(out: Path, *options: str) -> int:
    return main(["corrupt", str(SOURCE), "--out", str(out), *options])


def changed(out: Path) -> list[int]:
    """The positions of the events that are not as they were."""
    wrong = out.read_bytes()
    return [event.position for event in read_events(SOURCE) if wrong[event.position : event.end] != event.raw]


@pytest.mark.parametrize("arguments", [["--list"], ["--how", "list"], ["no/such/file", "--how", "list"]])
def test_the_list_has_a_line_for_each(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corrupt", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(CORRUPTIONS)
    assert all(item.help in line for item, line in zip(CORRUPTIONS.values(), lines, strict=True))


@pytest.mark.parametrize(
    "options, position",
    [
        ((), 158),
        (("--at", "1590"), 1590),
        (("--event", "1"), 4),
        (("--event", "5"), 381),
        (("--type", "xid"), 1852),
        (("--type", "XID", "--event", "2"), 2224),
        (("--type", "Write_rows"), 1797),
        (("--type", "30"), 1797),
        (("--type", "xid", "--at", "2224"), 2224),
    ],
)
def test_which_event(
    options: tuple[str, ...], position: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corrupt(tmp_path / "wrong", "--how", "bad-checksum", *options) == 0
    assert changed(tmp_path / "wrong") == [position]
    said = capsys.readouterr().out
    assert said.startswith(f"{tmp_path / 'wrong'}: bad-checksum in the ") and f"event at {position}: " in said
    assert SOURCE.read_bytes() == DATA


def test_a_seed_gives_other_bytes_and_the_same_seed_the_same(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert corrupt(tmp_path / name, "--how", "garbage", "--seed", seed) == 0
    first, second, third = ((tmp_path / name).read_bytes() for name in "abc")
    assert first == second != third


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--how", "bad-checksum", "--at", "158", "--event", "3"),
        ("--how", "bad-checksum", "--at", "x"),
        ("--how", "bad-checksum", "--at", "3"),
        ("--how", "bad-checksum", "--event", "0"),
        ("--how", "bad-checksum", "--type", "nonsense"),
        ("--how", "bad-checksum", "--type", "99"),
        ("--how", "bad-checksum", "--seed", "x"),
    ],
)
def test_bad_usage(options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        corrupt(tmp_path / "wrong", *options)
    assert raised.value.code == 2
    assert capsys.readouterr().err.startswith("binwriter corrupt: error: ")
    assert list(tmp_path.iterdir()) == []


def test_what_is_required_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["corrupt", "--how", "bad-checksum"])
    assert "the following arguments are required: FILE, --out" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, reason",
    [
        (("--how", "nonsense"), "no corruption 'nonsense'; there are: bad-checksum"),
        (("--how", "bad-checksum", "--at", "159"), "no event at position 159"),
        (("--how", "bad-checksum", "--event", "9999"), "no event number 9999"),
        (("--how", "bad-checksum", "--type", "rand"), "no event of type RAND"),
        (("--how", "payload-frame"), "no event to which payload-frame can be done"),
        (("--how", "payload-frame", "--at", "158"), "payload-frame cannot be done to the event of type 33 at 158"),
        (("--how", "missing-bytes", "--type", "stop"), "no event of type STOP"),
        (("--how", "wrong-magic", "--at", "158"), "done to the file's first bytes, not to an event"),
    ],
)
def test_what_cannot_be_done_is_said(
    options: tuple[str, ...], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corrupt(tmp_path / "wrong", *options) == 2
    error = capsys.readouterr().err
    assert error.startswith("binwriter corrupt: ") and reason in error
    assert list(tmp_path.iterdir()) == []


def test_never_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log"
    path.write_bytes(DATA)
    link = tmp_path / "link"
    link.symlink_to(path)
    for target in (path, link):
        assert main(["corrupt", str(path), "--how", "bad-checksum", "--out", str(target), "--force"]) == 2
        assert "never changed" in capsys.readouterr().err
    assert path.read_bytes() == DATA


def test_a_file_that_is_there_stays_without_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "wrong"
    target.write_bytes(b"mine")
    assert corrupt(target, "--how", "bad-checksum") == 2
    assert "is there already" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"
    assert corrupt(target, "--how", "bad-checksum", "--force") == 0
    assert changed(target) == [158]


def test_files_that_cannot_be_read_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wrong"
    assert main(["corrupt", str(tmp_path / "none"), "--how", "bad-checksum", "--out", str(out)]) == 2
    (tmp_path / "text").write_text("no log")
    assert main(["corrupt", str(tmp_path / "text"), "--how", "bad-checksum", "--out", str(out)]) == 2
    assert corrupt(tmp_path / "no" / "folder" / "wrong", "--how", "bad-checksum") == 1
    errors = capsys.readouterr().err.splitlines()
    assert [error.split(":")[1].split()[0] for error in errors] == ["cannot", str(tmp_path / "text"), "cannot"]
    assert not out.exists()


def test_a_corrupted_file_can_be_corrupted_again(tmp_path: Path) -> None:
    assert corrupt(tmp_path / "one", "--how", "bad-checksum", "--type", "xid") == 0
    arguments = [str(tmp_path / "one"), "--how", "rows-cut", "--out", str(tmp_path / "two")]
    assert main(["corrupt", *arguments]) == 0
    events = list(read_events(tmp_path / "two", verify=False))
    wrong = [event.type for event in events if not _is_right(event.raw)]
    assert wrong == [EventType.XID]


def _is_right(raw: bytes) -> bool:
    from binwriter.formats.header import checksum_of

    return checksum_of(raw[:-4]) == int.from_bytes(raw[-4:], "little")

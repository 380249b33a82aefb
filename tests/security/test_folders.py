"""What lies in a folder that somebody else has made: links, entries of an index, a marker. Outside all stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.errors import LogFileError
from binwriter.server.server import Server


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim.000001"
    path.write_bytes(b"precious")
    return path


def _log(folder: Path) -> Path:
    with Server(folder) as server:
        server.connect().execute("CREATE DATABASE d")
        server.flush_logs()
    return folder / "binlog.index"


@pytest.mark.parametrize(
    "entry",
    [
        "../victim.000001",
        "./../victim.000001",
        "{}/victim.000001",
        "./victim.000001",
        "./other",
        "..",
        "./a/binlog.000001",
    ],
)
def test_an_entry_of_an_index_names_a_file_of_its_log(tmp_path: Path, victim: Path, entry: str) -> None:
    index = _log(tmp_path / "log")
    index.write_text(entry.format(tmp_path) + "\n" + index.read_text())
    with pytest.raises(LogFileError, match=r"line 1: .* is no file of this log"):
        Server(tmp_path / "log")
    assert victim.read_bytes() == b"precious"


@pytest.mark.parametrize("entry", ["binlog.000001\0", "..", "n" * 5000, ""])
def test_who_reads_says_in_a_line_that_an_entry_is_no_file(
    tmp_path: Path, entry: str, capsys: pytest.CaptureFixture[str]
) -> None:
    index = _log(tmp_path / "log")
    index.write_text(entry + "\n")
    for command in ("inspect", "report", "verify"):
        assert main([command, str(index.parent)]) in (0, 1, 2)
        said = capsys.readouterr()
        assert len(said.err.splitlines()) <= 1, said.err


def test_a_file_in_the_middle_of_the_index_need_not_be_there(tmp_path: Path) -> None:
    """As a 9.7.4 starts: it looks at the first and the last one."""
    folder = _log(tmp_path / "log").parent
    with Server(folder) as server:
        second = server.log_files()[1]
        second.unlink()
    with Server(folder) as server:
        session = server.connect()
        sizes = {name: size for name, size, _ in session.execute("SHOW BINARY LOGS").rows}
        assert sizes[second.name] == 0
        assert len(sizes) == 4
    (folder / "binlog.000001").unlink()
    with pytest.raises(LogFileError, match="no such file"):
        Server(folder)


def test_a_binary_log_of_the_folder_may_have_another_name(tmp_path: Path, victim: Path) -> None:
    """As a 9.7.4 has it: an index that is changed under a server counts from FLUSH LOGS on."""
    index = _log(tmp_path / "log")
    with Server(index.parent) as server:
        server.log_files()[0].rename(index.parent / "renamed.000001")
        (index.parent / "linked.000002").symlink_to(victim)
        second = server.log_files()[1].name
        index.write_text(f"renamed.000001\n./{second}\n")
        assert server.log_files()[0].name == "binlog.000001"
        server.flush_logs()
        names = [path.name for path in server.log_files()]
        assert names[:2] == ["renamed.000001", second]
        assert index.read_text().splitlines() == [f"./{name}" for name in names]
        index.write_text("linked.000002\n")
        server.flush_logs()
        assert [path.name for path in server.log_files()[:-1]] == names
        server.purge_logs(server.log_files()[-1].name)
    assert not (index.parent / "renamed.000001").exists()
    assert victim.read_bytes() == b"precious"


def test_an_absolute_entry_of_the_folder_itself_is_as_a_server_writes_it(tmp_path: Path) -> None:
    index = _log(tmp_path / "log")
    index.write_text(index.read_text().replace("./", f"{tmp_path}/log/"))
    with Server(tmp_path / "log") as server:
        server.purge_logs(server.log_files()[-1].name)
        assert len(server.log_files()) == 1


def test_a_link_in_place_of_a_log_file_is_not_followed(tmp_path: Path, victim: Path) -> None:
    index = _log(tmp_path / "log")
    last = index.with_name(index.read_text().split()[-1].removeprefix("./"))
    content = bytearray(last.read_bytes())
    content[21] |= 1  # in use, with half an event behind: recovery would cut it off
    victim.write_bytes(content + b"half")
    last.unlink()
    last.symlink_to(victim)
    with pytest.raises(LogFileError, match="cannot recover"):
        Server(tmp_path / "log")
    assert victim.read_bytes() == content + b"half"


def test_links_are_replaced_and_purged_not_what_they_lead_to(tmp_path: Path, victim: Path) -> None:
    index = _log(tmp_path / "log")
    moved = index.rename(tmp_path / "index")
    index.symlink_to(moved)
    before = moved.read_text()
    first = index.with_name("binlog.000001")
    content = first.read_bytes()
    victim.write_bytes(content)
    first.unlink()
    first.symlink_to(victim)
    with Server(tmp_path / "log") as server:
        server.purge_logs("binlog.000003")
        server.reset_logs()
    assert moved.read_text() == before
    assert not index.is_symlink()
    assert victim.read_bytes() == content


def _run(tmp_path: Path, out: Path, *arguments: str) -> int:
    script = tmp_path / "x.sql"
    script.write_text("CREATE TABLE t (a INT);\n")
    return main(["run", str(script), "--out", str(out), "--quiet", *arguments])


def test_force_replaces_what_binwriter_wrote_and_nothing_else(
    tmp_path: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert _run(tmp_path, out) == 0
    (out / "mine.txt").write_text("mine")
    assert _run(tmp_path, out) == 2
    assert _run(tmp_path, out, "--force") == 0
    assert (out / "mine.txt").read_text() == "mine"
    (out / "binlog.index").write_text("./mine.txt\n")
    assert _run(tmp_path, out, "--force") == 1
    assert (out / "mine.txt").read_text() == "mine"
    (out / ".binwriter").write_text("../victim\n")
    (out / "binlog.index").unlink()
    (tmp_path / "victim.index").write_text("./victim.000001\n")
    assert _run(tmp_path, out, "--force") == 2
    assert victim.read_bytes() == b"precious"
    assert "is not a log that binwriter wrote" in capsys.readouterr().err


def test_links_in_the_output_folder_are_not_written_through(tmp_path: Path, victim: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / ".binwriter").symlink_to(victim)
    (out / ".binwriter.tmp").symlink_to(victim)
    assert _run(tmp_path, out) == 0
    assert victim.read_bytes() == b"precious"
    sidecar = tmp_path / "sidecar.json"
    sidecar.symlink_to(victim)
    other = tmp_path / "other"
    assert _run(tmp_path, other, "--sidecar", str(sidecar)) == 0
    assert victim.read_bytes() == b"precious"
    (other / "binlog.000009").symlink_to(victim)
    assert _run(tmp_path, other, "--force") == 2
    assert victim.read_bytes() == b"precious"


def test_a_live_copy_does_not_follow_a_link(tmp_path: Path, victim: Path) -> None:
    script = tmp_path / "x.scn"
    script.write_text("con1: CREATE TABLE t (a INT);\ncopylive:\n")
    out = tmp_path / "out"
    assert _run(tmp_path, out) == 0
    (out / "binlog.000001.live").symlink_to(victim)
    assert main(["run", str(script), "--out", str(out), "--quiet", "--force"]) == 0
    assert victim.read_bytes() == b"precious"

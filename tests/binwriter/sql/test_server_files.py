"""Which files of this machine SQL can reach: none, or those of one folder; it writes none, or there."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.inspection.verify import verify_files
from binwriter.server.server import Server
from binwriter.server.session import Session


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text("key\n")
    return path


def _session(folder: Path, files: Path | None = None, **options: str) -> Session:
    session = Server(folder / "log", {"local_infile": "1", **options}, files=files).connect()
    session.execute("CREATE DATABASE d")
    session.execute("USE d")
    session.execute("CREATE TABLE t (a VARCHAR(10))")
    return session


def _error(session: Session, sql: str) -> int:
    with pytest.raises(MySQLError) as caught:
        session.execute(sql)
    return caught.value.code


def test_nothing_of_this_machine_is_read_by_default(tmp_path: Path, outside: Path) -> None:
    session = _session(tmp_path)
    assert _error(session, f"LOAD DATA INFILE '{outside}' INTO TABLE t") == 1290
    assert _error(session, f"LOAD DATA LOCAL INFILE '{outside}' INTO TABLE t") == 2068
    assert _error(session, f"LOAD XML INFILE '{outside}' INTO TABLE t") == 1290
    assert _error(session, f"LOAD DATA INFILE '{outside}none' INTO TABLE t") == 13
    assert session.execute(f"SELECT LOAD_FILE('{outside}')").rows == ((None,),)
    assert session.execute("SELECT * FROM t").rows == ()


def test_a_folder_can_be_given_and_is_not_left(tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "rows").write_text("one\n")
    (folder / "link").symlink_to(outside)
    (folder / "up").symlink_to(tmp_path)
    session = _session(tmp_path, folder)
    session.execute(f"LOAD DATA INFILE '{folder}/rows' INTO TABLE t")
    monkeypatch.chdir(folder)
    session.execute("LOAD DATA LOCAL INFILE 'rows' INTO TABLE t")
    assert session.execute(f"SELECT LOAD_FILE('{folder}/rows')").rows == ((b"one\n",),)
    assert session.execute("SELECT * FROM t").rows == (("one",), ("one",))
    for name in ("link", "../secret", "up/secret"):
        assert _error(session, f"LOAD DATA INFILE '{folder}/{name}' INTO TABLE t") == 1290
        assert _error(session, f"LOAD DATA LOCAL INFILE '{name}' INTO TABLE t") == 2068
        assert session.execute(f"SELECT LOAD_FILE('{folder}/{name}')").rows == ((None,),)


def test_secure_file_priv_goes_before_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "rows").write_text("one\n")
    session = _session(tmp_path, folder, secure_file_priv="NULL")
    assert _error(session, f"LOAD DATA INFILE '{folder}/rows' INTO TABLE t") == 1290
    assert session.execute("SELECT @@secure_file_priv").rows == (("NULL",),)


def test_into_outfile_writes_no_file(tmp_path: Path) -> None:
    session, target = _session(tmp_path, tmp_path), "/tmp/binwriter-must-not-be-there"
    session.execute(f"SELECT 1 INTO OUTFILE '{target}'")
    assert not Path(target).exists()
    session.execute(f"LOAD DATA INFILE '{target}' INTO TABLE t")
    assert session.execute("SELECT * FROM t").rows == (("1",),)


def test_into_outfile_writes_in_the_folder_where_that_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    session = _session(tmp_path, folder)
    session.server.front_end.database.files.writes = True
    session.execute(f"SELECT 1, 'a' INTO OUTFILE '{folder}/made'")
    assert (folder / "made").read_text() == "1\ta\n"
    assert _error(session, f"SELECT 2 INTO OUTFILE '{folder}/made'") == 1086
    (folder / "away").symlink_to(tmp_path)
    (folder / "dangling").symlink_to(tmp_path / "nothing")
    assert _error(session, f"SELECT 2 INTO OUTFILE '{folder}/away/made'") == 1
    assert _error(session, f"SELECT 2 INTO OUTFILE '{folder}/dangling'") == 1086
    assert not (tmp_path / "nothing").exists()
    assert not (tmp_path / "made").exists()


def test_a_bare_name_is_a_file_of_the_databases_folder(tmp_path: Path) -> None:
    session = _session(tmp_path, tmp_path, datadir=f"{tmp_path}/")
    session.server.front_end.database.files.writes = True
    session.execute("SELECT 1 INTO OUTFILE 'made'")
    session.execute("SELECT 2 INTO OUTFILE 'd/second'")
    assert {path.name: path.read_text() for path in (tmp_path / "d").iterdir()} == {"made": "1\n", "second": "2\n"}


def test_a_file_larger_than_a_packet_is_null(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(2048))
    session = _session(tmp_path, tmp_path, max_allowed_packet="1024")
    result = session.execute(f"SELECT LOAD_FILE('{tmp_path}/large')")
    assert result.rows == ((None,),)
    assert [one.code for one in result.diagnostics] == [1301]


def test_names_that_are_no_paths_are_files_that_are_not_there(tmp_path: Path) -> None:
    """Too long, links in a circle, behind a file: MySQL's errors, never one of this machine's."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "circle").symlink_to(files / "circle")
    (files / "plain").write_text("1\n")
    session = _session(tmp_path, files)
    for name in (f"/{'a' * 300}", f"/{'b/' * 3000}x", f"{files}/circle", f"{files}/circle/x", f"{files}/plain/x"):
        assert _error(session, f"LOAD DATA INFILE '{name}' INTO TABLE t") == 13
        assert _error(session, f"LOAD DATA LOCAL INFILE '{name}' INTO TABLE t") in (1017, 2068)
        assert session.execute(f"SELECT LOAD_FILE('{name}')").rows == ((None,),)


def test_a_file_that_this_machine_does_not_take_is_an_error(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    session = _session(tmp_path, files)
    session.server.front_end.database.files.writes = True
    assert _error(session, f"SELECT 1 INTO OUTFILE '{files}/{'a' * 300}'") == 1
    assert list(files.iterdir()) == []


@pytest.mark.parametrize("names", ["utf8mb4", "latin1", "binary"])
@pytest.mark.parametrize("kind", ["DATA", "XML"])
def test_the_name_of_a_file_may_be_bytes_that_are_no_text(tmp_path: Path, names: str, kind: str) -> None:
    """The places that a statement's event has are of bytes, too."""
    session = _session(tmp_path, tmp_path)
    session.execute("SET SESSION binlog_format = STATEMENT")
    session.execute(f"SET NAMES {names}")
    assert _error(session, f"LOAD {kind} INFILE 'a\udcb4' IGNORE INTO TABLE t") == 13
    (tmp_path / "a\udcb4").write_text("<row><a>one</a></row>\n" if kind == "XML" else "one\n")
    loaded = session.run(f"LOAD {kind} INFILE 'a\udcb4' IGNORE INTO TABLE t").error
    assert loaded is None or loaded.code == 13  # another character set has another name for it
    session.server.shutdown()
    assert list(verify_files(sorted((tmp_path / "log").glob("*.0*")))) == []

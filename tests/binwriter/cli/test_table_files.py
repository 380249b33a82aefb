"""Files that `serve` keeps for the tables of its server: names by engine, and whose they are."""

from __future__ import annotations

from pathlib import Path

from binwriter.server.server import Server
from binwriter.server.table_files import TableFiles


def _server(folder: Path, *, init: str = "CREATE DATABASE d") -> Server:
    server = Server(folder)
    for statement in init.split(";"):
        server.connect("root").execute(statement)
    server.table_files = TableFiles(server)
    return server


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_files_by_engine_and_partition(tmp_path: Path) -> None:
    session = _server(tmp_path).connect("root", "d")
    for statement in (
        "CREATE TABLE a (x INT)",
        "CREATE TABLE `b-c` (x INT) PARTITION BY HASH (x) (PARTITION P0, PARTITION p1)",
        "CREATE TABLE s (x INT) PARTITION BY RANGE (x) SUBPARTITION BY HASH (x) SUBPARTITIONS 2 "
        "(PARTITION p0 VALUES LESS THAN (1))",
        "CREATE TABLE csv (x INT NOT NULL) ENGINE = CSV",
        "CREATE TEMPORARY TABLE t (x INT)",
        "CREATE VIEW v AS SELECT 1",
    ):
        session.execute(statement)
    names = {name for name in _names(tmp_path / "d") if not name.endswith(".sdi")}
    # as a 9.7.4 names them (tests main.partition_rename_longfilename, main.rename_myisam)
    assert names == {
        *("a.ibd", "b@002dc#p#p0.ibd", "b@002dc#p#p1.ibd", "csv.CSV", "csv.CSM"),
        *("s#p#p0#sp#p0sp0.ibd", "s#p#p0#sp#p0sp1.ibd"),
    }
    assert (tmp_path / "d" / "a.ibd").stat().st_size == 114_688


def test_files_go_and_come_with_their_tables(tmp_path: Path) -> None:
    session = _server(tmp_path).connect("root", "d")
    session.execute("CREATE TABLE a (x INT)")
    session.execute("RENAME TABLE a TO b")
    assert _names(tmp_path / "d") == {"b.ibd"}
    session.execute("ALTER TABLE b DISCARD TABLESPACE")
    assert _names(tmp_path / "d") == set()
    session.execute("CREATE TABLESPACE g ADD DATAFILE 'g.ibd'")
    session.execute("CREATE TABLE c (x INT) TABLESPACE g")
    assert (tmp_path / "g.ibd").exists()
    assert _names(tmp_path / "d") == set()
    session.execute("DROP DATABASE d")
    assert not (tmp_path / "d").exists()


def test_files_of_others_stay(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.ibd").write_bytes(b"a real one")
    session = _server(tmp_path).connect("root", "d")
    session.execute("CREATE TABLE a (x INT)")
    session.execute("DROP DATABASE d")
    assert (tmp_path / "d" / "a.ibd").read_bytes() == b"a real one"


def test_nothing_is_made_for_what_was_there_before(tmp_path: Path) -> None:
    session = _server(tmp_path, init="CREATE DATABASE d;CREATE TABLE d.a (x INT)").connect("root", "d")
    session.execute("SELECT 1")
    assert not (tmp_path / "d").exists()
    session.execute("CREATE TABLE b (x INT)")
    assert _names(tmp_path / "d") == {"b.ibd"}


def test_data_directory_in_a_known_folder(tmp_path: Path) -> None:
    """As a 9.7.4 with innodb_directories='/tmp/alt_dir;/tmp/zwei' answered; a copy by LIKE lies where all lie."""
    known = tmp_path / "known"
    server = Server(tmp_path / "log", [f"innodb_directories=/nowhere;{known}"], files=tmp_path)
    server.front_end.database.files.writes = True
    server.connect("root").execute("CREATE DATABASE d")
    server.table_files = TableFiles(server)
    session = server.connect("root", "d")
    session.execute(f"CREATE TABLE a (x INT) DATA DIRECTORY='{known}/deeper' COMMENT 'c'")
    shown = session.execute("SHOW CREATE TABLE a").rows[0][1]
    assert str(shown).endswith(f" COMMENT='c' DATA DIRECTORY='{known}/deeper/'")
    assert _names(known / "deeper" / "d") == {"a.ibd"}
    session.execute("CREATE TABLE b LIKE a")
    assert "DIRECTORY" not in str(session.execute("SHOW CREATE TABLE b").rows[0][1])
    assert _names(tmp_path / "log" / "d") == {"b.ibd"}
    refused = session.run(f"CREATE TABLE c (x INT) DATA DIRECTORY='{known}er'")
    assert refused.error is not None
    assert refused.error.code == 3121

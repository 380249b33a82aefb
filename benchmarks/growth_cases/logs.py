"""Many GTIDs, events, log files; big events; and what reads logs."""

from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path
from uuid import UUID

from growth_cases import Work, case, filled, opened, running

_UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562"


def _gaps(count: int, start: int = 1) -> str:
    return f"{_UUID}:{':'.join(str(2 * n + start) for n in range(count))}"


@case("GTID set read and printed, gaps", 100_000)
def gtid_text(folder: Path, size: int) -> Work:
    from binwriter.mysql.gtid.sets import GtidSet

    text = _gaps(size)
    return lambda: str(GtidSet.parse(text)) and None


@case("GTID set arithmetic, gaps", 100_000)
def gtid_arithmetic(folder: Path, size: int) -> Work:
    from binwriter.mysql.gtid.sets import GtidSet

    one, two = GtidSet.parse(_gaps(size)), GtidSet.parse(_gaps(size, 2))

    def work() -> None:
        both = one | two
        assert both - two == one
        assert one.is_subset(both)
        both.update(one)
        assert len(both.to_previous_gtids().gtid_set) == 1

    return work


@case("GTID set taken apart one by one, gaps", 10_000)
def gtid_discard(folder: Path, size: int) -> Work:
    from binwriter.mysql.gtid.sets import GtidSet, GtidValue

    one = GtidSet.parse(_gaps(size))

    def work() -> None:
        for number in range(size):
            one.discard(GtidValue(UUID(_UUID), "", 2 * number + 1))

    return work


@case("GTID set, UUIDs", 30_000)
def gtid_uuids(folder: Path, size: int) -> Work:
    from binwriter.mysql.gtid.sets import GtidSet

    text = ",".join(f"{UUID(int=n + (1 << 100))}:1-5:7" for n in range(size))
    return lambda: (str(GtidSet.parse(text) | GtidSet.parse(text)), None)[1]


@case("GTID_SUBTRACT, GTID_SUBSET, gaps", 100_000)
def gtid_functions(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", options=("max-allowed-packet=1073741824",))
    one, two = _gaps(size), _gaps(size, 2)
    return running(
        session, f"INSERT INTO t VALUES (LENGTH(GTID_SUBTRACT('{one}', '{two}')) + GTID_SUBSET('{one}', '{two}'))"
    )


@case("SET gtid_purged, gaps", 100_000)
def gtid_purged(folder: Path, size: int) -> Work:
    session = opened(folder, options=("max-allowed-packet=1073741824",))
    return running(session, f"SET GLOBAL gtid_purged = '+{_gaps(size)}'", "FLUSH BINARY LOGS", "CREATE TABLE t (a INT)")


@case("transactions after gtid_executed with gaps, gaps", 100_000)
def gtid_gaps_then_work(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", options=("max-allowed-packet=1073741824",))
    own = str(session.server.chance.server_uuid) if hasattr(session.server.chance, "server_uuid") else _UUID
    text = f"{own}:{':'.join(str(2 * n + 1000) for n in range(size))}"
    session.execute(f"SET GLOBAL gtid_purged = '+{text}'")
    return running(session, *(["INSERT INTO t VALUES (1)"] * 600))


@case("transactions with gtid_next out of order", 10_000)
def gtid_next(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    steps = (
        sql for n in range(size) for sql in (f"SET gtid_next = '{_UUID}:{2 * (size - n)}'", "INSERT INTO t VALUES (1)")
    )
    return running(session, *steps)


@case("transaction beyond binlog_cache_size, rows", 100_000)
def cache(folder: Path, size: int) -> Work:
    session = filled(folder, size, "SET GLOBAL binlog_cache_size = 4096")
    other = session.server.connect(database="d")
    return running(other, "BEGIN", "UPDATE t SET b = b + 1", "DELETE FROM t WHERE a % 2", "COMMIT")


@case("compressed transaction, rows", 30_000)
def compressed(folder: Path, size: int) -> Work:
    session = filled(folder, size, "SET binlog_transaction_compression = ON")
    return running(session, "BEGIN", "UPDATE t SET b = b + 1", "COMMIT")


@case("log files, FLUSH LOGS", 3000)
def files(folder: Path, size: int) -> Work:
    return running(opened(folder), *(["FLUSH BINARY LOGS"] * size))


@case("log files, opened again", 3000)
def files_again(folder: Path, size: int) -> Work:
    from binwriter.server.server import Server

    session = opened(folder)
    for _ in range(size):
        session.execute("FLUSH BINARY LOGS")
    session.server.shutdown()
    return lambda: Server(folder, ("gtid-mode=ON", "enforce-gtid-consistency=ON")).shutdown()


@case("log files, purged at once", 3000)
def files_purged(folder: Path, size: int) -> Work:
    session = opened(folder)
    for _ in range(size):
        session.execute("FLUSH BINARY LOGS")
    name = session.server.log_files()[-1].name
    return running(session, f"PURGE BINARY LOGS TO '{name}'")


@case("log files, purged one by one", 3000)
def files_purged_singly(folder: Path, size: int) -> Work:
    session = opened(folder)
    for _ in range(size):
        session.execute("FLUSH BINARY LOGS")
    names = [path.name for path in session.server.log_files()[1:]]
    return running(session, *(f"PURGE BINARY LOGS TO '{name}'" for name in names))


@case("log files, SHOW BINARY LOGS", 3000)
def files_shown(folder: Path, size: int) -> Work:
    session = opened(folder)
    for _ in range(size):
        session.execute("FLUSH BINARY LOGS")
    return running(session, "SHOW BINARY LOGS")


def _small_events(folder: Path, size: int) -> Path:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, c VARCHAR(20))")
    from binwriter.catalog.tables import Table

    table: Table = session.server.catalog.table("d", "t")
    for number in range(size):
        session.insert_rows(table, [(number, 1, "x")])
    path: Path = session.server.log_files()[-1]
    session.server.shutdown()
    return path


def _large_events(folder: Path, size: int) -> Path:
    session = opened(
        folder,
        "CREATE TABLE t (a INT PRIMARY KEY, c LONGTEXT)",
        options=("max-allowed-packet=1073741824",),
    )
    table = session.server.catalog.table("d", "t")
    session.insert_rows(table, [(1, "x" * size)])
    path: Path = session.server.log_files()[-1]
    session.server.shutdown()
    return path


def _one_transaction(folder: Path, size: int) -> Path:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, c VARCHAR(20))")
    table = session.server.catalog.table("d", "t")
    session.insert_rows(table, [(number, 1, "x") for number in range(size)])
    path: Path = session.server.log_files()[-1]
    session.server.shutdown()
    return path


def _command(*arguments: str) -> Work:
    from binwriter.cli import main

    def work() -> None:
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            main(arguments)

    return work


def _read(path: Path) -> Work:
    from binwriter.binlog.files.reader import read_events

    return lambda: sum(1 for event in read_events(path) if event.body is not None) and None


_MAKERS = {
    "small transactions": (_small_events, 10_000),
    "bytes of a row": (_large_events, 10_000_000),
    "rows in a transaction": (_one_transaction, 30_000),
}


def _reading() -> None:
    for what, (make, top) in _MAKERS.items():

        def of_command(*words: str, make=make):  # type: ignore[no-untyped-def]
            def made(folder: Path, size: int) -> Work:
                path = make(folder, size)
                if words[0] == "read_log":
                    return _read(path)
                if words[0] != "diff":
                    return _command(*words, str(path))
                copy = folder / "copy"
                copy.mkdir()
                shutil.copy(path, copy / path.name)
                return _command("diff", str(path), str(copy / path.name))

            return made

        for words in (
            ("read_log",),
            ("inspect",),
            ("inspect", "-v"),
            ("inspect", "-H"),
            ("inspect", "--json"),
            ("verify",),
            ("diff",),
        ):
            case(f"{' '.join(words)}: {what}", top)(of_command(*words))


_reading()


@case("script of statements", 100_000)
def script(folder: Path, size: int) -> Work:
    path = folder / "script.sql"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write("CREATE DATABASE d; USE d;\nCREATE TABLE t (a INT PRIMARY KEY, b INT);\n")
        for number in range(size):
            file.write(f"INSERT INTO t VALUES ({number}, {number});\n")
    return _command("run", str(path), "--out", str(folder / "out"), "--quiet")


@case("script of comments and long lines, bytes", 10_000_000)
def script_text(folder: Path, size: int) -> Work:
    path = folder / "script.sql"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write("CREATE DATABASE d; USE d;\nCREATE TABLE t (a INT PRIMARY KEY, b LONGTEXT);\n")
        file.write("-- a comment; 'x\n" * (size // 64))
        file.write(f"INSERT INTO t VALUES (1, '{'x;y ' * (size // 8)}');\n")
        file.write("/* many\nlines; */\n" * (size // 64))
    return _command("run", str(path), "--out", str(folder / "out"), "--quiet")


@case("explain: statements of a script", 3000)
def explain(folder: Path, size: int) -> Work:
    path = folder / "script.sql"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.write("CREATE DATABASE d; USE d;\nCREATE TABLE t (a INT PRIMARY KEY, b INT);\n")
        for number in range(size):
            file.write(f"INSERT INTO t VALUES ({number}, {number});\n")
    return _command("explain", str(path))


@case("generate: transactions", 100_000)
def generate(folder: Path, size: int) -> Work:
    words = (
        "generate",
        "--preset",
        "sysbench-oltp",
        "--transactions",
        str(size),
        "--out",
        str(folder / "out"),
        "--workers",
        "1",
    )
    return _command(*words)

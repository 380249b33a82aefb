"""Where the tables of a workload come from: files of SQL, a server, folders of Parquet files; all end as SQL text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from binwriter import documents
from binwriter.binlog.files.index import is_folder
from binwriter.binlog.files.sources import STDIN
from binwriter.errors import SpecError, reason_of
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.server_url import ServerUrl, ServerUrlError

_SYSTEM = frozenset(("mysql", "sys", "information_schema", "performance_schema"))
# As mysqldump begins: tables may come before those that they refer to, and what stands in a server is let in.
_BEFORE = "SET foreign_key_checks = 0;\nSET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';\n"
_PARQUET = (".parquet", ".parq")


def schema_text(source: str, base: Path) -> tuple[str, str]:
    """(SQL, the name to show of where it is from). source: mysql://user:password@host/db, a folder, a file, or `-`.

    base: what file names are relative to. SpecError for what cannot be read.
    """
    if source.startswith("mysql://"):
        return _of_server(source)
    if source == STDIN:
        return _piped(), "<stdin>"
    path = base / source
    if "\0" in source:
        raise SpecError("schema", f"cannot read {path}: a file's name has no NUL")
    if is_folder(path) or path.suffix in _PARQUET:
        return _of_folder(path), source
    return read_sql(path), source


def read_sql(path: Path) -> str:
    """The text of a file of SQL. SpecError if it cannot be read."""
    try:
        return documents.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError("schema", f"cannot read {path}: {reason_of(error)}") from error


def _piped() -> str:
    """`mysqldump --no-data shop | binwriter generate -`."""
    try:
        return documents.read_stream(sys.stdin.buffer).decode("utf-8")
    except (OSError, UnicodeDecodeError, AttributeError) as error:  # the last one: it is closed
        reason = "it is closed" if isinstance(error, AttributeError) else reason_of(error)
        raise SpecError("schema", f"cannot read standard input: {reason}") from error


# --- a server


def _of_server(url: str) -> tuple[str, str]:
    """The definitions of a database (or several, with commas between; of all, if the URL names none)."""
    try:
        import pymysql
    except ImportError as error:
        raise SpecError(
            "schema", f"a server's definitions need PyMySQL: pip install binwriter[replay] ({error})"
        ) from None
    try:
        server = ServerUrl.from_url(url)
    except ServerUrlError as error:
        raise SpecError("schema", str(error)) from error
    try:
        with pymysql.connect(**server.options(), charset="utf8mb4") as connection, connection.cursor() as cursor:
            names: Sequence[str] = server.databases
            if not names:
                cursor.execute("SHOW DATABASES")
                names = [row[0] for row in cursor.fetchall() if row[0].lower() not in _SYSTEM]
            text = _BEFORE + "".join(f"{statement};\n" for name in names for statement in _definitions(cursor, name))
    except (pymysql.MySQLError, OSError, RuntimeError) as error:
        raise SpecError("schema", f"{server}: {error.args[-1] if error.args else error}") from error
    return text, f"mysql://{server}/{','.join(names)}"


def _definitions(cursor, database: str) -> Iterator[str]:  # type: ignore[no-untyped-def]
    cursor.execute(f"SHOW CREATE DATABASE {quoted(database)}")
    yield cursor.fetchone()[1]
    yield f"USE {quoted(database)}"
    cursor.execute(f"SHOW FULL TABLES FROM {quoted(database)}")
    for name, kind in list(cursor.fetchall()):
        if kind == "BASE TABLE":
            cursor.execute(f"SHOW CREATE TABLE {quoted(database)}.{quoted(name)}")
            yield cursor.fetchone()[1]


# --- Parquet and Arrow


def _of_folder(path: Path) -> str:
    """A table for each Parquet or Arrow file, or each folder of them; DATABASE.TABLE as --final-state names folders."""
    from binwriter.errors import OptionError
    from binwriter.workload.schemas.derived_table import create_table

    places = [path] if path.is_file() else sorted(entry for entry in path.iterdir() if entry.name[0] not in "._")
    statements, databases = [], dict[str, None]()
    for place in places:
        file = place if place.is_file() else min(place.rglob("*.*"), default=None, key=_is_no_data)
        if file is None or _is_no_data(file):
            continue
        schema = _arrow_schema(file)
        database, _, table = (place.stem if place.is_file() else place.name).rpartition(".")
        keys = [field.name for field in schema if field.name.lower() in ("id", f"{table.lower().removesuffix('s')}_id")]
        try:
            made = create_table((database or "_", table), schema, keys[:1])
        except OptionError as error:
            raise SpecError(f"schema, {file}", str(error)) from error
        statements.append(made if database else made.replace("CREATE TABLE `_`.", "CREATE TABLE ", 1))
        databases |= {database: None} if database else {}
    if not statements:
        raise SpecError("schema", f"{path}: there is no Parquet or Arrow file")
    made_first = [f"CREATE DATABASE IF NOT EXISTS {quoted(name)}" for name in databases]
    return "".join(f"{statement};\n" for statement in (*made_first, *statements))


def _is_no_data(file: Path) -> bool:
    return file.suffix not in (*_PARQUET, ".arrow", ".feather", ".ipc")


def _arrow_schema(file: Path):  # type: ignore[no-untyped-def]
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if file.suffix in _PARQUET:
            return pq.read_schema(file)
        try:
            return pa.ipc.open_file(file).schema
        except pa.ArrowInvalid:
            return pa.ipc.open_stream(file).schema
    except (OSError, pa.ArrowException) as error:
        raise SpecError("schema", f"cannot read {file}: {reason_of(error)}") from error

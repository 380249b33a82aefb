"""The sidecar of a run: JSON that says what the server was, what each statement answered, and which files there are.

The keys are those of the captured samples' sidecars.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from binwriter import disk
from binwriter.errors import LogFileError, MySQLError, NotWrittenError, reason_of
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.secret_text import answer_without_secrets, without_secrets
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.sql.expressions.as_texts import sent_text
from binwriter.sql.expressions.types import ExprType
from binwriter.statement.result import StatementResult

# The variables that a sidecar names: those that change what is logged, and the server's version.
VARIABLES = (
    "auto_increment_increment",
    "auto_increment_offset",
    "autocommit",
    "binlog_cache_size",
    "binlog_checksum",
    "binlog_direct_non_transactional_updates",
    "binlog_encryption",
    "binlog_error_action",
    "binlog_format",
    "binlog_group_commit_sync_delay",
    "binlog_order_commits",
    "binlog_row_event_max_size",
    "binlog_row_image",
    "binlog_row_metadata",
    "binlog_row_value_options",
    "binlog_rows_query_log_events",
    "binlog_stmt_cache_size",
    "binlog_transaction_compression",
    "binlog_transaction_compression_level_zstd",
    "binlog_transaction_dependency_history_size",
    "character_set_client",
    "character_set_database",
    "character_set_server",
    "collation_connection",
    "collation_database",
    "collation_server",
    "default_collation_for_utf8mb4",
    "default_storage_engine",
    "default_table_encryption",
    "default_tmp_storage_engine",
    "enforce_gtid_consistency",
    "explicit_defaults_for_timestamp",
    "foreign_key_checks",
    "gtid_mode",
    "innodb_autoinc_lock_mode",
    "lc_time_names",
    "log_bin",
    "log_bin_trust_function_creators",
    "log_statements_unsafe_for_binlog",
    "lower_case_table_names",
    "max_binlog_cache_size",
    "max_binlog_size",
    "server_id",
    "server_uuid",
    "sql_generate_invisible_primary_key",
    "sql_log_bin",
    "sql_mode",
    "sql_require_primary_key",
    "system_time_zone",
    "time_zone",
    "transaction_isolation",
    "unique_checks",
    "version",
    "version_comment",
)


@dataclass(frozen=True, slots=True)
class BinlogEnd:
    """Where the log ended: file name, position, @@gtid_executed."""

    file: str
    position: int
    gtid_executed: str

    def to_json(self) -> dict[str, Any]:
        return {"file": self.file, "pos": self.position, "gtid_executed": self.gtid_executed}


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """One statement of a run and what came of it.

    number: 1-based, over the whole run. phase: `setup` before `capture:`, else `run`.
    end: the log's end after it; None when the server is down by then.
    """

    number: int
    connection: str
    phase: str
    sql: str
    result: StatementResult
    end: BinlogEnd | None

    def to_json(self) -> dict[str, Any]:
        result, error = self.result, self.result.error
        if error is not None and result.result_sets:  # a CALL fails behind what the client has by then
            first = result.result_sets[0]
            result = replace(result, affected=len(first.rows), insert_id=0, columns=first.columns, rows=first.rows)
        shown: dict[str, Any] = {
            "n": self.number,
            "con": self.connection,
            "phase": self.phase,
            "sql": self.sql,
            "error": {"code": error.code, "message": error.message} if error is not None else None,
            "warnings": [{"level": d.level, "code": d.code, "message": d.message} for d in result.diagnostics],
            "affected": result.affected,
            "insert_id": result.insert_id,
        }
        if error is not None and error.symbol:
            # beside "error", whose keys are the samples'; a captured error does not say it
            shown["sqlstate"] = error.sqlstate
        if result.columns:
            shown["result"] = row_texts(result)
        if self.end is not None:
            shown["binlog_end"] = self.end.to_json()
        return shown


def variables_json(variables: SessionVariables) -> dict[str, str]:
    """The variables of VARIABLES that this server knows, as a session's SHOW VARIABLES prints them."""
    shown = {}
    for name in VARIABLES:
        try:
            value = variables.read(name)
        except MySQLError:
            continue
        shown[name] = ("ON" if value else "OFF") if isinstance(value, bool) else str(value)
    return shown


def files_json(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Name, size and SHA-256 of each file. LogFileError if one cannot be read."""
    shown = []
    for path in paths:
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            shown.append({"name": path.name, "size": path.stat().st_size, "sha256": digest})
        except OSError as error:
            raise LogFileError(f"cannot read {path}: {reason_of(error)}") from error
    return shown


def row_texts(result: StatementResult) -> list[list[str | None]]:
    """The rows of a result as the text protocol sends them; NULL is None, bytes that are no text are escaped."""
    types = result.types or [None] * len(result.columns)
    return [[_value_text(value, type_) for value, type_ in zip(row, types, strict=True)] for row in result.rows]


def _value_text(value: Any, type_: ExprType | None) -> str | None:
    """type_: its column's; what SHOW tells has none, nor have rows that a server sent: those are texts and integers."""
    if value is None:
        return None
    text = sent_text(value, type_) if type_ is not None else value if isinstance(value, bytes) else str(value)
    return text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text


def without_passwords(sidecar: Mapping[str, Any]) -> dict[str, Any]:
    """The same without the passwords that statements and their answers hold (`secret_text`)."""
    statements = sidecar["statements"]
    return {
        **sidecar,
        "statements": [
            answer_without_secrets({**statement, "sql": without_secrets(statement["sql"])}, statement["sql"])
            for statement in statements
        ],
    }


def write_sidecar(sidecar: Mapping[str, Any], path: Path) -> None:
    """Writes the JSON, whole or not at all. NotWrittenError if it cannot be written."""
    text = json.dumps(sidecar, indent=1, ensure_ascii=False) + "\n"
    try:
        disk.write_given(path, [text.encode("utf-8", "backslashreplace")])
    except OSError as error:
        raise NotWrittenError(f"the sidecar {path}", error) from error

"""What statements ask a session's variables for again and again, in the types of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.session_modes import BinlogFormat, RowImage


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force: of the session, and of the server where a session has none. sql_mode: its flags.

    Where the server has no log, no session logs, and every function is trusted.
    """

    auto_increment_increment: int
    auto_increment_offset: int
    autocommit: bool
    binlog_direct_non_transactional_updates: bool
    binlog_format: BinlogFormat
    binlog_row_image: RowImage
    binlog_rows_query_log_events: bool
    character_set_client: str
    character_set_results: str
    collation_connection: str
    div_precision_increment: int
    foreign_key_checks: bool
    innodb_native_foreign_keys: bool
    log_bin_trust_function_creators: bool
    long_query_time: float
    max_allowed_packet: int
    max_error_count: int
    max_execution_time: int
    max_heap_table_size: int
    sql_auto_is_null: bool
    sql_generate_invisible_primary_key: bool
    sql_log_bin: bool
    sql_mode: frozenset[str]
    sql_notes: bool
    sql_safe_updates: bool
    sql_select_limit: int
    time_zone: str


def _flags(value: Any) -> frozenset[str]:
    return frozenset(str(value).split(",")) - {""}


_READ: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "BinlogFormat": BinlogFormat,
    "RowImage": RowImage,
    "frozenset[str]": _flags,
}
_READERS = tuple((name, _READ[str(kind)]) for name, kind in Settings.__annotations__.items())


def settings_of(get: Callable[[str], Any]) -> Settings:
    """get: the value of a variable in force, by its name."""
    made = Settings(*(read(get(name)) for name, read in _READERS))
    return made if get("log_bin") else replace(made, sql_log_bin=False, log_bin_trust_function_creators=True)

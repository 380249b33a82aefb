"""Every system variable is read and set as a 9.7.4 does it."""

from __future__ import annotations

import json
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from binwriter import Server
from binwriter.errors import MySQLError
from tests.golden.variables.capture import read
from tests.golden.variables.statements import asked, known

_ANSWERS = read()
_VARIABLES = {variable.name: variable for variable in known()}


def _told(session: Any, statement: str) -> list[Any]:
    try:
        result = session.execute(statement)
    except MySQLError as error:
        return [error.code, error.message]
    except Exception as error:  # what is no answer of a server is a difference, not the end of the test
        return [type(error).__name__, str(error)]
    rows = [_shown(row[0]) for row in result.rows or ()]
    return [rows, *([each.level, each.code, each.message] for each in result.diagnostics)]


def _shown(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, float):
        return f"{value:.6f}"  # as the type of these columns says
    return str(int(value)) if isinstance(value, bool) else str(value)


def ask(name: str) -> list[str]:
    """What we answer to the statements about a variable."""
    with TemporaryDirectory() as folder, Server(f"{folder}/log") as server:
        session = server.connect()
        return [json.dumps(_told(session, sql)).replace(name, "{}") for sql in asked(_VARIABLES[name])]


# How many answers differ, where InnoDB, keys in memory, a library or a list of a server decides (sizes that hang on
# one another, counters, ciphers), or where only the values of hints are cut.
KNOWN_GAPS: dict[str, int] = {
    "admin_ssl_cipher": 2,
    "caching_sha2_password_enforce_storage_format": 2,
    "gtid_purged": 1,
    "innodb_buffer_pool_size": 1,
    "innodb_commit_concurrency": 2,
    "innodb_monitor_disable": 1,
    "innodb_monitor_enable": 1,
    "innodb_monitor_reset": 1,
    "innodb_monitor_reset_all": 1,
    "innodb_redo_log_encrypt": 17,
    "innodb_thread_concurrency": 4,
    "innodb_undo_log_encrypt": 17,
    "keyring_operations": 1,
    "lc_messages": 2,
    "log_error_services": 22,
    "max_error_count": 3,
    "max_length_for_sort_data": 2,
    "mysqlx_compression_algorithms": 1,
    "mysqlx_lz4_default_compression_level": 5,
    "mysqlx_lz4_max_client_compression_level": 5,
    "mysqlx_zstd_default_compression_level": 2,
    "mysqlx_zstd_max_client_compression_level": 2,
    "optimizer_trace_offset": 6,
    "rbr_exec_mode": 4,
    "restrict_fk_on_non_standard_key": 1,
    "resultset_metadata": 2,
    "secondary_engine_cost_threshold": 2,
    "sql_big_selects": 2,
    "ssl_cipher": 2,
    "timestamp": 4,
}


@pytest.mark.sampled(every=16)
@pytest.mark.parametrize("name", _ANSWERS)
def test_a_variable_is_read_and_set_as_a_server_does_it(name: str) -> None:
    asked_and_told = zip(asked(_VARIABLES[name]), ask(name), _ANSWERS[name], strict=True)
    differing = [(statement, told, expected) for statement, told, expected in asked_and_told if told != expected]
    assert len(differing) == KNOWN_GAPS.get(name, 0), differing

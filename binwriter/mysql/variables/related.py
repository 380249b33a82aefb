"""Variables of InnoDB that bound one another: what SET GLOBAL of one does to both, and what it warns of.

Captured: tests/golden/variables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.mysql.messages.table import Diagnostic, mysql_warning

_Values = dict[str, Any]
_CHUNK = 134217728  # innodb_buffer_pool_chunk_size
_PCT, _LWM = "innodb_max_dirty_pages_pct", "innodb_max_dirty_pages_pct_lwm"
_LWM_AS_SHOWN = "innodb_max_dirty_page_pct_lwm"  # as a server spells it there


def _io_capacity(values: _Values) -> list[Diagnostic]:
    name, most = "innodb_io_capacity", "innodb_io_capacity_max"
    if values[name] <= values[most]:
        return []
    values[name] = values[most]
    return [
        mysql_warning("ER_VARIABLE_ABOVE_OTHER", name, most),
        mysql_warning("ER_VARIABLE_SET_TO", name, values[most]),
    ]


def _io_capacity_max(values: _Values) -> list[Diagnostic]:
    least, name = "innodb_io_capacity", "innodb_io_capacity_max"
    if values[name] >= values[least]:
        return []
    values[name] = values[least]
    return [
        mysql_warning("ER_VARIABLE_BELOW_OTHER", name, least),
        mysql_warning("ER_VARIABLE_SET_TO", name, values[least]),
    ]


def _dirty_pages(values: _Values) -> list[Diagnostic]:
    if values[_PCT] >= values[_LWM]:
        return []
    values[_LWM] = values[_PCT]
    return [
        mysql_warning("ER_VARIABLE_BELOW_OTHER", _PCT, _LWM),
        mysql_warning("ER_VARIABLE_LOWERED", _LWM_AS_SHOWN, f"{values[_LWM]:.6f}"),
    ]


def _dirty_pages_lwm(values: _Values) -> list[Diagnostic]:
    if values[_LWM] <= values[_PCT]:
        return []
    values[_LWM] = values[_PCT]
    return [
        mysql_warning("ER_VARIABLE_ABOVE_OTHER", _LWM, _PCT),
        mysql_warning("ER_VARIABLE_SET_TO", _LWM_AS_SHOWN, f"{values[_LWM]:.6f}"),
    ]


def _buffer_pool_size(values: _Values) -> list[Diagnostic]:
    given = values["innodb_buffer_pool_size"]
    values["innodb_buffer_pool_size"] = max(_CHUNK, -(-given // _CHUNK) * _CHUNK)
    return [mysql_warning("ER_BELOW_CHUNK_SIZE", _CHUNK)] if given < _CHUNK else []


RELATED: dict[str, Callable[[_Values], list[Diagnostic]]] = {
    "innodb_io_capacity": _io_capacity,
    "innodb_io_capacity_max": _io_capacity_max,
    _PCT: _dirty_pages,
    _LWM: _dirty_pages_lwm,
    "innodb_buffer_pool_size": _buffer_pool_size,
}

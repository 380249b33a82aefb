"""System variables as tables: what SHOW VARIABLES reads.

The variables of plugins that binwriter does not have (mysqlx_*) are those of a fresh server.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from binwriter.errors import MySQLError
from binwriter.mysql.variables.spec import Kind, Scope, Variable
from binwriter.sql.functions.server.state import THREADS_BEFORE
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of

_COMPILED, _DYNAMIC = "COMPILED", "DYNAMIC"


def shown(variable: Variable, value: Any) -> str:
    """A value as SHOW VARIABLES has it."""
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    if value is None:
        return ""
    return f"{float(value):.6f}" if variable.kind is Kind.REAL else str(value)


def _of_plugins(table: str, known: Container[str]) -> Iterator[Row]:
    """Those that binwriter has not."""
    definition = captured.definition("performance_schema", table)
    assert definition is not None
    return (row for row in captured.rows(definition) if row[0] not in known)


def _named(sight: Sight) -> Iterator[Variable]:
    table, beginning = sight.context.variables.table, sight.beginning
    names = sorted(name for name in table.variables if name.startswith(beginning) and name not in table.hidden)
    return (table.variables[name] for name in names)


def _sorted(rows: Iterator[Row], table: str, sight: Sight) -> Iterator[Row]:
    """With those of plugins. What an older version has not is none of these."""
    made: dict[Any, Any] = dict(rows)
    hidden, beginning = sight.context.variables.table.hidden, sight.beginning
    others = [row for row in _of_plugins(table, hidden) if row[0] not in made and row[0].lower().startswith(beginning)]
    return iter(sorted((*made.items(), *others)))


@all_rows_of("performance_schema.session_variables")
def session_variables(sight: Sight) -> Iterator[Row]:
    """The session's values, else the global ones."""
    return _sorted(_values(sight), "session_variables", sight)


def _own(sight: Sight) -> dict[str, Any]:
    """Those of the session that are nowhere set."""
    context = sight.context
    return {
        "pseudo_thread_id": context.variables.get("pseudo_thread_id"),
        **dict.fromkeys(("last_insert_id", "identity"), context.last_insert_id),
    }


@all_rows_of("performance_schema.variables_by_thread")
def variables_by_thread(sight: Sight) -> Iterator[Row]:
    """Those that a session has a value of, of each."""
    for number, session in sorted(sight.server.sessions.items()):
        is_own = number == sight.context.session.connection_id
        own = _own(sight) if is_own else {"pseudo_thread_id": number, "last_insert_id": 0, "identity": 0}
        for variable in _named(sight):
            if variable.scope is not Scope.GLOBAL:
                name = variable.name
                value = own[name] if name in own else session.variables.read(name)
                yield number + THREADS_BEFORE, name, shown(variable, value)


def _values(sight: Sight) -> Iterator[Row]:
    context, own = sight.context, _own(sight)
    for variable in _named(sight):
        value = own[variable.name] if variable.name in own else context.variables.read(variable.name)
        yield variable.name, shown(variable, value)


@all_rows_of("performance_schema.global_variables")
def global_variables(sight: Sight) -> Iterator[Row]:
    """The global values."""
    return _sorted(_global_values(sight), "global_variables", sight)


def _global_values(sight: Sight) -> Iterator[Row]:
    for variable in _named(sight):
        try:
            yield variable.name, shown(variable, sight.context.variables.get_global(variable.name))
        except MySQLError:  # it has a session value only
            continue


@all_rows_of("performance_schema.persisted_variables")
def persisted_variables(sight: Sight) -> Iterator[Row]:
    """What SET PERSIST has kept."""
    return ((name, kept.value) for name, kept in sorted(sight.server.persisted.items()))


@all_rows_of("performance_schema.variables_info")
def variables_info(sight: Sight) -> Iterator[Row]:
    """Where values come from, and their limits: SET makes a value DYNAMIC.

    Of a variable that only the next start will change, who has kept a value is told, and when.
    """
    definition = captured.definition("performance_schema", "variables_info")
    assert definition is not None
    sources = definition.columns[1].spec.members
    dynamic = sources.index(_DYNAMIC) + 1
    variables = sight.context.variables
    touched = variables.touched | variables.global_variables.touched
    user, _, host = sight.context.session.user.partition("@")
    for name, source, path, least, most, _, _, _ in captured.rows(definition):
        if name in touched:
            yield name, _DYNAMIC, path, least, most, sight.start, user, host
            continue
        kept = sight.server.persisted.get(name)
        is_static = kept is not None and variables.table.by_name(name).read_only
        told = (sight.timestamp(kept.when), kept.user, kept.host) if is_static else (None, None, None)
        yield name, _COMPILED if source == dynamic else source, path, least, most, *told

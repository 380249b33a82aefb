"""CREATE TABLE .. LIKE: what may be copied, and the copy."""

from __future__ import annotations

from binwriter.catalog.tables import Check, Table
from binwriter.formats.collations import SYSTEM_COLLATION_ID
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.statement import DdlRun
from binwriter.sql.ddl.table import equal_members, zero_dates
from binwriter.sql.ddl.table.foreign_keys import check_waiting_children
from binwriter.sql.ddl.table.innodb_options import DATA_DIRECTORY, warn_of_file_format
from binwriter.sql.ddl.table.warnings import copied_column_warnings, counting_warnings
from binwriter.sql.syntax.table import CreateTableSyntax

# In information_schema these are no views; of InnoDB's all but a few are none.
_MADE_BY_SERVER = frozenset(
    (
        *("COLUMN_PRIVILEGES", "ENGINES", "OPTIMIZER_TRACE", "PLUGINS", "PROCESSLIST", "PROFILING"),
        *("SCHEMA_PRIVILEGES", "TABLE_PRIVILEGES", "USER_PRIVILEGES"),
    )
)
_OF_INNODB = ("DATAFILES", "FIELDS", "FOREIGN", "FOREIGN_COLS", "TABLESPACES_BRIEF")
_VIEWS_OF_INNODB = frozenset(f"INNODB_{name}" for name in _OF_INNODB)


def check_like(run: DdlRun, syntax: CreateTableSyntax, given: str | None, name: str) -> None:
    """The table that LIKE names is opened before the new name is looked up (captured: names_of_themselves_row), and is
    another one."""
    schema = given or run.default_schema
    if (schema, name) == (syntax.schema or run.default_schema, syntax.name):
        raise mysql_error("ER_NONUNIQ_TABLE", name)
    if run.database.view(schema, name, reads=False) is not None:
        raise mysql_error("ER_WRONG_OBJECT", schema, name, "BASE TABLE")
    source = run.database.table(schema, name).definition
    _check_system_table(source, syntax.name)
    if source.partitioning is not None and syntax.temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")
    if run.context.variables.behaviour.copies_tell_of_members:
        equal_members.tell_of_all_members(source.columns, run.context)
    run.context.diagnostics.extend((*counting_warnings(source.columns), *copied_column_warnings(source.columns)))


def _check_system_table(source: Table, name: str) -> None:
    """Those of the server are not all copied (captured: tables_made_beside)."""
    schema, upper = source.schema.lower(), source.name.upper()
    if schema == "performance_schema":
        raise mysql_error("ER_WRONG_PERFSCHEMA_USAGE")
    made = upper in _MADE_BY_SERVER or (upper.startswith("INNODB_") and upper not in _VIEWS_OF_INNODB)
    if schema == "information_schema" and not made:
        raise mysql_error("ER_WRONG_OBJECT", source.schema, upper, "BASE TABLE")
    if schema == "mysql" and source.engine.name == "InnoDB":
        raise mysql_error("ER_RESERVED_TABLESPACE_NAME", name, "mysql")


def copied_table(run: DdlRun, syntax: CreateTableSyntax, schema: str) -> Table:
    """The new table. ER_INVALID_DEFAULT where sql_mode does not let a default in that the other one has."""
    assert syntax.like is not None
    source = run.database.table(syntax.like[0] or run.default_schema, syntax.like[1]).definition
    table = replace(
        source,
        schema=schema,
        name=syntax.name,
        temporary=syntax.temporary,
        auto_increment=1,
        foreign_keys=(),
        checks=_copied_checks(source, syntax.name),
        options=tuple(option for option in source.options if not option.startswith(f"{DATA_DIRECTORY}=")),
    )
    if source.schema.lower() == "information_schema":
        table = replace(table, collation=SYSTEM_COLLATION_ID)
    zero_dates.check_zero_dates(table.columns, run.context)
    check_waiting_children(table, run.database.catalog, run.context)
    if table.engine.name == "InnoDB":
        warn_of_file_format(run.context, table.options)
    return table


def _copied_checks(source: Table, name: str) -> tuple[Check, ...]:
    """The CHECK constraints of a copy: they get names anew, in the order of the old ones (captured:
    definitions_copied)."""
    in_order = sorted(source.checks, key=lambda check: check.name.lower())
    return tuple(
        replace(check, name=f"{name}_chk_{number}", as_given=False) for number, check in enumerate(in_order, 1)
    )

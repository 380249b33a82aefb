"""What CREATE TABLE is refused for before its columns are put together: of its constraints, attributes, folders, place
and partitions, in a server's order (captured: faults)."""

from __future__ import annotations

from binwriter.catalog.schemas import Catalog
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.partitions import checks as partition_checks
from binwriter.sql.ddl.table.constraints import made_names
from binwriter.sql.ddl.table.engine import known_engine
from binwriter.sql.ddl.table.expressions import refuse_checks
from binwriter.sql.ddl.table.generated_key import asks_for_generated_key, with_generated_key
from binwriter.sql.ddl.table.options import OptionCheck, check_attributed, check_folders, check_places
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.statement.policy import CreateSelectLogging


def engine_of(syntax: CreateTableSyntax, default: Engine, context: StatementContext) -> Engine:
    """ENGINE = name; the default one for one that is not there, which was warned of (`refuse_engine`)."""
    name = syntax.options.engine
    if name is None:
        return default
    if name.lower() == "performance_schema":
        raise mysql_error("ER_WRONG_PERFSCHEMA_USAGE")
    return known_engine(name, context) or default


def refuse_parts(
    syntax: CreateTableSyntax,
    catalog: Catalog,
    context: StatementContext,
    schema: str,
    default: Engine,
    *,
    known: bool = True,
) -> None:
    """What is said before the table's database is looked for: of CHECK constraints, engines' attributes, folders.
    known: the statement has all columns of the table. MySQLError (captured: faults)."""
    check = _option_check(syntax, catalog, context, schema, default)
    check_attributed(check)
    check_folders(check)
    names = made_names(syntax.name, syntax.checks)
    refuse_checks(names, context, syntax.checks, syntax.columns if known else ())


def refuse_before_query(
    syntax: CreateTableSyntax, catalog: Catalog, context: StatementContext, default: Engine
) -> None:
    """What is said of CREATE TABLE .. SELECT before a table of its query is opened. MySQLError (captured:
    clusters/refused_before_queries)."""
    told = len(context.diagnostics)
    check = _option_check(syntax, catalog, context, syntax.schema or context.database or "", default)
    check_attributed(check)
    check_folders(check)
    del context.diagnostics[told:]  # which are warned of where the table is made
    refuse_start_transaction(syntax)
    settings = context.variables.settings
    by_rows = settings.sql_log_bin and settings.binlog_format is BinlogFormat.ROW
    atomic = context.server.policy.create_select is CreateSelectLogging.ATOMIC and check.engine.atomic_ddl
    if by_rows and atomic and syntax.foreign_keys:
        raise mysql_error("ER_FOREIGN_KEY_WITH_ATOMIC_CREATE_SELECT")


def refuse_start_transaction(syntax: CreateTableSyntax) -> None:
    """What does not go with the clause START TRANSACTION."""
    if not syntax.options.start_transaction:
        return
    if syntax.temporary:
        raise mysql_error("ER_NOT_ALLOWED_WITH_START_TRANSACTION", "to create temporary tables.")
    if syntax.select is not None:
        raise mysql_error("ER_NOT_ALLOWED_WITH_START_TRANSACTION", "with CREATE TABLE ... AS SELECT statement.")
    if syntax.foreign_keys:
        raise mysql_error("ER_FOREIGN_KEY_WITH_ATOMIC_CREATE_SELECT")


def refuse_place(
    syntax: CreateTableSyntax, catalog: Catalog, context: StatementContext, schema: str, default: Engine
) -> None:
    """What is said before it is seen whether there is such a table: of its place and its partitions. MySQLError."""
    check = _option_check(syntax, catalog, context, schema, default)
    if syntax.select is None and asks_for_generated_key(syntax, check.engine, context):
        with_generated_key(syntax, syntax.columns)
    check_places(check)
    if syntax.partition_by is not None:
        partition_checks.refuse_values(syntax.partition_by, temporary=syntax.temporary)
        partition_checks.refuse_names(syntax.partition_by, context)
        partition_checks.refuse_engines(syntax.partition_by, check.engine, syntax.options.engine, context)


def _option_check(
    syntax: CreateTableSyntax, catalog: Catalog, context: StatementContext, schema: str, default: Engine
) -> OptionCheck:
    engine = engine_of(syntax, default, context)
    named = schema, syntax.name, syntax.temporary, syntax.partition_by is not None
    return OptionCheck(syntax.options, engine, catalog, context, *named)

"""Tables of `mysql` whose definitions statements change, as those of a dump of all databases do.

Such a table is taken over: from then on it is an ordinary one, with the rows that it had, beside the server's own, or
it is gone. Grant tables that are there again with their columns are the server's own from FLUSH PRIVILEGES or the next
statement of accounts on (`binwriter.sql.system.changed_grants`).
Captured: clusters/system_tables_taken, scenarios/system_tables_restored.
"""

from __future__ import annotations

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column
from binwriter.formats.records import replace
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import Use
from binwriter.sql.binding.system_tables import LOG_TABLES, STATISTICS
from binwriter.sql.ddl.table import define
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.system import captured
from binwriter.sql.text.words import ParsedStatement
from binwriter.storage.table_data import TableData

HOME = "mysql"
_INNODB = ENGINES["innodb"]
_VERBS = {Use.REMOVES: "DROP", Use.ALTERS: "ALTER"}
_ENGINES_OF_LOGS = frozenset({"csv", "myisam"})


def may_be_taken(schema: str, name: str) -> bool:
    """Whether the table is one whose definition is known."""
    return schema == HOME and captured.definition(schema, name) is not None and not captured.is_view(schema, name)


def take(runner: Execution, statement: BoundStatement, name: str) -> None:
    """The statement is about to change the table's definition."""
    front_end, context = runner.front_end, statement.context
    database = front_end.database_of(context)
    stored = database.storage.find(HOME, name)
    rows = [row for _, row in (stored or database.table(HOME, name)).scan()]
    catalog: Catalog = front_end.catalog
    catalog.taken.add((HOME, name))
    text = captured.create_text(HOME, name)
    syntax = parse_statement(text).node
    assert isinstance(syntax, CreateTableSyntax)
    table = define.table_from_syntax(syntax, catalog, context, default_schema=HOME, default_engine=_INNODB, text=text)
    table = replace(table, columns=tuple(_said_alike(column, text) for column in table.columns))
    data = TableData(table)
    for row in rows:
        data.insert(row)
    data.born = 0  # as old as the server
    if stored is not None:
        database.storage.drop(HOME, name)
    catalog.schema(HOME).tables[name] = table
    database.storage.put(data)


def _said_alike(column: Column, text: str) -> Column:
    """What SHOW CREATE TABLE says of a column's character set, it says of the table that was taken over, too."""
    line = next(line for line in text.splitlines() if line.startswith(f"  {quoted(column.name)} "))
    return replace(column, explicit_charset="CHARACTER SET" in line)


def refuse(runner: Execution, parsed: ParsedStatement, name: str, use: Use) -> None:
    """MySQLError for what a server refuses of a change of the definition."""
    node = parsed.node
    engine = (node.options.engine or "").lower() if isinstance(node, AlterTableSyntax) else ""
    if name in LOG_TABLES:
        if _is_written(runner, name):
            if use is Use.RENAMES:
                raise mysql_error("ER_CANT_RENAME_LOG_TABLE", name, name)
            raise mysql_error("ER_BAD_LOG_STATEMENT", _VERBS[use])
        if engine and engine not in _ENGINES_OF_LOGS:
            raise mysql_error("ER_UNSUPORTED_LOG_ENGINE")
    elif name in STATISTICS:
        if use is Use.REMOVES:
            raise mysql_error("ER_NO_SYSTEM_TABLE_ACCESS", "system table", HOME, name)
        if not (isinstance(node, AlterTableSyntax) and node.copies_nothing and use is not Use.RENAMES):
            raise mysql_error("ER_NOT_ALLOWED_COMMAND")
    elif engine and engine != _INNODB.name.lower():
        shown = ENGINES[engine].name if engine in ENGINES else engine
        raise mysql_error("ER_UNSUPPORTED_ENGINE", shown, HOME, name)


def _is_written(runner: Execution, name: str) -> bool:
    """Whether the server writes a log into the table."""
    variables = runner.session.server.variables
    is_on = variables.get("general_log" if name == "general_log" else "slow_query_log")
    return bool(is_on) and "TABLE" in str(variables.get("log_output")).upper()

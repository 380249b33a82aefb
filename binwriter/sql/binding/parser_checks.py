"""What MySQL's parser refuses of the names in a statement: before it commits anything, and before privileges are asked.

Captured: named_twice, no_database_commits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import call_counts, locking_clauses
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import NamedTable, Use
from binwriter.sql.binding.table_nodes import has_nameless, table_nodes
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax, AlterTableSyntax
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind, SelectInto
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.conversions import ARRAY
from binwriter.sql.text.known_trees import has, nodes_in
from binwriter.sql.text.select_options import OUTERMOST, refuse_misplaced
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.types.functions import function_named

_OUTERMOST = pattern("|".join(OUTERMOST), re.IGNORECASE)
_EXPRESSION = pattern(r"\b(?:AS|CHECK|DEFAULT)\s*\(|\(\s*\(", re.IGNORECASE)  # in a table's definition
_ONCE = frozenset({Use.REMOVES, Use.MAINTAINS})


def refuse_as_parsed(statement: BoundStatement) -> None:
    """ER_NO_DB_ERROR where a name needs the session's database and it has none; ER_NONUNIQ_TABLE for a table of a list
    that stands in it twice; ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT for a call that no native function takes."""
    database, node = statement.context.database, statement.parsed.node
    if statement.parsed.command.startswith("show"):
        return  # what it names may be a database, or stand in one that it names apart
    tree: object = node.parsed.node if isinstance(node, SelectInto) else node
    if _may_miscount(tree, statement):
        call_counts.refuse_counts(tree, statement.context)
    if isinstance(tree, CreateTableSyntax):
        tree = tree.select
    # without a SELECT the text may be rows alone, and long
    if isinstance(tree, exp.Expression) and has(tree, exp.Select) and _OUTERMOST.search(statement.parsed.words_text):
        refuse_misplaced(tree)
    if isinstance(tree, exp.Expression) and has(tree, exp.Lock):
        locking_clauses.refuse_locking_clauses(tree, statement.parsed.words_text, database or "")
    if isinstance(node, CreateViewSyntax) and not statement.context.variables.behaviour.views_derive:
        _refuse_derived(node)
    if isinstance(node, CreateProgram) and ARRAY.search(statement.parsed.words_text):
        call_counts.refuse_arrays(node)
    if not database and any(not table.schema for table in statement.named):
        raise mysql_error("ER_NO_DB_ERROR")
    if statement.parsed.command != "lock_tables":  # there a table may have several names
        refuse_listed_twice(statement.named, database)
    if not database and isinstance(node, CreateViewSyntax):
        _refuse_names_alone(node)
    if not database and isinstance(node, (CreateProgram, AlterProgram, DropProgram, AlterDatabaseSyntax)):
        # DROP FUNCTION then means a loadable one
        loadable = isinstance(node, DropProgram) and node.kind is ProgramKind.FUNCTION
        named = node.name if isinstance(node, AlterDatabaseSyntax) else node.schema
        if not (named or loadable):
            raise mysql_error("ER_NO_DB_ERROR")


def _may_miscount(tree: object, statement: BoundStatement) -> bool:
    """Whether some call may have a wrong number of arguments, or a derived table no alias; of a query if it is so."""
    if isinstance(tree, exp.Expression):
        return has_nameless(tree) or (
            has(tree, exp.Anonymous) and any(map(_is_miscounted, nodes_in(tree, exp.Anonymous)))
        )
    if isinstance(tree, CreateTableSyntax) and _may_miscount(tree.select or exp.Null(), statement):
        return True
    text = statement.parsed.words_text
    is_table = isinstance(tree, (CreateTableSyntax, AlterTableSyntax))
    return _EXPRESSION.search(text) is not None if is_table else "(" in text


def _is_miscounted(call: exp.Anonymous) -> bool:
    record = function_named(call.name.upper())
    return record is not None and not record.takes(len(call.expressions))


def refuse_listed_twice(named: Iterable[NamedTable], database: str | None) -> None:
    """ER_NONUNIQ_TABLE for a table that stands twice in a list of what is dropped or looked after."""
    seen: set[tuple[str, str]] = set()
    for table in named:
        if table.use in _ONCE:
            if table.key(database) in seen:
                raise mysql_error("ER_NONUNIQ_TABLE", table.name)
            seen.add(table.key(database))


def _refuse_derived(node: CreateViewSyntax) -> None:
    """Up to 5.6 no query stands in the place of a table (captured: derived_of_views_statement)."""
    for subquery in parse_tree(node.query_text).find_all(exp.Subquery):
        if isinstance(subquery.parent, (exp.From, exp.Join)) and isinstance(subquery.this, exp.Query):
            raise mysql_error("ER_VIEW_SELECT_DERIVED_UNUSED")


def _refuse_names_alone(node: CreateViewSyntax) -> None:
    """The tables of a view's query are those of the session's database, not of the view's."""
    if not all(table.args.get("db") for table in table_nodes(parse_tree(node.query_text))):
        raise mysql_error("ER_NO_DB_ERROR")

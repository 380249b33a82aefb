"""What is known of a statement before it runs: the tables it reads and writes, and what makes it unsafe by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.foreign_key_tables import KeyTable, any_parent, tables_of_keys
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.binding.own_subqueries import refuse_own_subqueries
from binwriter.sql.binding.system_tables import (
    is_grant_table,
    is_not_replicated,
    is_placeholder,
    reads_dictionary,
    system_table_reason,
)
from binwriter.sql.binding.table_nodes import (
    _only_named,
    _target_node,
    check_delete_targets,
    is_dual,
    locked_nodes,
    refuse_same_names,
    table_nodes,
)
from binwriter.sql.binding.unsafe_reasons import (
    Facts,
    autoinc_reasons,
    match_reasons,
    parse_time_reasons,
    substatement_reasons,
    unsafe_reasons,
)
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import find_view, tables_beside
from binwriter.sql.binding.views import base_tables, through_views
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.added_columns import refuse_as_read, refuse_lock
from binwriter.sql.ddl.table.engine import default_engine
from binwriter.sql.ddl.table.refused_early import refuse_before_query
from binwriter.sql.query.run import Compiler
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.joins import is_join_in_brackets
from binwriter.sql.text.known_trees import nodes_in_depth, once_a_tree
from binwriter.sql.text.meta_keys import COPY_OF, LOCKED_TOO
from binwriter.sql.text.words import ParsedStatement, placed_in, syntax_error
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason

_HOLDS_TABLES = (exp.From, exp.Join, exp.Update, exp.Delete)


def analyse(parsed: ParsedStatement, database: Database, context: StatementContext) -> StatementProfile:
    """The statement's profile. MySQLError when a table it names does not exist."""
    traits = parsed.traits
    if isinstance(parsed.node, (CreateTableSyntax, AlterTableSyntax)):
        try:
            refuse_as_read(parsed.node, context)
            if isinstance(parsed.node, AlterTableSyntax):
                refuse_lock(parsed.node, context)
        except MySQLError as error:
            raise placed_in(error, parsed.text) from None
    if isinstance(parsed.node, CreateTableSyntax):
        refuse_like_itself(parsed.node, context.database)
    if CommandTrait.DEFINES in traits:
        commits = not is_temporary_ddl(parsed)
        return StatementProfile(StatementKind.DDL, parsed.command, implicit_commit=commits, traits=traits)
    if isinstance(parsed.node, CreateTableSyntax):
        assert isinstance(parsed.node.select, exp.Expression)
        refuse_before_query(parsed.node, database.catalog, context, default_engine(parsed.node, context))
        refuse_same_names(parsed.node.select, context.database or "")
        return _create_select(parsed, parsed.node, database, context)
    if CommandTrait.CHANGES_ROWS not in traits:
        commits = CommandTrait.COMMITS_BEFORE in traits
        return StatementProfile(StatementKind.OTHER, parsed.command, implicit_commit=commits, traits=traits)
    given = parsed.node
    joins = CommandTrait.JOINS_TABLES in parsed.traits or (
        isinstance(given, exp.Insert) and isinstance(given.expression, exp.Query)
    )
    if joins and isinstance(given, exp.Expression):
        if isinstance(given, exp.Delete):
            check_delete_targets(given, context.database or "")
        refuse_same_names(given, context.database or "")
    if not joins and isinstance(given, exp.Expression):
        _refuse_target(given, parsed.text, database, context)
    parsed = through_views(parsed, database, context)
    tree = parsed.node
    assert isinstance(tree, exp.Expression) and isinstance(given, exp.Expression)
    if CommandTrait.JOINS_TABLES not in parsed.traits:
        refuse_own_subqueries(given, _target_node(given), database, context)
    behind = {id(node): tuple(base_tables(database, node, context)) for node in table_nodes(tree)}
    tables = {key: tables_behind[0] for key, tables_behind in behind.items() if tables_behind}
    changed = written_nodes(parsed, tree, tables)
    written = changed | for_update_nodes(tree)
    accesses = tuple(
        TableAccess(table.schema, table.name, table.engine, key in written and logged, table.temporary)
        for key, tables_behind in behind.items()
        for table in tables_behind
        if not is_placeholder(table)
        for logged in (not is_not_replicated(table),)
    )
    beside = tables_beside(tree)
    accesses += tuple(TableAccess(table.schema, table.name, table.engine, False, table.temporary) for table in beside)
    joined = tuple(table for part in tree.meta.get(LOCKED_TOO, ()) for table in part)  # all of them count as written
    accesses += tuple(TableAccess(table.schema, table.name, table.engine, True, table.temporary) for table in joined)
    changes = (*(tables[key] for key in tables if key in changed), *joined)
    reads = bool(beside) or any(key not in written and _locks_some(behind[key], context) for key in behind)
    tables_behind = unsafe_reasons(Facts(parsed, tree, context.server.policy.unsafe, changes, reads))
    opened = [*(table for tables in behind.values() for table in tables), *beside, *joined]
    if context.opens_key_tables:
        events = events_of(parsed, tree)
        changeable = changes
        # which tables change is found out once all are open (captured: parser_warnings_first)
        if parsed.command == "update_multi":
            changeable = tuple(tables[id(node)] for node in joined_nodes(tree) if id(node) in tables)
        by_keys = [key_table for table in changeable for key_table in tables_of_keys(table, events, database.catalog)]
        doubles = parsed.command == "insert" and tree.args.get("conflict") is not None
        tables_behind += tuple(_key_reasons(changes, by_keys, context, reads=reads, doubles=doubles))
        opened += (key_table.table for key_table in by_keys)
    _warn_of_grant_tables(tree, behind, changed, context)
    tables_behind += (*view_reasons(given, database, context), *_system_reasons(behind, changed, context))
    tables_behind += tuple(match_reasons((given, tree), opened))
    counted, counting = leading_written(given, table_nodes(tree), written, tables)
    return StatementProfile(
        StatementKind.DML,
        parsed.command,
        tuple(dict.fromkeys(accesses)),
        tables_behind,
        counted=counted,
        counting=counting,
        opens_parent=any_parent(opened, database.catalog) or _reads_dictionary(tree, database, context),
        traits=parsed.traits,
    )


def _refuse_target(tree: exp.Expression, text: str, database: Database, context: StatementContext) -> None:
    """ER_NON_UPDATABLE_TABLE for UPDATE of a derived table or one of WITH, and for DELETE from that, if it is a query
    that can be run; what else may not stand in brackets is ER_PARSE_ERROR (captured: clusters/derived_targets,
    undeclared_in_limits)."""
    target = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    if isinstance(target, (exp.Subquery, exp.Values)):
        if not isinstance(tree, exp.Update) and not text.lstrip()[:4].upper() == "WITH":
            raise syntax_error(text, text.index("("))
        kind = "UPDATE" if isinstance(tree, exp.Update) else "DELETE"
        _read_alone(tree, target, database, context)
        raise mysql_error("ER_NON_UPDATABLE_TABLE", target.alias, kind)
    common = tree.args.get("with_")
    if common is None or isinstance(tree, exp.Insert) or not isinstance(target, exp.Table) or target.text("db"):
        return
    if any(table.alias.lower() == target.name.lower() for table in common.expressions):
        kind = "UPDATE" if isinstance(tree, exp.Update) else "DELETE"
        _read_alone(tree, target, database, context)
        raise mysql_error("ER_NON_UPDATABLE_TABLE", target.alias or target.name, kind)


def _read_alone(tree: exp.Expression, target: exp.Expression, database: Database, context: StatementContext) -> None:
    """What is wrong with the query that a target is made of."""
    query = exp.Select(expressions=[exp.Literal.number(1)], from_=exp.From(this=target.copy()))
    if (common := tree.args.get("with_")) is not None:
        query.set("with_", common.copy())
    Compiler(database, context)(query, None)


def _locks_some(tables: Sequence[Table], context: StatementContext) -> bool:
    """Whether reading these locks one: not those of information_schema that a server up to 5.7 fills as they are read
    (captured: counters_beside_schema_statement), nor those behind a view that reads none (captured:
    clusters/views_of_no_table)."""
    if context.variables.behaviour.has_dictionary:
        return bool(tables)
    if not tables:
        return True
    return any(table.schema.lower() != "information_schema" for table in tables)


def _reads_dictionary(tree: exp.Expression, database: Database, context: StatementContext) -> bool:
    """Whether tables of the data dictionary are opened, which have foreign keys."""
    if not context.variables.behaviour.has_dictionary:
        return False
    asked = [node for node in table_nodes(tree) if node.text("db").lower() == "information_schema"]
    return any(reads_dictionary(database.table_of(node, context).definition) for node in asked)


def events_of(parsed: ParsedStatement, tree: exp.Expression) -> frozenset[str]:
    """The trigger events of the tables that a statement writes."""
    verb = parsed.command.split("_")[0]
    if verb == "load":
        replaces = tree.meta[LOAD].conflict == "REPLACE"
        return frozenset({"INSERT", "DELETE"} if replaces else {"INSERT"})
    if verb == "insert":
        return frozenset({"INSERT", "UPDATE"} if tree.args.get("conflict") is not None else {"INSERT"})
    return {
        "replace": frozenset({"INSERT", "DELETE"}),
        "update": frozenset({"UPDATE"}),
        "delete": frozenset({"DELETE"}),
    }.get(verb, frozenset())


def locked_for_update(tree: exp.Expression, database: Database, context: StatementContext) -> tuple[Table, ...]:
    """The tables that FOR UPDATE locks, in the order of the text: in row form they are mapped too."""
    locked = for_update_nodes(tree)
    nodes = [node for node in table_nodes(tree) if id(node) in locked] if locked else []
    return tuple(table for node in nodes for table in base_tables(database, node, context))


def _system_reasons(
    behind: Mapping[int, Iterable[Table]], changed: Container[int], context: StatementContext
) -> Iterator[UnsafeReason]:
    """Of the tables behind each name. Grant tables are read without locks; those that change are not (captured:
    changed_grant_tables)."""
    for node, tables in behind.items():
        for table in tables:
            reason = system_table_reason(table.schema, table.name, context.server.policy.unsafe)
            if reason is not None and not (reason is UnsafeReason.ACL_TABLE_READ and node in changed):
                yield reason


def _warn_of_grant_tables(
    tree: exp.Expression, behind: Mapping[int, Iterable[Table]], changed: Container[int], context: StatementContext
) -> None:
    if any(is_grant_table(table) for tables in behind.values() for table in tables):
        from binwriter.sql.binding.grant_reads import warn_of_tables

        warn_of_tables(tree, behind, changed, context)


def _key_reasons(
    changes: tuple[Table, ...], by_keys: Sequence[KeyTable], context: StatementContext, *, reads: bool, doubles: bool
) -> Iterator[UnsafeReason]:
    """What makes a statement unsafe by way of the tables that foreign keys lead to. reads: it reads others too.
    doubles: see `substatement_reasons`."""
    written = [key_table.table for key_table in by_keys if key_table.written]
    yield from substatement_reasons(written, context.server.policy.unsafe, doubles=doubles)
    if len(written) < len(by_keys) or (written and reads):
        yield from autoinc_reasons((*changes, *written))


def view_reasons(tree: exp.Expression, database: Database, context: StatementContext) -> Iterator[UnsafeReason]:
    """What makes a statement unsafe by way of the views that it names (propagate_attributes)."""
    for node in table_nodes(tree):
        view = find_view(database, node, context)
        if view is not None:
            inner = view_tree(view)
            yield from parse_time_reasons(
                ParsedStatement(view.query, "select", inner), inner, context.server.policy.unsafe
            )
            yield from view_reasons(inner, database, context)


@once_a_tree
def for_update_nodes(tree: exp.Expression) -> frozenset[int]:
    """The ids of the table nodes that FOR UPDATE locks: to the server they are written (captured:
    unsafe_statements)."""
    return locked_nodes(tree, update=True)


def leading_written(
    tree: exp.Expression, nodes: Iterable[exp.Expression], written: Collection[int], tables: Mapping[int, Table]
) -> tuple[tuple[TableAccess, ...], bool]:
    """The written tables up to the first table that is only read, view or derived table, and whether there is none.

    nodes: of the tree, or of that which has been led through its views: those that are no copies are views' tables.
    """
    known = {node.meta.get(COPY_OF, id(node)): id(node) for node in nodes}
    accesses: list[TableAccess] = []
    for node in opened_nodes(tree):
        key = known.get(id(node))
        if key is None or key not in written:
            return tuple(accesses), False
        table = tables[key]
        accesses.append(TableAccess(table.schema, table.name, table.engine, True, table.temporary))
    return tuple(accesses), True


@once_a_tree
def opened_nodes(tree: exp.Expression) -> Sequence[exp.Expression]:
    """Tables, views, derived tables and names of CTEs, the first written one first; those of an UPDATE or DELETE of
    several tables as its text has them, what WITH reads behind them (captured: engines_beside_derived_row)."""
    nodes: list[exp.Expression] = list(table_nodes(tree))
    known = {id(node) for node in nodes} | _only_named(tree)
    derived: list[exp.Expression] = [
        node
        for node in nodes_in_depth(tree)
        if isinstance(node, (exp.Table, exp.Subquery, JsonTable)) and isinstance(node.parent, _HOLDS_TABLES)
        if id(node) not in known and not (isinstance(node, exp.Table) and is_dual(node))
        if not is_join_in_brackets(node)
    ]
    rows = tree.args.get("expression") if isinstance(tree, exp.Insert) else None
    if isinstance(rows, exp.Values) and rows.args.get("alias") is not None:
        derived.append(rows)  # VALUES .. AS n is one, too (as a 9.7.4 logs it, values_put_back_mixed)
    if not derived:
        return nodes
    if isinstance(tree, (exp.Update, exp.Delete)):
        places = {id(node): place for place, node in enumerate(nodes_in_depth(tree))}
        return sorted([*nodes, *derived], key=lambda node: (node.find_ancestor(exp.With) is not None, places[id(node)]))
    return [*nodes[:1], *derived, *nodes[1:]]


def _create_select(
    parsed: ParsedStatement, syntax: CreateTableSyntax, database: Database, context: StatementContext
) -> StatementProfile:
    """CREATE TABLE .. SELECT: it writes a table that is not there yet."""
    tree = syntax.select
    assert isinstance(tree, exp.Expression)
    wanted = "default_tmp_storage_engine" if syntax.temporary else "default_storage_engine"
    engines = context.variables.engines
    engine = engines.find(str(context.variables.get(wanted)))
    with contextlib.suppress(MySQLError):  # the default takes the place of one that is not there
        engine = engines.find(syntax.options.engine or engine.name)
    tables = [table for node in table_nodes(tree) for table in base_tables(database, node, context)]
    schema = syntax.schema or context.database or ""
    existing = database.catalog.find(schema, syntax.name) if not syntax.temporary and syntax.if_not_exists else None
    if existing is not None:
        engine = existing.engine
    new = TableAccess(schema, syntax.name, engine, True, syntax.temporary)
    seen = [table for table in tables if not is_placeholder(table)]
    read = [TableAccess(table.schema, table.name, table.engine, False, table.temporary) for table in seen]
    reasons = [
        *unsafe_reasons(Facts(parsed, tree, context.server.policy.unsafe)),
        *view_reasons(tree, database, context),
    ]
    _warn_of_grant_tables(
        tree, {id(node): tuple(base_tables(database, node, context)) for node in table_nodes(tree)}, (), context
    )
    reasons += _system_reasons({0: tables}, (), context)
    if not context.server.policy.unsafe.limit_in_subquery:  # here the query is none of the statement's top level
        reasons = [reason for reason in reasons if reason is not UnsafeReason.LIMIT]
    if syntax.duplicates:
        ignores = syntax.duplicates == "IGNORE"
        reasons.append(UnsafeReason.CREATE_IGNORE_SELECT if ignores else UnsafeReason.CREATE_REPLACE_SELECT)
    generated = engine is ENGINES["innodb"] and not any(key.kind == "primary" for key in syntax.keys)
    generated = generated and context.variables.settings.sql_generate_invisible_primary_key
    if generated or any(column.auto_increment for column in syntax.columns):
        reasons.append(UnsafeReason.CREATE_SELECT_AUTOINC)
        if tables and _locks_some(tables, context) and context.server.policy.unsafe.creates_write:
            reasons.append(UnsafeReason.WRITE_AUTOINC_SELECT)
    return StatementProfile(
        StatementKind.DDL,
        parsed.command,
        tuple(dict.fromkeys((new, *read))),
        tuple(reasons),
        implicit_commit=not syntax.temporary,
        opens_parent=any_parent(seen, database.catalog) or _reads_dictionary(tree, database, context),
    )


def refuse_like_itself(syntax: CreateTableSyntax, database: str | None) -> None:
    """CREATE TABLE t LIKE t: the parser refuses it, before anything is committed (captured: create_like_names)."""
    if syntax.like is not None and (syntax.like[0] or database, syntax.like[1]) == (
        syntax.schema or database,
        syntax.name,
    ):
        raise mysql_error("ER_NONUNIQ_TABLE", syntax.name)


def written_nodes(parsed: ParsedStatement, tree: exp.Expression, tables: dict[int, Table]) -> frozenset[int]:
    """The ids of the table nodes that the statement writes."""
    if CommandTrait.JOINS_TABLES not in parsed.traits:
        return frozenset({id(_target_node(tree))})
    nodes = [node for node in table_nodes(tree) if not _in_subquery(node, tree)]
    if isinstance(tree, exp.Delete):
        using = tree.args.get("using")
        named = tree.args.get("tables") or [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
        if using and tree.args.get("tables"):
            named = tree.args["tables"]
        names = {node.name for node in named}
        return frozenset(id(node) for node in nodes if (node.alias or node.name) in names)
    written: set[int] = set()
    for item in tree.expressions:
        qualifier, column = item.this.text("table"), item.this.name.lower()
        for node in nodes:
            behind = tables.get(id(node))  # none behind a view that reads no table
            named_so = (
                (node.alias or node.name) == qualifier
                if qualifier
                else behind is not None and column in behind.index_of
            )
            if named_so:
                written.add(id(node))
    return frozenset(written)


def joined_nodes(tree: exp.Expression) -> list[exp.Table]:
    """The tables that an UPDATE or DELETE of several tables joins, without those of subqueries."""
    return [node for node in table_nodes(tree) if not _in_subquery(node, tree)]


def _in_subquery(node: exp.Expression, tree: exp.Expression) -> bool:
    child: exp.Expr = node
    parent = node.parent
    while parent is not None and parent is not tree:
        # joined with a derived table, or in brackets (captured: joins_in_brackets_row)
        beside = isinstance(parent, exp.Subquery) and (
            child.arg_key == "joins" or isinstance(parent.this, (exp.Table, exp.Subquery))
        )
        if isinstance(parent, exp.Query) and not beside:
            return True
        child, parent = parent, parent.parent
    return False

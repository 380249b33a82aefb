"""CREATE VIEW, ALTER VIEW and DROP VIEW carried out, with the text that a server logs for them.

Source: findings part 6 (DEFINER, ALGORITHM and SQL SECURITY are added); texts as a 9.7.4 writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.catalog.schemas import Schema, View
from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.events import Rand
from binwriter.formats.records import replace
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding import duality
from binwriter.sql.binding.accounts import account_of, definer_of
from binwriter.sql.binding.name_checks import check_column_name, is_no_column_name
from binwriter.sql.binding.system_tables import shows_local_times
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.unsafe_reasons import parse_time_reasons
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import errors_of_view, find_view, is_updatable, may_be_merged, shows_updatable
from binwriter.sql.binding.views import base_tables
from binwriter.sql.command_table import defines
from binwriter.sql.ddl.no_characters import refuse_view
from binwriter.sql.ddl.table.implicit_timestamps import has_time_default
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.printing.queries import view_text
from binwriter.sql.query.result_items import NullRules, result_items
from binwriter.sql.query.run import Compiler
from binwriter.sql.query.select import Select
from binwriter.sql.query.select_list import title
from binwriter.sql.syntax.views import CreateViewSyntax, DropViewSyntax
from binwriter.sql.text import duality_calls
from binwriter.sql.text.operands import GIVEN_TITLE
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import DdlEvent, UnsafeReason

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext
    from binwriter.sql.ddl.statement import DdlRun

_MOST_COLUMNS = 4096


@defines("create_view", "alter_view")
def create_view(run: DdlRun) -> tuple[DdlEvent, ...]:
    """CREATE VIEW and ALTER VIEW."""
    syntax = run.parsed.node
    assert isinstance(syntax, CreateViewSyntax)
    check_length(syntax.name)
    schema_name = syntax.schema or run.default_schema
    if not schema_name:
        raise mysql_error("ER_NO_DB_ERROR")
    schema = run.database.catalog.schema(schema_name)
    existing = schema.views.get(syntax.name)
    error = _in_the_way(syntax, schema, existing, run.context.variables.behaviour)
    is_table = syntax.name in schema.tables
    existed = (existing is not None or is_table) and not (syntax.alters or syntax.or_replace)
    accounts = run.database.catalog.accounts
    definer = syntax.definer or (existing.made_by if _keeps_definer(syntax) and existing is not None else None)
    view = _defined(run, syntax, schema_name, existing, definer)
    view, compiled = _checked(run, view, error if syntax.alters else None)
    asked_zone = run.context.facts.uses_time_zone and not run.context.variables.behaviour.clock_waits
    asked_zone |= _shows_local_times(view, run)
    _check_column_names(view)
    if error is not None and not run.context.server.policy.logs_refused_views:
        if error.symbol == "ER_TABLE_EXISTS_ERROR" and definer is not None and definer not in accounts:
            run.note("ER_NO_SUCH_USER", *definer)
        raise error
    try:
        _check_option(view, run.database)
    except MySQLError as refused:
        if not run.context.server.policy.logs_refused_views:
            raise
        error = error or refused
    if existed and error is None:
        run.note("ER_TABLE_EXISTS_ERROR", syntax.name)
    if view.algorithm == "MERGE" and not may_be_merged(view):
        run.context.warn("ER_WARN_VIEW_MERGE")
        view = replace(view, algorithm="UNDEFINED")
    view = replace(view, printed=view_text(view, run.database))
    if definer is not None and definer not in accounts:
        run.note("ER_NO_SUCH_USER", *definer)
    _warn_of_unsafe(run, view)
    if error is None:
        refuse_view(view, run.context)
    run.error = error
    if not existed and error is None:
        schema.views[syntax.name] = view
        run.database.programs.version += 1
    made = _text(view, syntax, run.default_schema)
    event = DdlEvent(
        kept_bytes(made.text),
        run.default_schema,
        databases=(schema_name,),
        kept=made.kept,
        atomic=not existed,
        error_code=0 if error is None else error.code,
        invoker=None if _keeps_definer(syntax) or syntax.definer is not None else account_of(run.context),
        context=_rand_event(run),
        thread_specific=run.context.facts.thread_specific,
        uses_time_zone=asked_zone or has_time_default(_stored_columns(compiled), run.context.variables.profile),
    )
    return (event,)


def _keeps_definer(syntax: CreateViewSyntax) -> bool:
    return syntax.alters and not syntax.own_definer  # (captured: views_of_own_definer_statement)


def _defined(
    run: DdlRun, syntax: CreateViewSyntax, schema: str, existing: View | None, definer: tuple[str, str] | None
) -> View:
    """The view as it is written, its query not looked at. definer: user and host, None for who makes it.

    ALTER VIEW keeps of the existing one what it does not name.
    """
    altered = existing if syntax.alters else None
    kept = "INVOKER" if altered is not None and altered.definer is None else "DEFINER"
    made_by = definer_of(run.context, definer, run.database.catalog.accounts)
    return View(
        schema,
        syntax.name,
        in_charset(syntax.query_text),
        duality_calls.DUALITY_COLUMNS if syntax.duality else syntax.columns,
        syntax.algorithm or (altered.algorithm if altered else "UNDEFINED"),
        syntax.check_option,
        None if (syntax.security or kept) == "INVOKER" else made_by,
        made_by=definer or account_of(run.context),
        client=run.context.variables.settings.character_set_client,
        connection=run.context.variables.settings.collation_connection,
        created=run.context.start_microseconds,
        made_in=run.default_schema or "",
        made_strictly=run.context.strict,
        duality=syntax.duality,
    )


class _Text(NamedTuple):
    """kept: so many characters at the end are the client's."""

    text: str
    kept: int


def _text(view: View, syntax: CreateViewSyntax, default_schema: str) -> _Text:
    """The statement as a server writes it anew for the log."""
    user, host = view.made_by
    verb = "ALTER" if syntax.alters else "CREATE OR REPLACE" if syntax.or_replace else "CREATE"
    name = quoted(syntax.name)
    if view.schema != default_schema:
        name = f"{quoted(view.schema)}.{name}"
    named = f"({', '.join(map(quoted, syntax.columns))})" if syntax.columns else ""
    end = f" AS {syntax.query_text}{syntax.check_option_text}"
    text = (
        f"{verb} ALGORITHM={view.algorithm} DEFINER={quoted(user)}@{quoted(host)} "
        f"SQL SECURITY {'INVOKER' if view.definer is None else 'DEFINER'} "
        f"{duality_calls.DUALITY if syntax.duality else ''}VIEW "
        f"{'IF NOT EXISTS ' if syntax.if_not_exists else ''}{name}{named}{end}"
    )
    return _Text(text, len(end))


def _shows_local_times(view: View, run: DdlRun) -> bool:
    """Whether tables of information_schema with times are behind it: they ask for the zone when they are opened
    (captured: zones_of_shown_times_statement)."""
    nodes = table_nodes(view_tree(view))
    tables = (table for node in nodes for table in base_tables(run.database, node, run.context))
    return any(shows_local_times(table, run.context.variables.behaviour) for table in tables)


def _warn_of_unsafe(run: DdlRun, view: View) -> None:
    """5.1 looks at every text that it logs (captured: captured-old/5.1.54)."""
    settings, policy = run.context.variables.settings, run.context.server.policy.unsafe
    if not policy.warns_of_views or not settings.sql_log_bin or run.binlog_format is not BinlogFormat.STATEMENT:
        return
    tree = view_tree(view)
    reasons = parse_time_reasons(ParsedStatement(view.query, "select", tree), tree, policy)
    run.context.diagnostics.extend(policy.warnings(tuple(set(reasons) - {UnsafeReason.LIMIT})))


def _check_column_names(view: View) -> None:
    """ER_TOO_MANY_FIELDS; ER_WRONG_COLUMN_NAME, of those that are written: the names a server makes do fit."""
    query = view_tree(view)
    items = query.selects if isinstance(query, exp.Query) else []
    if len(items) > _MOST_COLUMNS:
        raise mysql_error("ER_TOO_MANY_FIELDS")
    titles = [item.meta.get(GIVEN_TITLE, item.alias) for item in items if isinstance(item, exp.Alias)]
    for name in view.columns or titles:
        check_column_name(name)


def _in_the_way(
    syntax: CreateViewSyntax, schema: Schema, existing: View | None, behaviour: Behaviour
) -> MySQLError | None:
    """What stands under the view's name, or does not, and should."""
    is_table = syntax.name in schema.tables
    if is_table and (syntax.alters or syntax.or_replace):
        return mysql_error("ER_WRONG_OBJECT", schema.name, syntax.name, "VIEW")
    if existing is not None and existing.duality != syntax.duality and (syntax.alters or syntax.or_replace):
        kind = "JSON_DUALITY" if existing.duality else "SQL"
        return mysql_error("ER_JDV_ALTER_OR_REPLACE_NOT_SUPPORTED", schema.name, syntax.name, kind)
    if syntax.alters and existing is None:
        missing = mysql_error("ER_NO_SUCH_TABLE", schema.name, syntax.name)
        if behaviour.missing_view_is_none:
            missing.later = (mysql_warning("ER_WRONG_OBJECT", schema.name, syntax.name, "VIEW", level="Error"),)
        return missing
    if (existing or is_table) and not (syntax.alters or syntax.or_replace or syntax.if_not_exists):
        return mysql_error("ER_TABLE_EXISTS_ERROR", syntax.name)
    return None


def _rand_event(run: DdlRun) -> tuple[Rand, ...]:
    """The seeds of a RAND() in the query, which the server resolves; not where rows are logged."""
    seeds = run.context.facts.rand_used
    if seeds is None or run.binlog_format is BinlogFormat.ROW:
        return ()
    return (Rand(seed1=seeds[0], seed2=seeds[1]),)


def _checked(run: DdlRun, view: View, refusal: MySQLError | None) -> tuple[View, CompiledQuery]:
    """The query must be one that can run now, over no temporary table. Returns it, and the view with what its items
    are called.

    refusal: what is told as soon as the query's tables are there.
    """
    tree = view_tree(view)
    for node in tree.find_all(exp.Table):
        schema = str(node.text("db")) or run.default_schema
        if run.database.temporary.find(schema, node.name) is not None:
            raise refusal or mysql_error("ER_VIEW_SELECT_TMPTABLE", node.name)
        find_view(run.database, node, run.context)  # whether it reads itself as it is
        if run.database.catalog.view(view.schema, view.name) is not None:
            _refuse_itself(run, view, node, set())
        found = run.database.catalog.view(schema, node.name)
        if found is not None and found.duality and not view.duality:
            raise mysql_error("ER_JDV_CANNOT_BE_USED_WITH", found.name, "a normal SQL view")
    run.context.makes_view = True
    try:
        compiled = Compiler(run.database, run.context)(tree, None)
        if view.duality:
            check_duality(view, tree, run)
    except MySQLError as error:
        raise refusal if refusal is not None and error.symbol != "ER_NO_SUCH_TABLE" else error from None
    finally:
        run.context.makes_view = False
    if refusal is not None:
        raise refusal
    if view.columns and len(view.columns) != len(compiled.columns):
        raise mysql_error("ER_VIEW_WRONG_LIST")
    view = replace(view, stars=_stars(view, compiled))
    view = replace(view, titles=_titles(view, [name for name, _ in compiled.columns]))
    _refuse_twice(view.columns)
    return view, compiled


def _refuse_twice(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.lower() in seen:
            raise mysql_error("ER_DUP_FIELDNAME", name)
        seen.add(name.lower())


def check_duality(view: View, tree: exp.Expression, run: DdlRun) -> None:
    """MySQLError for a query that makes no duality view."""
    if view.algorithm == "TEMPTABLE":
        raise mysql_error("ER_JDV_ALGO_TEMPTABLE_NOT_SUPPORTED")
    duality.duality_tree(tree, run.database, run.context)


def _check_option(view: View, database: Database) -> None:
    if view.check_option and not (is_updatable(view) and shows_updatable(view, database)):
        raise mysql_error("ER_VIEW_NONUPD_CHECK", view.schema, view.name)


def _stars(view: View, compiled: CompiledQuery) -> tuple[tuple[str, str] | None, ...]:
    """See `View`: what a server stores is a query without *."""
    listed = view_tree(view).expressions
    if not isinstance(compiled, Select) or not any(is_star(node) for node in listed):
        return ()
    given = {id(node) for node in listed}
    stars = tuple(None if id(node) in given else (node.name, node.text("table")) for node in compiled.nodes)
    return stars if stars.count(None) == sum(not is_star(node) for node in listed) else ()


def _titles(view: View, names_of_all: Sequence[str]) -> tuple[str, ...]:
    """See `View` (captured: clusters/views_titled). names_of_all: of the query's columns.

    Where no names are given, what is called by its text gives way to others of that name. ER_DUP_FIELDNAME for two of
    which none does (captured: clusters/views_of_equal_items).
    """
    tree = view_tree(view)
    items = tree.selects if isinstance(tree, exp.Query) else []
    named = [isinstance(item, exp.Alias) or is_star(item) for item in items]
    names = [
        title(item) if isinstance(item, exp.Expression) and not has_name else None
        for item, has_name in zip(items, named, strict=True)
    ]
    titles = [
        f"Name_exp_{number}" if name is not None and is_no_column_name(name) else ""
        for number, name in enumerate(names, 1)
    ]
    if not view.columns:
        if len(items) != len(names_of_all):
            _refuse_twice(names_of_all)
            return tuple(titles) if any(titles) else ()
        yields = [
            not (has_name or isinstance(item.unnest(), exp.Column)) for item, has_name in zip(items, named, strict=True)
        ]
        called = [title or name for title, name in zip(titles, names_of_all, strict=True)]
        titles = [new or title for new, title in zip(_renamed(called, yields), titles, strict=True)]
    return tuple(titles) if any(titles) else ()


def _renamed(called: Sequence[str], yields: Sequence[bool]) -> list[str]:
    """The new names of items that yield to others, empty for the rest."""
    names, given = list(called), [""] * len(called)
    for number, name in enumerate(names):
        for before in range(number):
            if names[before].lower() != names[number].lower():
                continue
            changed = number if yields[number] else before
            if not yields[changed]:
                raise mysql_error("ER_DUP_FIELDNAME", name)
            others = {other.lower() for place, other in enumerate(names[: number + 1]) if place != changed}
            text = called[changed]
            tried = (f"Name_exp_{attempt}_{text}" if attempt else f"Name_exp_{text}" for attempt in count())
            names[changed] = given[changed] = next(new for new in tried if new.lower() not in others)
    return given


def _stored_columns(compiled: CompiledQuery) -> Iterator[Column]:
    """Those that a query shows as they are."""
    items = result_items(compiled, rules=NullRules())
    for _, item in zip(compiled.columns, items, strict=False):
        if (stored := item.stored(item.node)) is not None:
            yield stored


def _refuse_itself(run: DdlRun, view: View, node: exp.Expression, seen: set[tuple[str, str]]) -> None:
    """A view that reads itself, directly or by way of others: while it is made anew it is not there
    (captured: cluster views_in_circles).

    seen: what was looked into before.
    """
    schema = node.text("db")
    if (schema, node.name) == (view.schema, view.name):
        raise mysql_error("ER_NO_SUCH_TABLE", view.schema, view.name)
    inner = run.database.catalog.view(schema, node.name) if schema else None
    if inner is not None and (schema, node.name) not in seen:
        seen.add((schema, node.name))
        for below in view_tree(inner).find_all(exp.Table):
            _refuse_itself(run, view, below, seen)


def column_names(view: View, database: Database, context: StatementContext) -> tuple[str, ...]:
    """The names of a view's columns. ER_VIEW_INVALID if its tables are not there."""
    if view.columns:
        return view.columns
    with errors_of_view(view):
        return tuple(name for name, _ in Compiler(database, context)(view_tree(view), None).columns)


@defines("drop_view")
def drop_view(run: DdlRun) -> tuple[DdlEvent, ...]:
    """DROP VIEW. A missing one without IF EXISTS: nothing is dropped; up to 5.7 the others are (captured:
    drop_lists_databases_statement)."""
    syntax = run.parsed.node
    assert isinstance(syntax, DropViewSyntax)
    names = [(schema or run.default_schema, name) for schema, name in syntax.names]
    missing = []
    for schema, name in names:
        is_table = run.database.catalog.find(schema, name) is not None
        if is_table and not syntax.if_exists:
            raise mysql_error("ER_WRONG_OBJECT", schema, name, "VIEW")
        if is_table and not run.context.server.policy.drops_what_exists:
            run.note("ER_WRONG_OBJECT", schema, name, "VIEW")
        elif is_table or run.database.catalog.view(schema, name) is None:
            missing.append(f"{schema}.{name}")
            if syntax.if_exists:  # told of in the order of the list (captured: clusters/views_dropped_in_order)
                run.note("ER_BAD_VIEW_ERROR", missing[-1])
    if missing and not syntax.if_exists:
        run.error = mysql_error("ER_BAD_TABLE_ERROR", ",".join(missing))
        if len(missing) == len(names) or not run.context.server.policy.drops_what_exists:
            raise run.error
    schemas: dict[str, None] = {}
    for schema, name in names:
        if run.database.catalog.view(schema, name) is not None:
            del run.database.catalog.schema(schema).views[name]
            run.database.programs.version += 1
            schemas[schema] = None
    return (
        DdlEvent(
            run.text,
            run.default_schema,
            databases=tuple(schemas) or None,
            atomic=bool(schemas),
            error_code=0 if run.error is None else run.error.code,
        ),
    )

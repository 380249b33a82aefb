"""INSERT, UPDATE and DELETE of a duality view: one document a statement, and a statement for each row behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.accounts import account_text, require_definer, rights_of_definer
from binwriter.sql.binding.duality import duality_tree
from binwriter.sql.binding.duality_forms import refuse_forms, rows_of
from binwriter.sql.binding.prelocking import prelock
from binwriter.sql.binding.profile import events_of
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.command_table import changes
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.duality import statements
from binwriter.sql.dml.duality.bindings import (
    METADATA,
    Binding,
    Given,
    Place,
    flatten,
    merge,
    refuse_unknown_keys,
    refuse_unlike,
    same,
)
from binwriter.sql.dml.duality.nodes import Node, nodes_of
from binwriter.sql.dml.duality.resolving import is_made, look_for_values, resolve
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.types import CompiledExpression, ExprType
from binwriter.sql.functions.json.documents import NullArgumentError, document_argument
from binwriter.sql.functions.registry import Call
from binwriter.sql.privileges.check import check_inside
from binwriter.sql.query import run_select
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementPart

_READER = "get_json_wrapper"  # as a server names who reads the document


def change_documents(parsed: ParsedStatement, view: View, run: DmlRun) -> None:
    """Runs the statement. MySQLError where it may not be, or the document does not fit the view."""
    tree = parsed.node
    assert isinstance(tree, (exp.Insert, exp.Update, exp.Delete))
    refuse_forms(parsed, tree)
    run.parts = []
    with _rights_of(view, run):
        root = nodes_of(duality_tree(view_tree(view), run.database, run.context, checks=False))
    change = _Change(run, root, view)
    if isinstance(tree, exp.Insert):
        change.insert(_given(tree, run))
        return
    if isinstance(tree, exp.Delete) and tree.args.get("where") is None:
        raise mysql_error("ER_JDV_OPERATION_NOT_SUPPORTED", "Multiple object delete")
    for number, (there, given) in enumerate(_found(tree, run)):
        if number:
            what = "update" if isinstance(tree, exp.Update) else "delete"
            raise mysql_error("ER_JDV_OPERATION_NOT_SUPPORTED", f"Multiple object {what}")
        if isinstance(tree, exp.Update):
            change.update(there, _root(given, "ER_JDV_NULL_UPDATE_VALUE", run.context))
        else:
            change.delete(there)


# --- documents -------------------------------------------------------------------------------------------------------


def _given(tree: exp.Insert, run: DmlRun) -> Place:
    """The document that an INSERT gives."""
    from binwriter.sql.dml.insert import row_cells

    cells = row_cells(rows_of(tree)[0])
    refuse_default(cells[0])
    result = run_select(exp.Select(expressions=[cells[0].copy()]), run.database, run.context)
    if isinstance(cells[0], exp.Column) and isinstance(result.rows[0][0], JsonDocument):
        raise mysql_error("ER_JDV_NULL_INSERT_VALUE")  # a variable's document is none in the server's memory
    return _root(_constant(result.columns[0][1], result.rows[0][0]), "ER_JDV_NULL_INSERT_VALUE", run.context)


def _constant(type_: ExprType, value: Any) -> CompiledExpression:
    return CompiledExpression(type_, lambda context, row: value, "")


def refuse_default(node: exp.Expression) -> None:
    """A duality view's column has no default that were a document."""
    if is_default_keyword(node):
        raise mysql_error("ER_INVALID_TYPE_FOR_JSON", 1, _READER)


def _root(value: CompiledExpression, missing: str, context: StatementContext) -> Place:
    """The root object. missing: the error for NULL."""
    call = Call(_READER, (value,), None)  # type: ignore[arg-type]
    try:
        root = document_argument(call, 0, value.eval(context, ()), context)
    except NullArgumentError:
        raise mysql_error(missing) from None
    if not isinstance(root, dict):
        raise mysql_error("ER_JDV_UNEXPECTED_JSON_TYPE", "$", "Json_object")
    return Place(root)


def _found(tree: exp.Update | exp.Delete, run: DmlRun) -> Iterator[tuple[Place, CompiledExpression]]:
    """The documents that the statement is about, and what UPDATE makes of each."""
    alias = tree.this.alias_or_name
    items: list[exp.Expression] = [exp.column("data", table=alias)]
    if isinstance(tree, exp.Update):
        for assignment in tree.expressions:
            if assignment.this.name.lower() != "data":
                raise mysql_error("ER_BAD_FIELD_ERROR", assignment.this.name, "field list")
        refuse_default(tree.expressions[-1].expression)
        items.append(tree.expressions[-1].expression.copy())
    query = exp.Select(expressions=items, from_=exp.From(this=tree.this.copy()))
    where, named = tree.args.get("where"), tree.args.get("with_")
    if where is not None:
        query.set("where", where.copy())
    if named is not None:
        query.set("with_", named.copy())
    result = run_select(query, run.database, run.context)
    for row in result.rows:
        document, value = row[0], row[-1]
        assert isinstance(document, JsonDocument)
        yield Place(document.root), _constant(result.columns[-1][1], value)


# --- rows ------------------------------------------------------------------------------------------------------------


class _Change:
    """One document's statements. view: whose rights they run with."""

    def __init__(self, run: DmlRun, root: Node, view: View) -> None:
        self.run, self.root, self.view = run, root, view

    def insert(self, given: Place) -> None:
        bindings = flatten(Binding(self.root, given))
        context = self.run.context
        refuse_unknown_keys(bindings)
        look_for_values(bindings, context)
        ranked = sorted(bindings, key=Binding.order)
        refuse_unlike(bindings)
        with _rights_of(self.view, self.run):
            for binding in ranked:
                if binding.is_empty:
                    continue
                made = next((cell for cell in binding.cells if is_made(cell.column, cell.given, context)), None)
                key = self._execute(statements.insert(binding, self._ask, updates=False))
                if made is not None and key is not None:
                    made.given = Place(key)
                    resolve(bindings, context)

    def update(self, there: Place, given: Place) -> None:
        self._check_etag(there, given)
        bindings = flatten(Binding(self.root, given, there))
        refuse_unknown_keys(bindings)
        look_for_values(bindings, self.run.context)
        ranked = sorted(bindings, key=Binding.order)
        merge(ranked)
        refuse_unlike(bindings)
        with _rights_of(self.view, self.run):
            for binding in reversed(ranked):
                if binding.given is None and binding.there is not None:
                    self._execute(statements.delete(binding.node, binding.there))
            for binding in ranked:
                if binding.given is None:
                    continue
                if binding.there is None:
                    self._execute(statements.insert(binding, self._ask, updates=True))
                else:
                    self._execute(statements.update(binding, self._ask))

    def delete(self, there: Place) -> None:
        bindings = flatten(Binding(self.root, there))
        look_for_values(bindings, self.run.context)
        with _rights_of(self.view, self.run):
            for binding in reversed(bindings):
                assert binding.given is not None
                self._execute(statements.delete(binding.node, binding.given))

    def _check_etag(self, there: Place, given: Place) -> None:
        before, now = _etag(there), _etag(given)
        if now is None:
            self.run.context.warn("ER_JDV_MISSING_ETAG")
        elif not same(before, now):
            from binwriter.mysql.values.json_text import json_text

            raise mysql_error("ER_JDV_ETAG_MISMATCH", json_text(JsonDocument(now.value)))

    def _ask(self, query: str) -> Sequence[bool] | None:
        parsed = self._parsed(query)
        assert isinstance(parsed.node, exp.Expression)
        rows = list(run_select(parsed.node, self.run.database, self.run.context).rows)
        return None if len(rows) != 1 else [value is None or bool(value) for value in rows[0]]

    def _parsed(self, text: str) -> ParsedStatement:
        from binwriter.sql.grammar.reading import parse_statement

        client = self.run.context.variables.settings.character_set_client
        parsed = parse_statement(text if client.startswith("utf8") else statements.for_client(text))
        if self.run.context.rights is not None:
            check_inside(parsed, self.run.database, self.run.context)
        return parsed if parsed.text == text else replace(parsed, text=text)

    def _execute(self, text: str) -> int | None:
        """Runs a statement, if it is one. Returns the key that it made."""
        if not text:
            return None
        run, context = self.run, self.run.context
        parsed = self._parsed(text)
        facts, before = context.facts, (context.facts.changed, context.facts.changed_by, context.current_text)
        apart = run.parts if run.outer is None and context.row_form else None
        if apart is not None:
            facts.changed, facts.changed_by = False, None
        context.current_text = text.encode("utf-8", "surrogateescape")
        context.row_count = context.last_insert_id = 0
        try:
            self._run(parsed)
            if apart is not None:
                apart.append(StatementPart(self._text_of(), len(run.changes), self._locked(parsed)))
        finally:
            context.current_text = before[2]
            if apart is not None:
                facts.changed |= before[0]
                facts.changed_by = before[1]
        run.affected += context.row_count
        return context.last_insert_id or None

    def _text_of(self) -> bytes:
        return self.run.context.facts.changed_by or self.run.context.current_text or b""

    def _locked(self, parsed: ParsedStatement) -> tuple[Any, ...]:
        """The tables that this statement maps: its own, and those of its triggers and keys."""
        run, tree = self.run, parsed.node
        assert isinstance(tree, exp.Expression)
        table = tree.find(exp.Table)
        assert table is not None
        own = [(table.text("db"), table.name, True)]
        return prelock(own, iter(()), events_of(parsed, tree), run.database, run.context).written

    def _run(self, parsed: ParsedStatement) -> None:
        run, context = self.run, self.run.context
        runtime: Any = context.programs
        if runtime is not None and runtime.top is not None:
            levels, runtime.top.levels = runtime.top.levels, []  # no table counts as open already
            try:
                runtime.run_change(parsed)
            finally:
                runtime.top.levels = levels
            return
        inner = DmlRun(run.database, context, run.undo, changes=run.changes)
        inner.outer = run
        strict = context.changes_data
        context.changes_data = context.variables.behaviour.is_strict(parsed.command)
        try:
            changes[parsed.command](parsed, inner)
        finally:
            context.changes_data = strict
            run.transactional_write |= inner.transactional_write
            run.nontransactional_write |= inner.nontransactional_write
            run.noticed_write |= inner.noticed_write
            if not run.first_insert_id:
                run.first_insert_id = inner.first_insert_id
        context.row_count = inner.affected
        if inner.first_inserted_id:
            context.last_insert_id = inner.first_inserted_id


def _etag(document: Place) -> Given:
    metadata = document.member(METADATA)
    return None if metadata is None else metadata.member("etag")


@contextmanager
def _rights_of(view: View, run: DmlRun) -> Iterator[None]:
    """The rights of the view's definer are in force, and no names of programs."""
    context = run.context
    before = context.definer, context.rights, context.program_names
    rows = context.row_number, context.row_begun, context.row_shift
    found = context.found_rows, context.last_insert_id, context.new_last_insert_id
    context.program_names, context.row_begun = None, 0
    if view.definer is not None:
        require_definer(view.definer, run.database.catalog.accounts, context.rights)
        context.definer = account_text(view.definer, context.definer)
        context.rights = rights_of_definer(view.definer, run.database.catalog, context)
    try:
        yield
    finally:
        context.definer, context.rights, context.program_names = before
        context.row_number, context.row_begun, context.row_shift = rows
        context.found_rows, context.last_insert_id, context.new_last_insert_id = found

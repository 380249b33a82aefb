"""The columns of a query whose rows are inserted, and how their values become those of a table's columns."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.behaviour import KeptInstants
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.expressions.assign import as_bound, selected_value
from binwriter.sql.expressions.copied_forms import is_chosen
from binwriter.sql.expressions.copied_moments import copies_instant, is_instant
from binwriter.sql.expressions.copied_texts import marking
from binwriter.sql.expressions.document_sources import source_name
from binwriter.sql.expressions.subqueries import is_its_item
from binwriter.sql.expressions.types import AVERAGE, NULL_TYPE, ExprType, Kind
from binwriter.sql.hooks import Programs
from binwriter.sql.query import ResultSet
from binwriter.sql.text.known_trees import nodes_in
from binwriter.sql.text.meta_keys import PARAMETER_ITSELF
from binwriter.sql.text.tree_text import is_star, tree_text
from binwriter.sql.types import is_aggregate

_LONGEST_KEPT = 512  # characters of a text that a temporary table keeps in a VARCHAR


@dataclass(frozen=True, slots=True)
class Selected:
    """A column of a query whose rows are inserted. source: what errors call it; fires: triggers may still give a value
    in the place of NULL; direct, computed, chosen: see `selected_value`; kept: in a table of its own meanwhile;
    joined: in that of UNION and its kin; made: see `as_column`."""

    type: ExprType
    source: str
    fires: bool = False
    direct: bool = True
    computed: bool = False
    kept: bool = False
    chosen: bool = False
    joined: bool = False
    made: bool = False

    @property
    def as_column(self) -> ExprType | None:
        """The type of the column that the value is read from; None where it is made on the way. What is made before it
        is kept in a table in between is a text of that table's: VARCHAR as long as it is short."""
        type_ = self.type
        if not (self.kept or self.joined) or type_.kind is not Kind.STRING:
            return None if self.made else type_
        if self.made and not self.joined:
            return None
        if type_.column is not None or not type_.length:
            return type_
        return replace(type_, column=ColumnType.VARCHAR if type_.length <= _LONGEST_KEPT else ColumnType.BLOB)


def selected_columns(
    result: ResultSet,
    query: exp.Expression,
    width: int,
    programs: Programs | None,
    *,
    fires: bool,
    kept: bool = False,
    rows_kept: bool = False,
) -> list[Selected]:
    """Of a query that gives so many columns. fires, kept: see `Selected`; what windows keep is found here.
    rows_kept: rows are, not groups: an average has the digits of its type there."""
    items = query.expressions if isinstance(query, exp.Select) else []
    named = len(items) == len(result.columns) and not any(is_star(item) for item in items)
    kept = kept or any(isinstance(item.unalias(), exp.Window) for item in items)
    columns = [isinstance(item.unalias().unnest(), exp.Column) for item in items]
    grouped = query.args.get("group") is not None
    made = [_is_made(item.unalias(), kept=kept, grouped=grouped) for item in items]
    merged, between = _made_below(query)
    made = [
        (one or (column and item.name.lower() in merged)) and item.name.lower() not in between
        for one, column, item in zip(made, columns, items, strict=True)
    ]
    bound = [_is_bound(item.unalias()) for item in items]
    plain = rows_kept or isinstance(query, exp.SetOperation) or bool(between)
    return [
        Selected(
            as_bound(type_)
            if named and bound[place]
            else replace(type_, source=NULL_TYPE.source)
            if plain and type_.source == AVERAGE
            else type_,
            source_name(items[place].unalias()) if named else name,
            fires,
            not kept and (not named or columns[place]),
            not kept and named and not columns[place],
            kept and isinstance(query, exp.Select),
            named and _is_chosen(items[place].unalias(), programs, kept=kept),
            isinstance(query, exp.SetOperation) or bool(between),
            made[place] if named else bool(merged),
        )
        for place, (name, type_) in enumerate(result.columns[:width])
    ]


def _is_bound(item: exp.Expression) -> bool:
    """Whether it is what a client has bound, or a query for it."""
    inner = item.unnest()
    if isinstance(inner, exp.Select) and is_its_item(inner) and len(inner.expressions) == 1:
        return _is_bound(inner.expressions[0].unalias())
    return PARAMETER_ITSELF in inner.meta


def _is_made(item: exp.Expression, *, kept: bool, grouped: bool) -> bool:
    """Whether it is no column where its value is taken. kept: in a table in between, which has columns of all that is
    made of each row; grouped: or of each group."""
    inner = item.unnest()
    if isinstance(inner, exp.Column | exp.Star):
        return False
    assigns = isinstance(inner, exp.Subquery | exp.PropertyEQ)
    of_all = not grouped and any(is_aggregate(node) for node in item.walk())
    return not kept or assigns or of_all or item.find(exp.Column) is None


def _made_below(query: exp.Expression) -> tuple[set[str], set[str]]:
    """The names of what queries in FROM and WITH make: of those that are merged, and of those that are kept in a table
    of their own."""
    merged, between = set[str](), set[str]()
    for node in (*nodes_in(query, exp.Subquery), *nodes_in(query, exp.CTE)):
        inner = node.this
        if not isinstance(inner, exp.Select) or not isinstance(node.parent, exp.From | exp.Join | exp.With):
            continue
        of_groups = any(inner.args.get(clause) for clause in ("distinct", "group", "having", "limit"))
        of_groups = of_groups or any(is_aggregate(part) for item in inner.expressions for part in item.walk())
        made = {
            item.alias_or_name.lower()
            for item in inner.expressions
            if _is_made(item.unalias(), kept=False, grouped=False)
        }
        (between if of_groups else merged).update(made)
    return merged, between


def _is_chosen(item: exp.Expression, programs: Programs | None, *, kept: bool) -> bool:
    """Whether a function gives one of its arguments, or a query or program its result. kept: in a table in between."""
    if isinstance(item, exp.Subquery):
        return not is_its_item(item)
    if isinstance(item, exp.Anonymous) and programs is not None and programs.function(None, item.name) is not None:
        return not kept
    return not kept and isinstance(item, (exp.Func, exp.Case)) and is_chosen(tree_text(item).lower())


def asks_for_zone(selected: Selected, column: ColumnSpec, context: StatementContext) -> bool:
    """Whether a TIMESTAMP asks for the time zone on its way to a column."""
    kept = context.variables.behaviour.kept_instants
    if selected.kept and kept is not KeptInstants.AS_COPIED and column.type is ColumnType.TIMESTAMP2:
        return kept is KeptInstants.ASK
    return not copies_instant(selected.type, column, context)


def from_query(value: object, column: Column, run: DmlRun, selected: Selected) -> Callable[[Row], ColumnValue]:
    """A value of a query, as it will be stored."""
    if value is None and (column.auto_increment or selected.fires):
        return lambda row: None
    type_, source = selected.type, selected.source

    def stored(row: Row) -> ColumnValue:
        direct, computed, chosen = selected.direct, selected.computed, selected.chosen
        given = selected_value(
            value, type_, column.spec, run.context, source, direct=direct, computed=computed, chosen=chosen
        )
        is_kept = type_.of_column or selected.kept or selected.joined
        is_taken = isinstance(given, (str, bytes)) or (isinstance(given, float) and is_kept)
        if is_taken and (kept_as := selected.as_column) is not None:
            copies = run.context.variables.behaviour.copies_varchars or column.spec.type is not ColumnType.VARCHAR
            mark = marking(kept_as, column.spec) if copies else None
            given = given if mark is None else mark(given)
        return column_values.stored(run, column, given, null_is_error=run.strict())

    if value is None or not is_instant(type_):
        return stored

    def moment(row: Row) -> ColumnValue:
        facts = run.context.facts
        asked = facts.uses_time_zone or asks_for_zone(selected, column.spec, run.context)
        given = stored(row)
        facts.uses_time_zone = asked
        return given

    return moment

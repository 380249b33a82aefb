"""What IS NULL does not look at: a value that cannot be NULL, as its static type says.

A server knows the answer when it resolves the expression, and evaluates nothing of it: there is no warning and no
error, nothing is assigned, the clock and the zone are not asked. ISNULL(value) and IS UNKNOWN are the same; IS NOT NULL
is so in conditions alone (WHERE, ON, HAVING) and looks at the value elsewhere.
Source: captured (clusters/null_of_what_is_never_null, clusters/null_in_conditions).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Kind
from binwriter.sql.text.meta_keys import LOOKED_AT
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import Measure
from binwriter.sql.types.nullable import NullRules, may_be_null
from binwriter.sql.types.record import Nullable

_CONDITIONS = frozenset({"where clause", "on clause", "having clause"})
_STATEMENTS = (exp.Select, exp.Update, exp.Delete, exp.Insert)


def is_not_looked_at(value: exp.Expression, node: object, scope: Scope) -> bool:
    """Whether the answer of the node, IS NULL of the value, is known before there is one."""
    return _is_never_null(value, scope) and not answers_not_null(node, scope)


def _is_never_null(value: exp.Expression, scope: Scope) -> bool:
    """False too for a bare column, in which there is nothing that one could see."""
    if isinstance(value.unnest(), (exp.Column, exp.Literal, exp.Null)):
        return False
    if _is_evaluated(value):
        return False
    context = scope.context
    behaviour = context.variables.behaviour
    longest = context.variables.settings.max_allowed_packet
    strings = behaviour.strings_may_be_null and (context.strict or _is_longer(value, longest))
    rules = NullRules(strings, known=behaviour.old_item_types, conditions=behaviour.conditions_null_cases)
    return not may_be_null(value, _Known(scope, rules))


def _is_longer(value: exp.Expression, longest: int) -> bool:
    """Whether some text of it may have more than so many bytes: it is NULL then, in any mode (tests/golden/limits)."""
    nodes = (part for part in value.walk() if isinstance(part, exp.Expression) and _by_mode(part))
    parts = (measure(node, lambda column: None) for node in nodes)
    return any(part is not None and part.length * part.width > longest for part in parts)


def _by_mode(node: exp.Expression) -> bool:
    function, _ = called(node)
    return function is not None and function.null is Nullable.BY_MODE


def _is_evaluated(value: exp.Expr) -> bool:
    """Whether something of it is looked at. What was asked of before, inside of it, is not looked through again."""
    known: bool | None = value.meta.get(LOOKED_AT)
    if known is None:
        parts = value.walk(prune=lambda part: LOOKED_AT in part.meta)
        known = value.meta[LOOKED_AT] = any(part.meta.get(LOOKED_AT) or _is_looked_at(part) for part in parts)
    return known


def _is_looked_at(node: exp.Expr) -> bool:
    function, _ = called(node)
    return function is not None and function.looked_at


def answers_not_null(node: object, scope: Scope) -> bool:
    """Whether a NOT around the node makes it IS NOT NULL where that looks at its value."""
    above = getattr(node, "parent", None)
    while isinstance(above, exp.Paren):
        above = above.parent
    return isinstance(above, exp.Not) and scope.clause not in _CONDITIONS


@dataclass(slots=True)
class _Known:
    """What is known around an expression of a statement: the columns of stored tables; of others it is not asked."""

    scope: Scope
    rules: NullRules

    def column_may_be_null(self, node: exp.Column) -> bool:
        """True too for what a program, a view or a derived table calls so, and where a join may make it NULL."""
        table, schema = node.text("table") or None, node.text("db") or None
        names = self.scope.context.program_names
        if names is not None and schema is None and names.find(node.name, table) is not None:
            return True
        place = self.scope.locate(node.name, table, schema)
        if place is None:  # of a query outside, if any
            return True
        source = self.scope.sources[place[0]]
        stored = source.columns[place[1]].column
        if source.table is None or stored is None or stored.spec.nullable:
            return True
        return _may_be_made_null(node, place[0])

    def compiled_kind(self, node: exp.Expression) -> Kind | None:
        return None

    def measured(self, node: exp.Expression) -> Measure | None:
        return None


def _may_be_made_null(node: exp.Expression, position: int) -> bool:
    """Whether an outer join or ROLLUP may put NULL in the place of a column of that source."""
    around = node.find_ancestor(*_STATEMENTS)
    if around is None:
        return False
    group = around.args.get("group")
    if group is not None and any(group.args.get(part) for part in ("rollup", "cube")):
        return True
    tables = (around.args.get("from_"), *(around.args.get("joins") or ()), around.this, around.args.get("using"))
    trees = [tree for tree in tables if isinstance(tree, (exp.From, exp.Join, exp.Table, exp.Subquery))]
    sides = {join.side for tree in trees for join in tree.find_all(exp.Join)} - {""}
    return bool(sides) and not (sides == {"LEFT"} and position == 0)

"""Which joins are planned: flat ones of tables, whose conditions link a column to one of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.binding.mergeable import is_merged
from binwriter.sql.expressions.conditions.chains import chain_of, conjuncts
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.path import AccessPath, PathRows
from binwriter.sql.query.access.range_estimates import bounds_of as bounds_in
from binwriter.sql.query.access.range_estimates import is_bound
from binwriter.sql.query.joins import mixed
from binwriter.sql.query.joins.checked_ranges import CheckedTable, bounds_of
from binwriter.sql.query.joins.combining import Combining, PlannedTable
from binwriter.sql.query.joins.conditions import equal_by_name, is_of_constant, rejects_null
from binwriter.sql.query.joins.filters import with_own_conditions
from binwriter.sql.query.joins.partners import equalities, on_sees_all
from binwriter.sql.query.joins.plan import EQUAL_SHARE, SHARES, PlannedJoin
from binwriter.sql.query.joins.select_orders import equal_terms, planner_of
from binwriter.sql.query.joins.silent import leading
from binwriter.sql.query.loops import FromNode, JoinNode, TableNode
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.text.known_trees import nodes_in

_Link = tuple[tuple[int, int], tuple[int, int]]  # (table, column) of two columns that are equated


def planned(
    select: exp.Expression,
    tree: FromNode,
    plain: Callable[[], FromNode],
    sources: Sequence[Source],
    where: exp.Expression | None,
    scope: Scope,
) -> PlannedJoin | None:
    """The FROM clause with the order of a server, where it is one that we know; None of others. plain: makes the loops
    in the order of the text."""
    leaves = _flat(select, tree)
    if leaves is None or len(leaves) != len(sources):
        return None
    given: Sequence[exp.Expression] = select.args.get("joins") or ()
    operands = [select.args["from_"].this, *(join.this for join in given)]
    joins = [given[0], None, *given[1:]] if _is_right(given) else [None, *given]
    conditions, kept = list(conjuncts(where)), [is_left for *_, is_left in leaves]
    for n, join in enumerate(joins):
        conditions += [] if join is None or kept[n] else conjuncts(join.args.get("on"))
    while lost := [n for n, is_kept in enumerate(kept) if is_kept and _refused(conditions, sources[n])]:
        for n in lost:  # its own condition holds of all rows then
            kept[n], join = False, joins[n]
            conditions += [] if join is None else conjuncts(join.args.get("on"))
    links: list[_Link] = []
    by_names: dict[bool, list[_Link]] = {False: [], True: []}  # by outer joins or not

    def place(column: exp.Expression) -> tuple[int, int] | None:
        return _place(column, sources)

    tables = []
    more = [*conditions, *_carried(conditions, sources)]  # by which keys are found
    estimated = [*conditions, *(node for node in more[len(conditions) :] if isinstance(node, exp.EQ))]
    all_straight = any(str(hint).upper() == "STRAIGHT_JOIN" for hint in select.args.get("operation_modifiers") or ())
    sees_all, inside = on_sees_all(given, tree, scope), scope.within("where clause", aggregates=None, listed={})
    for n, ((leaf, condition, asked_here, _), join) in enumerate(zip(leaves, joins, strict=True)):
        outer, checked, whole = kept[n], None, None
        needs = frozenset(range(n)) or frozenset({1})
        if join is not None:
            on = list(conjuncts(join.args.get("on")))
            links += _links(on, sources)
            by_name = list(equal_by_name(join, n, sources))
            links += by_name
            by_names[kept[n]] += by_name
            if on:
                named = (_place(column, sources) for term in on for column in term.find_all(exp.Column))
                needs = frozenset(used_place[0] for used_place in named if used_place is not None) - {n}
            if outer and n > 1:  # behind an outer join's own tables, too (captured: clusters/plans_of_joins)
                needs = needs | {n - 1} if kept[n - 1] else needs or frozenset(range(n))
        node = leaf
        if leaf.data is not None:
            used = [column for source, column in scope.used if source == n]
            alone = Scope(scope.context, (sources[n],), clause="where clause")
            path = AccessPath(
                leaf.data, None if outer else chain_of(node.copy() for node in more), alone, used, joined=True
            )
            node = replace(leaf, read=PathRows(path))
            definition = leaf.data.definition
            if definition.partitioning is None and not path.has_ranges:
                terms = conjuncts(join.args.get("on")) if outer and join is not None else conditions
                by_index = scope.context.variables.behaviour.joined_tables_by_index
                bounds = bounds_of(terms, n, definition, place, inside)
                checked = CheckedTable(leaf.slot, definition, path.used, bounds) if bounds else None
                whole = PathRows(AccessPath(leaf.data, None, alone, joined=True)) if bounds or not by_index else None
        materialised = isinstance(operands[n], exp.Subquery) and not is_merged(operands[n].this)
        straight = n > 0 and (all_straight or (join is not None and _is_straight(join)))
        silent, says_nothing = leading(asked_here, inside) if sees_all else ([], False)
        tables.append(
            PlannedTable(
                node,
                sources[n],
                condition,
                outer,
                needs=needs,
                materialised=materialised,
                checked=checked,
                whole=whole,
                straight=straight,
                equal=tuple(equalities(silent, inside)),
                says_nothing=says_nothing,
            )
        )
    links += _links(conditions, sources)
    known = []
    silent, says_nothing = leading([where], inside)
    for n, table in enumerate(tables):
        _, share = of_constants(conditions, n, sources)
        fixed, _ = of_constants(estimated, n, sources)
        known.append(replace(table, fixed=frozenset(fixed), share=share))
    counts = not any(select.args.get(part) for part in ("order", "group", "distinct"))
    mixed_links = _mixed(links, sources, scope)
    asked, own_on = [*estimated, *equal_terms(by_names[False], sources)], dict[int, list[exp.Expression]]()
    for n, join in enumerate(joins):
        if kept[n]:
            used_here = [link for link in by_names[True] if link[0][0] == n]
            asked_on = () if join is None else conjuncts(join.args.get("on"))
            own_on[n] = [*asked_on, *equal_terms(used_here, sources)]
    planner = planner_of(asked, own_on, sources, place, _share)
    says_nothing = says_nothing and not mixed_links
    equal = tuple(equalities(silent, inside))
    combining = Combining(tuple(known), mixed_links, counts, equal)

    def filtered() -> Sequence[TableNode]:
        terms = [list(on) for _, _, on, _ in leaves]
        inner = [*conjuncts(where), *(term for n, on in enumerate(terms) if not kept[n] for term in on)]
        return [
            with_own_conditions(table.node, terms[n] if table.outer else inner, inside) for n, table in enumerate(known)
        ]

    locked_by = None
    if scope.context.locking is not None:
        from binwriter.sql.query.joins.locked_selects import Asked  # beside other sessions

        locked_by = Asked(asked, own_on, inside)
    return PlannedJoin(combining, tuple(links), plain, planner, says_nothing, filtered, locked_by)


def _mixed(links: Sequence[_Link], sources: Sequence[Source], scope: Scope) -> tuple[mixed.MixedEquality, ...]:
    def kind(place: tuple[int, int]) -> Kind:
        return sources[place[0]].columns[place[1]].type.kind

    if all(kind(left) is kind(right) or Kind.STRING not in (kind(left), kind(right)) for left, right in links):
        return ()
    pairs = {frozenset(link): link for link in links}  # of a condition that is listed twice
    return tuple(mixed.mixed_equalities(pairs.values(), scope))


def _carried(conditions: Sequence[exp.Expression], sources: Sequence[Source]) -> Iterator[exp.Expression]:
    """What constants say of columns that equal theirs."""
    parts = [part for node in conditions for part in bounds_in(node)]
    if any(is_of_constant(node) or is_bound(node) for node in parts):
        from binwriter.sql.query.joins.carried import carried

        yield from carried(parts, sources, lambda node: _place(node, sources))


_Leaf = tuple[TableNode, Truth | None, tuple[exp.Expression, ...], bool]


def _flat(select: exp.Expression, tree: FromNode) -> list[_Leaf] | None:
    """(table, condition, as it is written, LEFT JOIN?) in the order of the text; None for what is not flat."""
    joins = select.args.get("joins") or ()
    operands = (select.args["from_"].this, *(join.this for join in joins))
    if any(isinstance(operand, (JsonTable, exp.Lateral)) for operand in operands):
        return None
    for join in joins[1:] if _is_right(joins) else joins:
        if join.text("side").upper() not in ("", "LEFT"):
            return None
        if isinstance(join.this, exp.Paren) or join.this.args.get("joins"):
            return None
    flat: list[_Leaf] = []
    while isinstance(tree, JoinNode):
        if not isinstance(tree.right, TableNode):
            return None
        flat.append((tree.right, tree.condition, tree.on, tree.outer))
        tree = tree.left
    if not isinstance(tree, TableNode):
        return None
    flat.append((tree, None, (), False))
    by_text = sorted(flat, key=lambda leaf: leaf[0].slot)
    return by_text if len(flat) == len(joins) + 1 > 1 else None


def _is_straight(join: exp.Expression) -> bool:
    """Whether the table behind it is read behind the one in front of it."""
    return any(join.text(word).upper().startswith("STRAIGHT") for word in ("kind", "method"))


def _refused(conditions: Sequence[exp.Expression], source: Source) -> bool:
    """Whether a condition lets no row through of which the table has NULLs only."""
    return any(rejects_null(term, source) for term in conditions)


def _is_right(joins: Sequence[exp.Expression]) -> bool:
    """Whether RIGHT JOIN stands between the first two tables."""
    return bool(joins) and joins[0].text("side").upper() == "RIGHT"


def _place(node: exp.Expression, sources: Sequence[Source]) -> tuple[int, int] | None:
    """(table, column) of a column node."""
    if not isinstance(node, exp.Column):
        return None
    for n, source in enumerate(sources):
        index = source.index(node.name) if source.is_named_by(node) else None
        if index is not None:
            return n, index
    return None


def _links(conditions: Sequence[exp.Expression], sources: Sequence[Source]) -> Iterator[_Link]:
    for node in conditions:
        if isinstance(node, exp.EQ):
            left, right = _place(node.this, sources), _place(node.expression, sources)
            if left is not None and right is not None and left[0] != right[0]:
                yield left, right


def of_constants(
    conditions: Sequence[exp.Expression], position: int, sources: Sequence[Source], rows: int = 1 << 30
) -> tuple[set[int], float]:
    """The columns that equal constants, and the share of the rows that the conditions are thought to keep: each keeps
    one of so many rows at least."""
    fixed, share = set(), 1.0
    for node in conditions:
        columns = [_place(column, sources) for column in nodes_in(node, exp.Column)]
        if not columns or any(given is None or given[0] != position for given in columns):
            continue
        if isinstance(node, exp.EQ) and len(columns) == 1 and columns[0] is not None:
            sides = (node.this, node.expression)
            if any(isinstance(side, exp.Column) for side in sides):
                fixed.add(columns[0][1])
        share *= _share(node, 1 / max(1, rows))
    return fixed, share


def _share(node: exp.Expression, least: float) -> float:
    """The share of the rows that one condition is thought to keep. least: one row (as EXPLAIN of a 9.7.4 says)."""
    if isinstance(node, exp.Paren):
        return _share(node.args["this"], least)
    if isinstance(node, (exp.Or, exp.And)):
        one, other = (_share(node.args[side], least) for side in ("this", "expression"))
        return one * other if isinstance(node, exp.And) else one + other - one * other
    if isinstance(node, exp.Not):
        kept = _share(node.this, least)
        return kept if kept >= 1 else 1 - kept
    if not any(isinstance(side, exp.Column) for side in (node.this, node.args.get("expression"))):
        return 1.0  # of what is calculated nothing is known
    if isinstance(node, exp.In):
        return min(0.5, max(least, EQUAL_SHARE) * len(node.expressions))
    if isinstance(node, exp.NEQ):
        return 1 - max(least, EQUAL_SHARE)
    return max(least, EQUAL_SHARE if _is_null(node) else SHARES.get(type(node), 1.0))


def _is_null(node: exp.Expression | None) -> bool:
    """`column IS NULL`."""
    return isinstance(node, exp.Is) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Null)

"""The equalities of a join as a server keeps them: sets of columns that are equal, with the constant that they equal.

Source: MySQL manual, "Constant Propagation" and "Outer Join Simplification"; captured: clusters/plans_of_joins.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.joins.conditions import Place
from binwriter.sql.text.known_trees import nodes_in

_COMPARE: dict[type[exp.Expression], Callable[[int, int], bool]] = {
    exp.GT: operator.gt,
    exp.GTE: operator.ge,
    exp.LT: operator.lt,
    exp.LTE: operator.le,
    exp.NEQ: operator.ne,
}


_ENDS: tuple[tuple[type[exp.Expression], str], ...] = ((exp.GTE, "low"), (exp.LTE, "high"))


@dataclass(frozen=True)
class Equal:
    """Columns that are equal, in the order in which the conditions name them. constants: the literals among them.
    above: those of which WHERE says so, where ON of an outer join names one of them."""

    places: tuple[Place, ...]
    constants: tuple[exp.Expression, ...] = ()
    above: frozenset[Place] = frozenset()

    def ordered(self, at: Mapping[int, int]) -> tuple[Place, ...]:
        """The columns of the tables that are read first come first. at: the places of tables in the plan."""
        return tuple(sorted(self.places, key=lambda place: at[place[0]]))

    @property
    def is_never(self) -> bool:
        """Whether it equals two values at once."""
        return len({(node.is_string, node.name) for node in self.constants if isinstance(node, exp.Literal)}) > 1


@dataclass(frozen=True)
class Asked:
    """What a condition as a whole asks: equalities, and all else."""

    equal: tuple[Equal, ...]
    others: tuple[exp.Expression, ...]

    def of(self, place: Place) -> Equal | None:
        """The columns that this one equals."""
        return next((equal for equal in self.equal if place in equal.places), None)


def asked_by(
    terms: Iterable[exp.Expression],
    pairs: Iterable[tuple[Place, Place]],
    sources: Sequence[Source],
    place: Callable[[exp.Expression], Place | None],
    around: Asked | None = None,
) -> Asked:
    """pairs: what USING and NATURAL equate. around: what WHERE asks, of the ON of an outer join."""
    known: list[Equal] = [Equal(pair) for pair in pairs]
    others = []
    for node in terms:
        one = _equality(node, sources, place)
        if one is None:
            others.append(node)
        else:
            known.append(one)
    merged: list[Equal] = []
    for one in known:
        same = [each for each in merged if set(each.places) & set(one.places)]
        if not same:
            merged.append(one)
            continue
        first = merged.index(same[0])
        places = dict.fromkeys(at for each in (*same, one) for at in each.places)
        constants = tuple(node for each in (*same, one) for node in each.constants)
        merged = [each for each in merged if each not in same]
        merged.insert(first, Equal(tuple(places), constants))
    by_constants = {at: one.constants[0] for one in merged for at in one.places if one.constants}
    others = [node for node in others if not _is_known(node, by_constants, place)]
    if around is not None:
        merged = [_within(one, around) for one in merged]
    return Asked(tuple(merged), tuple(others))


def _within(one: Equal, around: Asked) -> Equal:
    """With what WHERE says of its columns."""
    outer = [each for each in around.equal if set(each.places) & set(one.places)]
    places = dict.fromkeys(at for each in (one, *outer) for at in each.places)
    constants = one.constants or tuple(node for each in outer for node in each.constants[:1])
    return replace(
        one, places=tuple(places), constants=constants, above=frozenset(at for e in outer for at in e.places)
    )


def _equality(
    node: exp.Expression, sources: Sequence[Source], place: Callable[[exp.Expression], Place | None]
) -> Equal | None:
    if not isinstance(node, exp.EQ):
        return None
    left, right = place(node.this), place(node.expression)
    if left is not None and right is not None:
        return Equal((left, right)) if _kind(left, sources) is _kind(right, sources) else None
    for at, other in ((left, node.expression), (right, node.this)):
        if at is not None and isinstance(other, exp.Literal):
            kind = _kind(at, sources)
            if (kind is Kind.STRING and other.is_string) or (kind is Kind.INT and not other.is_string and other.is_int):
                return Equal((at,), (other,))
    return None


def _is_known(
    node: exp.Expression,
    constants: Mapping[Place, exp.Expression],
    place: Callable[[exp.Expression], Place | None],
) -> bool:
    """Whether a comparison with a number holds of a column that equals one, so that nobody asks it."""
    if isinstance(node, exp.Between):
        low, high = (kind(this=node.this, expression=node.args[end]) for kind, end in _ENDS)
        return _is_known(low, constants, place) and _is_known(high, constants, place)
    compare = _COMPARE.get(type(node))
    at, other = place(node.this) if compare is not None else None, node.args.get("expression")
    if compare is None or at is None or at not in constants or not isinstance(other, exp.Literal) or other.is_string:
        return False
    value = constants[at]
    return (
        isinstance(value, exp.Literal) and value.is_int and other.is_int and compare(int(value.name), int(other.name))
    )


def _kind(place: Place, sources: Sequence[Source]) -> Kind:
    return sources[place[0]].columns[place[1]].type.kind


def places_in(node: exp.Expression, place: Callable[[exp.Expression], Place | None]) -> Iterator[Place]:
    """The columns that it names."""
    return (at for column in nodes_in(node, exp.Column) if (at := place(column)) is not None)

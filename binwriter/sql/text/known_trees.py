"""What follows from a parsed tree alone is worked out once: nobody changes one that has been parsed.

The statements of programs, and those that are prepared, are looked at whenever they run.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from sqlglot import exp

_Value = TypeVar("_Value")

_MOST = 1024  # trees, of each function those last asked for
# By function and identity; the tree is kept too, so that no other one gets its id.
_known: list[OrderedDict[int, tuple[exp.Expression, Any]]] = []


def once_a_tree(function: Callable[[exp.Expression], _Value]) -> Callable[[exp.Expression], _Value]:
    """The same function, which reads a tree when it is first asked. Its value is not to be changed."""
    kept: OrderedDict[int, tuple[exp.Expression, _Value]] = OrderedDict()
    _known.append(kept)

    @wraps(function)
    def asked(tree: exp.Expression) -> _Value:
        known = kept.get(id(tree))
        if known is not None and known[0] is tree:
            return known[1]
        value = function(tree)
        kept[id(tree)] = tree, value
        if len(kept) > _MOST:
            with contextlib.suppress(KeyError):  # another thread was quicker
                kept.popitem(last=False)
        return value

    return asked


@once_a_tree
def _kinds(tree: exp.Expression) -> frozenset[type]:
    return frozenset(map(type, nodes_of(tree)))


def has(tree: exp.Expression, kind: type[exp.Expr]) -> bool:
    """Whether some node of the tree is of that kind, as `tree.find(kind)` tells."""
    return any(issubclass(class_, kind) for class_ in _kinds(tree))


@once_a_tree
def _found(tree: exp.Expression) -> dict[type, tuple[Any, ...]]:
    return {}


_Node = TypeVar("_Node", bound=exp.Expr)


def nodes_in(tree: exp.Expression, kind: type[_Node]) -> tuple[_Node, ...]:
    """What `tree.find_all(kind)` finds, of a tree to which nothing is done any more."""
    found = _found(tree)
    nodes = found.get(kind)
    if nodes is None:
        nodes = found[kind] = tuple([node for node in nodes_of(tree) if isinstance(node, kind)])
    return nodes


def forget_trees() -> None:
    """Lets all trees go."""
    for kept in _known:
        kept.clear()


# --- the nodes of a tree as lists: as `walk` gives them, without a generator for each node


def nodes_of(tree: exp.Expression) -> list[exp.Expression]:
    """All of them, breadth first, as `walk()`."""
    nodes = [tree]
    for node in nodes:  # which grows meanwhile
        nodes += _children(node)
    return nodes


def nodes_outside(tree: exp.Expression, *walls: type[exp.Expr]) -> list[exp.Expression]:
    """Those above which no node of the tree is of these kinds, which are there themselves: what `find_ancestor` says of
    each, which climbs a whole chain for each of its links."""
    nodes = [tree]
    for node in nodes:  # which grows meanwhile
        if not isinstance(node, walls):
            nodes += _children(node)
    return nodes


def nodes_of_query(query: exp.Expression) -> list[exp.Expression]:
    """What is in a SELECT without being in another SELECT of it."""
    return [node for child in _children(query) for node in nodes_outside(child, exp.Select)]


def nodes_in_depth(tree: exp.Expression) -> list[exp.Expression]:
    """All of them, depth first, as `walk(bfs=False)`."""
    nodes: list[exp.Expression] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        waiting += reversed(_children(node))
    return nodes


def _children(node: exp.Expression) -> list[exp.Expression]:
    children: list[Any] = []
    for value in node.args.values():
        if isinstance(value, exp.Expr):
            children.append(value)
        elif isinstance(value, list):
            children += [child for child in value if isinstance(child, exp.Expr)]
    return children

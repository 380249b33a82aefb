"""All functions: their records by name, and by what the parser makes of a call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sqlglot import exp

from binwriter.sql.types.record import Function, Role
from binwriter.sql.types.records import aggregates, choice, dates, hashes, json, numbers, server, spatial, strings

_FAMILIES = (aggregates, choice, dates, hashes, json, numbers, server, spatial, strings)
RECORDS: tuple[Function, ...] = tuple(record for family in _FAMILIES for record in family.FUNCTIONS)

_BY_NAME = {name: record for record in RECORDS for name in (*record.names, *record.before_8_0.split())}
_BY_NODE = {node: record for record in RECORDS for node in record.nodes}
_BARE = {name: record for record in RECORDS for name in record.bare.split()}
_NEWEST = 1 << 31


def function_named(name: str) -> Function | None:
    """The function that any server has under that name; the name in upper case."""
    return _BY_NAME.get(name)


def native_function(name: str, version: int = _NEWEST) -> Function | None:
    """The function that a server of that version, by default the newest, has under that name (in upper case)."""
    record = _BY_NAME.get(name)
    return record if record is not None and record.is_of(version, name) else None


def function_of(node: object, version: int | None = None) -> Function | None:
    """The function that a node calls; None for operators and stored functions. version: by default any server's."""
    if isinstance(node, exp.Anonymous):
        name = str(node.this).upper()
        return function_named(name) if version is None else native_function(name, version)
    if isinstance(node, exp.Column):  # the parser takes some calls without brackets for columns
        name = node.this
        is_bare = isinstance(name, exp.Identifier) and not name.args.get("quoted") and not node.text("table")
        return _BARE.get(node.name.upper()) if is_bare else None
    return _BY_NODE.get(type(node)) if isinstance(node, exp.Expression) else None


def called(node: object) -> tuple[Function | None, list[exp.Expression]]:
    """The function that a node calls, and what it is called with; of a choice the values to choose among."""
    function = function_of(node)
    if isinstance(node, exp.Anonymous):
        return function, _present(*node.expressions)
    if isinstance(node, exp.Column):  # a word without brackets
        return function, []
    if isinstance(node, exp.Substring):
        return function, _present(node.this, node.args.get("start"), node.args.get("length"))
    if isinstance(node, exp.If):
        return function, _present(node.args.get("true"), node.args.get("false"))
    if isinstance(node, exp.Case):
        results = (branch.args.get("true") for branch in node.args.get("ifs") or ())
        return None, _present(*results, node.args.get("default"))
    return function, _present(node.this) if isinstance(node, exp.Expression) else []


def _present(*parts: object) -> list[exp.Expression]:
    return [part for part in parts if isinstance(part, exp.Expression)]


def columns_in(tree: exp.Expression) -> Iterator[exp.Column]:
    """The columns that an expression names; units and calls without brackets look like some."""
    for column in tree.find_all(exp.Column):
        caller = function_of(column.parent)
        is_word = caller is not None and caller.word and column.index == 0 and column.arg_key == "expressions"
        if isinstance(column.this, exp.Identifier) and not is_word and function_of(column) is None:
            yield column


def is_condition(node: exp.Expression) -> bool:
    """Whether an expression is true or false by itself, as CHECK wants it."""
    inner: object = node.unnest()
    inner = inner.this if isinstance(inner, exp.Escape) else inner
    function = function_of(inner)
    return function.condition if function is not None else isinstance(inner, _CONDITIONS)


_CONDITIONS = (exp.Predicate, exp.Connector, exp.Not, exp.Boolean)


def is_aggregate(node: exp.Expr) -> bool:
    """Whether it calls an aggregate function."""
    function = function_of(node)
    return function is not None and function.role is Role.AGGREGATE


@lru_cache
def unsafe_names(version: int) -> frozenset[str]:
    """The names of the functions that a server of that version cannot log by statement."""
    unsafe = [record for record in RECORDS if record.unsafe is not None and record.unsafe <= version]
    return frozenset(name for record in unsafe for name in record.names)


def deprecated_names() -> Iterator[str]:
    """The names of the functions that the parser warns of."""
    return (name for record in RECORDS if record.deprecated for name in record.names)


def renamed_names() -> Iterator[str]:
    """The names that functions of geometries had up to 5.7."""
    return (name for record in RECORDS for name in record.before_8_0.split())


def names_without_brackets() -> frozenset[str]:
    """The names that are calls without brackets."""
    return frozenset(_BARE)


def needs_brackets(name: str) -> bool:
    """Whether the name of a function (in upper case) is no call without brackets."""
    return name not in _BARE

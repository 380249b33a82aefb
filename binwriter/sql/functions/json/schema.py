"""JSON_SCHEMA_VALID() and JSON_SCHEMA_VALIDATION_REPORT(): documents against a schema of draft 4.

Source: MySQL manual, 14.17.7 "JSON Schema Validation Functions"; JSON Schema, draft 4; which requirement is told of
first as a 9.7.4 does (scenario json_schema): what is inside of a value before what the whole of it must be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.values import JsonDocument, JsonInteger
from binwriter.formats.patterns import pattern as pattern_of
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import BOOL_TYPE, DOCUMENT_COLLATION, CompiledExpression, ExprType, Kind
from binwriter.sql.functions.json.documents import computed, document_argument, refuse_other_types
from binwriter.sql.functions.json.more import same, scalar_key
from binwriter.sql.functions.registry import Call, function

_CHECK_CLAUSE = "check constraint"


@dataclass(frozen=True, slots=True)
class Failure:
    """What a document does not fulfil: the keyword, and where in document and schema, as JSON pointers."""

    keyword: str
    document: str
    schema: str

    @property
    def reason(self) -> str:
        return (
            f"The JSON document location '{self.document}' failed requirement '{self.keyword}' at JSON Schema location "
            f"'{self.schema}'"
        )


Schema = dict[str, Any]
_Check = Callable[[Any, Any, Schema], bool]


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, JsonInteger) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def _has_type(value: Any, wanted: Any, schema: Schema) -> bool:
    names = wanted if isinstance(wanted, list) else [wanted]
    return any(name in _TYPES and _TYPES[name](value) for name in names)


def _sized(kind: Any, *, least: bool) -> _Check:
    def check(value: Any, bound: Any, schema: Schema) -> bool:
        return not isinstance(value, kind) or (len(value) >= _plain(bound) if least else len(value) <= _plain(bound))

    return check


def _minimum(value: Any, bound: Any, schema: Schema) -> bool:
    bound = _plain(bound)
    return not _is_number(value) or (value > bound if schema.get("exclusiveMinimum") is True else value >= bound)


def _maximum(value: Any, bound: Any, schema: Schema) -> bool:
    bound = _plain(bound)
    return not _is_number(value) or (value < bound if schema.get("exclusiveMaximum") is True else value <= bound)


def _is_multiple(value: Any, divisor: Any, schema: Schema) -> bool:
    return not _is_number(value) or Decimal(str(value)) % Decimal(str(_plain(divisor))) == 0


_WRONG_COUNT = pattern_of(r"(?<!\\)\{(?!\d+(?:,\d*)?\})")


def _finds(pattern: Any, text: str) -> bool | None:
    """None for what is no regular expression: such are passed by (captured: clusters/schemas_with_wrong_patterns)."""
    if _WRONG_COUNT.search(str(pattern)):  # which Python takes for letters
        return None
    try:
        return re.search(str(pattern), text) is not None
    except re.error:
        return None


def _matches(value: Any, pattern: Any, schema: Schema) -> bool:
    return not isinstance(value, str) or _finds(pattern, value) is not False


def _is_listed(value: Any, members: Any, schema: Schema) -> bool:
    return any(same(value, member) for member in members)


def _is_unique(value: Any, wanted: Any, schema: Schema) -> bool:
    if wanted is not True or not isinstance(value, list):
        return True
    alike: dict[Any, list[Any]] = {}
    for member in value:
        others = alike.setdefault(_bucket(member), [])
        if any(same(member, other) for other in others):
            return False
        others.append(member)
    return True


def _bucket(value: Any) -> Any:
    """The same for all values that are the same, so that few are to be compared with each other."""
    if isinstance(value, list):
        return tuple(map(_bucket, value))
    if isinstance(value, dict):
        return frozenset((name, _bucket(inner)) for name, inner in value.items())
    return scalar_key(value) if isinstance(value, Hashable) else type(value)


def _has_all(value: Any, names: Any, schema: Schema) -> bool:
    return not isinstance(value, dict) or all(name in value for name in names)


def _has_dependencies(value: Any, needs: Any, schema: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    listed = ((name, others) for name, others in needs.items() if isinstance(others, list))
    return all(name not in value or all(other in value for other in others) for name, others in listed)


def _valid_for_all(value: Any, schemas: Any, schema: Schema) -> bool:
    return all(first_failure(value, subschema) is None for subschema in schemas)


def _valid_for_any(value: Any, schemas: Any, schema: Schema) -> bool:
    return any(first_failure(value, subschema) is None for subschema in schemas)


def _valid_for_one(value: Any, schemas: Any, schema: Schema) -> bool:
    return sum(first_failure(value, subschema) is None for subschema in schemas) == 1


def _not_valid(value: Any, other: Any, schema: Schema) -> bool:
    return first_failure(value, other) is not None


# before a value's parts are looked at, and after
_FIRST: dict[str, _Check] = {
    "type": _has_type,
    "minimum": _minimum,
    "maximum": _maximum,
    "multipleOf": _is_multiple,
    "minLength": _sized(str, least=True),
    "maxLength": _sized(str, least=False),
    "pattern": _matches,
}
_LAST: dict[str, _Check] = {
    "enum": _is_listed,
    "required": _has_all,
    "minProperties": _sized(dict, least=True),
    "maxProperties": _sized(dict, least=False),
    "dependencies": _has_dependencies,
    "minItems": _sized(list, least=True),
    "maxItems": _sized(list, least=False),
    "uniqueItems": _is_unique,
    "allOf": _valid_for_all,
    "anyOf": _valid_for_any,
    "oneOf": _valid_for_one,
    "not": _not_valid,
}


def first_failure(value: Any, schema: Any, document: str = "#", place: str = "#") -> Failure | None:
    """What a value does not fulfil of a schema, None if nothing."""
    if not isinstance(schema, dict):
        return None
    return next(_failures(_plain(value), schema, document, place), None)


def _failures(value: Any, schema: Schema, document: str, place: str) -> Iterator[Failure]:
    for keyword, check in _FIRST.items():
        if keyword in schema and not check(value, schema[keyword], schema):
            yield Failure(keyword, document, place)
    yield from _failures_inside(value, schema, document, place)
    for keyword, check in _LAST.items():
        if keyword in schema and not check(value, schema[keyword], schema):
            yield Failure(keyword, document, place)


def _failures_inside(value: Any, schema: Schema, document: str, place: str) -> Iterator[Failure]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _failures_of_member(name, inner, schema, document, place)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, dict):
        for index, inner in enumerate(value):
            yield from _failures(_plain(inner), items, f"{document}/{index}", f"{place}/items")
    elif isinstance(value, list) and isinstance(items, list):
        for index, inner in enumerate(value):
            if index < len(items):
                yield from _failures(_plain(inner), items[index], f"{document}/{index}", f"{place}/items/{index}")
            elif schema.get("additionalItems") is False:
                yield Failure("additionalItems", f"{document}/{index}", place)


def _failures_of_member(name: str, inner: Any, schema: Schema, document: str, place: str) -> Iterator[Failure]:
    known = False
    here = f"{document}/{name.replace('~', '~0').replace('/', '~1')}"
    if name in (properties := schema.get("properties") or {}):
        known = True
        yield from _failures(_plain(inner), properties[name], here, f"{place}/properties/{name}")
    for pattern, subschema in (schema.get("patternProperties") or {}).items():
        if _finds(pattern, name):
            known = True
            yield from _failures(_plain(inner), subschema, here, f"{place}/patternProperties/{pattern}")
    others = schema.get("additionalProperties")
    if not known and others is False:
        yield Failure("additionalProperties", here, place)
    elif not known and isinstance(others, dict):
        yield from _failures(_plain(inner), others, here, f"{place}/additionalProperties")


def _failure(call: Call, values: list[Any], context: StatementContext) -> Failure | None:
    schema = _schema(call, values[0], context)
    if "$ref" in str(schema):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "references in JSON Schema")
    return first_failure(document_argument(call, 1, values[1], context), schema)


def _refuse_arguments(call: Call) -> None:
    """What is told before there is a value: types that are no documents, and a constant schema that is none (captured:
    clusters/schemas_told_early)."""
    for index in (0, 1):
        refuse_other_types(call, index)
    context = call.scope.context
    if call.args[0].constant and (schema := call.args[0].eval(context, ())) is not None:
        _schema(call, schema, context)


def _schema(call: Call, value: Any, context: StatementContext) -> Schema:
    """The first argument's."""
    schema = document_argument(call, 0, value, context)
    if not isinstance(schema, dict):
        raise mysql_error("ER_INVALID_JSON_TYPE", 1, call.name.lower(), "object")
    return schema


@function("JSON_SCHEMA_VALID")
def _is_valid(call: Call) -> CompiledExpression:
    _refuse_arguments(call)
    in_check = call.scope.clause == _CHECK_CLAUSE

    def compute(context: StatementContext, values: list[Any]) -> int | None:
        if any(value is None for value in values):
            return None
        failure = _failure(call, values, context)
        if failure is not None and in_check:
            symbol = "ER_JSON_SCHEMA_VALIDATION_ERROR_WITH_DETAILED_REPORT"
            context.diagnostics.append(mysql_warning(symbol, f"{failure.reason}.", level="Error"))
        return int(failure is None)

    return computed(call, BOOL_TYPE, compute)


@function("JSON_SCHEMA_VALIDATION_REPORT")
def _report(call: Call) -> CompiledExpression:
    _refuse_arguments(call)

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        if any(value is None for value in values):
            return None
        failure = _failure(call, values, context)
        if failure is None:
            return JsonDocument({"valid": True})
        return JsonDocument(
            {
                "valid": False,
                "reason": failure.reason,
                "schema-location": failure.schema,
                "document-location": failure.document,
                "schema-failed-keyword": failure.keyword,
            }
        )

    return computed(call, ExprType(Kind.JSON, collation=DOCUMENT_COLLATION), compute)

"""Documents with generators in them: read into a tree, whose leaves are constants or column settings.

    {"id": {"$sequence": 1}, "price": {"$uniform": [0.5, 99.5]}, "tags": ["new", {"$words": [1, 2]}], "open": true}

An object whose only key begins with `$` is a generator (`$choice` may have `$weights` beside it): $uniform, $sequence,
$zipf, $normal, $choice, $words, $length, $list, $email, $uuid, $pattern. Numbers are integers unless one of the numbers
in it has a fraction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from binwriter.errors import EncodeError, SpecError
from binwriter.formats.collations import collation_by_name
from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.documents import json_from_text, sorted_keys
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.workload.values.settings import GeneratorSettings

_MARK = "$"
_WEIGHTS = "$weights"
_UTF8 = collation_by_name("utf8mb4_bin").id

# What a generator in a document is made as: as if it were for a column of this type.
INTEGERS = ColumnSpec("$", ColumnType.LONGLONG, nullable=False)
REALS = ColumnSpec("$", ColumnType.DOUBLE, nullable=False)
# Strings are VARCHAR's, so that one document stays small.
STRINGS = ColumnSpec("$", ColumnType.VARCHAR, nullable=False, length=2048, collation=_UTF8)
_NUMBERS = ("sequence", "uniform", "zipf", "normal")
_STRINGS = ("words", "length", "list", "email", "uuid", "pattern")
GENERATORS = (*_NUMBERS, "choice", *_STRINGS)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A part of a document that is always the same: binary JSON, type first."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Drawn:
    """A generated part. spec: as if for a column of this type."""

    spec: ColumnSpec
    generator: GeneratorSettings


@dataclass(frozen=True, slots=True)
class Picked:
    """One of several fixed parts, by a choice of their numbers."""

    values: tuple[bytes, ...]
    weights: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Members:
    """An object (keys are not None; in the order in which they are stored) or an array."""

    keys: tuple[bytes, ...] | None
    nodes: tuple[TemplateNode, ...]


TemplateNode = Fixed | Drawn | Picked | Members

# read(kind, value, place, spec) -> settings, as for a column
ReadGenerator = Callable[[str, Any, str, ColumnSpec], GeneratorSettings]


def read_document(value: object, place: str) -> bytes:
    """Binary JSON of a document without generators: JSON text, or tables, lists and numbers of the settings."""
    try:
        return json_to_binary(json_from_text(value) if isinstance(value, str) else JsonDocument(value))  # type: ignore[arg-type]
    except EncodeError as error:
        raise SpecError(place, str(error)) from None


def read_template(
    value: object, place: str, read: ReadGenerator, read_weights: Callable[[object, str], tuple[Any, ...]]
) -> TemplateNode:
    """The tree of a template: JSON text, or tables and lists. SpecError names the place in the document."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise SpecError(place, f"it is not JSON text: {error}") from None
    node = _Reader(read, read_weights).node(value, place, 0)
    if isinstance(node, Drawn | Picked):
        raise SpecError(place, "the document itself is an object or an array; generators stand within it")
    return node


@dataclass(frozen=True, slots=True)
class _Reader:
    read: ReadGenerator
    read_weights: Callable[[object, str], tuple[Any, ...]]

    def node(self, value: Any, place: str, depth: int) -> TemplateNode:
        if depth > 30:
            raise SpecError(place, "the document is nested more than 30 levels deep")
        if isinstance(value, Mapping):
            if any(str(key).startswith(_MARK) for key in value):
                return self._generator(value, place)
            members = {str(key): self.node(item, f"{place}.{key}", depth + 1) for key, item in value.items()}
            if all(isinstance(member, Fixed) for member in members.values()):
                return self._fixed(value, place)
            ordered = sorted_keys(members)
            return Members(tuple(key.encode() for key in ordered), tuple(members[key] for key in ordered))
        if isinstance(value, list | tuple):
            nodes = tuple(self.node(item, f"{place}[{number}]", depth + 1) for number, item in enumerate(value))
            return self._fixed(value, place) if all(isinstance(node, Fixed) for node in nodes) else Members(None, nodes)
        return self._fixed(value, place)

    def _fixed(self, value: Any, place: str) -> Fixed:
        try:
            return Fixed(json_to_binary(JsonDocument(value)))
        except EncodeError as error:
            raise SpecError(place, str(error)) from None

    def _generator(self, value: Mapping[str, Any], place: str) -> TemplateNode:
        kinds = [key for key in value if key != _WEIGHTS]
        known = ", ".join(_MARK + name for name in GENERATORS)
        if len(kinds) != 1 or (_WEIGHTS in value and kinds != ["$choice"]):
            raise SpecError(place, f"a generator is an object with one of {known} and nothing else")
        kind, given = kinds[0].removeprefix(_MARK), value[kinds[0]]
        at = f"{place}.{kinds[0]}"
        if kind not in GENERATORS or kinds[0] == kind:
            raise SpecError(at, f"it is none of {known}")
        if kind == "choice":
            return self._picked(given, value.get(_WEIGHTS), at, place)
        if kind in _STRINGS:
            return Drawn(STRINGS, self.read(kind, given, at, STRINGS))
        spec = REALS if _has_fraction(given) else INTEGERS
        return Drawn(spec, self.read(kind, given, at, spec))

    def _picked(self, given: Any, weights: Any, at: str, place: str) -> Picked:
        if not isinstance(given, list | tuple) or not given:
            raise SpecError(at, f"{given!r} is not a list of values")
        parts_of_weights = () if weights is None else self.read_weights(weights, f"{place}.{_WEIGHTS}")
        if parts_of_weights and len(parts_of_weights) != len(given):
            raise SpecError(f"{place}.{_WEIGHTS}", f"{len(parts_of_weights)} weights for {len(given)} values")
        return Picked(
            tuple(self._fixed(member, f"{at}[{number}]").data for number, member in enumerate(given)), parts_of_weights
        )


def _has_fraction(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_has_fraction(item) for key, item in value.items() if key != "exponent" and key != "deviation")
    if isinstance(value, list | tuple):
        return any(map(_has_fraction, value))
    return isinstance(value, float)

"""Settings of documents, points, vectors, and of references to other rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import SpecError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.workload.specification.fields import Fields, read_text
from binwriter.workload.specification.units import read_number
from binwriter.workload.values import settings as s
from binwriter.workload.values.defaults import whole_globe
from binwriter.workload.values.documents.template import Fixed, TemplateNode, read_template
from binwriter.workload.values.kinds.numbers import NUMBER_KINDS
from binwriter.workload.values.kinds.reading import Context, Read, ordered, read_integer, read_pair, read_weights
from binwriter.workload.values.kinds.texts import TEXT_KINDS
from binwriter.workload.values.number_types import number_type
from binwriter.workload.values.settings import GeneratorSettings
from binwriter.workload.values.texts.types import text_type

_MICRODEGREES = 10**6
_WGS_84 = 4326


def _json(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """A document, as a table or as JSON text, with generators such as {"$uniform": [1, 9]} in it."""
    if context.column.spec.type is not ColumnType.JSON:
        raise context.wrong_kind(place, "JSON documents")
    template = json_settings(value, place)
    return s.Choice((template.data,)) if isinstance(template, Fixed) else s.Json(template)


def json_settings(value: object, place: str) -> TemplateNode:
    """The tree of a template (`documents.template`)."""
    return read_template(value, place, _read_in_document, read_weights)


def _read_in_document(kind: str, value: Any, place: str, spec: ColumnSpec) -> GeneratorSettings:
    """A generator within a document: as for a column of this type."""
    fields = Fields({}, place)
    return _IN_DOCUMENTS[kind](value, place, Context(Column(spec), number_type(spec), text_type(spec)), fields)


# What may stand in a document.
_IN_DOCUMENTS: Mapping[str, Read] = {**NUMBER_KINDS, **TEXT_KINDS}


def _point(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """{ x = [least, most], y = [least, most], srid = .. }; true for the whole globe."""
    spec = context.column.spec
    if spec.type is not ColumnType.GEOMETRY:
        raise context.wrong_kind(place, "points and shapes")
    fields = Fields({} if value is True else value, place)
    srid = fields.take("srid", lambda given, at: read_integer(given, at, 0, (1 << 32) - 1), spec.srid or 0)
    if spec.srid not in (None, srid):
        raise SpecError(fields.at("srid"), f"column {context.name} takes values with SRID {spec.srid} only, not {srid}")
    globe = whole_globe(srid)
    x = fields.take("x", lambda given, at: _coordinates(given, at, 1e9), (globe.low_x, globe.high_x))
    y = fields.take("y", lambda given, at: _coordinates(given, at, 1e9), (globe.low_y, globe.high_y))
    fields.finish()
    if srid == _WGS_84:
        for name, low, high in (("x", *x), ("y", *y)):
            least, most = (globe.low_x, globe.high_x) if name == "x" else (globe.low_y, globe.high_y)
            if low < least or high > most:
                raise SpecError(
                    fields.at(name), f"it leaves the globe: {least / 1e6:g} to {most / 1e6:g} for SRID {srid}"
                )
    return s.Points(*x, *y, srid)


def _coordinates(value: object, place: str, limit: float) -> tuple[int, int]:
    low, high = (
        round(read_number(end, place, least=-limit, most=limit) * _MICRODEGREES) for end in read_pair(value, place)
    )
    return ordered(low, high, place, read_pair(value, place))


def _vector(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """How many entries; true for as many as the column has."""
    spec = context.column.spec
    if spec.type is not ColumnType.VECTOR:
        raise context.wrong_kind(place, "vectors")
    return s.Vector(spec.length if value is True else read_integer(value, place, 1, spec.length))


def _reference(value: Any, place: str, context: Context, _: Fields) -> GeneratorSettings:
    """'table', 'table.column', 'database.table.column', or { table = .., column = .. }: of another row that lives."""
    if isinstance(value, Mapping):
        fields = Fields(value, place)
        table = fields.take("table", read_text, "")
        column = fields.take("column", read_text, None)
        fields.finish()
    else:
        *names, last = read_text(value, place).split(".")
        table, column = (".".join(names), last) if names else (last, None)
    if not table:
        raise SpecError(place, "the table is wanted")
    return s.Refers(table, column)


OTHER_KINDS: Mapping[str, Read] = {
    "json": _json,
    "point": _point,
    "vector": _vector,
    "reference": _reference,
}

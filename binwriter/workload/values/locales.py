"""A language for a whole workload: texts that have a name of a person, a place or a thing come from mimesis in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from binwriter.catalog.tables import Column, Table
from binwriter.errors import SpecError
from binwriter.workload.values.defaults import field_of_name
from binwriter.workload.values.texts.types import text_type

_OWN = frozenset({"null", "update"})  # keys that go with any generator
_NULLS = 0.05


def read_locale(value: object, place: str) -> str:
    """mimesis' name of `de`, `de_DE`, `pt-BR`: the language alone where it has no country of it. SpecError."""
    from mimesis import Locale

    known = sorted(locale.value for locale in Locale)
    asked = str(value).lower().replace("_", "-")
    for name in (asked, asked.partition("-")[0]):
        if isinstance(value, str) and name in known:
            return name
    raise SpecError(place, f"{value!r} is not one of {', '.join(known)}")


def in_locale(settings: Mapping[str, Any], table: Table, locale: str) -> Mapping[str, Any]:
    """The settings of a table's columns with the language: of fields that name none, of columns without a generator."""
    given = {str(name).lower(): (name, value) for name, value in settings.items()}
    unique = {index for key in table.keys if key.unique for index in key.columns}
    result = dict(settings)
    for index, column in enumerate(table.columns):
        name, own = given.get(column.name.lower(), (column.name, {}))
        if not isinstance(own, Mapping):
            continue
        if "field" in own:
            result[name] = {"locale": locale, **own}
        elif own.keys() <= _OWN and index not in unique and (field := _field_of(column)) is not None:
            nulls = {"null": _NULLS} if column.spec.nullable else {}
            result[name] = {**nulls, **own, "field": field, "locale": locale}
    return result


def _field_of(column: Column) -> str | None:
    texts = None if column.generated else text_type(column.spec)
    if texts is None or texts.binary:
        return None
    return field_of_name(column.name, texts.characters)

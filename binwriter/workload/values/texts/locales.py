"""A language for a whole workload: texts that have a name of a person, a place or a thing come from mimesis in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from binwriter.catalog.tables import Column, Table
from binwriter.errors import SpecError
from binwriter.formats.patterns import pattern
from binwriter.workload.values.texts.types import text_type

# what a column's name says, mimesis' field, and the characters below which a column keeps its default
_FIELDS = (
    (pattern(r"first_?name|given_?name|forename|^fname$"), "person.first_name", 20),
    (pattern(r"last_?name|surname|family_?name|^lname$"), "person.last_name", 20),
    (pattern(r"(^|_)(full_?name|name|customer|author|owner|contact|person)$"), "person.full_name", 30),
    (pattern(r"phone|(^|_)(tel|mobile|fax|cell)($|_)"), "person.phone_number", 20),
    (pattern(r"(^|_)(city|town)($|_)"), "address.city", 30),
    (pattern(r"(^|_)country($|_)"), "address.country", 30),
    (pattern(r"(^|_)(region|province|state)$"), "address.state", 30),
    (pattern(r"(^|_)(zip|zip_?code|post_?code|postal(_code)?)$"), "address.postal_code", 10),
    (pattern(r"(^|_)(street|address)($|_|\d)"), "address.address", 50),
    (pattern(r"(^|_)(company|employer|supplier|vendor|brand)(_?name)?$"), "finance.company", 40),
    (pattern(r"(^|_)(title|subject|headline|caption)$"), "text.title", 100),
    (pattern(r"desc|comment|text|body|note|content|message|bio|summary|remark"), "text.sentence", 200),
)
_OWN = frozenset({"null", "update"})  # keys that go with any generator
_NULLS = 0.05


def read_locale(value: object, place: str) -> str:
    """mimesis' name of `de`, `de_DE`, `pt-BR`: the language alone where it has no country of it. SpecError."""
    from mimesis import Locale

    known = sorted(one.value for one in Locale)
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
    name = column.name.lower()
    return next((field for named, field, least in _FIELDS if texts.characters >= least and named.search(name)), None)

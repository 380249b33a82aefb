"""The generator that a column gets without being told, by its name and type.

The first rule whose expression is found in the column's name and whose generator fits its type is taken; then a rule by
type alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction

from binwriter.catalog.tables import Column
from binwriter.errors import SpecError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.workload.values import settings as s
from binwriter.workload.values.number_types import NumberType
from binwriter.workload.values.settings import ColumnSettings, GeneratorSettings
from binwriter.workload.values.texts.compounds import email_node, list_node
from binwriter.workload.values.texts.patterns import longest, read_pattern
from binwriter.workload.values.texts.types import TextType
from binwriter.workload.values.texts.word_lists import LISTS

_NULLS = Fraction(1, 20)
_INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)
_REALS = (ColumnType.NEWDECIMAL, ColumnType.FLOAT, ColumnType.DOUBLE)
_MOST_INTEGER = 10**9
_MOST_REAL = 10**4
_BYTES = (16, 64)
_LETTERS_OF_A_WORD = 14
_WORDS_OF_A_TEXT = (5, 25)


@dataclass(frozen=True, slots=True)
class Target:
    """A column and what its type takes. template: reads a document with generators."""

    column: Column
    numbers: NumberType | None
    texts: TextType | None
    template: Callable[[object, str], object]

    @property
    def kind(self) -> ColumnType:
        return self.column.spec.type


Make = Callable[[Target], GeneratorSettings | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """pattern: found in a column's name. make: the generator, None if it does not fit the type.

    update: whether updates change the column, None by its role. null: the share of NULLs where there may be some.
    field: mimesis' for it in a workload that speaks a language, and the characters that a column must have for it.
    """

    pattern: str
    make: Make
    update: bool | None = None
    null: Fraction = _NULLS
    field: tuple[str, int] | None = None


def _clipped(target: Target, low: float, high: float) -> GeneratorSettings | None:
    """Uniform, as far as the type goes; low and high as people write them."""
    numbers = target.numbers
    if numbers is None or target.kind not in (*_INTEGERS, *_REALS):
        return None
    first, last = (round(Fraction(str(end)) * numbers.per_one) for end in (low, high))
    first, last = max(first, numbers.low), min(last, numbers.high)
    return s.Uniform(first, last) if first <= last else None


def _range(low: float, high: float, kinds: Sequence[ColumnType] = (*_INTEGERS, *_REALS)) -> Make:
    return lambda target: _clipped(target, low, high) if target.kind in kinds else None


def _few(count: int) -> Make:
    """Numbers of which the small ones are frequent."""

    def make(target: Target) -> GeneratorSettings | None:
        numbers = target.numbers
        if numbers is None or target.kind not in _INTEGERS or numbers.high < 1:
            return None
        return s.Zipf(1, min(count, numbers.high), Fraction(1))

    return make


def _money(target: Target) -> GeneratorSettings | None:
    numbers = target.numbers
    if numbers is None or target.kind not in (*_INTEGERS, *_REALS):
        return None
    mean, low = 50 * numbers.per_one, numbers.per_one
    if low > numbers.high:
        return None
    return s.Normal(Fraction(mean), Fraction(25 * numbers.per_one), low, min(1000 * numbers.per_one, numbers.high))


def _walk(update: int = 0, jitter: int = 1000) -> Make:
    return lambda target: (
        s.Walk(update=update, jitter=jitter) if target.numbers is not None and target.numbers.microseconds else None
    )


def _birth(target: Target) -> GeneratorSettings | None:
    return (
        _between(target, datetime(1940, 1, 1), datetime(2009, 12, 31))
        if target.kind is not ColumnType.TIMESTAMP2
        else None
    )


def _between(target: Target, first: datetime, last: datetime) -> GeneratorSettings | None:
    numbers = target.numbers
    if numbers is None or not numbers.microseconds:
        return None
    ends = [int(end.replace(tzinfo=UTC).timestamp()) * 1_000_000 // numbers.microseconds for end in (first, last)]
    return s.Uniform(max(ends[0], numbers.low), min(ends[1], numbers.high))


def _list(name: str) -> Make:
    """A built-in list whose entries all fit."""

    def make(target: Target) -> GeneratorSettings | None:
        texts = target.texts
        if texts is None or texts.binary or longest_of_list(name) > texts.characters:
            return None
        return s.Names(name)

    return make


def longest_of_list(name: str) -> int:
    """The characters of a list's longest entry."""
    return longest(list_node(name))


def _words(least: int, most: int) -> Make:
    def make(target: Target) -> GeneratorSettings | None:
        texts = target.texts
        if texts is None or texts.binary or texts.characters < _LETTERS_OF_A_WORD:
            return None
        fit = max(texts.characters // (_LETTERS_OF_A_WORD + 1), 1)
        return s.Words(min(least, fit), min(most, fit * 2))

    return make


def _pattern(*texts: str) -> Make:
    """The first of the patterns that fits."""

    def make(target: Target) -> GeneratorSettings | None:
        if target.texts is None or target.texts.binary:
            return None
        fitting = (text for text in texts if longest(read_pattern(text, "")) <= target.texts.characters)
        pattern = next(fitting, None)
        return None if pattern is None else s.Pattern(pattern)

    return make


def _nothing(target: Target) -> None:
    """What the name says only a language knows."""


def _email(target: Target) -> GeneratorSettings | None:
    texts, domains = target.texts, LISTS["domain"]
    if texts is None or texts.binary or texts.characters < longest(email_node(domains)):
        return None
    return s.Email(domains)


def _uuid(target: Target) -> GeneratorSettings | None:
    texts = target.texts
    if texts is None:
        return None
    return s.Uuid(4) if (texts.most_bytes >= 16 if texts.binary else texts.characters >= 36) else None


_ALWAYS = Fraction(0)
# what password_hash() of PHP, Django's and Rails' BCrypt keep: 60 characters
_BCRYPT = "[$]2y[$]1[0-2][$][./A-Za-z0-9]{53}"
# In names the parts are separated by underscores, or by capitals (created_at, createdAt).
NAME_RULES: tuple[Rule, ...] = (
    Rule(r"(^|_)(uuid|guid)($|_)", _uuid, update=False, null=_ALWAYS),
    Rule(r"(^|_)(deleted|removed|cancell?ed|archived)(_at|_on|_time|_date)?$", _walk(), null=Fraction(19, 20)),
    Rule(r"(^|_)(updated|modified|changed|last_\w+)(_at|_on|_time|_date)?$", _walk(update=1_000_000)),
    Rule(
        r"(^|_)(created|inserted|registered|added)(_at|_on|_time|_date)?$|^(ctime|ts|timestamp)$",
        _walk(),
        update=False,
        null=_ALWAYS,
    ),
    Rule(r"(birth|^dob$)", _birth, update=False),
    Rule(r"(_at|_on|_time|_date|_ts)$|^(date|time)$", _walk(update=1_000_000)),
    Rule(
        r"^(is|has|can|was|allow)_|(^|_)(active|enabled|disabled|deleted|flag|visible|verified)$",
        _range(0, 1, _INTEGERS),
        null=_ALWAYS,
    ),
    Rule(r"(^|_)(price|amount|cost|total|subtotal|balance|fee|salary|payment|tax|discount|revenue)($|_)", _money),
    Rule(r"(^|_)(qty|quantity|count|number_of|num|items|stock)($|_)", _few(100)),
    Rule(r"(^|_)age$", _range(18, 90)),
    Rule(r"(^|_)(lat|latitude)$", _range(-90, 90, _REALS)),
    Rule(r"(^|_)(lng|lon|long|longitude)$", _range(-180, 180, _REALS)),
    Rule(r"(^|_)(percent|percentage|pct)($|_)", _range(0, 100)),
    Rule(r"(^|_)(rate|ratio|probability|share)$", _range(0, 1, _REALS)),
    Rule(r"(^|_)(score|rating|stars|rank|level|priority)$", _range(1, 5)),
    Rule(r"(^|_)(status|state|type|kind|category)$", _range(0, 5, _INTEGERS), null=_ALWAYS),
    Rule(r"(^|_)id$", _range(1, 10**6, _INTEGERS)),
    Rule(r"mail($|_)", _email),
    Rule(r"first_?name|given_?name|forename|^fname$", _list("first_name"), field=("person.first_name", 20)),
    Rule(r"last_?name|surname|family_?name|^lname$", _list("last_name"), field=("person.last_name", 20)),
    Rule(r"(^|_)(user_?name|login|nick(name)?|handle)$", _pattern("[a-z]{3,8}[0-9]{1,4}", "[a-z]{3,8}")),
    Rule(
        r"(^|_)(full_?name|name|customer|author|owner|contact|person)$", _list("name"), field=("person.full_name", 30)
    ),
    Rule(r"phone|(^|_)(tel|mobile|fax|cell)($|_)", _list("phone"), field=("person.phone_number", 20)),
    Rule(r"(^|_)phone|(^|_)(tel|mobile|fax|cell)($|_)", _pattern("[1-9][0-9]{9}", "[1-9][0-9]{6}")),
    Rule(r"(^|_)(city|town)($|_)", _list("city"), field=("address.city", 30)),
    Rule(r"(^|_)country($|_)", _list("country"), field=("address.country", 30)),
    Rule(r"(^|_)country", _list("country_code")),
    Rule(r"(^|_)currency", _list("currency")),
    Rule(r"(^|_)(lang|language|locale)($|_)", _list("language")),
    Rule(
        r"(^|_)(zip|zip_?code|post_?code|postal(_code)?)$",
        _pattern("[1-9][0-9]{4}", "[0-9]{4}"),
        field=("address.postal_code", 10),
    ),
    Rule(r"(^|_)ip($|_)|ip_?addr", _list("ip")),
    Rule(r"(^|_)(region|province|state)$", _nothing, field=("address.state", 30)),
    Rule(r"(^|_)(company|employer|supplier|vendor|brand)(_?name)?$", _nothing, field=("finance.company", 40)),
    Rule(r"(^|_)(street|address)($|_|\d)", _list("address"), field=("address.address", 50)),
    Rule(r"(^|_)(url|uri|website|link|homepage|avatar|image)($|_)", _list("url")),
    Rule(r"(^|_)colou?r$", _list("color")),
    Rule(r"(^|_)(status|state)$", _list("status")),
    Rule(r"(^|_)(type|kind|category|plan)$", _list("type")),
    Rule(
        r"(^|_)(password|passwd|pwd|pass|passphrase)(_?(hash|digest|crypt(ed)?))?$|^encrypted_password$",
        _pattern(_BCRYPT, "[0-9a-f]{40}", "[0-9a-f]{32}", "[0-9a-f]{16}"),
        null=_ALWAYS,
    ),
    Rule(r"(^|_)iban$", _pattern("DE[0-9]{20}")),
    Rule(r"(^|_)mac(_?addr(ess)?)?$", _pattern("([0-9a-f]{2}:){5}[0-9a-f]{2}")),
    Rule(r"(^|_)isbn(_?13)?$", _pattern("97[89][0-9]{10}")),
    Rule(r"(^|_)slug$", _pattern("[a-z]{4,9}-[a-z]{4,9}", "[a-z]{4,8}")),
    Rule(
        r"(token|hash|sha\d*|md5|digest|checksum|fingerprint)($|_)",
        _pattern("[0-9a-f]{64}", "[0-9a-f]{40}", "[0-9a-f]{32}", "[0-9a-f]{16}"),
    ),
    Rule(
        r"(^|_)(sku|code|ref|reference|serial|barcode)$", _pattern("[A-Z]{3}-[0-9]{6}", "[A-Z]{2}[0-9]{2}", "[A-Z]{2}")
    ),
    Rule(r"(^|_)(title|subject|headline|label|caption|product|item)$", _words(2, 6), field=("text.title", 100)),
    Rule(
        r"desc|comment|text|body|note|content|message|bio|summary|remark",
        _words(*_WORDS_OF_A_TEXT),
        field=("text.sentence", 200),
    ),
)


# --- by type alone


def _default_integer(target: Target) -> GeneratorSettings:
    assert target.numbers is not None
    return s.Uniform(max(target.numbers.low, -_MOST_INTEGER), min(target.numbers.high, _MOST_INTEGER))


def _default_real(target: Target) -> GeneratorSettings:
    return _clipped(target, -_MOST_REAL, _MOST_REAL) or _all(target)


def _all(target: Target) -> GeneratorSettings:
    assert target.numbers is not None
    return s.Uniform(target.numbers.low, target.numbers.high)


def _day(target: Target) -> GeneratorSettings:
    assert target.numbers is not None
    return s.Uniform(0, 24 * 3600 * target.numbers.per_one - 1)


def _years(target: Target) -> GeneratorSettings:
    span = _between(target, datetime(2000, 1, 1), datetime(2037, 12, 31))
    return s.Recent(span.low, span.high) if isinstance(span, s.Uniform) else _all(target)


def _default_text(target: Target) -> GeneratorSettings:
    texts = target.texts
    assert texts is not None
    if texts.binary:
        if texts.padded:
            return s.Letters(s.Uniform(texts.most_bytes, texts.most_bytes))
        return s.Letters(s.Uniform(min(_BYTES[0], texts.most_bytes), min(_BYTES[1], texts.most_bytes)))
    if texts.characters < _LETTERS_OF_A_WORD:
        return s.Letters(s.Uniform(min(1, texts.characters), texts.characters))
    fit = texts.characters // (_LETTERS_OF_A_WORD + 1)
    return s.Words(1, min(max(fit, 1) * 2, _WORDS_OF_A_TEXT[1]))


_DEFAULT_JSON = {
    "id": {"$uniform": [1, 1_000_000]},
    "kind": {"$choice": ["order", "invoice", "refund"]},
    "note": {"$words": [1, 6]},
    "active": {"$choice": [True, False]},
    "amounts": [{"$uniform": [1, 1000]}, {"$uniform": [1, 1000]}],
}


def _points(target: Target) -> GeneratorSettings | None:
    return whole_globe(target.column.spec.srid or 0)


def whole_globe(srid: int) -> s.Points:
    """Points by degrees of longitude and latitude; a globe's westernmost is no longitude in MySQL, -180."""
    degrees = 10**6
    return s.Points(-180 * degrees + (1 if srid else 0), 180 * degrees, -90 * degrees, 90 * degrees, srid)


_BY_TYPE: dict[ColumnType, Make] = {
    **dict.fromkeys(_INTEGERS, _default_integer),
    **dict.fromkeys(_REALS, _default_real),
    ColumnType.YEAR: lambda target: s.Uniform(1970, 2035),
    ColumnType.BIT: _all,
    ColumnType.ENUM: _all,
    ColumnType.SET: _all,
    **dict.fromkeys((ColumnType.TIME, ColumnType.TIME2), _day),
    **dict.fromkeys(
        (ColumnType.DATE, ColumnType.DATETIME, ColumnType.DATETIME2, ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2),
        _years,
    ),
    **dict.fromkeys((ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB), _default_text),
    ColumnType.JSON: lambda target: s.Json(target.template(_DEFAULT_JSON, "json")),
    ColumnType.GEOMETRY: _points,
    ColumnType.VECTOR: lambda target: s.Vector(target.column.spec.length),
}


def _parted(name: str) -> str:
    """created_at of createdAt."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def field_of_name(name: str, characters: int) -> str | None:
    """mimesis' field for a text column of that name and length, in a workload that speaks a language."""
    name = _parted(name)
    fields = (rule.field for rule in NAME_RULES if rule.field is not None and re.search(rule.pattern, name))
    return next((field for field, least in fields if characters >= least), None)


def default_settings(
    column: Column,
    numbers: NumberType | None,
    texts: TextType | None,
    place: str,
    template: Callable[[object, str], object],
) -> ColumnSettings:
    """The settings of a column of which nothing is said. SpecError for a type that has no generator."""
    target = Target(column, numbers, texts, template)
    nullable = column.spec.nullable
    name = _parted(column.name)
    for rule in NAME_RULES:
        if re.search(rule.pattern, name) and (made := rule.make(target)) is not None:
            return ColumnSettings(made, place, null=rule.null if nullable else _ALWAYS, update=rule.update)
    make = _BY_TYPE.get(target.kind)
    if make is None:
        raise SpecError(place, f"there is no generator for columns of type {target.kind.name}")
    generator = make(target)
    assert generator is not None
    return ColumnSettings(generator, place, null=_NULLS if nullable else _ALWAYS)

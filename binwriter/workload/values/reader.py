"""Settings as people write them (TOML, JSON) -> `Generators`, every value checked.

A column's table has one key that names the kind of generator, and a few that go with any kind:

    status = { choice = ["new", "paid"], weights = [9, 1] }
    amount = { normal = { mean = 50, deviation = 20, min = 1 }, null = 0.1 }
    note   = { words = [5, 30], update = false }
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from binwriter.catalog.tables import Column, Table
from binwriter.errors import SpecError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.workload.specification.fields import Fields
from binwriter.workload.values import settings as s
from binwriter.workload.values.constraints import fit_checks, fit_computed
from binwriter.workload.values.defaults import default_settings
from binwriter.workload.values.kinds.numbers import NUMBER_KINDS
from binwriter.workload.values.kinds.others import OTHER_KINDS, json_settings
from binwriter.workload.values.kinds.reading import Context, Read, read_alphabet, read_digits, read_share, read_yes_no
from binwriter.workload.values.kinds.texts import TEXT_KINDS
from binwriter.workload.values.number_types import number_type
from binwriter.workload.values.settings import ColumnSettings, Generators, GeneratorSettings
from binwriter.workload.values.texts.types import text_type
from binwriter.workload.values.unique import settle_keys

KINDS: Mapping[str, Read] = {**NUMBER_KINDS, **TEXT_KINDS, **OTHER_KINDS}


def read_generators(
    table: Table, settings: Mapping[str, Mapping[str, object]], place: str, referenced: Collection[str] = ()
) -> Generators:
    """The generators of a table's columns: what the settings say, else by the columns' types and names.

    place: of the settings, for errors. referenced: the columns, in lower case, whose values rows of other tables have:
    updates leave them, and they are not NULL. Raises SpecError: unknown columns and keys, generators that do not fit
    the type, bad weights, ranges and patterns, unique keys that could get the same value twice.
    """
    given = {str(name).lower(): (str(name), value) for name, value in settings.items()}
    columns = []
    for column in table.columns:
        name, value = given.pop(column.name.lower(), (column.name, None))
        columns.append(_read_column(table, column, value, f"{place}.{name}" if place else name))
        if column.name.lower() in referenced:
            columns[-1] = _referenced(columns[-1])
    for name, _ in given.values():
        names = ", ".join(column.name for column in table.columns)
        raise SpecError(f"{place}.{name}", f"table {table.name} has no column {name!r}; it has {names}")
    fit_computed(table, columns)
    kept = fit_checks(table, columns)
    return settle_keys(Generators(table, tuple(columns), place, kept=kept))


def _referenced(settings: ColumnSettings) -> ColumnSettings:
    null = settings.null if settings.null_given else Fraction(0)
    return replace(settings, referenced=True, null=null, update=settings.update or False)


def _read_column(table: Table, column: Column, given: object, place: str) -> ColumnSettings:
    if column.generated:
        if given is not None:
            raise SpecError(place, f"column {column.name} is generated from others: it has no generator of its own")
        return ColumnSettings(s.Computed(), place)
    fields = Fields({} if given is None else given, place)
    spec = column.spec
    digits = fields.take("digits", read_digits, -1)
    if digits >= 0 and spec.type not in (ColumnType.FLOAT, ColumnType.DOUBLE):
        raise SpecError(
            fields.at("digits"), f"it is for FLOAT and DOUBLE, and column {column.name} is {spec.type.name}"
        )
    context = Context(column, number_type(spec, digits), text_type(spec))
    generator = _read_kind(fields, context)
    chosen = default_settings(column, context.numbers, context.texts, place, json_settings)
    if generator is not None:
        null = chosen.null if column.spec.nullable and isinstance(generator, type(chosen.generator)) else Fraction(0)
        chosen = ColumnSettings(generator, place, given=True, null=null)
    elif alphabet := fields.take("alphabet", read_alphabet, ""):
        if not isinstance(chosen.generator, s.Letters | s.Words):
            raise SpecError(fields.at("alphabet"), f"it goes with length or words; column {column.name} has neither")
        chosen = replace(chosen, generator=replace(chosen.generator, alphabet=alphabet))
    asked: Fraction | None = fields.take("null", read_share, None)
    null = chosen.null if asked is None else asked
    if null and not spec.nullable:
        raise SpecError(fields.at("null"), f"column {column.name} is NOT NULL")
    update = fields.take("update", read_yes_no, chosen.update)
    fields.finish()
    return replace(chosen, null=null, null_given=asked is not None, update=update, digits=digits)


def _read_kind(fields: Fields, context: Context) -> GeneratorSettings | None:
    kinds: list[str] = []
    result: GeneratorSettings | None = None
    for name, read in KINDS.items():
        taken = fields.take(name, lambda value, place: (value, place), None)
        if taken is None:
            continue
        kinds.append(name)
        if len(kinds) > 1:
            raise SpecError(taken[1], f"the column has a generator already: {kinds[0]}; one of them is enough")
        result = read(*taken, context, fields)
    return result

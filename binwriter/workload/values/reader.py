"""Settings as people write them (TOML, JSON) -> `Generators`, every value checked. First the frame, then kind by kind."""

from __future__ import annotations

from collections.abc import Mapping

from binwriter.schema import Table
from binwriter.workload.values.defaults import default_generator
from binwriter.workload.values.number_types import number_type
from binwriter.workload.values.settings import ColumnSettings, Generators, Refers, Sequence
from binwriter.workload.values.text_types import text_type


def read_generators(table: Table, settings: Mapping[str, Mapping[str, object]], place: str) -> Generators:
    columns = []
    unique = {index for key in table.keys if key.unique for index in key.columns}
    for index, column in enumerate(table.columns):
        if index in unique and number_type(column.spec):
            columns.append(ColumnSettings(Sequence(1), f"{place}.{column.name}"))
            continue
        if refers := settings.get(column.name, {}).get("reference"):
            columns.append(ColumnSettings(Refers(refers["table"], refers["column"]), f"{place}.{column.name}"))
            continue
        columns.append(ColumnSettings(default_generator(column, number_type(column.spec), text_type(column.spec)), f"{place}.{column.name}"))
    return Generators(table, tuple(columns), place)

"""Rows in Arrow: from what people have to storage form (`storage_form`), and between storage form and Python's values.

to_storage(table, batch) takes any reasonable batch (pandas, Parquet, Spark) and checks every value; from_values and
to_values go between storage form and the rows of the exact path.
"""

from __future__ import annotations

from binwriter.bulk.arrow_values import column_from_values, column_to_values, from_values, to_values
from binwriter.bulk.conversion.batch import to_storage
from binwriter.bulk.storage_form import cell_type, check_storage, is_cells, storage_schema, storage_type

__all__ = [
    "cell_type",
    "check_storage",
    "column_from_values",
    "column_to_values",
    "from_values",
    "is_cells",
    "storage_schema",
    "storage_type",
    "to_storage",
    "to_values",
]

"""Schemas of Spark as Arrow's, in all versions of PySpark that are supported."""

from __future__ import annotations

import inspect
from typing import Any

import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

# Later versions are told the zone of timestamps; 4.0 takes UTC without being told.
_ZONE: dict[str, Any] = {"timezone": "UTC"} if "timezone" in inspect.signature(to_arrow_schema).parameters else {}


def arrow_schema(schema: StructType) -> pa.Schema:
    """The Arrow schema of these columns, with timestamps in UTC."""
    return to_arrow_schema(schema, **_ZONE)

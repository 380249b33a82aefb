"""ST_Transform: what it refuses, and systems that are the same. No projection is modelled.

Source: MySQL manual, "Spatial Convert Functions"; captured: tests/golden/spatial/crossing.
"""

from __future__ import annotations

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import ReferenceSystem
from binwriter.mysql.values.geometries import geometry_to_bytes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.types import GEOMETRY_TYPE, CompiledExpression
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.stored import (
    Srid,
    Stored,
    checked_srid,
    is_empty,
    nulls_first_with_context,
    stored,
)

_NAME = "st_transform"
_WGS84 = 4326


def _lacks_shift(system: ReferenceSystem) -> bool:
    return system.number != _WGS84 and system.shift is None


@function("ST_TRANSFORM")
def _transform(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, given: Stored, number: int) -> bytes:
        srid, geometry = given
        target = checked_srid(number, _NAME, context)
        if srid == target:
            return geometry_to_bytes(geometry, srid)
        if srid == 0:
            raise mysql_error("ER_TRANSFORM_SOURCE_SRS_NOT_SUPPORTED", srid)
        if target == 0:
            raise mysql_error("ER_TRANSFORM_TARGET_SRS_NOT_SUPPORTED", target)
        assert isinstance(srid, Srid)
        if _lacks_shift(srid.system):
            raise mysql_error("ER_TRANSFORM_SOURCE_SRS_MISSING_TOWGS84", srid)
        if _lacks_shift(target.system):
            raise mysql_error("ER_TRANSFORM_TARGET_SRS_MISSING_TOWGS84", target)
        if is_empty(geometry):
            return geometry_to_bytes(geometry, target)
        raise UnsupportedError(f"{_NAME.upper()}() from SRID {srid} to {target}")

    return nulls_first_with_context(call, GEOMETRY_TYPE, compute, stored(_NAME), to_int)

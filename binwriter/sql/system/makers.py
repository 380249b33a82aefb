"""The modules that register with `rows_of`, and the way in."""

from __future__ import annotations

from binwriter.sql.system import (
    accounts,
    columns,
    duality_views,
    histograms,
    innodb,
    innodb_tables,
    keys,
    privileges,
    programs,
    reference_systems,
    roles,
    schemata,
    spaces,
    sys_views,
    tables,
    views,
)
from binwriter.sql.system.sight import make_rows

__all__ = ["MODULES", "make_rows"]

MODULES = (
    accounts,
    columns,
    duality_views,
    histograms,
    innodb,
    innodb_tables,
    keys,
    privileges,
    programs,
    reference_systems,
    roles,
    schemata,
    spaces,
    sys_views,
    tables,
    views,
)

"""How wide a query's item is: digits, characters and scale, as a server computes them before it runs.

CREATE TABLE .. SELECT makes its columns from them (MySQL manual, "CREATE TABLE ... SELECT Statement").
"""

from binwriter.sql.types.expressions import called, lookup_in, measure, measured_type
from binwriter.sql.types.functions import GEOMETRIES
from binwriter.sql.types.kinds import Measure, unified
from binwriter.sql.types.old_widths import ALWAYS_NULLABLE, OldInteger, old_integer, old_name_length

__all__ = [
    "ALWAYS_NULLABLE",
    "GEOMETRIES",
    "Measure",
    "OldInteger",
    "called",
    "lookup_in",
    "measure",
    "measured_type",
    "old_integer",
    "old_name_length",
    "unified",
]

"""How wide a query's item is: digits, characters and scale, as a server computes them before it runs.

CREATE TABLE .. SELECT makes its columns from them (MySQL manual, "CREATE TABLE ... SELECT Statement").
"""

from binwriter.sql.measures.expressions import called, lookup_in, measure, measured_type
from binwriter.sql.measures.functions import GEOMETRIES
from binwriter.sql.measures.kinds import Measure, unified

__all__ = ["GEOMETRIES", "Measure", "called", "lookup_in", "measure", "measured_type", "unified"]

"""Queries: SELECT, UNION, VALUES, and the rows that UPDATE and DELETE work on.

`run_select` runs a query; `query_scope` makes the scope in which a statement's expressions (with subqueries) compile;
`matching_rows` finds the rows of UPDATE and DELETE in the order of a server.
"""

from binwriter.sql.query.loops import DatabaseView
from binwriter.sql.query.matching import Visits, matching_rows
from binwriter.sql.query.run import ResultSet, query_scope, run_select

__all__ = ["DatabaseView", "ResultSet", "Visits", "matching_rows", "query_scope", "run_select"]

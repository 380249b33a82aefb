"""Changes through JSON duality views: a document is taken apart into the rows of the tables that it is made of.

Source: MySQL manual, "DML Operations on JSON Duality Views"; the order of the statements on those tables, and which
value is asked of whom: MySQL Server's source, sql/json_duality_view; captured: clusters/duality_changes.
"""

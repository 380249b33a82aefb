"""What a table asks of its rows beyond its columns' types: CHECK constraints, generated columns, keys of expressions.

What reads expressions (`expression_trees`) is imported where a table has some: it brings the SQL side along.
"""

from __future__ import annotations

from binwriter.catalog.tables import Key, Table
from binwriter.workload.values.settings import ColumnSettings


def fit_checks(table: Table, columns: list[ColumnSettings]) -> frozenset[str]:
    """Narrows generators in place; the names of the constraints that all rows keep then."""
    if not any(check.enforced for check in table.checks):
        return frozenset()
    from binwriter.workload.values import expression_trees

    return expression_trees.fit_checks(table, columns)


def fit_computed(table: Table, columns: list[ColumnSettings]) -> None:
    """Numbers from which others are computed stay modest, so that what is computed of them fits."""
    if any(column.generated for column in table.columns):
        from binwriter.workload.values import expression_trees

        expression_trees.fit_computed(table, columns)


def plain_keys(table: Table) -> list[Key]:
    """The unique keys, with columns and expressions replaced by columns of whose difference theirs follows.

    SpecError for a key whose expression may give the same value for different rows.
    """
    keys = [key for key in table.keys if key.unique]
    computed = any(table.columns[column].generated for key in keys for column in key.columns)
    if not computed and not any(key.unique for key in table.special_keys):
        return keys
    from binwriter.workload.values import expression_trees

    return expression_trees.plain_keys(table)

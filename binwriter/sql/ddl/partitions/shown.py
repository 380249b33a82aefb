"""PARTITION BY as SHOW CREATE TABLE writes it.

Source: a 9.7.4's answers (captured: partitions_reorganized).
"""

from __future__ import annotations

from itertools import zip_longest

from binwriter.catalog.tables import Table
from binwriter.mysql.identifiers import quoted_if_needed
from binwriter.sql.printing.tables import printed
from binwriter.sql.syntax.partitions import MAXVALUE, PartitionBySyntax, PartitionFunction


def shown_text(
    table: Table,
    syntax: PartitionBySyntax,
    names: tuple[str, ...],
    subpartitions: tuple[tuple[str, ...], ...],
    *,
    as_given: bool = False,
) -> str:
    """The comment behind the table options of SHOW CREATE TABLE. as_given: its expressions are the client's (5.7)."""
    function = syntax.function
    version = 50500 if function.by_columns else 50100
    lines = [f"/*!{version} PARTITION BY {_shown_function(table, function, as_given)}"]
    if syntax.sub is not None:
        lines.append(f"SUBPARTITION BY {_shown_function(table, syntax.sub, as_given)}")
        if not any(definition.subpartitions for definition in syntax.definitions) and syntax.subcount:
            lines.append(f"SUBPARTITIONS {syntax.subcount}")
    if not syntax.definitions:
        if syntax.count or len(names) > 1:
            lines.append(f"PARTITIONS {len(names)}")
        return "\n".join(lines) + " */"
    shown = []
    named = any(each.subpartitions for each in syntax.definitions)
    for number, definition in enumerate(syntax.definitions):
        text = (
            f"PARTITION {quoted_if_needed(definition.name)}{_values(function, definition.shown or definition.values)}"
        )
        if named:
            inner = ",\n  ".join(
                f"SUBPARTITION {quoted_if_needed(name)}{limits}{_comment(comment)} ENGINE = {table.engine.name}"
                for name, limits, comment in zip_longest(
                    subpartitions[number], definition.subrow_limits, definition.subcomments, fillvalue=""
                )
            )
            shown.append(f"{text}\n ({inner})")
        else:
            shown.append(f"{text}{definition.row_limits}{_comment(definition.comment)} ENGINE = {table.engine.name}")
    lines.append("(" + ",\n ".join(shown) + ")")
    return "\n".join(lines) + " */"


def _comment(text: str) -> str:
    return f" COMMENT = '{text}'" if text else ""


# servers before 5.6.11 know no ALGORITHM (captured: clusters/keys_and_casts_shown)
_FIRST_HASH = "*/ /*!50611 ALGORITHM = 1 */ /*!50100 "


def _shown_function(table: Table, function: PartitionFunction, as_given: bool) -> str:
    linear = "LINEAR " if function.linear else ""
    if function.kind == "KEY":
        names = ",".join(
            quoted_if_needed(table.columns[table.index_of[name.lower()]].name) for name in function.columns
        )
        algorithm = _FIRST_HASH if function.algorithm == 1 else ""
        return f"{linear}KEY {algorithm}({names})"
    if function.by_columns:
        return f"{function.kind}  COLUMNS({','.join(map(quoted_if_needed, function.columns))})"
    if as_given:
        return f"{linear}{function.kind} ({function.expression})"
    return f"{linear}{function.kind} ({printed(function.expression, table)})"


def _values(function: PartitionFunction, values: tuple[tuple[str, ...], ...]) -> str:
    if not values:
        return ""
    if function.kind == "LIST":
        texts = (row[0] if len(row) == 1 else f"({','.join(row)})" for row in values)
        return f" VALUES IN ({','.join(texts)})"
    if values[0] == (MAXVALUE,) and not function.by_columns:
        return " VALUES LESS THAN MAXVALUE"
    return f" VALUES LESS THAN ({','.join(values[0])})"

"""What is wrong with PARTITION BY in itself: seen before a table's columns and keys are (captured: definitions)."""

from __future__ import annotations

from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.partitions import PartitionBySyntax


def refuse_partitions(syntax: PartitionBySyntax, engine: Engine, context: StatementContext, *, temporary: bool) -> None:
    """MySQLError for a temporary table, an engine without partitions, columns that are named twice, no definitions."""
    if temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")
    check_fields(syntax)
    if context.variables.behaviour.engines_part_themselves and not engine.two_phase:
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "native partitioning")
    if syntax.function.kind in ("RANGE", "LIST") and not syntax.definitions:
        raise mysql_error("ER_PARTITIONS_MUST_BE_DEFINED_ERROR", syntax.function.kind)


def refuse_definitions(syntax: PartitionBySyntax, engine: Engine, written: str | None) -> None:
    """MySQLError for names and engines that do not fit together. written: the engine of the table's options."""
    check_names(syntax)
    check_engines(syntax, engine, written)


def check_fields(syntax: PartitionBySyntax) -> None:
    """ER_SAME_NAME_PARTITION_FIELD."""
    for function in (syntax.function, syntax.sub):
        seen: set[str] = set()
        for name in function.columns if function is not None and function.by_columns else ():
            if name.lower() in seen:
                raise mysql_error("ER_SAME_NAME_PARTITION_FIELD", name)
            seen.add(name.lower())


def check_names(syntax: PartitionBySyntax) -> None:
    """ER_SAME_NAME_PARTITION."""
    seen: set[str] = set()
    definitions = syntax.definitions
    for name in (*(one.name for one in definitions), *(name for one in definitions for name in one.subpartitions)):
        if name.lower() in seen:
            raise mysql_error("ER_SAME_NAME_PARTITION", name)
        seen.add(name.lower())


def check_engines(syntax: PartitionBySyntax, engine: Engine, written: str | None) -> None:
    """ER_MIX_HANDLER_ERROR unless all partitions name the table's engine. written: the one of the table's options."""
    named = {engine.lower() for one in syntax.definitions for engine in one.engines}
    if written is not None or not any(named):
        named -= {""}
    if len(named) > 1 or (named and written is not None and named != {engine.name.lower()}):
        raise mysql_error("ER_MIX_HANDLER_ERROR")

"""Names and rules of partitions: what a 9.7.4 refuses.

Source: MySQL manual, "Restrictions and Limitations on Partitioning", "Partitioning Keys, Primary Keys,
and Unique Keys".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from sqlglot import exp

from binwriter.catalog.limits import check_comment, check_length
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import SYSTEM_COLLATION_ID
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.collation.keys import SortKey, sort_key
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.binding.name_checks import is_wrong
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.partitions.allowed import check_arguments, check_nodes, check_text_division
from binwriter.sql.ddl.partitions.values import check_column_types, check_counts
from binwriter.sql.syntax.partitions import MAXVALUE, PartitionBySyntax, PartitionDefinition, PartitionFunction
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in

_MAX_PARTITIONS = 8192
_NEVER_PARTED = frozenset({"CSV", "MRG_MYISAM"})


# --- what is wrong in itself, which is seen before columns and keys are (captured: definitions) ---


def refuse_values(syntax: PartitionBySyntax, *, temporary: bool) -> None:
    """MySQLError for a temporary table, a function or values that cannot be."""
    if temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")
    for function in (syntax.function, syntax.sub):
        if function is not None and function.expression:
            check_nodes(parse_expression(function.expression))
    _check_values(syntax)
    check_counts(syntax)
    if not syntax.function.by_columns:
        _refuse_texts(syntax)


def refuse_names(syntax: PartitionBySyntax, context: StatementContext) -> None:
    """MySQLError for too many partitions, and for names and comments."""
    _check_numbers(syntax)
    check_fields(syntax)
    check_names(syntax)
    with_checked_comments(syntax, context)


def refuse_engines(
    syntax: PartitionBySyntax, engine: Engine, written: str | None, context: StatementContext, *, altered: bool = False
) -> None:
    """MySQLError for engines that do not fit together, or have no partitions. written: the engine of the table's
    options."""
    named = check_engines(syntax, engine, written, altered=altered)
    taken = engine if named is None else context.variables.engines.find(named)
    if context.variables.behaviour.engines_part_themselves and not taken.two_phase:
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "native partitioning")


def check_fields(syntax: PartitionBySyntax) -> None:
    """ER_SAME_NAME_PARTITION_FIELD."""
    seen: dict[str, str] = {}
    for name in syntax.function.columns:
        if name.lower() in seen:
            raise mysql_error("ER_SAME_NAME_PARTITION_FIELD", seen[name.lower()])
        seen[name.lower()] = name


def check_names(syntax: PartitionBySyntax) -> None:
    """ER_SAME_NAME_PARTITION, whatever accents names have (captured: cluster partition_names_with_accents)."""
    seen: set[SortKey] = set()
    definitions = syntax.definitions
    for name in (
        *(definition.name for definition in definitions),
        *(name for definition in definitions for name in definition.subpartitions),
    ):
        if (key := sort_key(name, SYSTEM_COLLATION_ID)) in seen:
            raise mysql_error("ER_SAME_NAME_PARTITION", name)
        seen.add(key)


def check_engines(syntax: PartitionBySyntax, engine: Engine, written: str | None, *, altered: bool) -> str | None:
    """The engine that all partitions name. ER_MIX_HANDLER_ERROR unless they name the table's, ER_PARTITION_MERGE_ERROR
    for one that cannot. written: the one of the table's options.

    altered: the table has one already, which a partition need not name.
    """
    named = {engine.lower() for definition in syntax.definitions for engine in definition.engines}
    if written is not None or altered or not any(named):
        named -= {""}
    if len(named) > 1 or (named and (written is not None or altered) and named != {engine.name.lower()}):
        raise mysql_error("ER_MIX_HANDLER_ERROR")
    if engine.name in _NEVER_PARTED:
        error = mysql_error("ER_PARTITION_MERGE_ERROR")
        error.later = (mysql_warning("ER_MIX_HANDLER_ERROR", level="Error"),)
        raise error
    return next(iter(named - {""}), None)


# --- what does not fit the table ---


def checked_names(
    table: Table, syntax: PartitionBySyntax, context: StatementContext
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The partitions' names, and those of the subpartitions. MySQLError for what is not allowed."""
    function = syntax.function
    if table.temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")
    if context.variables.behaviour.engines_part_themselves and not table.engine.two_phase:
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "native partitioning")
    if any(column.spec.type is ColumnType.GEOMETRY for column in table.columns):
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "GEOMETRY")
    if table.foreign_keys:
        raise mysql_error("ER_FOREIGN_KEY_ON_PARTITIONED")
    definitions = syntax.definitions
    if function.kind in ("RANGE", "LIST") and not definitions:
        raise mysql_error("ER_PARTITIONS_MUST_BE_DEFINED_ERROR", function.kind)
    _check_values(syntax)
    check_counts(syntax)
    subcount = _check_numbers(syntax)
    names = tuple(definition.name for definition in definitions) or tuple(
        f"p{number}" for number in range(syntax.count or 1)
    )
    seen: set[SortKey] = set()
    for name in (*names, *(name for definition in definitions for name in definition.subpartitions)):
        if (key := sort_key(name, SYSTEM_COLLATION_ID)) in seen:
            raise mysql_error("ER_SAME_NAME_PARTITION", name)
        seen.add(key)
        if is_wrong(name):
            raise mysql_error("ER_WRONG_PARTITION_NAME")
        check_length(name)
    _check_functions(table, syntax)
    check_named_columns(table, syntax)
    if function.kind == "KEY" and not context.variables.behaviour.takes_parts_of_columns:
        _check_beginnings(table, function)
    _check_types(table, syntax)
    _check_keys(table, syntax)
    check_column_types(table, syntax)
    if syntax.sub is None:
        return names, ()
    subpartitions = tuple(
        definition.subpartitions or tuple(f"{definition.name}sp{number}" for number in range(subcount))
        for definition in definitions
    )
    return names, subpartitions


def with_checked_comments(syntax: PartitionBySyntax, context: StatementContext) -> PartitionBySyntax:
    """ER_TOO_LONG_TABLE_PARTITION_COMMENT in strict mode; otherwise they are cut, with a warning."""
    symbol, definitions = "ER_TOO_LONG_TABLE_PARTITION_COMMENT", []
    for definition in syntax.definitions:
        definitions.append(
            replace(definition, comment=check_comment(definition.comment, definition.name, symbol, context))
        )
        for name, comment in zip(definition.subpartitions, definition.subcomments, strict=False):
            check_comment(comment, name, symbol, context)
    return replace(syntax, definitions=tuple(definitions))


def _check_numbers(syntax: PartitionBySyntax) -> int:
    """How many subpartitions each has. ER_SUBPARTITION_ERROR, ER_TOO_MANY_PARTITIONS_ERROR."""
    definitions = syntax.definitions
    subcount = syntax.subcount or max([len(definition.subpartitions) for definition in definitions], default=0) or 1
    if (syntax.sub is None and subcount > 1) or (
        syntax.sub is not None and syntax.function.kind not in ("RANGE", "LIST")
    ):
        raise mysql_error("ER_SUBPARTITION_ERROR")
    if syntax.sub is None and any(definition.subpartitions for definition in definitions):
        raise mysql_error("ER_SUBPARTITION_ERROR")
    if (len(definitions) or syntax.count or 1) * subcount > _MAX_PARTITIONS:
        raise mysql_error("ER_TOO_MANY_PARTITIONS_ERROR")
    return subcount


_VALUES = {"RANGE": ("RANGE", "LESS THAN"), "LIST": ("LIST", "IN")}


def check_definitions(kind: str, definitions: Iterable[PartitionDefinition], *, needed: bool = True) -> None:
    """ER_PARTITION_WRONG_VALUES_ERROR for values of another kind of partitions; needed: for none where the kind has
    some, ER_PARTITION_REQUIRES_VALUES_ERROR (captured: partitions_of_other_kinds_statement)."""
    wanted = {"RANGE": True, "LIST": False}.get(kind)
    for definition in definitions:
        if definition.less_than is not None and definition.less_than is not wanted:
            raise mysql_error("ER_PARTITION_WRONG_VALUES_ERROR", *_VALUES["RANGE" if definition.less_than else "LIST"])
        if needed and definition.less_than is None and wanted is not None:
            raise mysql_error("ER_PARTITION_REQUIRES_VALUES_ERROR", *_VALUES[kind])


def _check_values(syntax: PartitionBySyntax) -> None:
    """VALUES LESS THAN and VALUES IN, each where it belongs; MAXVALUE at the end only."""
    kind = syntax.function.kind
    check_definitions(kind, syntax.definitions, needed=False)
    texts = (text.upper() for definition in syntax.definitions for row in definition.values for text in row)
    if kind == "RANGE" and "NULL" in texts:
        raise mysql_error("ER_NULL_IN_VALUES_LESS_THAN")
    by_value = kind == "RANGE" and not syntax.function.by_columns  # of columns: their order is looked at (1493)
    if by_value and any(definition.values == ((MAXVALUE,),) for definition in syntax.definitions[:-1]):
        raise mysql_error("ER_PARTITION_MAXVALUE_ERROR")


_BLOBS = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY})
_INTEGERS = frozenset(
    {
        *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
        *(ColumnType.YEAR, ColumnType.BIT),
    }
)


def _check_types(table: Table, syntax: PartitionBySyntax) -> None:
    for function in (syntax.function, syntax.sub):
        if function is None:
            continue
        for name in _columns(function):
            if table.columns[table.index_of[name]].spec.type in _BLOBS:
                raise mysql_error("ER_BLOB_FIELD_IN_PART_FUNC_ERROR")
        if not function.expression:
            continue
        node = parse_expression(function.expression)
        if isinstance(node, exp.Column):
            column = table.columns[table.index_of[node.name.lower()]]
            if column.spec.type not in _INTEGERS:
                _refuse_texts(syntax)
                raise mysql_error("ER_FIELD_TYPE_NOT_ALLOWED_AS_PARTITION_FIELD", column.name)
        elif node.find(exp.Column) is None:
            raise mysql_error("ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR")


def _refuse_texts(syntax: PartitionBySyntax) -> None:
    """Of a column that is no integer its VALUES are told first (captured: clusters/bits_that_part)."""
    for definition in syntax.definitions:
        for text in (text for row in definition.values for text in row):
            if text.upper() != MAXVALUE and parse_expression(text).is_string:
                raise mysql_error("ER_VALUES_IS_NOT_INT_TYPE_ERROR", definition.name)


def _check_functions(table: Table, syntax: PartitionBySyntax) -> None:
    for function in (syntax.function, syntax.sub):
        if function is not None and function.expression:
            tree = parse_expression(function.expression)
            check_nodes(tree)
            check_text_division(tree, table)
            if not isinstance(tree, exp.Column):
                check_arguments(tree, table)


def check_ranges(bounds: list[tuple[object, ...]]) -> None:
    """The bounds of RANGE go up. ER_RANGE_NOT_INCREASING_ERROR."""
    if any(not one < other for one, other in pairwise(bounds)):
        raise mysql_error("ER_RANGE_NOT_INCREASING_ERROR")


def check_lists(values: list[object]) -> None:
    """A value of LIST belongs to one partition. ER_MULTIPLE_DEF_CONST_IN_LIST_PART_ERROR."""
    if len(set(values)) < len(values):
        raise mysql_error("ER_MULTIPLE_DEF_CONST_IN_LIST_PART_ERROR")


def check_named_columns(table: Table, syntax: PartitionBySyntax) -> None:
    """ER_FIELD_NOT_FOUND_PART_ERROR, ER_BAD_FIELD_ERROR."""
    for function in filter(None, (syntax.function, syntax.sub)):
        for name in _columns(function):
            if name not in table.index_of:
                raise _unknown(function, name)


def _check_keys(table: Table, syntax: PartitionBySyntax) -> None:
    """ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF (1503); ER_FIELD_NOT_FOUND_PART_ERROR of KEY () without a key."""
    named: set[str] = set()
    of_key = any(one is not None and one.kind == "KEY" and not _columns(one) for one in (syntax.function, syntax.sub))
    for function in (syntax.function, syntax.sub):
        if function is not None:
            named |= _columns(function) or (_columns_of_key(table) if function.kind == "KEY" else set())
    for key in table.keys:
        # beginnings do not count; those of KEY () were asked for before (captured: clusters/keys_with_short_parts)
        whole = (part.column for part in key.parts if not part.length or of_key)
        if key.unique and named and not named <= {table.columns[index].name.lower() for index in whole}:
            kind = "PRIMARY KEY" if key.primary else "UNIQUE INDEX"
            raise mysql_error("ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF", kind)
    for special in table.special_keys:  # of an expression's columns none counts
        if special.unique and named and not named <= {part.strip("`").lower() for part in special.parts}:
            raise mysql_error("ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF", "UNIQUE INDEX")


def _columns_of_key(table: Table) -> set[str]:
    """Those that KEY () stands for: of the primary key, or of the first unique one without NULL."""
    columns = table.columns
    keys = (key for key in table.keys if key.unique)
    key = next((key for key in keys if not any(columns[part].spec.nullable for part in key.columns)), None)
    if key is None:
        raise mysql_error("ER_FIELD_NOT_FOUND_PART_ERROR")
    return {columns[part].name.lower() for part in key.columns}


def _check_beginnings(table: Table, function: PartitionFunction) -> None:
    """PARTITION BY KEY of columns that a key has the beginnings of (captured: clusters/keys_with_beginnings).

    MySQLError: ER_PARTITION_PREFIX_KEY_NOT_SUPPORTED, ER_BLOB_FIELD_IN_PART_FUNC_ERROR,
    ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF, ER_FIELD_NOT_FOUND_PART_ERROR.
    """
    named = _columns(function)
    primary = next((key for key in table.keys if key.primary), None)
    if not named and primary is None:
        keys = [key for key in table.keys if key.unique]
        if keys and all(any(part.length for part in key.parts) for key in keys):
            raise mysql_error("ER_FIELD_NOT_FOUND_PART_ERROR")
        return
    for key in table.keys if named else (primary,):
        assert key is not None
        short = [
            (table.columns[part.column], part.length)
            for part in key.parts
            if part.length and (not named or table.columns[part.column].name.lower() in named)
        ]
        if any(column.spec.type in _BLOBS for column, _ in short):
            raise mysql_error("ER_BLOB_FIELD_IN_PART_FUNC_ERROR")
        if short and key.unique and (named or len(short) == len(key.parts)):
            raise mysql_error("ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF", "PRIMARY KEY" if key.primary else "UNIQUE INDEX")
        for column, length in short:
            place = (table.schema, table.name, column.name)
            raise mysql_error("ER_PARTITION_PREFIX_KEY_NOT_SUPPORTED", *place, column.name, length)


def _unknown(function: PartitionFunction, name: str) -> MySQLError:
    if function.expression:
        return mysql_error("ER_BAD_FIELD_ERROR", name, "partition function")
    return mysql_error("ER_FIELD_NOT_FOUND_PART_ERROR")


def _columns(function: PartitionFunction) -> set[str]:
    if function.columns:
        return {name.lower() for name in function.columns}
    if not function.expression:
        return set()
    return {node.name.lower() for node in columns_in(parse_expression(function.expression))}


def reorganized(definitions: Sequence[PartitionDefinition], names: Collection[str]) -> tuple[int, int]:
    """The places of the first and the last partition that REORGANIZE names. ER_CONSECUTIVE_REORG_PARTITIONS,
    whatever the kind; behind it ER_DROP_PARTITION_NON_EXISTENT (captured: cluster reorganized_in_a_row)."""
    named = {name.lower() for name in names}
    places = [place for place, definition in enumerate(definitions) if definition.name.lower() in named]
    if places and places[-1] - places[0] + 1 > len(places):
        raise mysql_error("ER_CONSECUTIVE_REORG_PARTITIONS")
    if len(places) != len(names):
        raise mysql_error("ER_DROP_PARTITION_NON_EXISTENT", "REORGANIZE")
    return places[0], places[-1]

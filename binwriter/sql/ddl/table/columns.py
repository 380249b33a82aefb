"""The columns of a table that is being defined, with their defaults."""

from __future__ import annotations

from binwriter.catalog.limits import check_comment, check_length
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.collation.supported import supported_collation
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.no_characters import is_unfit_default
from binwriter.sql.ddl.reference_systems import check_reference_systems, with_srid
from binwriter.sql.ddl.table import cut_defaults, introduced, zero_dates
from binwriter.sql.ddl.table.column_types import INTEGERS, TypeRequest, column_spec
from binwriter.sql.ddl.table.implicit_timestamps import (
    IMPLICIT_ZERO,
    may_be_automatic,
    with_implicit_defaults,
)
from binwriter.sql.ddl.table.options import shown_attribute
from binwriter.sql.expressions.collations import encodes
from binwriter.sql.store import implicit_default, store
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.store.strings import member_key
from binwriter.sql.syntax.table import (
    ColumnSyntax,
    CreateTableSyntax,
    DefaultSyntax,
    DefaultSyntaxKind,
    IntroducedLiteral,
    TypeSyntax,
)

LARGE_TYPES = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})


REALS = frozenset({ColumnType.FLOAT, ColumnType.DOUBLE})

_CUT = frozenset({"ER_DATA_TOO_LONG", "ER_TRUNCATED_WRONG_TEMPORAL"})  # captured: 5.1.54, 5.5.20
# ENUM and SET take no number as their default
_MEMBER_TYPES = frozenset({ColumnType.ENUM, ColumnType.SET})


def may_count(type_: ColumnType, context: StatementContext) -> bool:
    """Whether AUTO_INCREMENT may stand behind the type."""
    return type_ in INTEGER_BITS or (context.variables.behaviour.reals_count and type_ in REALS)


def check_name(name: str, symbol: str) -> None:
    if not name or name.endswith(" "):
        raise mysql_error(symbol, name)
    check_length(name)


@dataclass(frozen=True)
class ColumnBuilder:
    """Columns of one table. collation: the table's default collation id. late: takes what is wrong with values of
    defaults, which is said when all else has been found right (captured: definitions); None: it is raised."""

    syntax: CreateTableSyntax
    collation: int
    context: StatementContext
    late: list[MySQLError] | None = None
    catalog: Catalog | None = None  # whose reference systems columns may name; None: that is asked later

    def build(self) -> tuple[Column, ...]:
        """One after the other, each looked at as a server does: its members and default, its name, and those before it
        (captured: clusters/keys_in_order)."""
        seen: set[str] = set()
        columns = []
        for syntax in with_implicit_defaults(self.syntax.columns, self.context):
            column = self._column(syntax)
            check_name(column.name, "ER_WRONG_COLUMN_NAME")
            if self.catalog is not None:
                check_reference_systems((column,), self.catalog)
            if column.name.lower() in seen:
                raise mysql_error("ER_DUP_FIELDNAME", column.name)
            seen.add(column.name.lower())
            columns.append(column)
        return tuple(columns)

    def _column(self, syntax: ColumnSyntax) -> Column:
        # up to 5.6 a column of the primary key is NOT NULL whatever is written (captured: 5.6.21/nulls_of_counters_row)
        forgives = self.context.variables.behaviour.zero_primary_defaults and self._in_primary(syntax)
        if forgives and asks_for_null(syntax):
            default = syntax.default
            kept = None if default is None or default.kind is DefaultSyntaxKind.NULL else default
            syntax = replace(syntax, nullable=None, null_taken_back=False, default=kept)
        nullable = (
            syntax.nullable if syntax.nullable is not None else not (syntax.auto_increment or self._in_primary(syntax))
        )
        nullable = nullable or (asks_for_null(syntax) and self._in_primary(syntax))  # ER_PRIMARY_CANT_HAVE_NULL
        zero = syntax.default is None and not syntax.auto_increment and self._zero_is_default(syntax)
        nullable = nullable and not zero
        request = TypeRequest(
            syntax.name,
            syntax.type,
            nullable,
            not syntax.invisible,
            syntax.collation,
            self.collation,
            self.context,
            syntax.default is not None and syntax.default.kind is DefaultSyntaxKind.LITERAL,
        )
        spec = column_spec(request)
        plain = Column(
            spec,
            default_kind=DefaultKind.LITERAL if nullable else DefaultKind.NONE,
            on_update_now=syntax.on_update is not None,
            auto_increment=syntax.auto_increment,
            generated=syntax.generated,
            stored=syntax.stored,
            comment=check_comment(syntax.comment, syntax.name, "ER_TOO_LONG_FIELD_COMMENT", self.context),
            display_width=kept_width(syntax.type),
            zerofill=syntax.type.zerofill and syntax.type.name != "YEAR",
            storage=syntax.storage,
            format=syntax.format,
            secondary=syntax.secondary,
            attribute=shown_attribute(syntax.secondary_attribute),
            explicit_charset=names_charset(syntax),
        )
        if syntax.srid is not None:
            plain = replace(plain, spec=with_srid(spec, syntax.srid))
        if syntax.generated and syntax.auto_increment:
            raise mysql_error("ER_WRONG_USAGE", "AUTO_INCREMENT", "generated column")
        if syntax.auto_increment and not may_count(spec.type, self.context):
            raise mysql_error("ER_WRONG_FIELD_SPEC", syntax.name)
        if syntax.on_update is not None and not (may_be_automatic(spec, self.context) and spec.fsp == syntax.on_update):
            raise mysql_error("ER_INVALID_ON_UPDATE", syntax.name)
        if zero and spec.type not in LARGE_TYPES:
            return replace(plain, default_kind=DefaultKind.LITERAL, default=implicit_default(plain))
        return plain if syntax.default is None else self.with_default(plain, syntax.default)

    def _zero_is_default(self, syntax: ColumnSyntax) -> bool:
        """Up to 5.6 a column that PRIMARY KEY (..) alone makes NOT NULL has its type's zero as its default."""
        old = self.context.variables.behaviour.zero_primary_defaults
        return old and syntax.nullable is not False and self._in_primary(syntax)

    def _in_primary(self, syntax: ColumnSyntax) -> bool:
        return any(
            key.kind == "primary" and any(part.column.lower() == syntax.name.lower() for part in key.parts)
            for key in self.syntax.keys
        )

    def with_default(self, column: Column, default: DefaultSyntax) -> Column:
        """The column with that default. ER_INVALID_DEFAULT."""
        match default.kind:
            case _ if column.generated:
                raise mysql_error("ER_WRONG_USAGE", "DEFAULT", "generated column")
            case DefaultSyntaxKind.NULL:
                # an AUTO_INCREMENT column takes it and has none (captured: cluster nulls_of_counters)
                valid = column.spec.nullable or column.auto_increment
                result = column
            case DefaultSyntaxKind.NOW:
                valid = may_be_automatic(column.spec, self.context) and column.spec.fsp == default.fsp
                result = replace(column, default_kind=DefaultKind.NOW)
            case DefaultSyntaxKind.EXPRESSION:
                valid = not column.auto_increment
                result = replace(column, default_kind=DefaultKind.EXPRESSION, default_sql=default.text)
            case DefaultSyntaxKind.LITERAL:
                valid = not column.auto_increment and not default.temporal
                result = column if not valid else self._literal_default(column, default.value)
        if not valid:
            raise mysql_error("ER_INVALID_DEFAULT", column.name)
        return result

    def _literal_default(self, column: Column, value: object) -> Column:
        if isinstance(value, IntroducedLiteral):
            value = introduced.value_of(value, column.spec, self.context)
        else:
            own = supported_collation(self.context.variables.settings.collation_connection)
            introduced.refuse_unconvertible(value, own, column.spec, self.context)
            if isinstance(value, str) and is_unfit_default(value, column.spec, self.context):
                raise mysql_error("ER_INVALID_DEFAULT", column.name)
        if column.spec.type in LARGE_TYPES:
            if column.spec.type is not ColumnType.BLOB or value not in ("", b"") or self.context.strict:
                raise mysql_error("ER_BLOB_CANT_HAVE_DEFAULT", column.name)
            self.context.diagnostics.append(mysql_warning("ER_BLOB_CANT_HAVE_DEFAULT", column.name))
            return column
        return replace(column, default_kind=DefaultKind.LITERAL, default=self._stored(column, value))

    def _stored(self, column: Column, value: object) -> ColumnValue:
        """The default as the column keeps it. It must fit, whatever the sql_mode says."""
        if column.spec.type in _MEMBER_TYPES:
            return _member(column, value)
        if column.spec.type is ColumnType.TIME2 and value in ("", b"") and self.late is not None:
            self.late.append(mysql_error("ER_INVALID_DEFAULT", column.name))
            return None
        if isinstance(value, str) and column.spec.collation == BINARY_COLLATION_ID and not value.isascii():
            value = self._in_bytes(value)
        try:
            return store(column, value, self.context, as_error=True)
        except MySQLError as error:
            if (zero := zero_dates.zero_date(column, value, self.context)) is not None:
                return zero
            kept, warnings = cut_defaults.cut_default(column, value, self.context)
            if kept is not None:
                self.context.diagnostics.extend(warnings)
                return kept
            refused = mysql_error("ER_INVALID_DEFAULT", column.name)
            if cut_defaults.is_told_alone(column, value, error, self.context):
                refused = error
            elif warnings:
                refused.earlier = tuple(warnings)
            elif value is not IMPLICIT_ZERO.value:  # what is wrong stands beside it
                refused.earlier = (self._wrong(column, error),)
                if self.context.variables.behaviour.defaults_are_cut and error.symbol in _CUT:
                    refused.earlier = (mysql_warning("WARN_DATA_TRUNCATED", column.name, 1),)
            if self.late is None:
                raise refused from None
            self.late.append(refused)
            return None

    def _in_bytes(self, text: str) -> bytes:
        """As the character set of the connection has it (captured: clusters/texts_sent_in_latin1)."""
        collation = supported_collation(self.context.variables.settings.collation_connection)
        return collation.encode(text) if encodes(collation, text) else bytes_of(text)

    def _wrong(self, column: Column, error: MySQLError) -> Diagnostic:
        if self.context.strict:
            return Diagnostic("Error", error.code, error.message)
        if error.symbol in ("ER_DATA_TOO_LONG", "ER_TRUNCATED_WRONG_TEMPORAL"):
            return mysql_warning("WARN_DATA_TRUNCATED", column.name, self.context.row_number)
        return Diagnostic("Warning", error.code, error.message)


def _member(column: Column, value: object) -> ColumnValue:
    """Members by their names, of which numbers are the texts (captured: definitions_of_members)."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    shown = str(int(value)) if isinstance(value, bool) else text
    names = {member_key(name, column.spec.collation): number for number, name in enumerate(column.spec.members, 1)}
    parts = [shown] if column.spec.type is ColumnType.ENUM else shown.split(",") if shown else []
    numbers = [names.get(member_key(part.rstrip(" "), column.spec.collation), 0) for part in parts]
    if not all(numbers):
        raise mysql_error("ER_INVALID_DEFAULT", column.name)
    return numbers[0] if column.spec.type is ColumnType.ENUM else sum({1 << number - 1 for number in numbers})


def kept_width(type_: TypeSyntax) -> int:
    """The display width: results have it; since 8.0.19 only that of TINYINT(1) and with ZEROFILL is shown."""
    if type_.boolean:
        return 1
    return type_.arguments[0] if len(type_.arguments) == 1 and type_.name in INTEGERS else 0


def names_charset(syntax: ColumnSyntax) -> bool:
    """Whether a column's definition says which characters it has."""
    return bool(syntax.type.charset or syntax.collation or syntax.type.national)


def asks_for_null(syntax: ColumnSyntax) -> bool:
    """Whether a column's definition has NULL or DEFAULT NULL, with which it is no part of a primary key (captured:
    clusters/nullable_parts_of_primary_keys, null_taken_back)."""
    defaults = syntax.default is not None and syntax.default.kind is DefaultSyntaxKind.NULL
    is_left_open = syntax.nullable is None or syntax.auto_increment  # NOT NULL takes nothing back then
    return syntax.null_taken_back or bool(syntax.nullable) or (is_left_open and defaults)

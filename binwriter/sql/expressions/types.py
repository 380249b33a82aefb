"""What every compiled expression is: a static MySQL type and a closure.

Values while a statement runs are Python values: None, int (also for truth: 1 and 0), float, Decimal, str, bytes,
date, datetime (naive, in the session's time zone), timedelta (TIME) and IncompleteDate; MemberText and BinaryLiteral
carry the number that ENUM, SET and hexadecimal literals have in numeric context.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

# One value tuple a table in scope; outer queries' tables come first.
Row = Sequence[Sequence[Any]]
Eval = Callable[["StatementContext", Row], Any]

DEFAULT_COLLATION_ID = 255
LONG_TEXT = 1 << 24  # characters; as many as a LONGTEXT at least
DOCUMENT_COLLATION = 46  # utf8mb4_bin, of what JSON says as text
NOT_FIXED_SCALE = 31  # MySQL's DECIMAL_NOT_SPECIFIED: a REAL shows as many digits as it has


class Kind(Enum):
    """MySQL's result types as far as they lead to different behaviour."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    NULL = "null"
    INT = "int"
    DECIMAL = "decimal"
    REAL = "real"
    STRING = "string"
    DATE = "date"
    TIME = "time"
    DATETIME = "datetime"
    YEAR = "year"
    JSON = "json"

    @property
    def temporal(self) -> bool:
        return self in (Kind.DATE, Kind.TIME, Kind.DATETIME)


DATA_TYPES = {
    Kind.NULL: ColumnType.NULL,
    Kind.INT: ColumnType.LONGLONG,
    Kind.DECIMAL: ColumnType.NEWDECIMAL,
    Kind.REAL: ColumnType.DOUBLE,
    Kind.STRING: ColumnType.VARCHAR,
    Kind.DATE: ColumnType.DATE,
    Kind.TIME: ColumnType.TIME,
    Kind.DATETIME: ColumnType.DATETIME,
    Kind.YEAR: ColumnType.YEAR,
    Kind.JSON: ColumnType.JSON,
}  # of what is no column's


class Coercibility(IntEnum):
    """Whose collation wins (MySQL manual, "Collation Coercibility in Expressions"): the lower one.

    NONE: of two columns whose collations differ. A 9.7.4 answers 7 for it (`SHOWN_NONE`; captured: mixes), where it
    stands in the order the manual tells.
    """

    EXPLICIT = 0
    NONE = 1
    IMPLICIT = 2
    SYSTEM = 3
    LITERAL = 4
    NUMERIC = 5
    IGNORABLE = 6


SHOWN_NONE = 7


class Whole(Enum):
    """What gave a DECIMAL the digits in front of its point. SUM: also what is rounded or made of an integer."""

    SUM = "sum"
    DIFFERENCE = "difference"
    PRODUCT = "product"
    PRODUCT_OF_INTEGER = "product of an integer"


@dataclass(frozen=True, slots=True)
class ExprType:
    """The static type of an expression.

    scale: digits after the point (DECIMAL; NOT_FIXED_SCALE for REAL) or of the second (temporal types).
    length: characters at most, as far as known; 0 = unknown. single: FLOAT, shown with six digits.
    bit: a BIT column, whose text is its bytes. member: an ENUM or SET column. whole: see `decimal_buffers`.
    field: MySQL's field type of a string of bytes that is a column's or made of such, and of a column's date or time.
    ascii: a number's text, which any character set has. plain: a literal of such characters alone, see
    `Behaviour.fits_plain_texts`, and a literal that is printed.
    overflow: the text of a computed DOUBLE, which is an error where an integer is asked for and it is none.
    as_double: a FLOAT that a function chose, whose text has a DOUBLE's digits. printed: a REAL whose text is not the
    shortest one, see `Behaviour.shortest_reals`; wide: whose text is as long as it is. of_column: a REAL or a string
    of a column. padded: bytes of a CHAR column. column: the type of a column whose value it is, as it is stored.
    unquestioned: a string that is no number where one is asked for is not complained of. computed: a string that a
    function made, whose rest behind a DECIMAL is not.
    source: the column or function that a document is of, where 3156 names it. zeros: of a ZEROFILL column, as wide its
    text is. bits: a literal b'1', which is a number with a sign, where x'01' has none. sent_bare: clients get such a
    number without them, as what a stored function returns. bound: a moment that a client has bound, as it stands.
    """

    kind: Kind
    unsigned: bool = False
    scale: int = 0
    length: int = 0
    collation: int = BINARY_COLLATION_ID
    coercibility: Coercibility = Coercibility.NUMERIC
    single: bool = False
    bit: bool = False
    member: bool = False
    whole: Whole | int | None = field(default=None, compare=False)
    overflow: str = field(default="", compare=False)
    source: str = field(default="json_extract", compare=False)
    ascii: bool = field(default=False, compare=False)
    plain: bool = field(default=False, compare=False)
    zeros: int = field(default=0, compare=False)
    sent_bare: bool = field(default=False, compare=False)
    bound: bool = field(default=False, compare=False)
    as_double: bool = field(default=False, compare=False)
    printed: bool = field(default=False, compare=False)
    wide: bool = field(default=False, compare=False)
    of_column: bool = field(default=False, compare=False)
    padded: int = field(default=0, compare=False)
    column: ColumnType | None = field(default=None, compare=False)
    unquestioned: bool = field(default=False, compare=False)
    computed: bool = field(default=False, compare=False)
    bits: bool = field(default=False, compare=False)
    field: ColumnType | None = field(default=None, compare=False)

    def as_function(self) -> ExprType:
        """Where a function gives the value anew: a FLOAT's text has a DOUBLE's digits (captured: texts_of_floats)."""
        if self.source == VARIABLE_TEXT and self.kind is Kind.DECIMAL:
            return decimal_type(self.scale)
        return replace(self, as_double=self.single, of_column=False) if self.kind is Kind.REAL else self

    @property
    def binary(self) -> bool:
        """A string of bytes."""
        return self.kind is Kind.STRING and self.collation == BINARY_COLLATION_ID

    @property
    def data_type(self) -> ColumnType:
        """MySQL's field type of the value."""
        if self.field in (ColumnType.GEOMETRY, ColumnType.VECTOR):
            return self.field
        if self.bit:
            return ColumnType.BIT
        if self.column is not None:
            return self.column
        return ColumnType.FLOAT if self.single else DATA_TYPES[self.kind]

    @property
    def numeric(self) -> bool:
        return self.kind in (Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR)


# the source of a variable's text: asked for an integer, it says nothing of what is none (captured:
# clusters/binary_literals)
VARIABLE_TEXT = "user_variable"
# the source of an average of DECIMALs: a column of texts that takes it as it is gets whole words of nine digits behind
# the point (captured: clusters/averages_as_texts)
AVERAGE = "average"
CAST_AS_YEAR = "cast_as_year"  # the source of a YEAR whose nought is one digit (captured: numbers_as_moments)
NULL_TYPE = ExprType(Kind.NULL, coercibility=Coercibility.IGNORABLE)
INT_TYPE = ExprType(Kind.INT, length=21)
UINT_TYPE = ExprType(Kind.INT, unsigned=True, length=21)
BOOL_TYPE = ExprType(Kind.INT, length=1)
REAL_TYPE = ExprType(Kind.REAL, scale=NOT_FIXED_SCALE, length=23)
DATE_TYPE = ExprType(Kind.DATE, length=10)
BINARY_TYPE = ExprType(Kind.STRING, coercibility=Coercibility.LITERAL)
GEOMETRY_TYPE = ExprType(Kind.STRING, coercibility=Coercibility.LITERAL, field=ColumnType.GEOMETRY)


def text_type(
    length: int = 0,
    collation: int = DEFAULT_COLLATION_ID,
    coercibility: Coercibility = Coercibility.LITERAL,
    *,
    plain: bool = False,
) -> ExprType:
    """The type of a character string."""
    return ExprType(Kind.STRING, length=length, collation=collation, coercibility=coercibility, plain=plain)


def decimal_type(scale: int, length: int = 0, unsigned: bool = False, whole: Whole | int | None = None) -> ExprType:
    return ExprType(Kind.DECIMAL, scale=scale, length=length, unsigned=unsigned, whole=whole)


def time_type(scale: int = 0) -> ExprType:
    return ExprType(Kind.TIME, scale=scale, length=10 + (scale + 1 if scale else 0))


def datetime_type(scale: int = 0) -> ExprType:
    return ExprType(Kind.DATETIME, scale=scale, length=19 + (scale + 1 if scale else 0))


class MemberText(str):
    """The text of an ENUM or SET column's value; `number` is its index or bit mask."""

    number: int
    __slots__ = ("number",)

    def __new__(cls, text: str, number: int) -> MemberText:
        made = super().__new__(cls, text)
        made.number = number
        return made


class MomentText(MemberText):
    """A date or time that became a text since it was chosen beside texts; `number` is its own (captured:
    moments_chosen_as_numbers). Nothing keeps it: a column or variable takes the text."""

    moment: Any
    __slots__ = ("moment",)

    def __new__(cls, text: str, number: Any, moment: Any = None) -> MomentText:
        """number: int or Decimal. moment: what it is where a date or a time is asked for; None: what its text says."""
        made = str.__new__(cls, text)
        made.number, made.moment = number, moment
        return made


# what an ENUM column holds that has no member; another takes it without a word (captured: values_without_member)
NO_MEMBER = MemberText("", 0)


class BoundBytes(bytes):
    """Bytes that EXECUTE was given where it asks for a text: one of whatever character set is asked for, also where
    they are no characters of it (captured: clusters/bytes_bound)."""

    __slots__ = ()


class BinaryLiteral(bytes):
    """x'4D', 0x4D or b'1': bytes, but a 64-bit number in numeric context."""

    __slots__ = ()

    @property
    def number(self) -> int:
        return int.from_bytes(self[-8:], "big")

    @property
    def is_beyond_integers(self) -> bool:
        """Whether it has more than 64 bits."""
        return len(self) > 8 and any(self[:-8])


class ChosenLiteral(BinaryLiteral):
    """A literal that IF, CASE, NULLIF or ELT gave: still a number in numeric context, but bytes to a column or a CAST
    (captured: clusters/binary_literals)."""

    __slots__ = ()


def chosen_literal(value: Any) -> Any:
    """What a function that hands one of its arguments on makes of a literal."""
    return ChosenLiteral(value) if type(value) is BinaryLiteral else value


def as_moment(value: Any) -> Any:
    """What it is where a date or a time is asked for, if it is a text that knows its moment."""
    return value.moment if isinstance(value, MomentText) and value.moment is not None else value


def plain_bytes(value: Any) -> Any:
    """What any other function, a group, a window and a table of their own make of a literal: bytes, text to numbers."""
    if isinstance(value, MomentText):
        return str(value)
    return bytes(value) if isinstance(value, BinaryLiteral) else value


@dataclass(frozen=True, slots=True)
class CompiledExpression:
    """A type and the closure that answers the value.

    text: the expression as MySQL prints it in errors. constant: the value does not depend on a row and has no side
    effect. items: the members of a row constructor (a, b); such an expression has no value of its own. query: the
    compiled query that a scalar subquery is. stored: what a column is given where that is not `eval`. as_text and
    as_number: what is taken where a text or a number is asked for (`textual`, `numerical`). parameter: the value is one
    that EXECUTE has put there.
    """

    type: ExprType
    eval: Eval
    text: str = ""
    constant: bool = False
    items: tuple[CompiledExpression, ...] = ()
    query: Any = None
    stored: Eval | None = None
    as_text: Eval | None = None
    as_number: Eval | None = None
    parameter: bool = False


def textual(part: CompiledExpression) -> CompiledExpression:
    """The expression where its text is asked for: IF and CASE have that of the branch they chose, with its zeros and
    digits (captured: clusters/branches_asked)."""
    return part if part.as_text is None else replace(part, eval=part.as_text, as_text=None, as_number=None)


def numerical(part: CompiledExpression) -> CompiledExpression:
    """As `textual`, where a number is asked for: a DATE among DATETIMEs is one of eight digits."""
    return part if part.as_number is None else replace(part, eval=part.as_number, as_text=None, as_number=None)


def held(part: CompiledExpression) -> CompiledExpression:
    """As it is kept in a table in between: a value of its own type, a DECIMAL with all digits."""
    return numerical(part) if part.type.kind is Kind.DECIMAL else part


def own_digits(part: CompiledExpression) -> CompiledExpression:
    """As documents, variables and moments take it: a DECIMAL that was chosen among numbers has the digits it has itself
    (captured: clusters/values_of_each_kind)."""
    if part.stored is None or part.type.kind is not Kind.DECIMAL:
        return part
    return replace(part, eval=part.stored, stored=None)


def without_zeros(part: CompiledExpression) -> CompiledExpression:
    """As what shows a ZEROFILL column's value and is none."""
    return replace(part, type=replace(part.type, zeros=0)) if part.type.zeros else part


def taken(part: CompiledExpression, take: Callable[[Any], Any]) -> CompiledExpression:
    """The expression with `chosen_literal` or `plain_bytes` made of its value, if that may be a binary literal."""
    if not part.type.binary or part.type.of_column:
        return part
    inner = part.eval
    return replace(part, eval=lambda context, row: take(inner(context, row)))


def without_number(part: CompiledExpression) -> CompiledExpression:
    """A text without the number that it has besides: that of an ENUM or SET column, as functions choose it, or of a
    moment that became a text (captured: clusters/members_chosen, moved_texts_as_numbers)."""
    if not part.type.member and (part.type.kind is not Kind.STRING or part.type.of_column or part.type.binary):
        return part
    inner = part.eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = inner(context, row)
        return str(value) if isinstance(value, MemberText) and value is not NO_MEMBER else value

    return replace(part, eval=evaluate)


def constant(value: Any, type_: ExprType, text: str = "") -> CompiledExpression:
    """An expression that always has this value."""
    return CompiledExpression(type_, lambda context, row: value, text, constant=True)

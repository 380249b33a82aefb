"""What a function is: its one record, which all ask that want to know something of it.

Source: MySQL manual, "Built-In Function and Operator Reference"; types, places and safety as a 9.7.4 answered for every
function (tests/golden/functions).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, Flag, auto

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.types.kinds import Measure

TypeRule = Callable[[list[Measure]], Measure]
MANY = -1  # any number of arguments
_RENAMED_IN = 80000  # the first version without the names that `old_names` are


class Keeps(Flag):
    """Of which columns the result is described with the column's own type (captured: tests/golden/wire)."""

    NOTHING = 0
    INTEGERS = auto()  # the widest of those that it chooses among
    REALS = auto()
    OTHERS = auto()
    COLUMN = REALS | OTHERS


class Nullable(Enum):
    """When the static type of a call says that it may be NULL."""

    NEVER = "never"
    BY_ARGUMENTS = "if an argument may be"
    BY_ALL = "if all arguments may be"
    BY_DEFAULT = "if the value or what stands for it may be; where nothing does, always"
    BY_SECOND = "with a second argument, else if the first may be"
    BY_MODE = "in a strict mode, else if an argument may be"
    ALWAYS = "always"


class BehindError(Enum):
    """When a call is NULL behind an error in one of its arguments (captured: cluster nulls_behind_errors)."""

    NEVER = "never"
    ALWAYS = "always: the argument is no moment, no address, no document"
    IF_NULLABLE = "if its static type says that it may be: it looks for an error"
    BY_FIRST = "if its first argument is"
    BY_FIRST_IF_NULLABLE = "likewise, where its static type says that it may be"
    BY_ANY = "if one of its arguments is"


class Stability(Enum):
    """How long the value of a call with the same arguments stays the same."""

    CONSTANT = "for ever"
    STATEMENT = "in a statement"
    EFFECT = "in a statement; but it leaves something behind in the session"
    ROW = "not from row to row"


class Drawn(Enum):
    """Whether a server counts a call of constants as drawn (captured: clusters/constants_of_a_run).

    CALL: that call (its RAND_TABLE_BIT); QUERY: a subquery with tables around it, too (its UNCACHEABLE_RAND).
    """

    NEVER = "never"
    CALL = "the call"
    QUERY = "the call, and the query that it stands in"


class Role(Enum):
    """Over what a function is computed; OF_GROUP: any row of a group."""

    ROW = "a row"
    OF_GROUP = "a group's row"
    GROUPING = "a row that WITH ROLLUP added"
    AGGREGATE = "a group"
    WINDOW = "a window"


class Place(Flag):
    """Where an expression stands in a table's definition."""

    NOWHERE = 0
    GENERATED = auto()
    CHECK = auto()
    DEFAULT = auto()
    KEY = auto()


class Partitions(Enum):
    """What a function that may partition a table may be of (MySQL manual, "Partitioning Limitations Relating to
    Functions")."""

    NUMBERS = "numbers, and what is not a moment"
    NUMBER_OF_DAYS = "numbers and timestamps"
    DATES = "a DATE or DATETIME column"
    TIMES = "a TIME or DATETIME column"
    TIMESTAMPS = "a TIMESTAMP column"


# what says something else each time; what acts or is of the session's last statement may not even be a DEFAULT
CHANGING = Place.GENERATED | Place.CHECK | Place.KEY
ACTING = CHANGING | Place.DEFAULT


@dataclass(frozen=True, slots=True)
class Old:
    """What servers before 8.0 make of a call in CREATE TABLE .. SELECT (tests/golden/captured-old, createsel).

    width: of an integer; before_5_6: where it was another there. characters: of a name; longer: how many more from 5.7
    on. null: it may be NULL whatever the arguments are. unsigned_since: the version that first made it unsigned.
    """

    width: int | None = None
    null: bool = False
    characters: int | None = None
    longer: int = 0
    unsigned_since: int = 0
    before_5_6: int | None = None


@dataclass(frozen=True, slots=True)
class OneCharset:
    """The texts from first on, up to last (None: all), that a call compares or puts together: constants among them are
    converted to the others' character set. leader: only to that of this argument (clusters/charsets_of_calls)."""

    first: int = 0
    last: int | None = None
    leader: int | None = None


ALL_TEXTS = OneCharset()


STACK_OF_A_CALL = 496  # bytes (captured: limits/levels)


@dataclass(frozen=True, slots=True)
class Function:
    """One function.

    called: its names in upper case; the first is the one that errors show. args: how many arguments it takes, or from
    how many to how many; None where it has a grammar of its own or is not modelled. step: they come so many at a time
    behind the least. type: of the result, the same for
    all arguments or made of theirs; None where it is not known statically. null: whether that may be NULL. condition:
    it is true or false. choice: it gives one of its arguments. since, until: the first versions with and without it;
    before_8_0: what it was called until then, from old_names_since on. word: its first argument is a word, no
    expression. barred: where it may not stand; shown: its name in that error, None where the error has none. unsafe:
    the first version that cannot log it by statement. partitions: it may stand in PARTITION BY. bare: the names that
    need no brackets. local: it tells the time in the session's time zone. deprecated: message and arguments of the
    warning. internal: only the server itself may call it. keeps: which columns' types it has. parameters: which type
    a parameter of a prepared statement has, for each argument a letter of `types.parameters`, of which the last one
    goes on; with =: that of the other arguments, and this one if there are parameters only; with ^ likewise, but then
    that which is asked of the call; 1: that of the first argument. nodes: the parser's classes of its calls.
    taken_for_null: a server that simplifies outer joins takes it for NULL where an argument is. looked_at: IS NULL
    evaluates it even where its type says that it cannot be NULL. texts: which arguments are made of one character
    set; None: none. order: the arguments that it asks for in this order, where that is not theirs; others follow.
    passes_on: its value is that of an argument, as it is.
    asks_all: it asks for all of them, also behind one that is NULL (captured: cluster arguments_in_order).
    behind_error: when it is NULL behind an error in an argument.
    silent: of which kinds its arguments have to be that a call neither warns nor fails, and does
    nothing else: a letter each, of which the last one goes on (`query.joins.silent`: t texts, n numbers, f those but
    BIGINT, i whole ones but BIGINT, m dates with or without a time, * any of these), or = if they are alike; "": it may
    always say something. vectors: a VECTOR may be among its arguments, or it refuses one in words of its own.
    made_into: what a server's parser makes of a call, where the error for a VECTOR names that. computed: an UPDATE that
    goes by plan computes it. members: it makes documents: from which argument on each so-manyth one is a value. lasts:
    it takes as long as it is told. makes_times: of what today's date may be needed for.
    stack: bytes of a server's stack that a call takes where it is resolved.
    """

    called: str
    args: int | tuple[int, int] | None = None
    step: int = 1
    type: TypeRule | Measure | None = None
    null: Nullable = Nullable.ALWAYS
    stability: Stability = Stability.CONSTANT
    role: Role = Role.ROW
    condition: bool = False
    choice: bool = False
    word: bool = False
    since: int = 0
    until: int | None = None
    old_names_since: int = 0
    before_8_0: str = ""
    barred: Place = Place.NOWHERE
    shown: str | None = ""
    unsafe: int | None = None
    partitions: Partitions | None = None
    bare: str = ""
    local: bool = False
    deprecated: tuple[str, ...] = ()
    internal: bool = False
    keeps: Keeps = Keeps.NOTHING
    parameters: str = ""
    old: Old = Old()
    nodes: tuple[Callable[..., exp.Expression], ...] = ()
    taken_for_null: bool = False
    looked_at: bool = False
    texts: OneCharset | None = None
    order: tuple[int, ...] = ()
    asks_all: bool = False
    drawn: Drawn = Drawn.NEVER
    passes_on: bool = False
    behind_error: BehindError = BehindError.NEVER
    silent: str = ""
    vectors: bool = True
    made_into: str = ""
    computed: bool = False
    members: tuple[int, int] | None = None
    lasts: bool = False
    makes_times: bool = False
    stack: int = STACK_OF_A_CALL

    @property
    def names(self) -> tuple[str, ...]:
        """All of its names today."""
        return tuple(self.called.split())

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def shown_name(self) -> str | None:
        """Its name in an error that bars it."""
        return self.name.lower() if self.shown == "" else self.shown

    def is_of(self, version: int, name: str) -> bool:
        """Whether a server of that version has the function under that name."""
        if name in self.before_8_0.split():
            return self.old_names_since <= version < _RENAMED_IN
        return version >= self.since and (self.until is None or version < self.until)

    def renamed(self, name: str) -> str | None:
        """What an old name of it became; None for names that it has today."""
        if name not in self.before_8_0.split():
            return None
        return f"ST_{name}" if f"ST_{name}" in self.names else self.name

    def takes(self, count: int) -> bool:
        """Whether it may have so many arguments."""
        if self.args is None:
            return True
        least, most = self.args if isinstance(self.args, tuple) else (self.args, self.args)
        return count >= least and most in (MANY, max(count, most)) and (count - least) % self.step == 0

    def measure(self, arguments: list[Measure]) -> Measure | None:
        """The type of a call, from those of its arguments; None if it is not known."""
        return self.type(arguments) if callable(self.type) else self.type

    @property
    def needs_arguments(self) -> bool:
        """Whether the type is made of the arguments'."""
        return callable(self.type)

"""What a statement has asked of its session and done beside its rows, as far as its events tell of it.

One record is filled while the statement runs, whoever runs it, and travels through the seam as it is.
"""

from __future__ import annotations

from dataclasses import field
from decimal import Decimal
from typing import TYPE_CHECKING

from binwriter.formats.records import dataclass
from binwriter.statement.uses import Uses

if TYPE_CHECKING:
    from binwriter.catalog.tables import Table
    from binwriter.statement.event_context import EventContext

UserValue = int | float | Decimal | str | bytes | None


class UnsignedNumber(int):
    """An integer that a client said to be unsigned."""


@dataclass(slots=True)
class UserVariable:
    """A user variable (@name) and how it travels in a User_var event.

    unsigned matters for integers; collation is the id written for strings. Temporal values are kept as text.
    name: as it was spelled when the variable was first set or read; names are found in any letter case.
    moment: of a client's temporal parameter, the word of its literal. assigned: not only read so far.
    """

    value: UserValue
    collation: int = 255
    unsigned: bool = False
    name: str = ""
    moment: str = ""
    assigned: bool = True


@dataclass(slots=True)
class StatementFacts:
    """What decides which events stand before a statement in the log, and what its own events carry.

    user_variables_read: in the order of first use (User_var events); user_variables_set: by its triggers and functions;
    user_variables_made: those that nothing had named before.
    variables_of_file: those that LOAD DATA reads, with the collation of their text: they are logged as they are when
    they are asked for, if no value was read by then.
    rand_used: the seeds before the first RAND(). last_insert_id_used: an Intvar event carries last_insert_id_logged,
    what LAST_INSERT_ID() gave when it was first asked.
    uses_time_zone, uses_microseconds: the status variables 5 and 13 are written. thread_specific: the header flag is
    set (CONNECTION_ID() was used). internal_temporary: the server worked with a temporary table of its own.
    changed: a row for the log was changed: not one of a temporary table. What was so when the first one was:
    changed_in, the default database, where programs may have another one (in row form the BEGIN event names it);
    changed_by, the text of the program's statement that changed it; used_at_change, what was used by then;
    used_at_block, what LOAD DATA had used when it logged the file's first block;
    map_at_change, table_map_for_update of that statement; state_at_change, the session inside of a program.
    made_temporary, dropped_temporary: a program made a temporary table, or dropped one, which nobody takes back (1751,
    1752). temporary_ddl: how often one did so by a statement for the trx-cache. databases: those that programs used
    beyond the tables of the profile: of temporary tables.
    """

    user_variables_read: dict[str, UserVariable] = field(default_factory=dict)
    user_variables_set: set[str] = field(default_factory=set)
    user_variables_made: set[str] = field(default_factory=set)
    variables_of_file: dict[str, int] = field(default_factory=dict)
    rand_used: tuple[int, int] | None = None
    last_insert_id_used: bool = False
    last_insert_id_logged: int = 0
    uses_time_zone: bool = False
    uses_microseconds: bool = False
    thread_specific: bool = False
    internal_temporary: bool = False
    changed: bool = False
    changed_in: str | None = None
    changed_by: bytes | None = None
    used_at_change: Uses | None = None
    used_at_block: Uses | None = None
    map_at_change: int | None = None
    state_at_change: EventContext | None = None
    made_temporary: bool = False
    dropped_temporary: bool = False
    temporary_ddl: int = 0
    databases: list[str] = field(default_factory=list)
    outer_joined: list[Table] = field(default_factory=list)

    def uses(self) -> Uses:
        """What has been used so far."""
        return Uses(self.uses_time_zone, self.uses_microseconds, self.thread_specific or self.internal_temporary)

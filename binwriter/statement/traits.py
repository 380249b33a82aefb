"""What a kind of statement is: the traits that `sql.command_table` gives it, MySQL's `sql_command_flags`.

They are here since both wings ask for them: the SQL wing of a statement, the log wing of its profile.
"""

from __future__ import annotations

from enum import Flag, auto

__all__ = ["CommandTrait"]


class CommandTrait(Flag):
    """One fact about a kind of statement. Sources: the cells of tests/golden/commands, one place a column."""

    NONE = 0

    # what it does
    CHANGES_ROWS = auto()  # of tables that it names: can generate row events
    INSERTS = auto()  # rows come, by INSERT: foreign keys of other tables are not asked
    DELETES = auto()  # rows go, so that ON DELETE of foreign keys counts and not ON UPDATE
    JOINS_TABLES = auto()  # UPDATE and DELETE of several tables
    QUERIES = auto()  # reads rows for the client; they are not locked unless the query says so
    ANSWERS_ROWS = auto()  # to the client: not in a function or trigger (1415)
    DEFINES = auto()  # DDL: logged as it is written, however the log is written
    MAKES_TABLES = auto()  # CREATE and DROP TABLE: with TEMPORARY they may stand in a function, and commit nothing
    REMOVES_NAMES = auto()  # a table's name goes, so that foreign keys that lead to it are asked
    OPENS_NO_TABLES = auto()  # but makes them anew or touches their names only

    # transactions
    COMMITS_BEFORE = auto()  # the open transaction, whatever comes of the statement (manual 15.3.3)
    COMMITS_AFTER = auto()  # so that it is a transaction of its own, and uses gtid_next up
    ENDS_TRANSACTION = auto()  # COMMIT, ROLLBACK, XA: what is committed is not so by the way
    ALWAYS_UNDER_GTID = auto()  # runs whatever gtid_next says

    # where it may not stand
    NOT_IN_PROGRAM = auto()  # 1314
    NOT_IN_FUNCTION = auto()  # nor in a trigger, nor in what they call: it commits, or would (1422)
    IS_DYNAMIC = auto()  # PREPARE, EXECUTE: neither there (1336)
    FLUSHES = auto()  # neither there: the error has its name (1336)
    RESETS = auto()  # as FLUSHES
    SETS_AUTOCOMMIT = auto()  # neither there, as if it did (1445)
    NOT_PREPARED = auto()  # 1295
    NOT_READ_ONLY = auto()  # no DDL, and still refused in a READ ONLY transaction (1792)
    NOT_SUPER_READ_ONLY = auto()  # no DDL, and still refused under super_read_only (1290)
    NOT_LOCKED = auto()  # not under LOCK TABLES, nor in a function, whose tables are locked, too (1192)

    # what is remembered of it
    TELLS_CASCADES = auto()  # its Query event has status variable 21 (findings part 7: not INSERT ... SELECT)
    READS_WITHOUT_LOCKS = auto()  # below REPEATABLE READ its reads of other tables lock nothing
    LEAVES_NO_FOUND_ROWS = auto()  # FOUND_ROWS() is 0 behind it
    KEEPS_CONDITIONS = auto()  # reads the diagnostics area and leaves it as it is

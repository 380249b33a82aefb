"""What the numbers mean that the walking kernel is told and gives back (`binwriter.bulk.decode.fast`). All int64."""

from __future__ import annotations

from enum import IntEnum


class Halt(IntEnum):
    """Why the walk stopped, before the event at W_NEXT."""

    MORE = 0  # the bytes end within it, or here
    BAD = 1  # its header or its checksum is wrong
    GTID = 2  # a GTID event whose fields lie in an unknown way
    SOURCE = 3  # a GTID event of an unknown source
    MAP = 4  # a Table_map that is not known
    PAYLOAD = 5
    ROWS = 6  # a rows event that is for the exact way
    DESCRIPTION = 7
    FULL = 8  # no room for another rows event or transaction


(
    W_NEXT,  # of the file: where the next event begins
    W_STOP,  # of the file: events that begin from here on are not looked at
    W_RECORDS,  # how many lines of `records`
    W_TRANSACTIONS,  # how many lines of `transactions`
    W_CURRENT,  # the line of the transaction in which we are; -1: in none
    W_PLACE,  # of events inside a payload: that of the payload; else -1
    W_INNER,  # of events inside a payload: the number of the latest
    W_VERIFY,  # whether checksums are looked at
    W_TABLES,  # how many tables the statement has mapped
) = range(9)
WALK = 9
# then for each of them
O_ID, O_MEANING, O_COLUMNS = range(3)
OPEN = 3
MOST_TABLES = 4096
WALK_LENGTH = WALK + OPEN * MOST_TABLES

# --- a line of `records`: a rows event of a wanted table --------------------------------------------------------------

(
    R_TABLE,  # its number
    R_POSITION,
    R_INNER,
    R_TIMESTAMP,
    R_TRANSACTION,  # line of `transactions`, or -1
    R_KIND,  # type number
    R_BEFORE,  # address of the bitmap of the image's columns; 0: there is no such image
    R_AFTER,
    R_ROWS,  # address of the rows
    R_END,
    R_EVENT,  # address of the event, and its size
    R_SIZE,
) = range(12)
RECORD = 12

# --- a line of `transactions` -----------------------------------------------------------------------------------------

T_SOURCE, T_GNO, T_COMMITTED, T_SEQUENCE, T_TIME = range(5)  # NOTHING: there is no such number; T_SOURCE: -1
TRANSACTION = 5
NOTHING = -(1 << 63)

# B_MEANING of a Table_map: the number of its table; UNWANTED: nobody wants its rows; BROKEN: it contradicts itself.
UNWANTED = -1
BROKEN = -2

# --- the cells of a batch ---------------------------------------------------------------------------------------------

# What stands for a cell instead of its address.
NULL, ABSENT = 0, -1

# State of the collecting of cells.
(
    C_RECORD,  # the record at which we are
    C_PLACE,  # address in its rows, 0: at their beginning
    C_ROW,  # number of its next row
    C_ROWS,  # how many rows were collected
    C_BYTES,  # how many bytes of rows, about
) = range(5)
COLLECT = 5


class Collected(IntEnum):
    """Why the collecting stopped."""

    ALL = 0
    FULL = 1
    EXACT = 2  # before the rows at C_PLACE of a record that are for the exact way

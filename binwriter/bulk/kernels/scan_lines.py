"""What the numbers mean that the scanning kernel is told and gives back (`binwriter.bulk.scan`). All int64."""

from __future__ import annotations

from enum import IntEnum


class Stop(IntEnum):
    """Why the scan stopped. What is behind STATE_POSITION has not been judged."""

    MORE = 0  # the bytes end within an event, or behind the last one
    EXACT = 1  # this group is for the exact way: it is not plain, or not healthy
    SOURCE = 2  # the GTID's source or its order must be looked up first
    FULL = 3  # no room for another interval of GTIDs


class Phase(IntEnum):
    """Where in a group we are."""

    BETWEEN = 0
    AFTER_GTID = 1
    IN_TRANSACTION = 2
    BEFORE_MAP = 3  # behind Rows_query
    MAPPED = 4
    AFTER_ROWS = 5  # whose statement goes on


# --- the state: what goes in, comes out, and goes in again ------------------------------------------------------------

(
    S_POSITION,  # of the file: up to here all is well; where a group begins
    S_NEXT,  # where the next event to look at begins, within that group
    S_PHASE,
    S_EVENTS,  # of complete groups
    S_GROUPS,
    S_LAST_TYPE,  # of the last event of the last complete group, and where it begins
    S_LAST_POSITION,
    S_SEQUENCE,  # the latest sequence_number; -1: any may come
    S_TIME,  # the latest commit timestamp
    S_INTERVALS,  # how many are in `intervals`
    # of the group that is open
    S_STATED,  # its transaction_length, 0 if it states none
    S_SOURCE,  # its line of `sources`, -1 for an anonymous one
    S_GNO,
    S_OPEN_SEQUENCE,
    S_OPEN_TIME,
    S_OPEN_EVENTS,
    S_TABLES,  # how many tables its statement has mapped
    S_STOP_POSITION,  # where the event stands because of which the scan stopped
) = range(18)
STATE = 18
# then for each mapped table: its id and its line of `bodies`
MOST_TABLES = 64
STATE_LENGTH = STATE + 2 * MOST_TABLES

# --- the layout, as the declarations have it --------------------------------------------------------------------------

(
    L_HEADER,  # bytes of a header
    L_FOOTER,  # bytes of a checksum
    L_TYPE,  # offsets in the header
    L_SIZE,
    L_LOG_POS,
    L_GTID,  # type numbers
    L_ANONYMOUS,
    L_QUERY,
    L_TABLE_MAP,
    L_XID,
    L_ROWS_QUERY,
    L_XID_SIZE,  # bytes of the body
    L_TABLE_ID,  # offsets in the body of rows events, and the width of the id
    L_TABLE_ID_BYTES,
    L_FLAGS,
    L_EXTRA,
    L_END_FLAG,  # the flag of a statement's last rows
    L_SMALL_COUNT,  # the largest column count of one byte; what leads one of two
    L_COUNT_LEAD,
    L_CHECK_ROWS,  # 0: what stands in the rows is not looked at
    L_EARLIEST,  # the earliest commit timestamp that is one
    L_LARGEST_GNO,
    L_TIMESTAMP,  # offset in the header
    L_QUERY_FROM,  # how many bytes of a Query's body may be anything
    L_ROWS,  # from here on by type number 0 to 255: rows events: 1 before image, 2 after image, 4 extra row info
) = range(25)
LAYOUT = L_ROWS + 256
BEFORE, AFTER, EXTRA = 1, 2, 4

# --- a line of `shapes`: GTID bodies whose fields lie alike -----------------------------------------------------------

(
    G_SIZE,  # bytes of the body
    G_UUID,  # offsets
    G_GNO,
    G_COMMITTED,
    G_SEQUENCE,
    G_TIME,  # -1: the body ends before it
    G_TIME_BITS,  # mask of the number
    G_ORIGINAL,  # -1: there is none
    G_LENGTH,  # of the number in the packed integer; -1
    G_LENGTH_BYTES,
    G_LENGTH_MOST,  # the largest number of its first byte, where that is the number
    G_MARKS,  # how many bytes must be as here: then for each its offset, mask and value
) = range(12)
MOST_MARKS = 5
SHAPE = 12 + 3 * MOST_MARKS

# --- a line of `bodies`: Query and Table_map bodies that were found healthy -------------------------------------------

(
    B_TYPE,  # 0: an empty line
    B_SIZE,
    B_ADDRESS,
    B_MEANING,  # of a Query: one of the below; of a Table_map: the address of the columns' lines, 0 if nobody knows
    B_COLUMNS,
) = range(5)
BODY = 5
BEGIN, COMMIT = 1, 2
# Lines that are looked at from the one that the body's bytes choose.
PROBES = 8

# --- a line of `sources`, and of `intervals` --------------------------------------------------------------------------

(
    U_LOW,  # the UUID's halves
    U_HIGH,
    U_FIRST,  # the interval that is open: first, and next; equal: none
    U_NEXT,
    U_LEAST,  # the next number must be from here on, and below the limit
    U_LIMIT,
) = range(6)
SOURCE = 6
I_SOURCE, I_FIRST, I_END = range(3)
INTERVAL = 3

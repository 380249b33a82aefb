"""The columns of the integer matrices by which the transaction kernel is told what to write.

Sizes are bytes. A field is filled by storing eight bytes at its place in the event; its WORD is what stands behind it
there.
"""

# A line of `events`: a template's address and its size without checksum, then the fields that all events have, then the
# place of an Xid's number.
(
    E_ADDRESS,
    E_BYTES,
    E_TIME,
    E_TIME_WORD,
    E_SIZE,
    E_SIZE_WORD,
    E_POSITION,
    E_POSITION_WORD,
    E_XID,
) = range(9)
E_COLUMNS = 9

# The first lines of `events`: the GTID event in each size of its transaction_length, then these.
GTID_SIZES = 4
LINE_BEGIN, LINE_XID, LINE_SHAPES = GTID_SIZES, GTID_SIZES + 1, GTID_SIZES + 2

# A line of `gtids`: the other fields of a GTID event, and the longest transaction that it can state.
G_GNO, G_PARENT, G_SEQUENCE, G_TIME, G_TIME_WORD, G_LENGTH, G_LENGTH_MASK, G_LONGEST = range(8)
G_COLUMNS = 8

# A line of `shapes`: its two lines of `events` (the rows event as the last of its statement), what of it counts against
# the largest event besides rows, what to exclusive-or where to make it another than the last, and per image its plan.
(
    S_MAP,
    S_ROWS,
    S_FIXED,
    S_FLAGS,
    S_FLAGS_CHANGE,
    S_HEADER_FLAGS,
    S_HEADER_FLAGS_CHANGE,
    S_BOUND,
    S_IMAGES,
    S_PLAN,
    S_SAFE,
    S_PLAN_AFTER,
    S_SAFE_AFTER,
) = range(13)
S_COLUMNS = 13
S_NEXT_IMAGE = S_PLAN_AFTER - S_PLAN

# `numbers`: what is the same for all transactions of a file. OVERHEAD: room that a statement needs besides its rows
# events, with what stands around a transaction.
(
    N_FIRST_GNO,
    N_GNO_STEP,
    N_FIRST_XID,
    N_FOOTER,
    N_POSITION_MASK,
    N_MAX_EVENT_SIZE,
    N_BEGIN_LIMIT,
    N_END_LIMIT,
    N_OVERHEAD,
) = range(9)
N_COUNT = 9

# `state`: where the kernel is. TRANSACTION, STATEMENT: of the batch, the next ones; GROUP: of the file. GTID_SIZE: the
# line of the transaction before. STAGE and what is left: of a transaction that is written in pieces.
(
    T_TRANSACTION,
    T_STATEMENT,
    T_GROUP,
    T_POSITION,
    T_GTID_SIZE,
    T_EVENTS,
    T_STATUS,
    T_STAGE,
    T_ROWS_LEFT,
    T_STATEMENTS_LEFT,
) = range(10)
T_COUNT = 10

# T_STATUS after a call. FULL: the next transaction does not fit the rest of the buffer. BEGINS_LATE, ENDS_LATE: it would
# begin or end past a limit.
DONE, FULL, BEGINS_LATE, ENDS_LATE = range(4)
# T_STAGE: what comes next.
STAGE_HEAD, STAGE_MAP, STAGE_ROWS, STAGE_XID = range(4)

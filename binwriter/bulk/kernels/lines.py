"""The columns of the integer arrays by which the transaction kernels are told what to write.

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
    E_COLUMNS,
) = range(10)

# The first lines of `events`: the GTID event in each size of its transaction_length, then these.
GTID_SIZES = 4
LINE_BEGIN, LINE_XID = GTID_SIZES, GTID_SIZES + 1

# A line of `gtids`: the other fields of a GTID event, and the longest transaction that it can state.
(
    G_GNO,
    G_PARENT,
    G_SEQUENCE,
    G_TIME,
    G_TIME_WORD,
    G_LENGTH,
    G_LENGTH_MASK,
    G_LONGEST,
    G_COLUMNS,
) = range(9)

# A line of `shapes`: its two lines of `events` (the rows event as the last of its statement), what of it counts against
# the largest event besides rows, what to exclusive-or where to make it another than the last, and per image its plan.
# CODE: the address of `own_code.rows` of this shape; 0: there is none.
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
    S_CODE,
    S_COLUMNS,
) = range(15)
S_NEXT_IMAGE = S_PLAN_AFTER - S_PLAN

# `job`: the addresses of all arrays. CURSORS: the next row of each shape. PARENTS: last_committed; 0: each transaction
# depends on the one before. ENDS: takes the address behind each transaction.
(
    J_EVENTS,
    J_GTIDS,
    J_SHAPES,
    J_CURSORS,
    J_STATEMENT_SHAPE,
    J_STATEMENT_ROWS,
    J_TRANSACTION_STATEMENTS,
    J_TIMESTAMPS,
    J_PARENTS,
    J_ENDS,
    # what is the same for all transactions of a file; OVERHEAD: room that a statement needs besides its rows events,
    # with what stands around a transaction
    J_FIRST_GNO,
    J_GNO_STEP,
    J_FIRST_XID,
    J_FOOTER,
    J_POSITION_MASK,
    J_MAX_EVENT_SIZE,
    J_BEGIN_LIMIT,
    J_END_LIMIT,
    J_OVERHEAD,
    # where the kernel is; TRANSACTION, STATEMENT: of the batch, the next ones; GROUP: of the file; GTID_SIZE: the line
    # of the transaction before
    J_TRANSACTIONS,
    J_TRANSACTION,
    J_STATEMENT,
    J_GROUP,
    J_POSITION,
    J_GTID_SIZE,
    J_EVENT_COUNT,
    J_STATUS,
    # of a transaction that is written in pieces
    J_STAGE,
    J_ROWS_LEFT,
    J_STATEMENTS_LEFT,
    # code of its own for these shapes (`own_code.transactions`; 0: none), a word for it, and the tables of `checksum`
    J_CODE,
    J_REACHED,
    J_CRC_KEYS,
    J_CRC_MASKS,
    J_CRC_ZEROS,
    # events without checksum yet: how many there have been, then start and end of some
    J_OPEN_EVENTS,
) = range(36)
OPEN_EVENTS = 8  # a power of two
J_COLUMNS = J_OPEN_EVENTS + 1 + 2 * OPEN_EVENTS

# J_STATUS after a call. FULL: the next transaction does not fit the rest of the buffer. BEGINS_LATE, ENDS_LATE: it
# would begin or end past a limit.
DONE, FULL, BEGINS_LATE, ENDS_LATE = range(4)
# J_STAGE: what comes next.
STAGE_HEAD, STAGE_MAP, STAGE_ROWS, STAGE_XID = range(4)

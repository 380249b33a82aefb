"""The functions of the server, the session and the network: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.types import LONG_TEXT
from binwriter.sql.types.kinds import BIGINT, FLAG, LONG, UNSIGNED
from binwriter.sql.types.record import ACTING, CHANGING, BehindError, Drawn, Function, Nullable, Old, Place, Stability
from binwriter.sql.types.texts import by_length, compressed, of_length, of_system

FUNCTIONS = (
    Function(
        "DATABASE SCHEMA",
        args=0,
        stability=Stability.STATEMENT,
        barred=CHANGING,
        old=Old(null=True, characters=34),
        nodes=(exp.CurrentSchema,),
    ),
    Function(
        "USER SESSION_USER SYSTEM_USER",
        null=Nullable.BY_MODE,
        args=0,
        stability=Stability.STATEMENT,
        barred=CHANGING,
        unsafe=50127,
        old=Old(characters=77, longer=16),
        nodes=(exp.SessionUser,),
    ),
    Function(
        "CURRENT_USER",
        null=Nullable.BY_MODE,
        args=0,
        stability=Stability.STATEMENT,
        barred=CHANGING,
        unsafe=50127,
        bare="CURRENT_USER",
        old=Old(characters=77, longer=16),
        nodes=(exp.CurrentUser,),
    ),
    Function(
        "CURRENT_ROLE",
        null=Nullable.BY_MODE,
        args=0,
        type=of_length(LONG_TEXT),
        stability=Stability.STATEMENT,
        since=80000,
        barred=CHANGING,
        nodes=(exp.CurrentRole,),
    ),
    Function(
        "VERSION",
        args=0,
        null=Nullable.NEVER,
        barred=ACTING,
        shown="version()",
        passes_on=True,
        unsafe=50154,
        old=Old(characters=0),
        nodes=(exp.CurrentVersion,),
    ),
    Function(
        "LOAD_FILE", args=1, type=of_length(LONG_TEXT, binary=True), barred=ACTING, unsafe=50139, old=Old(null=True)
    ),
    Function(
        "UUID",
        null=Nullable.BY_MODE,
        args=0,
        type=of_system(36),
        stability=Stability.ROW,
        drawn=Drawn.QUERY,
        barred=CHANGING,
        unsafe=50127,
    ),
    Function(
        "CONNECTION_ID",
        args=0,
        type=UNSIGNED,
        null=Nullable.NEVER,
        stability=Stability.STATEMENT,
        barred=CHANGING,
        old=Old(10, unsigned_since=50600),
    ),
    Function("ROW_COUNT", args=0, type=BIGINT, null=Nullable.NEVER, barred=ACTING, unsafe=50127),
    Function(
        "FOUND_ROWS",
        args=0,
        type=BIGINT,
        null=Nullable.NEVER,
        barred=ACTING,
        unsafe=50127,
        deprecated=("ER_WARN_DEPRECATED_FUNCTION", "FOUND_ROWS()", "COUNT(*)"),
    ),
    Function(
        "UUID_SHORT",
        args=0,
        type=UNSIGNED,
        null=Nullable.NEVER,
        stability=Stability.ROW,
        drawn=Drawn.CALL,
        barred=CHANGING,
        unsafe=50127,
    ),
    Function(
        "LAST_INSERT_ID",
        parameters="i",
        args=(0, 1),
        type=UNSIGNED,
        null=Nullable.BY_ARGUMENTS,
        stability=Stability.EFFECT,
        barred=ACTING,
    ),
    Function(
        "SLEEP",
        args=1,
        type=BIGINT,
        null=Nullable.BY_ARGUMENTS,
        stability=Stability.ROW,
        drawn=Drawn.CALL,
        barred=ACTING,
        unsafe=50154,
    ),
    Function(
        "BENCHMARK",
        parameters="is",
        args=2,
        type=FLAG,
        stability=Stability.ROW,
        drawn=Drawn.CALL,
        barred=ACTING,
        old=Old(1),
        taken_for_null=True,
    ),
    Function(
        "GET_LOCK", args=2, type=FLAG, stability=Stability.EFFECT, barred=ACTING, unsafe=50154, old=Old(1, null=True)
    ),
    Function(
        "RELEASE_LOCK", args=1, type=FLAG, stability=Stability.ROW, barred=ACTING, unsafe=50154, old=Old(1, null=True)
    ),
    Function("IS_FREE_LOCK", args=1, type=FLAG, barred=ACTING, unsafe=50154, old=Old(1, null=True)),
    Function(
        "IS_USED_LOCK", args=1, type=UNSIGNED, barred=ACTING, unsafe=50154, old=Old(10, null=True, unsigned_since=50700)
    ),
    Function(
        "RELEASE_ALL_LOCKS",
        args=0,
        type=UNSIGNED,
        null=Nullable.NEVER,
        stability=Stability.ROW,
        since=50705,
        barred=ACTING,
        unsafe=50700,
    ),
    Function("INET_ATON", behind_error=BehindError.ALWAYS, args=1, type=UNSIGNED, old=Old(21, null=True)),
    Function("INET_NTOA", parameters="i", args=1, type=of_length(31), old=Old(null=True)),
    Function("INET6_ATON", args=1, type=of_length(16, binary=True), since=50603),
    Function("INET6_NTOA", args=1, type=of_length(39), since=50603),
    Function("IS_IPV4", args=1, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=50603, old=Old(1)),
    Function("IS_IPV6", args=1, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=50603, old=Old(1)),
    Function("IS_IPV4_COMPAT", args=1, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=50603, old=Old(1)),
    Function("IS_IPV4_MAPPED", args=1, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=50603, old=Old(1)),
    Function("COMPRESS", null=Nullable.BY_MODE, args=1, type=by_length(compressed, binary=True)),
    Function("UNCOMPRESS", args=1, type=of_length(LONG_TEXT, binary=True), old=Old(null=True)),
    Function("UNCOMPRESSED_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function(
        "RANDOM_BYTES",
        null=Nullable.BY_MODE,
        parameters="i",
        args=1,
        type=of_length(1024, binary=True),
        stability=Stability.ROW,
        drawn=Drawn.QUERY,
        since=50617,
        barred=Place.GENERATED,
        unsafe=50600,
    ),
    Function("GTID_SUBSET", args=2, type=BIGINT, null=Nullable.BY_ARGUMENTS, condition=True, since=50605),
    Function("GTID_SUBTRACT", args=2, since=50605),
    Function("WAIT_FOR_EXECUTED_GTID_SET", args=(1, 2), type=BIGINT, since=50605, unsafe=80000),
    Function("ASYNCHRONOUS_CONNECTION_FAILOVER_RESET", type=of_length(0, binary=True), since=80027),
    Function("SOURCE_POS_WAIT", args=(2, 4), type=BIGINT, since=80000, barred=ACTING, unsafe=80000),
    Function(
        "MASTER_POS_WAIT",
        args=(2, 4),
        type=BIGINT,
        barred=ACTING,
        shown="source_pos_wait",
        unsafe=50154,
        deprecated=("ER_WARN_DEPRECATED_SYNTAX", "MASTER_POS_WAIT", "SOURCE_POS_WAIT"),
        old=Old(21, null=True),
    ),
    Function(
        "ICU_VERSION", args=0, null=Nullable.NEVER, since=80000, barred=ACTING, shown="icu_version()", unsafe=80000
    ),
    Function("PS_CURRENT_THREAD_ID", args=0, type=UNSIGNED, since=80000),
    Function("PS_THREAD_ID", args=1, type=UNSIGNED, since=80000),
    Function("FORMAT_BYTES", null=Nullable.BY_MODE, parameters="f", args=1, since=80000),
    Function("FORMAT_PICO_TIME", args=1, since=80000),
    Function("CAN_ACCESS_TABLE", since=80000, internal=True),
    Function(
        "ROLES_GRAPHML", args=0, type=of_length(LONG_TEXT), stability=Stability.STATEMENT, since=80000, barred=CHANGING
    ),
)

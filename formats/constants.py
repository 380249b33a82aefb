"""Numbers of MySQL's binary log that more than one module needs: one place each.

Sources: MySQL internals manual "Replication", libs/mysql/binlog/event in the server's source,
and what 9.7.4 was seen to write (mysql-9.7-findings.md, part 7).
"""

from enum import IntEnum, IntFlag

BINLOG_MAGIC = b"\xfebin"
ENCRYPTED_BINLOG_MAGIC = b"\xfdbin"


class EventType(IntEnum):
    """Type code in the common header."""

    UNKNOWN = 0
    START_V3 = 1
    QUERY = 2
    STOP = 3
    ROTATE = 4
    INTVAR = 5
    LOAD = 6
    SLAVE = 7
    CREATE_FILE = 8
    APPEND_BLOCK = 9
    EXEC_LOAD = 10
    DELETE_FILE = 11
    NEW_LOAD = 12
    RAND = 13
    USER_VAR = 14
    FORMAT_DESCRIPTION = 15
    XID = 16
    BEGIN_LOAD_QUERY = 17
    EXECUTE_LOAD_QUERY = 18
    TABLE_MAP = 19
    PRE_GA_WRITE_ROWS = 20
    PRE_GA_UPDATE_ROWS = 21
    PRE_GA_DELETE_ROWS = 22
    WRITE_ROWS_V1 = 23
    UPDATE_ROWS_V1 = 24
    DELETE_ROWS_V1 = 25
    INCIDENT = 26
    HEARTBEAT = 27
    IGNORABLE = 28
    ROWS_QUERY = 29
    WRITE_ROWS = 30
    UPDATE_ROWS = 31
    DELETE_ROWS = 32
    GTID = 33
    ANONYMOUS_GTID = 34
    PREVIOUS_GTIDS = 35
    TRANSACTION_CONTEXT = 36
    VIEW_CHANGE = 37
    XA_PREPARE = 38
    PARTIAL_UPDATE_ROWS = 39
    TRANSACTION_PAYLOAD = 40
    HEARTBEAT_V2 = 41
    GTID_TAGGED = 42


# MariaDB and Percona Server 5.7: all events behind it are encrypted, headers included.
START_ENCRYPTION = 164


class HeaderFlag(IntFlag):
    """Flags of the common header."""

    NONE = 0
    BINLOG_IN_USE = 0x0001
    # on every Rotate event of 4.x
    FORCED_ROTATE = 0x0002
    THREAD_SPECIFIC = 0x0004
    SUPPRESS_USE = 0x0008
    # the event raises the table map version; 5.1 before 5.1.31 set it (old-servers, section 5), nobody reads it
    UPDATE_TABLE_MAP_VERSION = 0x0010
    ARTIFICIAL = 0x0020
    RELAY_LOG = 0x0040
    IGNORABLE = 0x0080
    NO_FILTER = 0x0100
    MTS_ISOLATE = 0x0200


class ChecksumAlgorithm(IntEnum):
    """binlog_checksum, as the format description event states it."""

    NONE = 0
    CRC32 = 1


class CompressionType(IntEnum):
    """How the payload of a Transaction_payload is compressed."""

    ZSTD = 0
    NONE = 255


class ExtraRowInfoType(IntEnum):
    """Type of a chunk in the extra row info of a rows event."""

    NDB = 0
    PARTITION = 1


class RowsFlag(IntFlag):
    """Flags of a rows event."""

    NONE = 0
    STMT_END = 0x0001
    NO_FOREIGN_KEY_CHECKS = 0x0002
    RELAXED_UNIQUE_CHECKS = 0x0004
    COMPLETE_ROWS = 0x0008
    # 9.7 sets it on every rows event unless innodb_native_foreign_keys=ON (findings part 7)
    USE_SQL_FOREIGN_KEY = 0x0010


class TableMapFlag(IntFlag):
    """Flags of a Table_map event (findings part 7, "Table_map")."""

    NONE = 0
    BIT_LEN_EXACT = 0x0001
    # the statement's list of databases is "254": in practice tables with foreign keys
    REFERRED_FK_DB = 0x0002
    GENERATED_INVISIBLE_PRIMARY_KEY = 0x0004


class GtidFlag(IntFlag):
    """Flags of a GTID event."""

    NONE = 0
    # "may have statement-based replication": 0 exactly for groups whose changes are all row events
    MAY_HAVE_SBR = 0x01


class StatusVarCode(IntEnum):
    """Code of a status variable of a Query event. 14 and 15 were used by development milestones of 5.6 and 5.7 only."""

    FLAGS2 = 0
    SQL_MODE = 1
    CATALOG = 2
    AUTO_INCREMENT = 3
    CHARSET = 4
    TIME_ZONE = 5
    CATALOG_NZ = 6
    LC_TIME_NAMES = 7
    CHARSET_DATABASE = 8
    TABLE_MAP_FOR_UPDATE = 9
    MASTER_DATA_WRITTEN = 10
    INVOKER = 11
    UPDATED_DB_NAMES = 12
    MICROSECONDS = 13
    COMMIT_TS = 14
    COMMIT_TS2 = 15
    EXPLICIT_DEFAULTS_FOR_TIMESTAMP = 16
    DDL_LOGGED_WITH_XID = 17
    DEFAULT_COLLATION_FOR_UTF8MB4 = 18
    SQL_REQUIRE_PRIMARY_KEY = 19
    DEFAULT_TABLE_ENCRYPTION = 20
    ENABLE_CASCADE_TRIGGERS = 21


class QueryFlags2(IntFlag):
    """Bits of status variable FLAGS2: session options that change what a statement does."""

    NONE = 0
    AUTO_IS_NULL = 0x00004000
    # 5.1 only
    NOT_AUTOCOMMIT = 0x00080000
    NO_FOREIGN_KEY_CHECKS = 0x04000000
    RELAXED_UNIQUE_CHECKS = 0x08000000


# Status variable UPDATED_DB_NAMES: more databases than this are not named ...
MAX_UPDATED_DBS = 16
# ... but marked by this count (also for tables with foreign keys; findings part 7).
OVER_MAX_UPDATED_DBS = 254


class IntvarType(IntEnum):
    """Which variable an Intvar event sets."""

    LAST_INSERT_ID = 1
    INSERT_ID = 2


class UserVarType(IntEnum):
    """Result type of a User_var's value."""

    STRING = 0
    REAL = 1
    INT = 2
    DECIMAL = 4


class MetadataFieldType(IntEnum):
    """Type of a field of a Table_map's optional metadata."""

    SIGNEDNESS = 1
    DEFAULT_CHARSET = 2
    COLUMN_CHARSET = 3
    COLUMN_NAME = 4
    SET_STR_VALUE = 5
    ENUM_STR_VALUE = 6
    GEOMETRY_TYPE = 7
    SIMPLE_PRIMARY_KEY = 8
    PRIMARY_KEY_WITH_PREFIX = 9
    ENUM_AND_SET_DEFAULT_CHARSET = 10
    ENUM_AND_SET_COLUMN_CHARSET = 11
    COLUMN_VISIBILITY = 12
    VECTOR_DIMENSIONALITY = 13


class ColumnType(IntEnum):
    """enum_field_types; ENUM and SET travel in a Table_map as STRING with their real type in the metadata."""

    DECIMAL = 0
    TINY = 1
    SHORT = 2
    LONG = 3
    FLOAT = 4
    DOUBLE = 5
    NULL = 6
    TIMESTAMP = 7
    LONGLONG = 8
    INT24 = 9
    DATE = 10
    TIME = 11
    DATETIME = 12
    YEAR = 13
    NEWDATE = 14
    VARCHAR = 15
    BIT = 16
    TIMESTAMP2 = 17
    DATETIME2 = 18
    TIME2 = 19
    TYPED_ARRAY = 20
    VECTOR = 242
    JSON = 245
    NEWDECIMAL = 246
    ENUM = 247
    SET = 248
    TINY_BLOB = 249
    MEDIUM_BLOB = 250
    LONG_BLOB = 251
    BLOB = 252
    VAR_STRING = 253
    STRING = 254
    GEOMETRY = 255

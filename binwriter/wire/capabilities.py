"""What client and server can do (MySQL source documentation, "Capabilities Flags"), and the status of a session."""

from __future__ import annotations

from binwriter.statement.status_counts import StatementFlag


class Capability:
    """CLIENT_*. Plain numbers: an IntFlag costs a microsecond whenever it is asked."""

    LONG_PASSWORD = 1 << 0
    FOUND_ROWS = 1 << 1
    LONG_FLAG = 1 << 2
    CONNECT_WITH_DB = 1 << 3
    NO_SCHEMA = 1 << 4
    COMPRESS = 1 << 5
    ODBC = 1 << 6
    LOCAL_FILES = 1 << 7
    IGNORE_SPACE = 1 << 8
    PROTOCOL_41 = 1 << 9
    INTERACTIVE = 1 << 10
    SSL = 1 << 11
    IGNORE_SIGPIPE = 1 << 12
    TRANSACTIONS = 1 << 13
    RESERVED = 1 << 14
    SECURE_CONNECTION = 1 << 15
    MULTI_STATEMENTS = 1 << 16
    MULTI_RESULTS = 1 << 17
    PS_MULTI_RESULTS = 1 << 18
    PLUGIN_AUTH = 1 << 19
    CONNECT_ATTRS = 1 << 20
    PLUGIN_AUTH_LENENC_CLIENT_DATA = 1 << 21
    CAN_HANDLE_EXPIRED_PASSWORDS = 1 << 22
    SESSION_TRACK = 1 << 23
    DEPRECATE_EOF = 1 << 24
    OPTIONAL_RESULTSET_METADATA = 1 << 25
    ZSTD_COMPRESSION = 1 << 26
    QUERY_ATTRIBUTES = 1 << 27
    MULTI_FACTOR_AUTHENTICATION = 1 << 28
    CAPABILITY_EXTENSION = 1 << 29
    SSL_VERIFY_SERVER_CERT = 1 << 30
    REMEMBER_OPTIONS = 1 << 31


class Status(StatementFlag):
    """SERVER_*: what an OK packet says of the session."""

    IN_TRANSACTION = 1 << 0
    AUTOCOMMIT = 1 << 1
    MORE_RESULTS = 1 << 3
    LAST_ROW_SENT = 1 << 7
    NO_BACKSLASH_ESCAPES = 1 << 9
    METADATA_CHANGED = 1 << 10
    OUT_PARAMETERS = 1 << 12
    IN_READ_ONLY_TRANSACTION = 1 << 13
    SESSION_STATE_CHANGED = 1 << 14


# A 9.7.4 offers 9fffffff, without TLS 9ffff7ff (captured: the greeting of a real server).
OFFERED = 0x9FFFFFFF & ~Capability.SSL

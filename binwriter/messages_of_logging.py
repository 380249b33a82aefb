"""MySQL's messages about row injections, engines and what cannot be logged: (number, SQLSTATE, text) by symbol."""

from __future__ import annotations

LOGGING_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_DUP_KEY": (1022, "23000", "Can't write; duplicate key in table '%s'"),
    "ER_UPDATE_TABLE_USED": (1093, "HY000", "You can't specify target table '%s' for update in FROM clause"),
    "ER_VIEW_PREVENT_UPDATE": (1443, "HY000", "The definition of table '%s' prevents operation %s on table '%s'."),
    "ER_KEY_NOT_FOUND": (1032, "HY000", "Can't find record in '%s'"),
    "ER_OPEN_AS_READONLY": (1036, "HY000", "Table '%s' is read only"),
    "ER_UNKNOWN_ERROR": (1105, "HY000", "Unknown error"),
    "ER_UNSUPPORTED_EXTENSION": (
        1112,
        "42000",
        "Table '%s' uses an extension that doesn't exist in this MySQL version",
    ),
    "ER_NULL_COLUMN_IN_INDEX": (
        1121,
        "42000",
        "Table handler doesn't support NULL in given index. Please change column '%s' to be NOT NULL or use another "
        "handler",
    ),
    "ER_SYNTAX_ERROR": (
        1149,
        "42000",
        "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the "
        "right syntax to use",
    ),
    "ER_WRONG_MRG_TABLE": (
        1168,
        "HY000",
        "Unable to open underlying table which is differently defined or of non-MyISAM type or doesn't exist",
    ),
    "ER_TOO_BIG_FOR_UNCOMPRESS": (
        1256,
        "HY000",
        "Uncompressed data size too large; the maximum size is %s (probably, length of uncompressed data was "
        "corrupted)",
    ),
    "ER_JSON_DOCUMENT_TOO_DEEP": (3157, "22032", "The JSON document exceeds the maximum depth."),
    "ER_NET_PACKET_TOO_LARGE": (1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes"),
    "WARN_OPTION_BELOW_LIMIT": (1708, "HY000", "The value of '%s' should be no less than the value of '%s'"),
    "ER_ZLIB_Z_BUF_ERROR": (
        1258,
        "HY000",
        "ZLIB: Not enough room in the output buffer (probably, length of uncompressed data was corrupted)",
    ),
    "ER_ZLIB_Z_DATA_ERROR": (1259, "HY000", "ZLIB: Input data corrupted"),
    "ER_VIEW_SELECT_VARIABLE": (1351, "HY000", "View's SELECT contains a variable or parameter"),
    "ER_BASE64_DECODE_ERROR": (1575, "HY000", "Decoding of base64 string failed"),
    "ER_NO_FORMAT_DESCRIPTION_EVENT_BEFORE_BINLOG_STATEMENT": (
        1609,
        "HY000",
        "The BINLOG statement of type `%s` was not preceded by a format description BINLOG statement.",
    ),
    "WARN_OPTION_IGNORED": (1618, "HY000", "<%s> option ignored"),
    "ER_BINLOG_UNSAFE_SYSTEM_FUNCTION": (
        1674,
        "HY000",
        "Statement is unsafe because it uses a system function that may return a different value on the replica.",
    ),
    "ER_WRONG_PERFSCHEMA_USAGE": (1683, "HY000", "Invalid performance_schema usage."),
    "ER_ONLY_FD_AND_RBR_EVENTS_ALLOWED_IN_BINLOG_STATEMENT": (
        1730,
        "HY000",
        "Only Format_description_log_event and row events are allowed in BINLOG statements (but %s was provided)",
    ),
    "ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT": (
        1746,
        "HY000",
        "Can't update table '%s' while '%s' is being created.",
    ),
    "ER_GTID_MODE_OFF": (3062, "HY000", "Cannot %s when GTID_MODE = OFF."),
    "ER_RPL_ENCRYPTION_MASTER_KEY_RECOVERY_FAILED": (
        3794,
        "HY000",
        "Unable to recover binlog encryption master key, please check if keyring is loaded.",
    ),
    "ER_AES_INVALID_IV": (
        1882,
        "HY000",
        "The initialization vector supplied to %s is too short. Must be at least %s bytes long",
    ),
    "ER_AES_INVALID_KDF_OPTION_SIZE": (
        3238,
        "HY000",
        "KDF option size is invalid, please provide valid size < 256 bytes and not NULL",
    ),
    "ER_AES_INVALID_KDF_NAME": (
        3235,
        "HY000",
        "KDF method name is not valid. Please use hkdf or pbkdf2_hmac method name",
    ),
    "ER_AES_KEY_SIZE": (
        3237,
        "HY000",
        "AES key size should be %s bytes length or secure KDF methods hkdf or pbkdf2_hmac should be used, please "
        "provide exact AES key size or use KDF methods for better security.",
    ),
    "WARN_ON_BLOCKHOLE_IN_RBR": (
        1870,
        "HY000",
        "Row events are not logged for %s statements that modify BLACKHOLE tables in row format. Table(s): '%s'",
    ),
}

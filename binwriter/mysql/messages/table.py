"""MySQL's errors and warnings: number, SQLSTATE and text in one table.

Numbers and texts are those a 9.7 server sends (MySQL Server Error Reference; the ones used here were
seen in captured sidecars). `mysql_error("ER_DUP_ENTRY", "1", "t.PRIMARY")` is the way to raise one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from binwriter.errors import MySQLError
from binwriter.messages_of_administration import ADMINISTRATION_MESSAGES
from binwriter.messages_of_locks import LOCK_MESSAGES
from binwriter.messages_of_logging import LOGGING_MESSAGES
from binwriter.messages_of_partitions import PARTITION_MESSAGES
from binwriter.messages_of_programs import PROGRAM_MESSAGES
from binwriter.messages_of_tables import TABLE_MESSAGES
from binwriter.messages_of_values import VALUE_MESSAGES

Level = Literal["Note", "Warning", "Error"]


class Message(NamedTuple):
    """One entry: code, SQLSTATE, and the text with printf-like `%s` places."""

    code: int
    sqlstate: str
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A row of SHOW WARNINGS. sqlstate: that of a condition which SIGNAL made; others have that of their number."""

    level: Level
    code: int
    message: str
    sqlstate: str = ""


MESSAGES: dict[str, Message] = {
    # statements and objects
    "ER_DB_CREATE_EXISTS": Message(1007, "HY000", "Can't create database '%s'; database exists"),
    "ER_CANT_LOCK": Message(1015, "HY000", "Can't lock file (errno: %s)"),
    "ER_DB_DROP_EXISTS": Message(1008, "HY000", "Can't drop database '%s'; database doesn't exist"),
    "ER_NO_DB_ERROR": Message(1046, "3D000", "No database selected"),
    "ER_BAD_DB_ERROR": Message(1049, "42000", "Unknown database '%s'"),
    "ER_TABLE_EXISTS_ERROR": Message(1050, "42S01", "Table '%s' already exists"),
    "ER_BAD_TABLE_ERROR": Message(1051, "42S02", "Unknown table '%s'"),
    "ER_NON_UNIQ_ERROR": Message(1052, "23000", "Column '%s' in %s is ambiguous"),
    "ER_BAD_FIELD_ERROR": Message(1054, "42S22", "Unknown column '%s' in '%s'"),
    "ER_DUP_FIELDNAME": Message(1060, "42S21", "Duplicate column name '%s'"),
    "ER_DUP_KEYNAME": Message(1061, "42000", "Duplicate key name '%s'"),
    "ER_DUP_ENTRY": Message(1062, "23000", "Duplicate entry '%s' for key '%s'"),
    "ER_PARSE_ERROR": Message(
        1064,
        "42000",
        "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version "
        "for the right syntax to use near '%s' at line %s",
    ),
    "ER_EMPTY_QUERY": Message(1065, "42000", "Query was empty"),
    "ER_NONUNIQ_TABLE": Message(1066, "42000", "Not unique table/alias: '%s'"),
    "ER_INVALID_DEFAULT": Message(1067, "42000", "Invalid default value for '%s'"),
    "ER_MULTIPLE_PRI_KEY": Message(1068, "42000", "Multiple primary key defined"),
    "ER_KEY_COLUMN_DOES_NOT_EXITS": Message(1072, "42000", "Key column '%s' doesn't exist in table"),
    "ER_WRONG_AUTO_KEY": Message(
        1075,
        "42000",
        "Incorrect table definition; there can be only one auto column and it must be defined as a key",
    ),
    "ER_WRONG_FIELD_WITH_GROUP": Message(
        1055,
        "42000",
        "Expression #%s of %s is not in GROUP BY clause and contains nonaggregated column '%s' which is "
        "not functionally dependent on columns in GROUP BY clause; this is incompatible with "
        "sql_mode=only_full_group_by",
    ),
    "ER_MIX_OF_GROUP_FUNC_AND_FIELDS": Message(
        1140,
        "42000",
        "In aggregated query without GROUP BY, expression #%s of SELECT list contains nonaggregated column '%s'; "
        "this is incompatible with sql_mode=only_full_group_by",
    ),
    "ER_FIELD_IN_ORDER_NOT_SELECT": Message(
        3065,
        "HY000",
        "Expression #%s of ORDER BY clause is not in SELECT list, references column '%s' which is not in SELECT list; "
        "this is incompatible with DISTINCT",
    ),
    "ER_UNKNOWN_TABLE": Message(1109, "42S02", "Unknown table '%s' in %s"),
    "ER_INVALID_GROUP_FUNC_USE": Message(1111, "HY000", "Invalid use of group function"),
    "ER_UNKNOWN_CHARACTER_SET": Message(1115, "42000", "Unknown character set: '%s'"),
    "ER_WRONG_VALUE_COUNT_ON_ROW": Message(1136, "21S01", "Column count doesn't match value count at row %s"),
    "ER_NO_SUCH_TABLE": Message(1146, "42S02", "Table '%s.%s' doesn't exist"),
    "ER_UNKNOWN_SYSTEM_VARIABLE": Message(1193, "HY000", "Unknown system variable '%s'"),
    "ER_WARNING_NOT_COMPLETE_ROLLBACK": Message(
        1196, "HY000", "Some non-transactional changed tables couldn't be rolled back"
    ),
    "ER_LOCAL_VARIABLE": Message(
        1228, "HY000", "Variable '%s' is a SESSION variable and can't be used with SET GLOBAL"
    ),
    "ER_GLOBAL_VARIABLE": Message(
        1229, "HY000", "Variable '%s' is a GLOBAL variable and should be set with SET GLOBAL"
    ),
    "ER_WRONG_VALUE_FOR_VAR": Message(1231, "42000", "Variable '%s' can't be set to the value of '%s'"),
    "ER_WRONG_TYPE_FOR_VAR": Message(1232, "42000", "Incorrect argument type to variable '%s'"),
    "ER_INCORRECT_GLOBAL_LOCAL_VAR": Message(1238, "HY000", "Variable '%s' is a %s variable"),
    "ER_OPERAND_COLUMNS": Message(1241, "21000", "Operand should contain %s column(s)"),
    "ER_SUBQUERY_NO_1_ROW": Message(1242, "21000", "Subquery returns more than 1 row"),
    "ER_UNKNOWN_STORAGE_ENGINE": Message(1286, "42000", "Unknown storage engine '%s'"),
    "ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT": Message(
        1287, "HY000", "'%s' is deprecated and will be removed in a future release."
    ),
    "ER_WARN_DEPRECATED_SYNTAX": Message(
        1287, "HY000", "'%s' is deprecated and will be removed in a future release. Please use %s instead"
    ),
    "ER_UNKNOWN_TIME_ZONE": Message(1298, "HY000", "Unknown or incorrect time zone: '%s'"),
    "ER_SP_DOES_NOT_EXIST": Message(1305, "42000", "%s %s does not exist"),
    "ER_UNKNOWN_COLLATION": Message(1273, "HY000", "Unknown collation: '%s'"),
    # definitions of tables (texts and SQLSTATEs as a 9.7.4 sent them)
    "ER_TOO_LONG_IDENT": Message(1059, "42000", "Identifier name '%s' is too long"),
    "ER_WRONG_FIELD_SPEC": Message(1063, "42000", "Incorrect column specifier for column '%s'"),
    "ER_TOO_MANY_KEYS": Message(1069, "42000", "Too many keys specified; max %s keys allowed"),
    "ER_TOO_LONG_KEY": Message(1071, "42000", "Specified key was too long; max key length is %s bytes"),
    "ER_TOO_BIG_FIELDLENGTH": Message(
        1074, "42000", "Column length too big for column '%s' (max = %s); use BLOB or TEXT instead"
    ),
    "ER_WRONG_SUB_KEY": Message(
        1089,
        "HY000",
        "Incorrect prefix key; the used key part isn't a string, the used length is longer than the key part, or the "
        "storage engine doesn't support unique prefix keys",
    ),
    "ER_TOO_BIG_SET": Message(1097, "HY000", "Too many strings for column %s and SET"),
    "ER_BLOB_CANT_HAVE_DEFAULT": Message(
        1101, "42000", "BLOB, TEXT, GEOMETRY or JSON column '%s' can't have a default value"
    ),
    "ER_WRONG_DB_NAME": Message(1102, "42000", "Incorrect database name '%s'"),
    "ER_TOO_MANY_FIELDS": Message(1117, "42000", "Too many columns"),
    "ER_TOO_MANY_KEY_PARTS": Message(1070, "42000", "Too many key parts specified; max %s parts allowed"),
    "ER_ILLEGAL_USER_VAR": Message(3061, "42000", "User variable name '%s' is illegal"),
    "ER_SP_WRONG_NAME": Message(1458, "42000", "Incorrect routine name '%s'"),
    "ER_WRONG_TABLE_NAME": Message(1103, "42000", "Incorrect table name '%s'"),
    "ER_TOO_BIG_ROWSIZE": Message(
        1118,
        "42000",
        "Row size too large. The maximum row size for the used table type, not counting BLOBs, is %s. This includes "
        "storage overhead, check the manual. You have to change some columns to TEXT or BLOBs",
    ),
    "ER_TABLE_CANT_HANDLE_BLOB": Message(1163, "42000", "The used table type doesn't support BLOB/TEXT columns"),
    "ER_WRONG_COLUMN_NAME": Message(1166, "42000", "Incorrect column name '%s'"),
    "ER_BLOB_KEY_WITHOUT_LENGTH": Message(
        1170, "42000", "BLOB/TEXT column '%s' used in key specification without a key length"
    ),
    "ER_PRIMARY_CANT_HAVE_NULL": Message(
        1171, "42000", "All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead"
    ),
    "ER_CHECK_NOT_IMPLEMENTED": Message(1178, "42000", "The storage engine for the table doesn't support %s"),
    "ER_AUTO_CONVERT": Message(1246, "HY000", "Converting column '%s' from %s to %s"),
    "ER_COLLATION_CHARSET_MISMATCH": Message(1253, "42000", "COLLATION '%s' is not valid for CHARACTER SET '%s'"),
    "ER_WARN_USING_OTHER_HANDLER": Message(1266, "HY000", "Using storage engine %s for table '%s'"),
    "ER_WRONG_NAME_FOR_INDEX": Message(1280, "42000", "Incorrect index name '%s'"),
    "ER_DUPLICATED_VALUE_IN_TYPE": Message(1291, "HY000", "Column '%s' has duplicated value '%s' in %s"),
    "ER_TOO_MUCH_AUTO_TIMESTAMP_COLS": Message(
        1293,
        "HY000",
        "Incorrect table definition; there can be only one TIMESTAMP column with CURRENT_TIMESTAMP in DEFAULT or "
        "ON UPDATE clause",
    ),
    "ER_INVALID_ON_UPDATE": Message(1294, "HY000", "Invalid ON UPDATE clause for '%s' column"),
    "ER_CONFLICTING_DECLARATIONS": Message(1302, "HY000", "Conflicting declarations: '%s%s' and '%s%s'"),
    "ER_ILLEGAL_VALUE_FOR_TYPE": Message(1367, "22007", "Illegal %s '%s' value found during parsing"),
    "ER_KEY_PART_0": Message(1391, "HY000", "Key part '%s' length cannot be 0"),
    "ER_TOO_BIG_SCALE": Message(1425, "42000", "Too big scale %s specified for column '%s'. Maximum is %s."),
    "ER_TOO_BIG_PRECISION": Message(1426, "42000", "Too-big precision %s specified for '%s'. Maximum is %s."),
    "ER_M_BIGGER_THAN_D": Message(
        1427, "42000", "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '%s')."
    ),
    "ER_TOO_MANY_TABLES": Message(1116, "HY000", "Too many tables; MySQL can only use %s tables in a join"),
    "ER_TOO_BIG_DISPLAYWIDTH": Message(1439, "42000", "Display width out of range for column '%s' (max = %s)"),
    "ER_INVALID_YEAR_COLUMN_LENGTH": Message(1818, "HY000", "Invalid display width. Use YEAR instead."),
    "ER_INVALID_FIELD_SIZE": Message(3013, "HY000", "Invalid size for column '%s'."),
    "ER_JSON_USED_AS_KEY": Message(
        3152, "42000", "JSON column '%s' supports indexing only via generated columns on a specified JSON path."
    ),
    "ER_PK_INDEX_CANT_BE_INVISIBLE": Message(3522, "HY000", "A primary key index cannot be invisible"),
    "ER_TABLE_MUST_HAVE_A_VISIBLE_COLUMN": Message(4028, "HY000", "A table must have at least one visible column."),
    "ER_NON_SCALAR_USED_AS_KEY": Message(6134, "HY000", "Non-scalar (e.g., vector) column '%s' cannot be used as key."),
    # system variables
    "ER_NO_DEFAULT": Message(1230, "42000", "Variable '%s' doesn't have a default value"),
    "ER_CHANGE_INEFFECTIVE": Message(1231, "42000", "'%s' change was ineffective."),
    "ER_VARIABLE_IS_READONLY": Message(
        1621, "HY000", "SESSION variable '%s' is read-only. Use SET GLOBAL to assign the value"
    ),
    "ER_UNKNOWN_LOCALE": Message(1649, "HY000", "Unknown locale: '%s'"),
    "ER_WARN_DEPRECATED_NO_REPLACEMENT": Message(
        1681, "HY000", "'%s' is deprecated and will be removed in a future release."
    ),
    "ER_WARN_DEPRECATED_UPDATE": Message(
        1681, "HY000", "Updating '%s' is deprecated. It will be made read-only in a future release."
    ),
    "ER_WARN_DEPRECATED_VARIABLE": Message(
        1287, "HY000", "'%s' is deprecated and will be removed in a future release. Please use %s instead."
    ),
    "ER_BINLOG_CACHE_SIZE_GREATER_THAN_MAX": Message(
        1738,
        "HY000",
        "Option binlog_cache_size (%s) is greater than max_binlog_cache_size (%s); setting binlog_cache_size equal "
        "to max_binlog_cache_size.",
    ),
    "ER_BINLOG_STMT_CACHE_SIZE_GREATER_THAN_MAX": Message(
        1745,
        "HY000",
        "Option binlog_stmt_cache_size (%s) is greater than max_binlog_stmt_cache_size (%s); setting "
        "binlog_stmt_cache_size equal to max_binlog_stmt_cache_size.",
    ),
    "ER_VARIABLE_NOT_SETTABLE_IN_TRANSACTION": Message(
        1766, "HY000", "The system variable %s cannot be set when there is an ongoing transaction."
    ),
    "ER_XAER_NOTA": Message(1397, "XAE04", "XAER_NOTA: Unknown XID"),
    "ER_XAER_INVAL": Message(1398, "XAE05", "XAER_INVAL: Invalid arguments (or unsupported command)"),
    "ER_XAER_RMFAIL": Message(
        1399,
        "XAE07",
        "XAER_RMFAIL: The command cannot be executed when global transaction is in the  %s state",
    ),
    "ER_XAER_OUTSIDE": Message(1400, "XAE09", "XAER_OUTSIDE: Some work is done outside global transaction"),
    "ER_XAER_DUPID": Message(1440, "XAE08", "XAER_DUPID: The XID already exists"),
    "ER_XA_TEMP_TABLE": Message(
        4091,
        "HY000",
        "XA: Temporary tables cannot be accessed inside XA transactions when xa_detach_on_prepare=ON",
    ),
    "ER_MALFORMED_GTID_SET_SPECIFICATION": Message(1772, "HY000", "Malformed GTID set specification '%s'."),
    "ER_MALFORMED_GTID_SPECIFICATION": Message(1774, "HY000", "Malformed GTID specification '%s'."),
    "ER_CANT_DO_IMPLICIT_COMMIT_IN_TRX_WHEN_GTID_NEXT_IS_SET": Message(
        1778,
        "HY000",
        "Cannot execute statements with implicit commit inside a transaction when @@SESSION.GTID_NEXT == "
        "'UUID:NUMBER'.",
    ),
    "ER_GTID_MODE_ON_REQUIRES_ENFORCE_GTID_CONSISTENCY_ON": Message(
        1779, "HY000", "GTID_MODE = ON requires ENFORCE_GTID_CONSISTENCY = ON."
    ),
    "ER_CANT_SET_GTID_NEXT_TO_GTID_WHEN_GTID_MODE_IS_OFF": Message(
        1781, "HY000", "@@SESSION.GTID_NEXT cannot be set to UUID:NUMBER when @@GLOBAL.GTID_MODE = OFF."
    ),
    "ER_CANT_SET_GTID_NEXT_TO_ANONYMOUS_WHEN_GTID_MODE_IS_ON": Message(
        1782, "HY000", "@@SESSION.GTID_NEXT cannot be set to ANONYMOUS when @@GLOBAL.GTID_MODE = ON."
    ),
    "ER_GTID_MODE_CAN_ONLY_CHANGE_ONE_STEP_AT_A_TIME": Message(
        1788,
        "HY000",
        "The value of @@GLOBAL.GTID_MODE can only be changed one step at a time: OFF <-> OFF_PERMISSIVE <-> "
        "ON_PERMISSIVE <-> ON. Also note that this value must be stepped up or down simultaneously on all servers. "
        "See the Manual for instructions.",
    ),
    "ER_GTID_UNSAFE_CREATE_SELECT": Message(
        1786, "HY000", "Statement violates GTID consistency: CREATE TABLE ... SELECT."
    ),
    "ER_GTID_NEXT_TYPE_UNDEFINED_GTID": Message(
        1837,
        "HY000",
        "When @@SESSION.GTID_NEXT is set to a GTID, you must explicitly set it to a different value after a COMMIT or "
        "ROLLBACK. Please check GTID_NEXT variable manual page for detailed explanation. Current @@SESSION.GTID_NEXT "
        "is '%s'.",
    ),
    "ER_CANT_SET_VARIABLE_WHEN_OWNING_GTID": Message(
        3138,
        "HY000",
        "Variable %s cannot be changed by a client that owns a GTID. The client owns %s. Ownership is released on "
        "COMMIT or ROLLBACK.",
    ),
    "ER_CLIENT_GTID_UNSAFE_CREATE_DROP_TEMP_TABLE_IN_TRX_IN_SBR": Message(
        3748,
        "HY000",
        "Statement violates GTID consistency: CREATE TEMPORARY TABLE and DROP TEMPORARY TABLE are not allowed inside a "
        "transaction or inside a procedure in a transactional context when @@session.binlog_format=STATEMENT.",
    ),
    "ER_GTID_UNSAFE_CREATE_DROP_TEMPORARY_TABLE_IN_TRANSACTION": Message(
        1787,
        "HY000",
        "Statement violates GTID consistency: CREATE TEMPORARY TABLE and DROP TEMPORARY TABLE can only be executed "
        "outside transactional context.  These statements are also not allowed in a function or trigger because "
        "functions and triggers are also considered to be multi-statement transactions.",
    ),
    "ER_CANT_SET_GTID_NEXT_WHEN_OWNING_GTID": Message(
        1790,
        "HY000",
        "@@SESSION.GTID_NEXT cannot be changed by a client that owns a GTID. The client owns %s. Ownership is "
        "released on COMMIT or ROLLBACK.",
    ),
    "ER_WARN_DEPRECATED_SQLMODE": Message(
        3090, "HY000", "Changing sql mode '%s' is deprecated. It will be removed in a future release."
    ),
    "ER_CANT_SET_GTID_MODE": Message(3111, "HY000", "SET @@GLOBAL.GTID_MODE = %s is not allowed because %s."),
    "ER_SQL_MODE_MERGED": Message(
        3135,
        "HY000",
        "'NO_ZERO_DATE', 'NO_ZERO_IN_DATE' and 'ERROR_FOR_DIVISION_BY_ZERO' sql modes should be used with strict "
        "mode. They will be merged with strict mode in a future release.",
    ),
    "ER_CANT_SET_GTID_PURGED_DUE_SETS_CONSTRAINTS": Message(
        3546, "HY000", "@@GLOBAL.GTID_PURGED cannot be changed: %s"
    ),
    "ER_WARN_BINLOG_PARTIAL_UPDATES_DISABLED": Message(
        3645,
        "HY000",
        "When %s, the option binlog_row_value_options=%s will be ignored and updates will be written in full format "
        "to binary log.",
    ),
    "ER_WARN_BINLOG_PARTIAL_UPDATES_SUGGESTS_PARTIAL_IMAGES": Message(
        3647,
        "HY000",
        "When %s, the option binlog_row_value_options=%s will be used only for the after-image. Full values will be "
        "written in the before-image, so the saving in disk space due to binlog_row_value_options is limited to less "
        "than 50%%.",
    ),
    "ER_DEPRECATED_UTF8_ALIAS": Message(
        3719,
        "HY000",
        "'utf8' is currently an alias for the character set UTF8MB3, but will be an alias for UTF8MB4 in a future "
        "release. Please consider using UTF8MB4 in order to be unambiguous.",
    ),
    "ER_INVALID_DEFAULT_UTF8MB4_COLLATION": Message(
        3721, "HY000", "Invalid default collation %s: utf8mb4_0900_ai_ci or utf8mb4_general_ci expected"
    ),
    "ER_TEMP_TABLE_PREVENTS_SWITCH_SESSION_BINLOG_FORMAT": Message(
        3745,
        "HY000",
        "Changing @@session.binlog_format is disallowed when the session has open temporary table(s). You could wait "
        "until these temporary table(s) are dropped and try again.",
    ),
    "ER_WARN_DEPRECATED_UTF8MB3_COLLATION": Message(
        3778,
        "HY000",
        "'%s' is a collation of the deprecated character set UTF8MB3. Please consider using UTF8MB4 with an "
        "appropriate collation instead.",
    ),
    "ER_WARN_DEPRECATED_COLLATION": Message(
        4079,
        "HY000",
        "'%s' is a collation of the deprecated character set %s. Please consider using utf8mb4 with an appropriate "
        "collation instead.",
    ),
    "ER_TABLE_WITHOUT_PK": Message(
        3750,
        "HY000",
        "Unable to create or change a table without a primary key, when the system variable 'sql_require_primary_key' "
        "is set. Add a primary key to the table or unset this variable to avoid this message. Note that tables without "
        "a primary key can cause performance problems in row-based replication, so please consult your DBA before "
        "changing this setting.",
    ),
    "ER_UNSUPPORTED_SQL_MODE": Message(3899, "HY000", "sql_mode=0x%s is not supported."),
    "ER_WARN_DEPRECATED_WITH_NOTE": Message(
        4166, "HY000", "'%s' is deprecated and will be removed in a future release. %s"
    ),
    "ER_CANT_SET_GTID_NEXT_TO_AUTOMATIC_TAGGED_WHEN_GTID_MODE_IS_OFF": Message(
        6039,
        "HY000",
        "@@SESSION.GTID_NEXT cannot be set to AUTOMATIC:<TAG> when @@GLOBAL.GTID_MODE = OFF or OFF_PERMISSIVE",
    ),
    # values
    "ER_BAD_NULL_ERROR": Message(1048, "23000", "Column '%s' cannot be null"),
    "ER_FIELD_SPECIFIED_TWICE": Message(1110, "42000", "Column '%s' specified twice"),
    "ER_WARN_OPTIMIZER_HINT_SYNTAX_ERROR": Message(1064, "42000", "Optimizer hint syntax error near '%s' at line %s"),
    "ER_WARN_UNSUPPORTED_MAX_EXECUTION_TIME": Message(
        3125, "HY000", "MAX_EXECUTION_TIME hint is supported by top-level standalone SELECT statements only"
    ),
    "ER_WARN_CONFLICTING_HINT": Message(3126, "HY000", "Hint %s is ignored as conflicting/duplicated"),
    "ER_UNRESOLVED_HINT_NAME": Message(3128, "HY000", "Unresolved name %s for %s hint"),
    "ER_NOT_HINT_UPDATABLE_VARIABLE": Message(3637, "HY000", "Variable '%s' cannot be set using SET_VAR hint."),
    "ER_WARN_DATA_OUT_OF_RANGE": Message(1264, "22003", "Out of range value for column '%s' at row %s"),
    "WARN_DATA_TRUNCATED": Message(1265, "01000", "Data truncated for column '%s' at row %s"),
    "ER_TRUNCATED_WRONG_VALUE": Message(1292, "22007", "Truncated incorrect %s value: '%s'"),
    "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD": Message(1366, "HY000", "Incorrect %s value: '%s' for column '%s' at row %s"),
    "ER_NO_DEFAULT_FOR_FIELD": Message(1364, "HY000", "Field '%s' doesn't have a default value"),
    "ER_DIVISION_BY_ZERO": Message(1365, "22012", "Division by 0"),
    "ER_DATA_TOO_LONG": Message(1406, "22001", "Data too long for column '%s' at row %s"),
    "ER_DATA_OUT_OF_RANGE": Message(1690, "22003", "%s value is out of range in '%s'"),
    # the same number as ER_TRUNCATED_WRONG_VALUE: what a server in strict mode answers for a temporal column
    "ER_TRUNCATED_WRONG_TEMPORAL": Message(1292, "22007", "Incorrect %s value: '%s' for column '%s' at row %s"),
    "ER_DATETIME_FUNCTION_OVERFLOW": Message(1441, "22008", "Datetime function: %s field overflow"),
    "ER_WARN_DEPRECATED_DATETIME_DELIMITER": Message(
        4095,
        "HY000",
        "Delimiter '%s' in position %s in datetime value '%s' at row %s is deprecated. Prefer the standard '%s'.",
    ),
    "ER_WARN_SUPERFLUOUS_DATETIME_DELIMITER": Message(
        4096,
        "HY000",
        "Delimiter '%s' in position %s in datetime value '%s' at row %s is superfluous and is deprecated. "
        "Please remove.",
    ),
    # expressions and queries
    # (1292 has a second text, for what is no date or time at all)
    "ER_INCORRECT_DATETIME_VALUE": Message(1292, "22007", "Incorrect %s value: '%s'"),
    "ER_WRONG_VALUE": Message(1525, "HY000", "Incorrect %s value: '%s'"),
    "ER_CANT_AGGREGATE_2COLLATIONS": Message(
        1267, "HY000", "Illegal mix of collations (%s,%s) and (%s,%s) for operation '%s'"
    ),
    "ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT": Message(
        1582, "42000", "Incorrect parameter count in the call to native function '%s'"
    ),
    "ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT": Message(
        1222, "21000", "The used SELECT statements have a different number of columns"
    ),
    "ER_WRONG_VALUE_FOR_TYPE": Message(1411, "HY000", "Incorrect %s value: '%s' for function %s"),
    "ER_WRONG_ARGUMENTS": Message(1210, "HY000", "Incorrect arguments to %s"),
    "ER_DERIVED_MUST_HAVE_ALIAS": Message(1248, "42000", "Every derived table must have its own alias"),
    "ER_CUT_VALUE_GROUP_CONCAT": Message(1260, "HY000", "Row %s was cut by GROUP_CONCAT()"),
    "ER_WARN_ALLOWED_PACKET_OVERFLOWED": Message(
        1301, "HY000", "Result of %s() was larger than max_allowed_packet (%s) - truncated"
    ),
    "ER_INVALID_ARGUMENT_FOR_LOGARITHM": Message(3020, "2201E", "Invalid argument for logarithm"),
    "ER_WRONG_PARAMETERS_TO_NATIVE_FCT": Message(
        1583, "42000", "Incorrect parameters in the call to native function '%s'"
    ),
    "ER_INVALID_CHARACTER_STRING": Message(1300, "HY000", "Invalid %s character string: '%s'"),
    "ER_WRONG_GROUP_FIELD": Message(1056, "42000", "Can't group on '%s'"),
    "ER_NO_TABLES_USED": Message(1096, "HY000", "No tables used"),
    "ER_WARN_OUT_OF_RANGE_IN_EXPRESSION": Message(6527, "HY000", "%s value is out of range in '%s'"),
    "ER_DEPRECATED_NATIONAL": Message(
        3720,
        "HY000",
        "NATIONAL/NCHAR/NVARCHAR implies the character set UTF8MB3, which will be replaced by UTF8MB4 in a future "
        "release. Please consider using CHAR(x) CHARACTER SET UTF8MB4 in order to be unambiguous.",
    ),
    "ER_DEPRECATED_ASSIGNMENT": Message(
        1287,
        "HY000",
        "Setting user variables within expressions is deprecated and will be removed in a future release. Consider "
        "alternatives: 'SET variable=expression, ...', or 'SELECT expression(s) INTO variables(s)'.",
    ),
    "ER_INVALID_JSON_TEXT": Message(
        3140, "22032", "Invalid JSON text: \"%s\" at position %s in value for column '%s'."
    ),
    "ER_CANT_CREATE_GEOMETRY_OBJECT": Message(
        1416, "22003", "Cannot get geometry object from data you send to the GEOMETRY field"
    ),
    "ER_WRONG_SRID_FOR_COLUMN": Message(
        3643,
        "HY000",
        "The SRID of the geometry does not match the SRID of the column '%s'. The SRID of the geometry is %s, but the "
        "SRID of the column is %s. Consider changing the SRID of the geometry or the SRID property of the column.",
    ),
    "WARN_DEPRECATED_INTEGER_DISPLAY_WIDTH": Message(
        1681, "HY000", "Integer display width is deprecated and will be removed in a future release."
    ),
    "WARN_DEPRECATED_NESTED_COMMENT_SYNTAX": Message(
        1681, "HY000", "Nested comment syntax is deprecated and will be removed in a future release."
    ),
    "WARN_DEPRECATED_FLOAT_DIGITS": Message(
        1681,
        "HY000",
        "Specifying number of digits for floating point data types is deprecated and will be removed in a future "
        "release.",
    ),
    "WARN_DEPRECATED_ZEROFILL": Message(
        1681,
        "HY000",
        "The ZEROFILL attribute is deprecated and will be removed in a future release. Use the LPAD function to "
        "zero-pad "
        "numbers, or store the formatted numbers in a CHAR column.",
    ),
    "WARN_DEPRECATED_FLOAT_UNSIGNED": Message(
        1681,
        "HY000",
        "UNSIGNED for decimal and floating point data types is deprecated and support for it will be removed in a "
        "future "
        "release.",
    ),
    "ER_WARN_DEPRECATED_FUNCTION": Message(
        1287,
        "HY000",
        "%s is deprecated and will be removed in a future release. Consider using %s instead.",
    ),
    "ER_RECORD_FILE_FULL": Message(1114, "HY000", "The table '%s' is full"),
    "ER_MULTI_TABLE_UPDATE": Message(1105, "HY000", "An error occurred in multi-table update"),
    "ER_CAST_TO_UNSIGNED_NEGATIVE": Message(
        1105, "HY000", "Cast to unsigned converted negative integer to its positive complement"
    ),
    # logging
    "ER_TRANS_CACHE_FULL": Message(
        1197,
        "HY000",
        "Multi-statement transaction required more than 'max_binlog_cache_size' bytes of storage; "
        "increase this mysqld variable and try again",
    ),
    "ER_STMT_CACHE_FULL": Message(
        1705,
        "HY000",
        "Multi-row statements required more than 'max_binlog_stmt_cache_size' bytes of storage; "
        "increase this mysqld variable and try again",
    ),
    "ER_OPTION_PREVENTS_STATEMENT": Message(
        1290, "HY000", "The MySQL server is running with the %s option so it cannot execute this statement"
    ),
    "ER_BINLOG_ROW_LOGGING_FAILED": Message(1534, "HY000", "Writing one row to the row-based binary log failed"),
    "ER_SP_SAVEPOINT_DOES_NOT_EXIST": Message(1305, "42000", "SAVEPOINT %s does not exist"),
    "ER_BINLOG_UNSAFE_STATEMENT": Message(
        1592,
        "HY000",
        "Unsafe statement written to the binary log using statement format since BINLOG_FORMAT = STATEMENT. %s",
    ),
    "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE": Message(
        1661,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since both row-incapable engines and "
        "statement-incapable engines are involved.",
    ),
    "ER_BINLOG_ROW_MODE_AND_STMT_ENGINE": Message(
        1662,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since BINLOG_FORMAT = ROW and at least one "
        "table uses a storage engine limited to statement-based logging.",
    ),
    "ER_BINLOG_UNSAFE_AND_STMT_ENGINE": Message(
        1663,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since statement is unsafe, storage engine is "
        "limited to statement-based logging, and BINLOG_FORMAT = MIXED. %s",
    ),
    "ER_BINLOG_ROW_INJECTION_AND_STMT_ENGINE": Message(
        1664,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since statement is in row format and at least "
        "one table uses a storage engine limited to statement-based logging.",
    ),
    "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE": Message(
        1665,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since BINLOG_FORMAT = STATEMENT and at least "
        "one table uses a storage engine limited to row-based logging.%s",
    ),
    "ER_BINLOG_ROW_INJECTION_AND_STMT_MODE": Message(
        1666,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since statement is in row format and "
        "BINLOG_FORMAT = STATEMENT.",
    ),
    "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE": Message(
        1667,
        "HY000",
        "Cannot execute statement: impossible to write to binary log since more than one engine is involved and at "
        "least one engine is self-logging.",
    ),
    "ER_BINLOG_LOGGING_IMPOSSIBLE": Message(1598, "HY000", "Binary logging not possible. Message: %s"),
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_FORMAT": Message(
        1679, "HY000", "Cannot modify @@session.binlog_format inside a transaction"
    ),
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_DIRECT": Message(
        1685, "HY000", "Cannot modify @@session.binlog_direct_non_transactional_updates inside a transaction"
    ),
    "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_SQL_LOG_BIN": Message(
        1694, "HY000", "Cannot modify @@session.sql_log_bin inside a transaction"
    ),
    "ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE": Message(
        1785,
        "HY000",
        "Statement violates GTID consistency: Updates to non-transactional tables can only be done in either "
        "autocommitted statements or single-statement transactions, and never in the same statement as updates to "
        "transactional tables.",
    ),
    "ER_DEPRECATE_NON_COMPOSABLE_MULTIPLE_ENGINE": Message(
        6414,
        "HY000",
        "Combining the storage engines %s and %s is deprecated, but the statement or transaction updates both the "
        "%s table %s.%s and the %s table %s.%s.",
    ),
    "ER_SERVER_SHUTDOWN": Message(1053, "08S01", "Server shutdown in progress"),
    "ER_LOCK_WAIT_TIMEOUT": Message(1205, "HY000", "Lock wait timeout exceeded; try restarting transaction"),
    "ER_CANT_CHANGE_TX_CHARACTERISTICS": Message(
        1568, "25001", "Transaction characteristics can't be changed while a transaction is in progress"
    ),
}

_BY_SUBJECT = (
    ADMINISTRATION_MESSAGES
    | PARTITION_MESSAGES
    | TABLE_MESSAGES
    | PROGRAM_MESSAGES
    | LOCK_MESSAGES
    | LOGGING_MESSAGES
    | VALUE_MESSAGES
)
MESSAGES |= {symbol: Message(*entry) for symbol, entry in _BY_SUBJECT.items()}


# How much of a name or value a message shows, in bytes of UTF-8 (captured: limits/names; the formats' precisions).
_SHOWN_BYTES = {
    **dict.fromkeys(("ER_UNKNOWN_CHARACTER_SET", "ER_UNKNOWN_SYSTEM_VARIABLE", "ER_UNKNOWN_COLLATION"), 64),
    "ER_UNKNOWN_TIME_ZONE": 64,
    "ER_WRONG_STRING_LENGTH": 70,
    **dict.fromkeys(("ER_TOO_LONG_IDENT", "ER_WRONG_TABLE_NAME", "ER_WRONG_DB_NAME", "ER_WRONG_COLUMN_NAME"), 100),
    "ER_ILLEGAL_USER_VAR": 100,
    "ER_BAD_TABLE_ERROR": 129,
    **dict.fromkeys(("ER_BAD_FIELD_ERROR", "ER_KEY_DOES_NOT_EXITS"), 192),
    **dict.fromkeys(("ER_USER_LOCK_WRONG_NAME", "ER_USER_LOCK_OVERLONG_NAME"), 192),
    **dict.fromkeys(("ER_WRONG_VALUE_FOR_VAR", "ER_MALFORMED_GTID_SPECIFICATION"), 200),
}


def _text(symbol: str, arguments: tuple[object, ...]) -> str:
    """The text of that symbol with its places filled in."""
    text = MESSAGES[symbol].text
    if not arguments:
        return text
    if (most := _SHOWN_BYTES.get(symbol)) is not None:
        arguments = tuple(_cut(one, most) if isinstance(one, str) else one for one in arguments)
    return text % arguments


def _cut(text: str, most: int) -> str:
    if len(text) * 4 <= most:
        return text
    data = text.encode("utf-8", "surrogateescape")
    return text if len(data) <= most else data[:most].decode("utf-8", "ignore")


def mysql_error(symbol: str, *arguments: object) -> MySQLError:
    """The MySQLError of that symbol, its text filled in. KeyError if the symbol is not in the table."""
    message = MESSAGES[symbol]
    return MySQLError(message.code, message.sqlstate, symbol, _text(symbol, arguments))


def mysql_warning(symbol: str, *arguments: object, level: Level = "Warning") -> Diagnostic:
    """The same text as a row of SHOW WARNINGS."""
    message = MESSAGES[symbol]
    return Diagnostic(level, message.code, _text(symbol, arguments))

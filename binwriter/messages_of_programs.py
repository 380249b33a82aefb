"""MySQL's errors about stored programs and prepared statements: symbol -> number, SQLSTATE, text.

Source: perror of a 9.7.4 for the texts, MySQL Server Error Reference for the SQLSTATEs.
"""

from __future__ import annotations

PROGRAM_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_TOO_MANY_ROWS": (1172, "42000", "Result consisted of more than one row"),
    "ER_UNKNOWN_STMT_HANDLER": (1243, "HY000", "Unknown prepared statement handler (%s) given to %s"),
    "ER_MAX_PREPARED_STMT_COUNT_REACHED": (
        1461,
        "42000",
        "Can't create more than max_prepared_stmt_count statements (current value: %s)",
    ),
    "ER_UNSUPPORTED_PS": (1295, "HY000", "This command is not supported in the prepared statement protocol yet"),
    "ER_SP_CANT_ALTER": (1334, "HY000", "Failed to ALTER %s %s"),
    "ER_SP_STORE_FAILED": (1307, "HY000", "Failed to CREATE %s %s"),
    "ER_SP_NO_RECURSIVE_CREATE": (1303, "2F003", "Can't create a %s from within another stored routine"),
    "ER_LANGUAGE_COMPONENT": (6001, "HY000", "Language component: Not available."),
    "ER_LIBRARY_WITHOUT_LANGUAGE": (1064, "42000", "Language is not specified for library. near '%s' at line %s"),
    "ER_SP_ALREADY_EXISTS": (1304, "42000", "%s %s already exists"),
    "ER_SP_LILABEL_MISMATCH": (1308, "42000", "%s with no matching label: %s"),
    "ER_SP_LABEL_REDEFINE": (1309, "42000", "Redefining label %s"),
    "ER_SP_LABEL_MISMATCH": (1310, "42000", "End-label %s without match"),
    "ER_SP_BADRETURN": (1313, "42000", "RETURN is only allowed in a FUNCTION"),
    "ER_SP_BADSTATEMENT": (1314, "0A000", "%s is not allowed in stored procedures"),
    "ER_SP_WRONG_NO_OF_ARGS": (1318, "42000", "Incorrect number of arguments for %s %s; expected %s, got %s"),
    "ER_SP_COND_MISMATCH": (1319, "42000", "Undefined CONDITION: %s"),
    "ER_SP_NORETURN": (1320, "42000", "No RETURN found in FUNCTION %s"),
    "ER_SP_NORETURNEND": (1321, "2F005", "FUNCTION %s ended without RETURN"),
    "ER_SP_BAD_CURSOR_QUERY": (1322, "42000", "Cursor statement must be a SELECT"),
    "ER_SP_BAD_CURSOR_SELECT": (1323, "42000", "Cursor SELECT must not have INTO"),
    "ER_SP_CURSOR_MISMATCH": (1324, "42000", "Undefined CURSOR: %s"),
    "ER_SP_CURSOR_ALREADY_OPEN": (1325, "24000", "Cursor is already open"),
    "ER_SP_CURSOR_NOT_OPEN": (1326, "24000", "Cursor is not open"),
    "ER_SP_UNDECLARED_VAR": (1327, "42000", "Undeclared variable: %s"),
    "ER_SP_WRONG_NO_OF_FETCH_ARGS": (1328, "HY000", "Incorrect number of FETCH variables"),
    "ER_SP_FETCH_NO_DATA": (1329, "02000", "No data - zero rows fetched, selected, or processed"),
    "ER_SP_DUP_PARAM": (1330, "42000", "Duplicate parameter: %s"),
    "ER_SP_DUP_VAR": (1331, "42000", "Duplicate variable: %s"),
    "ER_SP_DUP_COND": (1332, "42000", "Duplicate condition: %s"),
    "ER_SP_DUP_CURS": (1333, "42000", "Duplicate cursor: %s"),
    "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG": (1336, "0A000", "%s is not allowed in stored function or trigger"),
    "ER_SP_VARCOND_AFTER_CURSHNDLR": (
        1337,
        "42000",
        "Variable or condition declaration after cursor or handler declaration",
    ),
    "ER_SP_CURSOR_AFTER_HANDLER": (1338, "42000", "Cursor declaration after handler declaration"),
    "ER_SP_CASE_NOT_FOUND": (1339, "20000", "Case not found for CASE statement"),
    "ER_SP_NO_DROP_SP": (1357, "HY000", "Can't drop or alter a %s from within another stored routine"),
    "ER_TRG_ALREADY_EXISTS": (1359, "HY000", "Trigger already exists"),
    "ER_TRG_DOES_NOT_EXIST": (1360, "HY000", "Trigger does not exist"),
    "ER_TRG_ON_VIEW_OR_TEMP_TABLE": (1361, "HY000", "Trigger's '%s' is view or temporary table"),
    "ER_TRG_CANT_CHANGE_ROW": (1362, "HY000", "Updating of %s row is not allowed in %strigger"),
    "ER_TRG_NO_SUCH_ROW_IN_TRG": (1363, "HY000", "There is no %s row in on %s trigger"),
    "ER_SP_BAD_SQLSTATE": (1407, "42000", "Bad SQLSTATE: '%s'"),
    "ER_SP_DUP_HANDLER": (1413, "42000", "Duplicate handler declared in the same block"),
    "ER_SP_NOT_VAR_ARG": (
        1414,
        "42000",
        "OUT or INOUT argument %s for routine %s is not a variable or NEW pseudo-variable in BEFORE trigger",
    ),
    "ER_SP_NO_RETSET": (1415, "0A000", "Not allowed to return a result set from %s"),
    "ER_BINLOG_UNSAFE_ROUTINE": (
        1418,
        "HY000",
        "This function has none of DETERMINISTIC, NO SQL, or READS SQL DATA in its declaration and binary logging is "
        "enabled (you *might* want to use the less safe log_bin_trust_function_creators variable)",
    ),
    "ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG": (
        1422,
        "HY000",
        "Explicit or implicit commit is not allowed in stored function or trigger.",
    ),
    "ER_SP_NO_RECURSION": (1424, "HY000", "Recursive stored functions and triggers are not allowed."),
    "ER_TRG_IN_WRONG_SCHEMA": (1435, "HY000", "Trigger in wrong schema"),
    "ER_STACK_OVERRUN_NEED_MORE": (
        1436,
        "HY000",
        "Thread stack overrun:  %s bytes used of a %s byte stack, and %s bytes needed.  Use 'mysqld "
        "--thread_stack=#' to specify a bigger stack.",
    ),
    "ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG": (
        1442,
        "HY000",
        "Can't update table '%s' in stored function/trigger because it is already used by statement which invoked "
        "this stored function/trigger.",
    ),
    "ER_PS_NO_RECURSION": (
        1444,
        "HY000",
        "The prepared statement contains a stored routine call that refers to that same statement. It's not allowed "
        "to execute a prepared statement in such a recursive manner",
    ),
    "ER_SP_CANT_SET_AUTOCOMMIT": (1445, "HY000", "Not allowed to set autocommit from a stored function or trigger"),
    "ER_NO_SUCH_USER": (1449, "HY000", "The user specified as a definer ('%s'@'%s') does not exist"),
    "ER_SP_RECURSION_LIMIT": (
        1456,
        "HY000",
        "Recursive limit %s (as set by the max_sp_recursion_depth variable) was exceeded for routine %s",
    ),
    "ER_NOT_SUPPORTED_YET": (1235, "42000", "This version of MySQL doesn't yet support '%s'"),
    "ER_EVENT_ALREADY_EXISTS": (1537, "HY000", "Event '%s' already exists"),
    "ER_EVENT_DOES_NOT_EXIST": (1539, "HY000", "Unknown event '%s'"),
    "ER_EVENT_INTERVAL_NOT_POSITIVE_OR_TOO_BIG": (1542, "HY000", "INTERVAL is either not positive or too big"),
    "ER_EVENT_ENDS_BEFORE_STARTS": (1543, "HY000", "ENDS is either invalid or before STARTS"),
    "ER_EVENT_EXEC_TIME_IN_THE_PAST": (1544, "HY000", "Event execution time is in the past. Event has been disabled"),
    "ER_EVENT_SAME_NAME": (1551, "HY000", "Same old and new event name"),
    "ER_EVENT_RECURSION_FORBIDDEN": (
        1576,
        "HY000",
        "Recursion of EVENT DDL statements is forbidden when body is present",
    ),
    "ER_NATIVE_FCT_NAME_COLLISION": (1585, "HY000", "This function '%s' has the same name as a native function"),
    "ER_EVENT_CANNOT_CREATE_IN_THE_PAST": (
        1588,
        "HY000",
        "Event execution time is in the past and ON COMPLETION NOT PRESERVE is set. The event was dropped immediately "
        "after creation.",
    ),
    "ER_EVENT_CANNOT_ALTER_IN_THE_PAST": (
        1589,
        "HY000",
        "Event execution time is in the past and ON COMPLETION NOT PRESERVE is set. The event was not changed. Specify "
        "a time in the future.",
    ),
    "ER_UDF_NO_PATHS": (1124, "HY000", "No paths allowed for shared library"),
    "ER_CANT_OPEN_LIBRARY": (1126, "HY000", "Can't open shared library '%s' (errno: %s %s)"),
    "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_FORMAT": (
        1560,
        "HY000",
        "Cannot change the binary logging format inside a stored function or trigger",
    ),
    "ER_FUNC_INEXISTENT_NAME_COLLISION": (
        1630,
        "42000",
        "FUNCTION %s does not exist. Check the 'Function Name Parsing and Resolution' section in the Reference Manual",
    ),
    "ER_DUP_SIGNAL_SET": (1641, "42000", "Duplicate condition information item '%s'"),
    "ER_SIGNAL_WARN": (1642, "01000", "Unhandled user-defined warning condition"),
    "ER_SIGNAL_NOT_FOUND": (1643, "02000", "Unhandled user-defined not found condition"),
    "ER_SIGNAL_EXCEPTION": (1644, "HY000", "Unhandled user-defined exception condition"),
    "ER_RESIGNAL_WITHOUT_ACTIVE_HANDLER": (1645, "0K000", "RESIGNAL when handler not active"),
    "ER_SIGNAL_BAD_CONDITION_TYPE": (
        1646,
        "HY000",
        "SIGNAL/RESIGNAL can only use a CONDITION defined with SQLSTATE",
    ),
    "ER_STORED_FUNCTION_PREVENTS_SWITCH_BINLOG_DIRECT": (
        1686,
        "HY000",
        "Cannot change the binlog direct flag inside a stored function or trigger",
    ),
    "ER_STORED_FUNCTION_PREVENTS_SWITCH_SQL_LOG_BIN": (
        1695,
        "HY000",
        "Cannot change the sql_log_bin inside a stored function or trigger",
    ),
    "ER_REFERENCED_TRG_DOES_NOT_EXIST": (
        3011,
        "HY000",
        "Referenced trigger '%s' for the given action time and event type does not exist.",
    ),
    "ER_GET_STACKED_DA_WITHOUT_ACTIVE_HANDLER": (
        3004,
        "0Z002",
        "GET STACKED DIAGNOSTICS when handler not active",
    ),
    "ER_DA_INVALID_CONDITION_NUMBER": (1758, "35000", "Invalid condition number"),
    "ER_WARN_TRG_ALREADY_EXISTS": (4099, "HY000", "Trigger '%s' already exists on the table '%s'.'%s'."),
}

"""Messages of statements about tables and constraints: a part of `messages.MESSAGES`.

Numbers, SQLSTATEs and texts as a 9.7.4 sent them (captured sidecars), or as the MySQL Server Error Reference has them.
"""

from __future__ import annotations

TABLE_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_INVALID_JSON_CHARSET": (
        3144,
        "22032",
        "Cannot create a JSON value from a string with CHARACTER SET '%s'.",
    ),
    "ER_INVALID_JSON_TEXT_IN_PARAM": (
        3141,
        "22032",
        'Invalid JSON text in argument %s to function %s: "%s" at position %s.',
    ),
    "ER_INVALID_TYPE_FOR_JSON": (
        3146,
        "22032",
        "Invalid data type for JSON data in argument %s to function %s; a JSON string or JSON type is required.",
    ),
    "ER_INVALID_JSON_VALUE_FOR_CAST": (
        3156,
        "22018",
        "Invalid JSON value for CAST to %s from column %s at row %s",
    ),
    "ER_MISSING_JSON_TABLE_VALUE": (3665, "22035", "Missing value for JSON_TABLE column '%s'"),
    "ER_WRONG_JSON_TABLE_VALUE": (
        3666,
        "2203F",
        "Can't store an array or an object in the scalar JSON_TABLE column '%s'",
    ),
    "ER_TF_MUST_HAVE_ALIAS": (3667, "42000", "Every table function must have an alias"),
    "ER_JT_VALUE_OUT_OF_RANGE": (3669, "22003", "Value is out of range for JSON_TABLE's column '%s'"),
    "ER_WARN_DEPRECATED_JSON_TABLE_ON_ERROR_ON_EMPTY": (
        1287,
        "HY000",
        "Specifying an ON EMPTY clause after the ON ERROR clause in a JSON_TABLE column definition is deprecated "
        "syntax and will be removed in a future release. Specify ON EMPTY before ON ERROR instead.",
    ),
    "ER_JSON_BAD_ONE_OR_ALL_ARG": (
        3154,
        "42000",
        "The oneOrAll argument to %s may take these values: 'one' or 'all'.",
    ),
    "ER_INVALID_JSON_PATH": (
        3143,
        "42000",
        "Invalid JSON path expression. The error is around character position %s.",
    ),
    "ER_INVALID_JSON_PATH_WILDCARD": (
        3149,
        "42000",
        "In this situation, path expressions may not contain the * and ** tokens or an array range.",
    ),
    "ER_MISSING_JSON_VALUE": (3966, "22035", "No value was found by '%s' on the specified path."),
    "ER_MULTIPLE_JSON_VALUES": (3967, "22034", "More than one value was found by '%s' on the specified path."),
    "ER_JSON_VACUOUS_PATH": (3153, "42000", "The path expression '$' is not allowed in this context."),
    "ER_JSON_DOCUMENT_NULL_KEY": (3158, "22032", "JSON documents may not contain NULL member names."),
    "ER_INVALID_JSON_PATH_ARRAY_CELL": (3165, "42000", "A path expression is not a path to a cell in an array."),
    "ER_CTE_MAX_RECURSION_DEPTH": (
        3636,
        "HY000",
        "Recursive query aborted after %s iterations. Try increasing @@cte_max_recursion_depth to a larger value.",
    ),
    "ER_WARN_PURGE_LOG_IS_ACTIVE": (1868, "HY000", "file %s was not purged because it is the active log file."),
    "ER_UNKNOWN_TARGET_BINLOG": (1373, "HY000", "Target log not found in binlog index"),
    "ER_ERROR_WHEN_EXECUTING_COMMAND": (1220, "HY000", "Error when executing command %s: %s"),
    "ER_BAD_FT_COLUMN": (1283, "HY000", "Column '%s' cannot be part of FULLTEXT index"),
    "ER_SPATIAL_CANT_HAVE_NULL": (1252, "42000", "All parts of a SPATIAL index must be NOT NULL"),
    "ER_ALTER_OPERATION_NOT_SUPPORTED_REASON": (1846, "0A000", "%s is not supported. Reason: %s. Try %s."),
    "ER_ALTER_OPERATION_NOT_SUPPORTED": (1845, "0A000", "%s is not supported for this operation. Try %s."),
    "ER_UNKNOWN_ALTER_LOCK": (1801, "HY000", "Unknown LOCK type '%s'"),
    "ER_UNKNOWN_ALTER_ALGORITHM": (1800, "HY000", "Unknown ALGORITHM '%s'"),
    "ER_ILLEGAL_HA": (1031, "HY000", "Table storage engine for '%s' doesn't have this option"),
    "ER_FK_COLUMN_CANNOT_DROP_CHILD": (
        1829,
        "HY000",
        "Cannot drop column '%s': needed in a foreign key constraint '%s' of table '%s'",
    ),
    "ER_FK_COLUMN_NOT_NULL": (
        1830,
        "HY000",
        "Column '%s' cannot be NOT NULL: needed in a foreign key constraint '%s' SET NULL",
    ),
    "ER_FK_INCOMPATIBLE_COLUMNS": (
        3780,
        "HY000",
        "Referencing column '%s' and referenced column '%s' in foreign key constraint '%s' are incompatible.",
    ),
    "EE_WRITE": (3, "HY000", "Error writing file '%s' (OS errno %s - %s)"),
    "EE_FILENOTFOUND": (29, "HY000", "File '%s' not found (OS errno %s - %s)"),
    "ER_NO_BINARY_LOGGING": (1381, "HY000", "You are not using binary logging"),
    "EE_STAT": (13, "HY000", "Can't get stat of '%s' (OS errno 2 - No such file or directory)"),
    "EE_CANTCREATEFILE": (1, "HY000", "Can't create/write to file '%s' (OS errno 2 - No such file or directory)"),
    "ER_FILE_EXISTS_ERROR": (1086, "HY000", "File '%s' already exists"),
    "CR_LOAD_DATA_LOCAL_INFILE_REJECTED": (
        2068,
        "HY000",
        "LOAD DATA LOCAL INFILE file request rejected due to restrictions on access.",
    ),
    "ER_FILE_NOT_FOUND": (1017, "HY000", "Can't find file: '%s' (errno: 2 - No such file or directory)"),
    "ER_WRONG_FIELD_TERMINATORS": (
        1083,
        "42000",
        "Field separator argument is not what is expected; check the manual",
    ),
    "ER_WARN_TOO_FEW_RECORDS": (1261, "01000", "Row %s doesn't contain data for all columns"),
    "ER_WARN_TOO_MANY_RECORDS": (
        1262,
        "01000",
        "Row %s was truncated; it contained more data than there were input columns",
    ),
    "ER_WARN_NULL_TO_NOTNULL": (
        1263,
        "22004",
        "Column set to default value; NULL supplied to NOT NULL column '%s' at row %s",
    ),
    "ER_CLIENT_LOCAL_FILES_DISABLED": (
        3948,
        "42000",
        "Loading local data is disabled; this must be enabled on both the client and server sides",
    ),
    "ER_WARN_LEGACY_SYNTAX_CONVERTED": (
        3005,
        "HY000",
        "%s is no longer supported. The statement was converted to %s.",
    ),
    "ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN": (
        3105,
        "HY000",
        "The value specified for generated column '%s' in table '%s' is not allowed.",
    ),
    "ER_CHECK_CONSTRAINT_VIOLATED": (3819, "HY000", "Check constraint '%s' is violated."),
    "ER_NO_REFERENCED_ROW_2": (
        1452,
        "23000",
        "Cannot add or update a child row: a foreign key constraint fails (%s)",
    ),
    "ER_ROW_IS_REFERENCED_2": (
        1451,
        "23000",
        "Cannot delete or update a parent row: a foreign key constraint fails (%s)",
    ),
    "ER_TEMP_TABLE_PREVENTS_SWITCH_OUT_OF_RBR": (
        1559,
        "HY000",
        "Cannot switch out of the row-based binary log format when the session has open temporary tables",
    ),
    "ER_GIPK_FAILED_COLUMN_EXISTS": (
        4108,
        "HY000",
        "Failed to generate invisible primary key. Column '%s' already exists.",
    ),
    "ER_GIPK_FAILED_AUTOINC_EXISTS": (
        4109,
        "HY000",
        "Failed to generate invisible primary key. Auto-increment column already exists.",
    ),
    "ER_GIPK_CREATE_SELECT_IN_STATEMENT_FORMAT": (
        4112,
        "HY000",
        "Generating an invisible primary key for a table created using CREATE TABLE ... SELECT ... is disallowed when "
        "binlog_format=STATEMENT. It cannot be guaranteed that the SELECT retrieves rows in the same order on source "
        "and replica. Therefore, it cannot be guaranteed that the value generated for the generated implicit primary "
        "key column will be the same on source and replica for all rows. Use binlog_format=ROW or MIXED to execute "
        "this statement.",
    ),
    "ER_CANT_DROP_FIELD_OR_KEY": (1091, "42000", "Can't DROP '%s'; check that column/key exists"),
    "ER_CANT_REMOVE_ALL_FIELDS": (
        1090,
        "42000",
        "You can't delete all columns with ALTER TABLE; use DROP TABLE instead",
    ),
    "ER_OPTION_OUT_OF_RANGE": (1064, "42000", "The valid range for %s is %s. Error near '%s' at line %s"),
    "ER_TOO_BIG_ROW_OF_PAGE": (
        1118,
        "42000",
        "Row size too large (> %s). Changing some columns to TEXT or BLOB %smay help. In current row format, BLOB "
        "prefix of %s bytes is stored inline.",
    ),
    "ER_TOO_LONG_FIELD_COMMENT": (
        1629,
        "HY000",
        "The maximum supported character limit for the field, '%s', has been exceeded (max = %s)",
    ),
    "ER_TOO_LONG_TABLE_COMMENT": (1628, "HY000", "Comment for table '%s' is too long (max = %s)"),
    "ER_TOO_LONG_INDEX_COMMENT": (1688, "HY000", "Comment for index '%s' is too long (max = %s)"),
    "ER_TOO_LONG_TABLE_PARTITION_COMMENT": (1793, "HY000", "Comment for table partition '%s' is too long (max = %s)"),
    "ER_TOO_LONG_SET_ENUM_VALUE": (3505, "HY000", "Too long enumeration/set value for column %s."),
    "ER_TOO_BIG_ENUM": (3504, "HY000", "Too many enumeration values for column %s."),
    "ER_WRONG_PARTITION_NAME": (1567, "HY000", "Incorrect partition name"),
    "ER_TOO_MANY_PARTITION_FUNC_FIELDS_ERROR": (1655, "HY000", "Too many fields in '%s'"),
    "ER_WRONG_STRING_LENGTH": (1470, "HY000", "String '%s' is too long for %s (should be no longer than %s)"),
    "ER_KEY_DOES_NOT_EXITS": (1176, "42000", "Key '%s' doesn't exist in table '%s'"),
    "ER_INVALID_USE_OF_NULL": (1138, "22004", "Invalid use of NULL value"),
    "ER_DROP_INDEX_FK": (1553, "HY000", "Cannot drop index '%s': needed in a foreign key constraint"),
    "ER_MULTI_UPDATE_KEY_CONFLICT": (
        1706,
        "HY000",
        "Primary key/partition key update is not allowed since the table is updated both as '%s' and '%s'.",
    ),
    "ER_FK_COLUMN_CANNOT_CHANGE": (1832, "HY000", "Cannot change column '%s': used in a foreign key constraint '%s'"),
    "ER_FK_COLUMN_CANNOT_CHANGE_CHILD": (
        1833,
        "HY000",
        "Cannot change column '%s': used in a foreign key constraint '%s' of table '%s'",
    ),
    "ER_FK_CANNOT_CHANGE_ENGINE": (
        3776,
        "HY000",
        "Cannot change table's storage engine because the table participates in a foreign key constraint.",
    ),
    "ER_FK_COLUMN_CANNOT_DROP": (1828, "HY000", "Cannot drop column '%s': needed in a foreign key constraint '%s'"),
    "ER_FUNCTIONAL_INDEX_ON_JSON_OR_GEOMETRY_FUNCTION": (
        3753,
        "HY000",
        "Cannot create a functional index on a function that returns a JSON or GEOMETRY value.",
    ),
    "ER_FUNCTION_NOT_DEFINED": (1128, "HY000", "Function '%s' is not defined"),
    "ER_INNODB_NO_FT_TEMP_TABLE": (1796, "HY000", "Cannot create FULLTEXT index on temporary InnoDB table"),
    "ER_JSON_SCHEMA_VALIDATION_ERROR_WITH_DETAILED_REPORT": (3934, "HY000", "%s"),
    "ER_INVALID_JSON_TYPE": (3853, "22032", "Invalid JSON type in argument %s to function %s; an %s is required."),
    "ER_FT_MATCHING_KEY_NOT_FOUND": (1191, "HY000", "Can't find FULLTEXT index matching the column list"),
    "ER_FUNCTIONAL_INDEX_PRIMARY_KEY": (3756, "HY000", "The primary key cannot be a functional index"),
    "ER_FUNCTIONAL_INDEX_ON_LOB": (
        3757,
        "HY000",
        "Cannot create a functional index on an expression that returns a BLOB or TEXT. Please consider using CAST.",
    ),
    "ER_FUNCTIONAL_INDEX_FUNCTION_IS_NOT_ALLOWED": (
        3758,
        "HY000",
        "Expression of functional index '%s' contains a disallowed function.",
    ),
    "ER_SPATIAL_FUNCTIONAL_INDEX": (3760, "HY000", "Spatial functional index is not supported."),
    "ER_FUNCTIONAL_INDEX_NOT_APPLICABLE": (
        3761,
        "HY000",
        "The used storage engine cannot index the expression '%s'.",
    ),
    "ER_FUNCTIONAL_INDEX_ON_FIELD": (
        3762,
        "HY000",
        "Functional index on a column is not supported. Consider using a regular index instead.",
    ),
    "ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX": (
        3751,
        "01000",
        "Data truncated for functional index '%s' at row %s",
    ),
    "ER_WARN_DATA_OUT_OF_RANGE_FUNCTIONAL_INDEX": (
        3752,
        "22003",
        "Value is out of range for functional index '%s' at row %s",
    ),
    "ER_DEPENDENT_BY_FUNCTIONAL_INDEX": (
        3837,
        "HY000",
        "Column '%s' has a functional index dependency and cannot be dropped or renamed.",
    ),
    "ER_DEPENDENT_BY_GENERATED_COLUMN": (3108, "HY000", "Column '%s' has a generated column dependency."),
    "ER_DEPENDENT_BY_CHECK_CONSTRAINT": (
        3959,
        "HY000",
        "Check constraint '%s' uses column '%s', hence column cannot be dropped or renamed.",
    ),
    "ER_CHECK_CONSTRAINT_NOT_FOUND": (3821, "HY000", "Check constraint '%s' is not found in the table."),
    "ER_CONSTRAINT_NOT_FOUND": (3940, "HY000", "Constraint '%s' does not exist."),
    "ER_WRONG_OBJECT": (1347, "HY000", "'%s.%s' is not %s"),
    "ER_TABLE_NOT_LOCKED_FOR_WRITE": (
        1099,
        "HY000",
        "Table '%s' was locked with a READ lock and can't be updated",
    ),
    "ER_TABLE_NOT_LOCKED": (1100, "HY000", "Table '%s' was not locked with LOCK TABLES"),
    "ER_NO_SUCH_THREAD": (1094, "HY000", "Unknown thread id: %s"),
    "ER_SCHEMA_NOT_FOUND": (3503, "42000", "Database '%s' doesn't exist"),
    "ER_USER_REFERENCED_AS_DEFINER": (4005, "HY000", "User %s is referenced as a definer account in %s."),
    "ER_MALFORMED_HOSTNAME": (1105, "HY000", "Malformed hostname (illegal symbol: '@')"),
    "ER_CANNOT_USER": (1396, "HY000", "Operation %s failed for %s"),
    "ER_INCORRECT_CURRENT_PASSWORD": (
        3891,
        "HY000",
        "Incorrect current password. Specify the correct password which has to be replaced.",
    ),
    "ER_CURRENT_PASSWORD_NOT_REQUIRED": (
        3893,
        "HY000",
        "Do not specify the current password while changing it for other users.",
    ),
    "ER_USER_ALREADY_EXISTS": (3163, "HY000", "Authorization ID %s already exists."),
    "ER_USER_DOES_NOT_EXIST": (3162, "HY000", "Authorization ID %s does not exist."),
    "ER_CANT_CREATE_USER_WITH_GRANT": (1410, "42000", "You are not allowed to create a user with GRANT"),
    "ER_PLUGIN_IS_NOT_LOADED": (1524, "HY000", "Plugin '%s' is not loaded"),
    "ER_PASSWD_LENGTH": (1372, "HY000", "Password hash should be a %d-digit hexadecimal number"),
    "ER_PASSWORD_NO_MATCH": (1133, "42000", "Can't find any matching row in the user table"),
    "ER_REVOKE_GRANTS": (1269, "HY000", "Can't revoke all privileges for one or more of the requested users"),
    "ER_NONEXISTING_GRANT": (1141, "42000", "There is no such grant defined for user '%s' on host '%s'"),
    "ER_VIEW_SELECT_TMPTABLE": (1352, "HY000", "View's SELECT refers to a temporary table '%s'"),
    "ER_VIEW_INVALID": (
        1356,
        "HY000",
        "View '%s.%s' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights "
        "to use them",
    ),
    "ER_TOO_HIGH_LEVEL_OF_NESTING_FOR_SELECT": (1473, "HY000", "Too high level of nesting for select"),
    "ER_VIEW_CHECK_FAILED": (1369, "HY000", "CHECK OPTION failed '%s'"),
    "ER_VIEW_NONUPD_CHECK": (1368, "HY000", "CHECK OPTION on non-updatable view '%s.%s'"),
    "ER_VIEW_RECURSIVE": (1462, "HY000", "`%s`.`%s` contains view recursion"),
    "ER_VIEW_SELECT_CLAUSE": (1350, "HY000", "View's SELECT contains a '%s' clause"),
    "ER_VIEW_WRONG_LIST": (
        1353,
        "HY000",
        "In definition of view, derived table or common table expression, SELECT list and column names list have "
        "different column counts",
    ),
    "ER_NO_DEFAULT_FOR_VIEW_FIELD": (
        1423,
        "HY000",
        "Field of view '%s.%s' underlying table doesn't have a default value",
    ),
    "ER_VIEW_DELETE_MERGE_VIEW": (1395, "HY000", "Can not delete from join view '%s.%s'"),
    "ER_VIEW_MULTIUPDATE": (1393, "HY000", "Can not modify more than one base table through a join view '%s.%s'"),
    "ER_VIEW_NO_INSERT_FIELD_LIST": (1394, "HY000", "Can not insert into join view '%s.%s' without fields list"),
    "ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE": (
        1175,
        "HY000",
        "You are using safe update mode and you tried to update a table without a WHERE that uses a KEY column. ",
    ),
    "ER_UNSUPPORTED_INDEX_ALGORITHM": (
        3502,
        "HY000",
        "This storage engine does not support the %s index algorithm, storage engine default was used instead.",
    ),
    "ER_DROP_PK_COLUMN_TO_DROP_GIPK": (
        4111,
        "HY000",
        "Please drop primary key column to be able to drop generated invisible primary key.",
    ),
    "ER_AUTOINC_READ_FAILED": (1467, "HY000", "Failed to read auto-increment value from storage engine"),
    "ER_NON_INSERTABLE_TABLE": (1471, "HY000", "The target table %s of the %s is not insertable-into"),
    "ER_NONUPDATEABLE_COLUMN": (1348, "HY000", "Column '%s' is not updatable"),
    "ER_GENERATED_COLUMN_FUNCTION_IS_NOT_ALLOWED": (
        3102,
        "HY000",
        "Expression of generated column '%s' contains a disallowed function.",
    ),
    "ER_WRONG_FK_OPTION_FOR_GENERATED_COLUMN": (
        3104,
        "HY000",
        "Cannot define foreign key with %s clause on a generated column.",
    ),
    "ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN": (3106, "HY000", "'%s' is not supported for generated columns."),
    "ER_GENERATED_COLUMN_NON_PRIOR": (
        3107,
        "HY000",
        "Generated column can refer only to generated columns defined prior to it.",
    ),
    "ER_GENERATED_COLUMN_REF_AUTO_INC": (3109, "HY000", "Generated column '%s' cannot refer to auto-increment column."),
    "ER_FK_CANNOT_USE_VIRTUAL_COLUMN": (
        3733,
        "HY000",
        "Foreign key '%s' uses virtual column '%s' which is not supported.",
    ),
    "ER_GENERATED_COLUMN_NAMED_FUNCTION_IS_NOT_ALLOWED": (
        3763,
        "HY000",
        "Expression of generated column '%s' contains a disallowed function: %s.",
    ),
    "ER_DEPENDENT_BY_DEFAULT_GENERATED_VALUE": (
        3766,
        "HY000",
        "Column '%s' of table '%s' has a default value expression dependency and cannot be dropped or renamed.",
    ),
    "ER_DEFAULT_VAL_GENERATED_NON_PRIOR": (
        3767,
        "HY000",
        "Default value expression of column '%s' cannot refer to a column defined after it if that column is a"
        " generated column or has an expression as default value.",
    ),
    "ER_DEFAULT_VAL_GENERATED_REF_AUTO_INC": (
        3768,
        "HY000",
        "Default value expression of column '%s' cannot refer to an auto-increment column.",
    ),
    "ER_DEFAULT_VAL_GENERATED_FUNCTION_IS_NOT_ALLOWED": (
        3769,
        "HY000",
        "Default value expression of column '%s' contains a disallowed function.",
    ),
    "ER_DEFAULT_VAL_GENERATED_NAMED_FUNCTION_IS_NOT_ALLOWED": (
        3770,
        "HY000",
        "Default value expression of column '%s' contains a disallowed function: %s.",
    ),
    "ER_DEFAULT_VAL_GENERATED_VARIABLES": (
        3772,
        "HY000",
        "Default value expression of column '%s' cannot refer user or system variables.",
    ),
    "ER_NON_BOOLEAN_EXPR_FOR_CHECK_CONSTRAINT": (
        3812,
        "HY000",
        "An expression of non-boolean type specified to a check constraint '%s'.",
    ),
    "ER_COLUMN_CHECK_CONSTRAINT_REFERENCES_OTHER_COLUMN": (
        3813,
        "HY000",
        "Column check constraint '%s' references other column.",
    ),
    "ER_CHECK_CONSTRAINT_NAMED_FUNCTION_IS_NOT_ALLOWED": (
        3814,
        "HY000",
        "An expression of a check constraint '%s' contains disallowed function: %s.",
    ),
    "ER_CHECK_CONSTRAINT_FUNCTION_IS_NOT_ALLOWED": (
        3815,
        "HY000",
        "An expression of a check constraint '%s' contains disallowed function.",
    ),
    "ER_CHECK_CONSTRAINT_VARIABLES": (
        3816,
        "HY000",
        "An expression of a check constraint '%s' cannot refer to a user or system variable.",
    ),
    "ER_CHECK_CONSTRAINT_REFERS_AUTO_INCREMENT_COLUMN": (
        3818,
        "HY000",
        "Check constraint '%s' cannot refer to an auto-increment column.",
    ),
    "ER_CHECK_CONSTRAINT_REFERS_UNKNOWN_COLUMN": (
        3820,
        "HY000",
        "Check constraint '%s' refers to non-existing column '%s'.",
    ),
    "ER_CHECK_CONSTRAINT_DUP_NAME": (3822, "HY000", "Duplicate check constraint name '%s'."),
    "ER_FK_DUP_NAME": (1826, "HY000", "Duplicate foreign key constraint name '%s'"),
    "ER_FOREIGN_DUPLICATE_KEY_WITH_CHILD_INFO": (
        1761,
        "23000",
        "Foreign key constraint for table '%s', record '%s' would lead to a duplicate entry in table '%s', key '%s'",
    ),
    "ER_FK_MAX_TABLES_IN_CASCADE_CHAIN_EXCEEDED": (
        6575,
        "HY000",
        "Foreign key cascade delete/update exceeds max tables limit of %s.",
    ),
    # 6576 and 6577 are new in 9.7; the names of their symbols are not known from any text
    "ER_FK_COLUMN_CHANGED_BY_CASCADE_TRIGGER": (
        6576,
        "HY000",
        "Updating a foreign key column in a child-table trigger during a foreign key cascade operation is not allowed.",
    ),
    "ER_FK_CASCADE_OF_TRIGGER_ON_USED_TABLE": (
        6577,
        "HY000",
        "Can not update table '%s' in a foreign key cascade action induced by a stored function/trigger because the"
        " table is already used in foreign key cascade handling.",
    ),
    "ER_FK_DEPTH_EXCEEDED": (3008, "HY000", "Foreign key cascade delete/update exceeds max depth of %s."),
    "ER_FK_CANNOT_OPEN_PARENT": (1824, "HY000", "Failed to open the referenced table '%s'"),
    "ER_FK_NO_COLUMN_PARENT": (
        3734,
        "HY000",
        "Failed to add the foreign key constraint. Missing column '%s' for constraint '%s' in the referenced table "
        "'%s'",
    ),
    "ER_FK_NO_UNIQUE_INDEX_PARENT": (
        6125,
        "HY000",
        "Failed to add the foreign key constraint. Missing unique key for constraint '%s' in the referenced table '%s'",
    ),
    "ER_ROW_IS_REFERENCED": (
        1217,
        "23000",
        "Cannot delete or update a parent row: a foreign key constraint fails",
    ),
    "ER_FK_CANNOT_DROP_PARENT": (
        3730,
        "HY000",
        "Cannot drop table '%s' referenced by a foreign key constraint '%s' on table '%s'.",
    ),
    "ER_TRUNCATE_ILLEGAL_FK": (
        1701,
        "42000",
        "Cannot truncate a table referenced in a foreign key constraint (%s)",
    ),
    "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_CREATED_TEMP_TABLE": (
        1751,
        "HY000",
        "The creation of some temporary tables could not be rolled back.",
    ),
    "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_DROPPED_TEMP_TABLE": (
        1752,
        "HY000",
        "Some temporary tables were dropped, but these operations could not be rolled back.",
    ),
    "ER_NON_UPDATABLE_TABLE": (1288, "HY000", "The target table %s of the %s is not updatable"),
    "ER_WRONG_FK_DEF": (1239, "42000", "Incorrect foreign key definition for '%s': %s"),
    "ER_CANNOT_ADD_FOREIGN": (1215, "HY000", "Cannot add foreign key constraint"),
    "ER_CANT_CREATE_TABLE": (1005, "HY000", "Can't create table '%s' (errno: %s)"),
    # a warning of the engine, by its own number: HA_ERR_CANNOT_ADD_FOREIGN
    "ER_CANNOT_ADD_FOREIGN_NO_INDEX": (
        150,
        "HY000",
        "Create table '%s' with foreign key constraint failed. There is no index in the referenced table where the "
        "referenced columns appear as the first columns.\n",
    ),
    "ER_WRONG_USAGE": (1221, "HY000", "Incorrect usage of %s and %s"),
}

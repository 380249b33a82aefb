"""Messages of the server's administration: a part of `messages.MESSAGES`.

Numbers, SQLSTATEs and texts as a 9.7.4 sent them, or as the MySQL Server Error Reference has them.
"""

from __future__ import annotations

ADMINISTRATION_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_BAD_REPLICA": (
        1200,
        "HY000",
        "The server is not configured as replica; fix in config file or with CHANGE REPLICATION SOURCE TO",
    ),
    "ER_CANNOT_FIND_KEY_IN_KEYRING": (
        3185,
        "HY000",
        "Can't find master key from keyring, please check in the server log if a keyring is loaded and "
        "initialized successfully.",
    ),
    "ER_COMPONENTS_UNLOAD_NOT_LOADED": (
        3537,
        "HY000",
        "Component specified by URN '%s' to unload has not been loaded before.",
    ),
    "ER_TABLEACCESS_DENIED_ERROR": (1142, "42000", "%s command denied to user '%s'@'%s' for table '%s'"),
    "ER_CANT_LOCK_LOG_TABLE": (1556, "HY000", "You can't use locks with log tables."),
    "ER_NO_SYSTEM_TABLE_ACCESS": (3554, "HY000", "Access to %s '%s.%s' is rejected."),
    "ER_DBACCESS_DENIED_ERROR": (1044, "42000", "Access denied for user '%s'@'%s' to database '%s'"),
    "ER_DUP_INDEX": (
        1831,
        "HY000",
        "Duplicate index '%s' defined on the table '%s.%s'. This is deprecated and will be disallowed "
        "in a future release.",
    ),
    "ER_ENGINE_ATTRIBUTE_NOT_SUPPORTED": (3981, "HY000", "Storage engine '%s' does not support ENGINE_ATTRIBUTE."),
    "ER_FEATURE_DISABLED": (
        1289,
        "HY000",
        "The '%s' feature is disabled; you need MySQL built with '%s' to have it working",
    ),
    "ER_FEATURE_UNSUPPORTED": (3658, "HY000", "Feature %s is unsupported (%s)."),
    "ER_FOREIGN_SERVER_DOESNT_EXIST": (
        1477,
        "HY000",
        "The foreign server name you are trying to reference does not exist. Data source error:  %s",
    ),
    "ER_FOREIGN_SERVER_EXISTS": (1476, "HY000", "The foreign server, %s, you are trying to create already exists."),
    "ER_FAILED_DEFAULT_ROLES": (3526, "HY000", "Failed to set default roles"),
    "ER_GRANT_AS": (3835, "HY000", "GRANT ... AS is currently supported only for global privileges."),
    "ER_GROUP_REPLICATION_CONFIGURATION": (
        3092,
        "HY000",
        "The server is not configured properly to be an active member of the group. Please see more "
        "details on error log.",
    ),
    "ER_ILLEGAL_GRANT_FOR_TABLE": (
        1144,
        "42000",
        "Illegal GRANT/REVOKE command; please consult the manual to see which privileges can be used",
    ),
    "ER_ILLEGAL_PRIVILEGE_LEVEL": (3619, "HY000", "Illegal privilege level specified for %s"),
    "ER_IMP_NO_FILES_MATCHED": (3608, "HY000", "No SDI files matched the pattern '%s'"),
    "ER_KEYRING_RELOAD_FAILED": (4035, "HY000", "Keyring reload failed. Please check error log for more details."),
    "ER_NONEXISTING_PROC_GRANT": (
        1403,
        "42000",
        "There is no such grant defined for user '%s' on host '%s' on routine '%s'",
    ),
    "ER_NONEXISTING_TABLE_GRANT": (
        1147,
        "42000",
        "There is no such grant defined for user '%s' on host '%s' on table '%s'",
    ),
    "ER_ORDER_BY_IGNORED": (
        1105,
        "HY000",
        "ORDER BY ignored as there is a user-defined clustered index in the table '%s'",
    ),
    "ER_PLUGIN_DELETE_BUILTIN": (1619, "HY000", "Built-in plugins cannot be deleted"),
    "ER_RENAME_ROLE": (3532, "HY000", "Renaming of a role identifier is forbidden"),
    "ER_REPLICA_CHANNEL_DOES_NOT_EXIST": (3074, "HY000", "Replica channel '%s' does not exist."),
    "ER_REPLICA_WAS_NOT_RUNNING": (3084, "HY000", "Replication thread(s) for channel '%s' are already stopped."),
    "ER_CANT_SET_GTID_PURGED_WHEN_GTID_MODE_IS_OFF": (
        1839,
        "HY000",
        "@@GLOBAL.GTID_PURGED can only be set when @@GLOBAL.GTID_MODE = ON.",
    ),
    "ER_CANT_SET_GTID_PURGED_WHEN_GTID_EXECUTED_IS_NOT_EMPTY": (
        1840,
        "HY000",
        "@@GLOBAL.GTID_PURGED can only be set when @@GLOBAL.GTID_EXECUTED is empty.",
    ),
    "ER_RESERVED_TABLESPACE_NAME": (3119, "42000", "InnoDB: `%s` is a reserved tablespace name."),
    "ER_RESET_SOURCE_TO_VALUE_OUT_OF_RANGE": (
        3567,
        "HY000",
        "The requested value '%s' for the next binary log index is out of range. Please use a value "
        "between '1' and '%s'.",
    ),
    "ER_RESOURCE_GROUP_EXISTS": (3650, "HY000", "Resource Group '%s' exists"),
    "ER_RESOURCE_GROUP_NOT_EXISTS": (3651, "HY000", "Resource Group '%s' does not exist."),
    "ER_ROLE_GRANTED_TO_ITSELF": (
        4027,
        "HY000",
        "User account %s is directly or indirectly granted to the role %s. The GRANT would create a loop",
    ),
    "ER_ROLE_NOT_GRANTED": (3530, "HY000", "%s is not granted to %s"),
    "ER_RPL_ENCRYPTION_CANNOT_ROTATE_BINLOG_MASTER_KEY": (
        3805,
        "HY000",
        "Cannot rotate binary log master key when 'binlog-encryption' is off.",
    ),
    "ER_SCHEMA_READ_ONLY": (3989, "HY000", "Schema '%s' is in read only mode."),
    "ER_CANNOT_USE_ENCRYPTION_CLAUSE": (3833, "HY000", "ENCRYPTION clause is not valid for %s tablespace."),
    "ER_DUPLICATE_TABLESPACE_FILE": (3606, "HY000", "Duplicate file name for tablespace '%s'"),
    "ER_ILLEGAL_HA_CREATE_OPTION": (
        1478,
        "HY000",
        "Table storage engine '%s' does not support the create option '%s'",
    ),
    "ER_ILLEGAL_HA_CREATE_OPTION_INNODB": (1478, "HY000", "InnoDB: %s"),
    "ER_INVALID_ENCRYPTION_OPTION": (3184, "HY000", "Invalid encryption option."),
    "ER_INVALID_JSON_ATTRIBUTE": (3980, "HY000", "Invalid json attribute, error: \"%s\" at pos %s: '%s'"),
    "ER_PARTITIONED_IN_SHARED_TABLESPACE": (
        1478,
        "HY000",
        "InnoDB : A partitioned table is not allowed in a shared tablespace.",
    ),
    "ER_RESERVED_TABLESPACE_FOR_TABLE": (
        3723,
        "HY000",
        "The table '%s' may not be created in the reserved tablespace '%s'.",
    ),
    "ER_RESERVED_TABLESPACE_PREFIX": (
        3119,
        "42000",
        "InnoDB: Tablespace names starting with `innodb_` are reserved.",
    ),
    "ER_ALTER_FILEGROUP_FAILED": (1533, "HY000", "Failed to alter: TABLESPACE %s"),
    "ER_CREATE_FILEGROUP_FAILED": (1528, "HY000", "Failed to create TABLESPACE %s"),
    "ER_GET_ERRNO": (1030, "HY000", "Got error %s - '%s' from storage engine"),
    "ER_RESTART_SERVER_FAILED": (
        3707,
        "HY000",
        "Restart server failed (mysqld is not managed by supervisor process).",
    ),
    "ER_IMPORT_FAILED": (
        1816,
        "HY000",
        "InnoDB: ALTER TABLE `%s`.`%s` IMPORT TABLESPACE failed with error 44 : 'Tablespace not found'",
    ),
    "ER_TABLESPACE_DISCARDED": (1814, "HY000", "Tablespace is discarded for table, '%s'"),
    "ER_TABLESPACE_IS_MISSING": (1812, "HY000", "Tablespace is missing for table `%s`.`%s`."),
    "ER_IB_MSG_CFG": (
        1810,
        "HY000",
        "InnoDB: IO Read error: (2, No such file or directory) Error opening './%s/%s.cfg', will attempt to import "
        "without schema verification",
    ),
    "ER_TABLESPACE_FILE_ENDING": (3121, "HY000", "The ADD DATAFILE filepath must end with '.ibd'."),
    "ER_TABLESPACE_IS_NOT_EMPTY": (3120, "HY000", "Tablespace `%s` is not empty."),
    "ER_TABLESPACE_ENGINE": (
        1478,
        "HY000",
        "Table storage engine '%s' does not support the create option 'CREATE TABLESPACE'",
    ),
    "WARN_UNENCRYPTED_TABLE_IN_ENCRYPTED_DB": (
        3824,
        "HY000",
        "Creating an unencrypted table in a database with default encryption enabled.",
    ),
    "ER_SECONDARY_ENGINE": (3889, "HY000", "Secondary engine operation failed. %s."),
    "ER_CANT_MODIFY_SRID_0": (3714, "HY000", "SRID 0 is not modifiable."),
    "ER_RESERVED_SRID_RANGE": (
        3715,
        "HY000",
        "The SRID range [0, %s] has been reserved for system use. SRSs in this range may be added, modified or removed "
        "without warning during upgrade.",
    ),
    "ER_SRS_ID_ALREADY_EXISTS": (3712, "HY000", "There is already a spatial reference system with SRID %s."),
    "ER_SRS_ID_ALREADY_EXISTS_WARNING": (3713, "HY000", "There is already a spatial reference system with SRID %s."),
    "ER_SRS_MISSING_MANDATORY_ATTRIBUTE": (3708, "HY000", "Missing mandatory attribute %s."),
    "ER_SRS_PARSE_ERROR": (3517, "HY000", "Can't parse the spatial reference system definition of SRID %s."),
    "ER_CANT_MODIFY_SRS_USED_BY_COLUMN": (
        3716,
        "SR006",
        "Can't modify SRID %s. There is at least one column depending on it.",
    ),
    "ER_SRS_NOT_FOUND": (3548, "HY000", "There's no spatial reference system with SRID %s."),
    "ER_SRS_NOT_FOUND_WARNING": (3519, "HY000", "There's no spatial reference system with SRID %s."),
    "ER_TABLESPACE_EXISTS": (1813, "HY000", "Tablespace '%s' exists."),
    "ER_TABLESPACE_MISSING_WITH_NAME": (3510, "HY000", "Tablespace %s doesn't exist."),
    "ER_UNKNOWN_AUTHID": (3523, "HY000", "Unknown authorization ID %s"),
    "ER_UNKNOWN_KEY_CACHE": (1284, "HY000", "Unknown key cache '%s'"),
    "ER_UNSUPPORTED_AS_GRANT": (
        3836,
        "HY000",
        "Either some of the authorization IDs in the AS clause are invalid or the current user lacks privileges to "
        "execute the statement.",
    ),
    "ER_VAR_DOES_NOT_EXIST": (3615, "HY000", "Variable %s does not exist in persisted config file"),
    "ER_WRONG_FILE_LOCATION": (3121, "HY000", "The DATA DIRECTORY location must be in a known directory."),
    "ER_WINDOW_INVALID_WINDOW_FUNC_USE": (3593, "HY000", "You cannot use the window function '%s' in this context.'"),
    "ER_WINDOW_CIRCULARITY_IN_WINDOW_GRAPH": (3580, "HY000", "There is a circularity in the window dependency graph."),
    "ER_WINDOW_NO_CHILD_PARTITIONING": (
        3581,
        "HY000",
        "A window which depends on another cannot define partitioning.",
    ),
    "ER_WINDOW_NO_INHERIT_FRAME": (
        3582,
        "HY000",
        "Window '%s' has a frame definition, so cannot be referenced by another window.",
    ),
    "ER_WINDOW_NO_REDEFINE_ORDER_BY": (
        3583,
        "HY000",
        "Window '%s' cannot inherit '%s' since both contain an ORDER BY clause.",
    ),
    "ER_WINDOW_FRAME_START_ILLEGAL": (3584, "HY000", "Window '%s': frame start cannot be UNBOUNDED FOLLOWING."),
    "ER_WINDOW_FRAME_END_ILLEGAL": (3585, "HY000", "Window '%s': frame end cannot be UNBOUNDED PRECEDING."),
    "ER_WINDOW_FRAME_ILLEGAL": (
        3586,
        "HY000",
        "Window '%s': frame start or end is negative, NULL or of non-integral type",
    ),
    "ER_WINDOW_RANGE_FRAME_ORDER_TYPE": (
        3587,
        "HY000",
        "Window '%s' with RANGE N PRECEDING/FOLLOWING frame requires exactly one deterministic ORDER BY expression, of "
        "numeric or temporal type",
    ),
    "ER_WINDOW_RANGE_FRAME_TEMPORAL_TYPE": (
        3588,
        "HY000",
        "Window '%s' with RANGE frame has ORDER BY expression of datetime type. Only INTERVAL bound value allowed.",
    ),
    "ER_WINDOW_RANGE_FRAME_NUMERIC_TYPE": (
        3589,
        "HY000",
        "Window '%s' with RANGE frame has ORDER BY expression of numeric type, INTERVAL bound value not allowed.",
    ),
    "ER_WINDOW_NO_SUCH_WINDOW": (3579, "HY000", "Window name '%s' is not defined."),
    "ER_COMPONENTS_CANT_LOAD": (3529, "HY000", "Cannot load component from specified URN: '%s'."),
    "ER_WARN_DEPRECATED_SUPER": (1287, "HY000", "The SUPER privilege identifier is deprecated"),
    "ER_WARN_DYNAMIC_PRIVILEGE_NOT_REGISTERED": (
        3929,
        "HY000",
        "Dynamic privilege '%s' is not registered with the server.",
    ),
    "ER_WARN_UNLOAD_THE_NOT_PERSISTED": (
        3542,
        "HY000",
        "The Persistent Dynamic Loader was used to unload a component '%s', but it was not used to load that component "
        "before.",
    ),
}

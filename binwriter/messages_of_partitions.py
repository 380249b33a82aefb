"""Messages of partitioned tables: a part of `messages.MESSAGES`. Texts as a 9.7.4 sent them."""

from __future__ import annotations

PARTITION_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_PARSE_ERROR_NEAR": (1064, "42000", "%s near '%s' at line %s"),
    "ER_BLOB_FIELD_IN_PART_FUNC_ERROR": (1502, "HY000", "A BLOB field is not allowed in partition function"),
    "ER_COALESCE_ONLY_ON_HASH_PARTITION": (
        1509,
        "HY000",
        "COALESCE PARTITION can only be used on HASH/KEY partitions",
    ),
    "ER_DEPENDENT_BY_PARTITION_FUNC": (
        3855,
        "HY000",
        "Column '%s' has a partitioning function dependency and cannot be dropped or renamed.",
    ),
    "ER_DROP_LAST_PARTITION": (1508, "HY000", "Cannot remove all partitions, use DROP TABLE instead"),
    "ER_DROP_PARTITION_NON_EXISTENT": (1507, "HY000", "Error in list of partitions to %s"),
    "ER_FIELD_NOT_FOUND_PART_ERROR": (
        1488,
        "HY000",
        "Field in list of fields for partition function not found in table",
    ),
    "ER_FIELD_TYPE_NOT_ALLOWED_AS_PARTITION_FIELD": (
        1659,
        "HY000",
        "Field '%s' is of a not allowed type for this type of partitioning",
    ),
    "ER_FOREIGN_KEY_ON_PARTITIONED": (
        1506,
        "HY000",
        "Foreign keys are not yet supported in conjunction with partitioning",
    ),
    "ER_MULTIPLE_DEF_CONST_IN_LIST_PART_ERROR": (
        1495,
        "HY000",
        "Multiple definition of same constant in list partitioning",
    ),
    "ER_NO_PARTITION_FOR_GIVEN_VALUE": (1526, "HY000", "Table has no partition for value %s"),
    "ER_NO_PARTS_ERROR": (1504, "HY000", "Number of %s = 0 is not an allowed value"),
    "ER_ONLY_ON_RANGE_LIST_PARTITION": (1512, "HY000", "%s PARTITION can only be used on RANGE/LIST partitions"),
    "ER_PARTITIONS_MUST_BE_DEFINED_ERROR": (1492, "HY000", "For %s partitions each partition must be defined"),
    "ER_PARTITION_CLAUSE_ON_NONPARTITIONED": (1747, "HY000", "PARTITION () clause on non partitioned table"),
    "ER_PARTITION_EXCHANGE_PART_TABLE": (1732, "HY000", "Table to exchange with partition is partitioned: '%s'"),
    "ER_PARTITION_EXCHANGE_TEMP_TABLE": (1733, "HY000", "Table to exchange with partition is temporary: '%s'"),
    "ER_PARTITION_MAXVALUE_ERROR": (1481, "HY000", "MAXVALUE can only be used in last partition definition"),
    "ER_PARTITION_MGMT_ON_NONPARTITIONED": (
        1505,
        "HY000",
        "Partition management on a not partitioned table is not possible",
    ),
    "ER_PARTITION_NO_TEMPORARY": (1562, "HY000", "Cannot create temporary table with partitions"),
    "ER_PARTITION_WRONG_VALUES_ERROR": (
        1480,
        "HY000",
        "Only %s PARTITIONING can use VALUES %s in partition definition",
    ),
    "ER_RANGE_NOT_INCREASING_ERROR": (
        1493,
        "HY000",
        "VALUES LESS THAN value must be strictly increasing for each partition",
    ),
    "ER_MIX_HANDLER_ERROR": (
        1497,
        "HY000",
        "The mix of handlers in the partitions is not allowed in this version of MySQL",
    ),
    "ER_CONSECUTIVE_REORG_PARTITIONS": (
        1519,
        "HY000",
        "When reorganizing a set of partitions they must be in consecutive order",
    ),
    "ER_REORG_OUTSIDE_RANGE": (
        1520,
        "HY000",
        "Reorganize of range partitions cannot change total ranges except for last partition where it can extend the "
        "range",
    ),
    "ER_REORG_HASH_ONLY_ON_SAME_NO": (
        1510,
        "HY000",
        "REORGANIZE PARTITION can only be used to reorganize partitions not to change their numbers",
    ),
    "ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET": (1748, "HY000", "Found a row not matching the given partition set"),
    "ER_ROW_DOES_NOT_MATCH_PARTITION": (1737, "HY000", "Found a row that does not match the partition"),
    "ER_SAME_NAME_PARTITION": (1517, "HY000", "Duplicate partition name %s"),
    "ER_TABLES_DIFFERENT_METADATA": (1736, "HY000", "Tables have different definitions"),
    "ER_TOO_MANY_PARTITIONS_ERROR": (1499, "HY000", "Too many partitions (including subpartitions) were defined"),
    "ER_UNIQUE_KEY_NEED_ALL_FIELDS_IN_PF": (
        1503,
        "HY000",
        "A %s must include all columns in the table's partitioning function (prefixed columns are not considered).",
    ),
    "ER_NULL_IN_VALUES_LESS_THAN": (1566, "HY000", "Not allowed to use NULL value in VALUES LESS THAN"),
    "ER_PARTITION_FUNCTION_IS_NOT_ALLOWED": (1564, "HY000", "This partition function is not allowed"),
    "ER_VALUES_IS_NOT_INT_TYPE_ERROR": (1697, "HY000", "VALUES value for partition '%s' must have type INT"),
    "ER_UNKNOWN_PARTITION": (1735, "HY000", "Unknown partition '%s' in table '%s'"),
    "ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR": (
        1486,
        "HY000",
        "Constant, random or timezone-dependent expressions in (sub)partitioning function are not allowed",
    ),
}

"""The functions of groups and windows: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.types.kinds import BIGINT, JSON, REAL, UNSIGNED
from binwriter.sql.types.numbers import as_it_is, average, chosen, extreme, sum_of
from binwriter.sql.types.record import Function, Keeps, Nullable, Old, Role
from binwriter.sql.types.texts import grouped

FUNCTIONS = (
    Function("COUNT", type=BIGINT, null=Nullable.NEVER, role=Role.AGGREGATE),
    Function("SUM", parameters="f", type=sum_of, role=Role.AGGREGATE, old=Old(null=True), vectors=False),
    Function("AVG", parameters="f", type=average, role=Role.AGGREGATE, old=Old(null=True), vectors=False),
    Function(
        "MIN", type=extreme, role=Role.AGGREGATE, choice=True, keeps=Keeps.COLUMN, old=Old(null=True), vectors=False
    ),
    Function(
        "MAX", type=extreme, role=Role.AGGREGATE, choice=True, keeps=Keeps.COLUMN, old=Old(null=True), vectors=False
    ),
    Function(
        "ANY_VALUE",
        parameters="s^",
        args=1,
        type=as_it_is,
        null=Nullable.BY_ARGUMENTS,
        role=Role.OF_GROUP,
        keeps=Keeps.OTHERS,
        since=50705,
    ),
    Function("BIT_AND", parameters="b", type=UNSIGNED, null=Nullable.NEVER, role=Role.AGGREGATE, vectors=False),
    Function("BIT_OR", parameters="b", type=UNSIGNED, null=Nullable.NEVER, role=Role.AGGREGATE, vectors=False),
    Function("BIT_XOR", parameters="b", type=UNSIGNED, null=Nullable.NEVER, role=Role.AGGREGATE, vectors=False),
    Function("VAR_POP VARIANCE", parameters="d", type=REAL, role=Role.AGGREGATE, old=Old(null=True), vectors=False),
    Function("VAR_SAMP", parameters="d", type=REAL, role=Role.AGGREGATE, old=Old(null=True), vectors=False),
    Function(
        "STD STDDEV STDDEV_POP", parameters="d", type=REAL, role=Role.AGGREGATE, old=Old(null=True), vectors=False
    ),
    Function("STDDEV_SAMP", parameters="d", type=REAL, role=Role.AGGREGATE, old=Old(null=True), vectors=False),
    Function("JSON_ARRAYAGG", type=JSON, role=Role.AGGREGATE, since=50722),
    Function("JSON_OBJECTAGG", type=JSON, role=Role.AGGREGATE, since=50722),
    Function("GROUPING", null=Nullable.NEVER, role=Role.GROUPING, since=80000),
    Function("ROW_NUMBER", type=UNSIGNED, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("RANK", type=UNSIGNED, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("DENSE_RANK", type=UNSIGNED, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("PERCENT_RANK", type=REAL, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("CUME_DIST", type=REAL, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("NTILE", parameters="i", type=UNSIGNED, null=Nullable.NEVER, role=Role.WINDOW, since=80002),
    Function("LAG", parameters="1", type=chosen, null=Nullable.BY_DEFAULT, role=Role.WINDOW, choice=True, since=80002),
    Function("LEAD", parameters="1", type=chosen, null=Nullable.BY_DEFAULT, role=Role.WINDOW, choice=True, since=80002),
    Function("FIRST_VALUE", type=extreme, role=Role.WINDOW, choice=True, keeps=Keeps.REALS, since=80002),
    Function("LAST_VALUE", type=extreme, role=Role.WINDOW, choice=True, keeps=Keeps.REALS, since=80002),
    Function("NTH_VALUE", type=extreme, role=Role.WINDOW, choice=True, keeps=Keeps.REALS, since=80002),
    Function("GROUP_CONCAT", type=grouped, role=Role.AGGREGATE, old=Old(null=True), nodes=(exp.GroupConcat,)),
)

EXTREMES = frozenset({"MAX", "MIN"})

"""The functions of a choice among values, casts: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.types.kinds import TRUTH
from binwriter.sql.types.merging import extreme_of, kept, unified
from binwriter.sql.types.numbers import first_known
from binwriter.sql.types.record import ACTING, ALL_TEXTS, MANY, BehindError, Function, Keeps, Nullable, Old, Place

FUNCTIONS = (
    Function(
        "COALESCE",
        computed=True,
        parameters="s^",
        args=(1, MANY),
        type=unified,
        null=Nullable.BY_ALL,
        choice=True,
        keeps=Keeps.INTEGERS,
        old=Old(null=True),
        texts=ALL_TEXTS,
        silent="=",
    ),
    Function(
        "IFNULL",
        computed=True,
        behind_error=BehindError.BY_FIRST_IF_NULLABLE,
        parameters="s^",
        args=2,
        type=first_known,
        null=Nullable.BY_ALL,
        choice=True,
        keeps=Keeps.INTEGERS,
        texts=ALL_TEXTS,
        silent="=",
    ),
    Function(
        "NULLIF",
        computed=True,
        behind_error=BehindError.IF_NULLABLE,
        parameters="s^",
        args=2,
        type=kept,
        keeps=Keeps.COLUMN,
        old=Old(null=True),
        texts=ALL_TEXTS,
        passes_on=True,
        silent="=",
    ),
    Function("ISNULL", args=1, type=TRUTH, null=Nullable.NEVER, condition=True, silent="*"),
    *(
        Function(
            name,
            computed=True,
            behind_error=BehindError.BY_FIRST,
            parameters="s^",
            args=(2, MANY),
            type=extreme_of,
            null=Nullable.BY_ARGUMENTS,
            keeps=Keeps.INTEGERS,
            texts=ALL_TEXTS,
            silent="=",
        )
        for name in ("GREATEST", "LEAST")
    ),
    Function("NAME_CONST", args=2, type=lambda measures: measures[1], barred=ACTING, shown=None, passes_on=True),
    Function("DEFAULT", barred=Place.KEY, passes_on=True),
    Function("VALUES", barred=ACTING, passes_on=True),
    Function("CAST", nodes=(exp.Cast,)),
    Function("CONVERT"),
    Function(
        "IF",
        computed=True,
        behind_error=BehindError.BY_ANY,
        null=Nullable.BY_ARGUMENTS,
        choice=True,
        keeps=Keeps.INTEGERS,
        nodes=(exp.If,),
    ),
)

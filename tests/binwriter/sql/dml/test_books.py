"""The books of a statement that changes rows, without a server: programs' savepoints, and what IGNORE forgives."""

from __future__ import annotations

import pytest

from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES, Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml.forgiven import is_forgiven
from binwriter.sql.dml.savepoints import ProgramSavepoints
from binwriter.statement.row_changes import RowChanges
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.undo import UndoLog


def _inserted(engine: Engine, value: int) -> RowChange:
    column = Column(ColumnSpec("a", ColumnType.LONG))
    return RowChange(Table("test", engine.name, engine, (column,)), RowOperation.WRITE, None, (value,))


def test_a_rollback_to_a_savepoint_leaves_changes_of_tables_without_transactions() -> None:
    transactional, other = ENGINES["innodb"], ENGINES["myisam"]
    changes = RowChanges([_inserted(transactional, 1)])
    savepoints = ProgramSavepoints(changes, UndoLog())
    assert savepoints.effects is None
    savepoints.set("s", "SAVEPOINT s")
    assert savepoints.last_behind == 1
    changes.append(_inserted(transactional, 2))
    changes.append(_inserted(other, 3))
    savepoints.rollback(0, met=1)
    assert [change.after for change in changes] == [(1,)]
    assert [change.after for change in savepoints.outlived] == [(3,)]
    effects = savepoints.effects
    assert effects is not None
    assert effects.cut == 1
    assert len(effects.between) == len(savepoints) == 1


# MySQL manual, "The Effect of IGNORE on Statement Execution"
@pytest.mark.parametrize(
    ("symbol", "arguments", "strict", "forgives_keys", "forgiven"),
    [
        ("ER_DUP_ENTRY", ("1", "t.PRIMARY"), True, True, True),
        ("ER_BAD_NULL_ERROR", ("a",), False, True, True),
        ("ER_BAD_NULL_ERROR", ("a",), True, True, False),
        ("ER_NO_REFERENCED_ROW_2", ("",), True, True, True),
        ("ER_NO_REFERENCED_ROW_2", ("",), True, False, False),
        ("ER_NO_SUCH_TABLE", ("test", "t"), True, True, False),
    ],
)
def test_what_ignore_forgives(
    symbol: str, arguments: tuple[str, ...], strict: bool, forgives_keys: bool, forgiven: bool
) -> None:
    error = mysql_error(symbol, *arguments)
    assert is_forgiven(error, strict=strict, forgives_keys=forgives_keys) is forgiven

"""CALL, PREPARE, EXECUTE and DEALLOCATE as commands."""

from __future__ import annotations

from binwriter.server.execution import Execution
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.programs import Call, Deallocate, Execute, Prepare
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult


@runs("call")
def _call(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    assert isinstance(parsed.node, Call)
    result: StatementResult = runner.programs.call(parsed.node, context)
    return result


@runs("prepare")
def _prepare(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    assert isinstance(parsed.node, Prepare)
    result: StatementResult = runner.prepared.prepare(parsed.node, context)
    return result


@runs("execute")
def _execute(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    assert isinstance(parsed.node, Execute)
    result: StatementResult = runner.prepared.execute(parsed.node, context, clock)
    return result


@runs("deallocate_prepare")
def _deallocate(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    assert isinstance(parsed.node, Deallocate)
    result: StatementResult = runner.prepared.deallocate(parsed.node)
    return result

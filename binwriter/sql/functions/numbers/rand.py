"""RAND(): MySQL's own generator, so that the values after a Rand event's seeds are the server's.

A linear congruence over two seeds below 2^30 - 1 (MySQL internals manual, "struct rand_struct"; values checked
against a 9.7.4).
"""

from __future__ import annotations

from binwriter.sql.context import RandState, StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.types import REAL_TYPE, CompiledExpression, Row
from binwriter.sql.functions.registry import Call, function

MAX_VALUE = 0x3FFFFFFF


def next_rand(state: RandState) -> float:
    """The next value in [0, 1); moves the seeds on."""
    state.seed1 = (state.seed1 * 3 + state.seed2) % MAX_VALUE
    state.seed2 = (state.seed1 + state.seed2 + 33) % MAX_VALUE
    return state.seed1 / MAX_VALUE


def seeded(seed: int) -> RandState:
    """The state that RAND(seed) starts from; only the low 32 bits of the seed count."""
    low = seed & 0xFFFFFFFF
    first = (low * 0x10001 + 55555555) & 0xFFFFFFFF
    second = (low * 0x10000001) & 0xFFFFFFFF
    return RandState(first % MAX_VALUE, second % MAX_VALUE)


@function("RAND")
def _rand(call: Call) -> CompiledExpression:
    if not call.args:
        return _session_rand(call)
    seed = call.args[0]
    kept: list[RandState] = []

    def evaluate(context: StatementContext, row: Row) -> float:
        # a constant seed starts one sequence for the statement; any other one starts anew for every row
        if not kept or not seed.constant:
            kept[:] = [seeded(to_int(seed.eval(context, row), seed.type, context) or 0)]
        return next_rand(kept[0])

    return CompiledExpression(REAL_TYPE, evaluate, call.text)


def _session_rand(call: Call) -> CompiledExpression:
    context = call.scope.context
    if context.facts.rand_used is None:  # the seeds of the Rand event are those before the statement's first RAND()
        context.facts.rand_used = (context.session.rand.seed1, context.session.rand.seed2)
    return CompiledExpression(REAL_TYPE, lambda context, row: next_rand(context.session.rand), call.text)

"""Functions that read or change the session, and what they leave behind for the log."""

from __future__ import annotations

from decimal import Decimal

import pytest

from binwriter.errors import MySQLError
from binwriter.sql.context import RandState
from binwriter.sql.functions.numbers.rand import seeded
from tests.binwriter.sql.querying import UserVariable, make_context, query, shown


def test_rand_continues_from_the_session_seeds() -> None:
    """Values of a 9.7.4 after SET rand_seed1 = .., rand_seed2 = .."""
    context = make_context(rand=RandState(1, 2))
    row = query("SELECT RAND(), RAND(), RAND()", context).rows[0]
    assert row == pytest.approx((0.000000004656612877414201, 0.000000051222741651556214, 0.0000002728775146164722))
    assert context.facts.rand_used == (1, 2)
    other = make_context(rand=RandState(123456789, 987654321))
    assert query("SELECT RAND(), RAND()", other).rows[0] == (0.2647590499974406, 0.9788609966438832)


def test_rand_with_a_constant_seed_is_one_sequence() -> None:
    """Values of a 9.7.4; such a RAND leaves no Rand event."""
    context = make_context()
    three = "(SELECT 1 AS x UNION SELECT 2 UNION SELECT 3) d"
    values = [value for (value,) in query(f"SELECT RAND(7) FROM {three}", context).rows]
    assert values == [0.9065021936842261, 0.37600881361962185, 0.16053751777907602]
    assert [value for (value,) in query(f"SELECT RAND(x) FROM {three} LIMIT 2", context).rows] == [
        0.40540353712197724,
        0.6555866465490187,
    ]
    assert query("SELECT RAND(12345678901)", context).rows == [(0.7186628670605485,)]
    assert context.facts.rand_used is None
    assert seeded(0) == seeded(1 << 32)


def test_the_clock_leaves_time_zone_and_microseconds() -> None:
    context = make_context()
    assert shown(query("SELECT UTC_TIMESTAMP(), UNIX_TIMESTAMP()", context)) == [("2023-11-14 22:13:20", "1700000000")]
    assert (context.facts.uses_time_zone, context.facts.uses_microseconds) == (False, False)
    query("SELECT NOW()", context)
    assert (context.facts.uses_time_zone, context.facts.uses_microseconds) == (True, False)
    query("SELECT NOW(1)", context)
    assert context.facts.uses_microseconds
    assert shown(query("SELECT SYSDATE(), NOW()", make_context())) == [("2023-11-15 00:13:21", "2023-11-15 00:13:20")]


@pytest.mark.parametrize("expression", ["FROM_UNIXTIME(0)", "UNIX_TIMESTAMP('2024-01-01')", "CURDATE()", "SYSDATE()"])
def test_local_time_functions_use_the_time_zone(expression: str) -> None:
    context = make_context()
    query(f"SELECT {expression}", context)
    assert context.facts.uses_time_zone


def test_user_variables_are_noted_as_they_were() -> None:
    context = make_context(user_variables={"a": UserVariable(1), "b": UserVariable("x", 45)})
    query("SELECT @b, @A := @a + 1, @nosuch", context)
    assert list(context.facts.user_variables_read) == ["b", "a", "nosuch"]
    assert context.facts.user_variables_read["a"] == UserVariable(1)
    never_set = context.facts.user_variables_read["nosuch"]
    assert (never_set.name, never_set.value) == ("nosuch", None)
    assert context.session.user_variables["a"].value == 2


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("18446744073709551615", UserVariable(18446744073709551615, 63, True)),
        ("1.50", UserVariable(Decimal("1.50"), 255)),
        ("2.5e0", UserVariable(2.5, 255)),
        ("'a' COLLATE utf8mb4_bin", UserVariable("a", 46)),
        ("x'41'", UserVariable(b"A", 63)),
        ("NOW(3)", UserVariable("2023-11-15 00:13:20.123", 8)),
        ("NULL", UserVariable(None, 63)),
    ],
)
def test_assigned_user_variables(expression: str, value: UserVariable) -> None:
    context = make_context()
    query(f"SELECT @v := {expression}", context)
    assert context.session.user_variables["v"].value == value.value
    assert context.session.user_variables["v"].unsigned == value.unsigned
    if not isinstance(value.value, (int, float, Decimal)):
        assert context.session.user_variables["v"].collation == value.collation


def test_last_insert_id() -> None:
    context = make_context(last_insert_id=7)
    assert query("SELECT LAST_INSERT_ID()", context).rows == [(7,)]
    assert context.facts.last_insert_id_used
    other = make_context()
    assert query("SELECT LAST_INSERT_ID(5 + 1)", other).rows == [(6,)]
    assert (other.new_last_insert_id, other.facts.last_insert_id_used) == (6, False)


def test_session_information() -> None:
    context = make_context(connection_id=12, row_count=3, found_rows=4)
    text = "SELECT DATABASE(), USER(), CURRENT_USER, CONNECTION_ID(), ROW_COUNT(), FOUND_ROWS(), SLEEP(9)"
    assert query(text, context).rows == [("test", "root@localhost", "root@localhost", 12, 3, 4, 0)]
    assert query("SELECT UUID()", context).rows == [("6ccd780c-baba-1026-9564-5b8c656024db",)]
    assert query("SELECT @@last_insert_id", context).rows == [(3,)]
    assert context.facts.last_insert_id_used


def test_unknown_functions() -> None:
    with pytest.raises(MySQLError, match=r"FUNCTION test\.md5 does not exist") as raised:
        query("SELECT md5('a')")
    assert raised.value.code == 1305
    with pytest.raises(MySQLError, match="No database selected"):
        query("SELECT nosuch(1)", make_context(database=None))
    with pytest.raises(MySQLError, match="Incorrect parameter count in the call to native function 'LPAD'"):
        query("SELECT LPAD('a')")

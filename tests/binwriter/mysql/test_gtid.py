"""GTID sets and gtid_next. The expected texts are those of a 9.7.4 server (GTID_SUBTRACT(set, ''), @@gtid_next)."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.errors import MySQLError
from binwriter.formats.events import PreviousGtids, build_body
from binwriter.mysql.gtid.state import GtidNextKind, GtidSet, GtidState, GtidValue, parse_gtid_next

A = UUID("3e11fa47-71ca-11e1-9e33-c80aa9429562")
B = UUID("4e11fa47-71ca-11e1-9e33-c80aa9429562")

values = st.builds(GtidValue, st.sampled_from([A, B]), st.sampled_from(["", "a", "b"]), st.integers(1, 30))
value_sets = st.sets(values, max_size=40)


def gtid_set(members: set[GtidValue]) -> GtidSet:
    result = GtidSet()
    for member in members:
        result.add(member)
    return result


def test_text_is_sorted_and_joined() -> None:
    text = (
        f"{B}:5-6:1-2:b:4:a:1-3,3E11FA4771CA11E19E33C80AA9429562 : 1 - 4 : 9 : 8,, "
        "{5e11fa47-71ca-11e1-9e33-c80aa9429562}:_x:1"
    )
    assert str(GtidSet.scanned(text)) == (
        f"{A}:1-4:8-9,\n{B}:1-2:5-6:a:1-3:b:4,\n5e11fa47-71ca-11e1-9e33-c80aa9429562:_x:1"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (f"{A}", ""),
        (f"{A}:a", ""),
        (f"{A}:5-3", ""),
        (f"{A}:5-3:7", f"{A}:7"),
        (f"{A}:a:1:2:a:3:1", f"{A}:a:1-3"),
        (f"{A}:9223372036854775806", f"{A}:9223372036854775806"),
    ],
)
def test_parse(text: str, expected: str) -> None:
    assert str(GtidSet.parse(text)) == expected


@pytest.mark.parametrize("text", ["x:5", f"{A}:0", f"{A}:9223372036854775807", f"{A}:", f"{A}:-", f"{A}:9a:1"])
def test_malformed_sets(text: str) -> None:
    with pytest.raises(MySQLError, match="Malformed GTID set") as caught:
        GtidSet.parse(text)
    assert caught.value.code == 1772


@given(value_sets)
def test_text_and_event_carry_the_set(members: set[GtidValue]) -> None:
    whole = gtid_set(members)
    assert set(whole) == members
    assert len(whole) == len(members)
    assert GtidSet.parse(str(whole)) == whole
    assert GtidSet.from_previous_gtids(PreviousGtids.parse(build_body(whole.to_previous_gtids()))) == whole


@given(value_sets, value_sets)
def test_set_algebra(left: set[GtidValue], right: set[GtidValue]) -> None:
    one, two = gtid_set(left), gtid_set(right)
    assert set(one | two) == left | right
    assert set(one - two) == left - right
    assert one.is_subset(two) == (left <= right)
    assert all((member in two) == (member in right) for member in left)
    for member in right:
        one.discard(member)
    assert set(one) == left - right


@given(value_sets, st.sets(st.integers(1, 30)))
def test_next_number_is_the_smallest_free_one(members: set[GtidValue], owned: set[int]) -> None:
    taken = {member.gno for member in members if (member.uuid, member.tag) == (A, "")} | owned
    assert gtid_set(members).next_gno(A, owned=owned) == min(set(range(1, 65)) - taken)


@pytest.mark.parametrize(
    ("text", "canonical", "kind"),
    [
        ("automatic", "AUTOMATIC", GtidNextKind.AUTOMATIC),
        ("AUTOMATIC: x ", "AUTOMATIC:x", GtidNextKind.AUTOMATIC),
        ("automatic:Blue", "AUTOMATIC:blue", GtidNextKind.AUTOMATIC),
        ("automatic:abcdefghijklmnopqrstuvwxyz012345", "AUTOMATIC:abcdefghijklmnopqrstuvwxyz012345", None),
        ("anonymous", "ANONYMOUS", GtidNextKind.ANONYMOUS),
        (f" {A}:5", f"{A}:5", GtidNextKind.ASSIGNED),
        (f"{str(A).upper()}: Tag : 007 ", f"{A}:tag:7", GtidNextKind.ASSIGNED),
        (f"{A}:9223372036854775806", f"{A}:9223372036854775806", GtidNextKind.ASSIGNED),
    ],
)
def test_gtid_next(text: str, canonical: str, kind: GtidNextKind | None) -> None:
    parsed = parse_gtid_next(text)
    assert str(parsed) == canonical
    assert kind in (None, parsed.kind)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        " AUTOMATIC",
        "AUTOMATIC ",
        "AUTOMATIC :x",
        "automatic:",
        "automatic:9a",
        "automatic:abcdefghijklmnopqrstuvwxyz0123456",
        " ANONYMOUS",
        f"{A}:0",
        f"{A}:t:0",
        f"{A}:t:1-2",
        f"{A}:9223372036854775807",
        f"{{{A}}}:7",
        f"{A.hex}:8",
    ],
)
def test_malformed_gtid_next(text: str) -> None:
    with pytest.raises(MySQLError) as caught:
        parse_gtid_next(text)
    assert caught.value.code == 1774
    assert caught.value.message == f"Malformed GTID specification '{text}'."


def test_state_assigns_per_tag() -> None:
    state = GtidState(A)
    assert [state.assign().gno for _ in range(2)] == [1, 2]
    blue = state.assign("AUTOMATIC:blue")
    assert (blue.tag, blue.gno) == ("blue", 1)
    assert state.assign(anonymous=True).anonymous
    assert state.assign("ANONYMOUS").anonymous
    assert state.assign(f"{A}:7", anonymous=True).gno == 7
    assert str(state.executed) == f"{A}:1-2:7:blue:1"
    state.take_back(blue)
    assert str(state.executed) == f"{A}:1-2:7"


def test_owned_numbers_are_not_given_out() -> None:
    state = GtidState(A)
    held = GtidValue(A, "", 1)
    assert state.own(held)
    assert state.assign().gno == 2
    state.release(held)
    assert state.assign().gno == 1
    assert not state.own(held)


def test_purged_only_grows() -> None:
    state = GtidState(A)
    state.set_purged(f"{A}:1-5")
    state.set_purged(f"+{A}:7")
    assert str(state.purged) == str(state.executed) == f"{A}:1-5:7"
    with pytest.raises(MySQLError) as caught:
        state.set_purged(f"{A}:1-5")
    assert caught.value.code == 3546
    state.clear()
    assert not state.executed

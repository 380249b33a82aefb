"""The same seed gives the same everything."""

from __future__ import annotations

from uuid import UUID

from binwriter.chance import Chance, StepClock, system_chance


def drawn(chance: Chance) -> list[object]:
    return [
        chance.server_uuid,
        chance.clock(),
        chance.clock(),
        chance.new_uuid(),
        chance.new_uuid(),
        chance.next_thread_id(),
        chance.next_xid(),
        chance.next_table_id(),
        chance.rand_seeds(),
    ]


def test_same_seed_same_values() -> None:
    assert drawn(Chance(7)) == drawn(Chance(7))
    assert drawn(Chance(7)) != drawn(Chance(8))


def test_values_are_well_formed() -> None:
    chance = Chance(clock=StepClock(5_000_000, 1))
    assert chance.seconds() == 5
    assert chance.next_thread_id() == 8
    assert chance.new_uuid() != chance.new_uuid()
    assert UUID(chance.new_uuid()).version == 1
    assert all(seed < 0x3FFFFFFF for seed in chance.rand_seeds())


def test_the_real_world_goes_on() -> None:
    chance = system_chance()
    assert chance.clock() <= chance.clock()
    assert chance.new_uuid() != chance.new_uuid()

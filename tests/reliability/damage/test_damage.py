"""A part of the sweep that `make damage` does whole: a small log of each kind, other places for each reader."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from binwriter import read_log
from binwriter.binlog.files.index import LogIndex
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.recovery import recover
from binwriter.errors import BinwriterError, CorruptLogError
from binwriter.formats.constants import EventType
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH
from binwriter.inspection.verify import Verifier
from tests.reliability.damage.excerpts import excerpts
from tests.reliability.damage.logs import TESTS, Sample, samples
from tests.reliability.damage.readers import READERS, command
from tests.reliability.damage.sweep import Damage, damages, sweep

SMALL = [sample for sample in samples(corpus=False) if len(sample.data) < 2100]
_PLACES = 6


@pytest.mark.parametrize("sample", SMALL, ids=lambda sample: sample.kind)
@pytest.mark.sweep(every=6)
def test_damage_is_seen(sample: Sample, tmp_path: Path) -> None:
    step = max(1, len(sample.data) // _PLACES)
    assert not sweep(sample, tmp_path / "binlog.000001", step, offset=sum(sample.kind.encode())).defects


@pytest.mark.slow
def test_damage_of_others_logs_is_seen(shared_dir: Path, tmp_path: Path) -> None:
    for number, sample in enumerate(sample for sample in samples() if sample.kind == "corpus"):
        if len(sample.data) < 4000:
            tally = sweep(sample, tmp_path / "binlog.000001", 1 + len(sample.data) // 4, offset=17 * number)
            assert not tally.defects


@pytest.mark.slow
def test_damage_of_an_encrypted_log_is_seen_with_its_keyring(tmp_path: Path) -> None:
    golden = TESTS / "golden" / "encrypted"
    keyring, path = golden / "keyring.json", tmp_path / "binlog.000001"
    sample = Sample("encrypted", "", (golden / "binlog.000002").read_bytes())

    def recovered() -> object:
        (tmp_path / "binlog.index").write_text(f"./{path.name}\n")
        return recover(LogIndex(tmp_path, "binlog"), Keyring(keyring))

    readers: tuple[Callable[[], object], ...] = (
        lambda: [(event.position, event.type) for event in read_log(path, keyring=keyring)],
        lambda: [str(finding) for finding in Verifier(keyring=Keyring(keyring)).verify([path])],
        lambda: command("inspect", "--keyring", keyring, path),
        recovered,
    )
    path.write_bytes(sample.data)
    intact = [reader() for reader in readers]
    for damage in damages(sample, 41):
        for reader, whole in zip(readers, intact, strict=True):
            path.write_bytes(damage.apply(sample.data))
            try:
                given = reader()
            except BinwriterError as error:
                given = str(error)
            # beside a key's name and a password the header has zeros, which nobody reads
            assert str(path) in str(given) or (given == whole and damage.place < ENCRYPTION_HEADER_LENGTH), damage


def test_a_size_that_lies_costs_no_memory() -> None:
    """The largest size that a header can state, in every event of a log."""
    sample = next(sample for sample in SMALL if sample.kind == "rows, all types")
    for event in sample.events:
        data = sample.data[: event.position + 9] + b"\xff\xff\xff\x7f" + sample.data[event.position + 13 :]
        tracemalloc.start()
        with pytest.raises(CorruptLogError, match="truncated"):
            list(read_events(data))
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data) + (1 << 16)
        tracemalloc.stop()


def test_an_event_that_became_a_description_describes_nothing() -> None:
    """Its type is damaged, and what follows is not read by what its body says (found by the sweep of events)."""
    for sample in SMALL:
        for event in sample.events[1:]:
            if event.checksum is not None and event.header.type != EventType.FORMAT_DESCRIPTION:
                data = bytearray(sample.data)
                data[event.position + 4] = EventType.FORMAT_DESCRIPTION
                with pytest.raises(CorruptLogError, match=f":{event.position}: "):
                    list(read_events(bytes(data)))


@pytest.mark.parametrize("sample", SMALL, ids=lambda sample: sample.kind)
@pytest.mark.sweep(every=20)
def test_damage_of_an_event_is_seen(sample: Sample, tmp_path: Path) -> None:
    """A few bytes of each kind of event of a small log."""
    for excerpt in excerpts([sample]):
        some = None if excerpt.places is None else excerpt.places[:: max(1, len(excerpt.places) // 4)]
        assert not sweep(replace(excerpt, places=some or (9,)), tmp_path / "binlog.000001").defects


def test_a_damaged_size_is_no_unfinished_end(tmp_path: Path) -> None:
    """In a log that is in use: what lies behind the event is there, so nothing is cut off silently."""
    sample = next(sample for sample in SMALL if sample.kind == "in use")
    event = sample.events[1]
    path = tmp_path / "binlog.000001"
    path.write_bytes(Damage(event.position + 12, 0x40).apply(sample.data))
    for name in ("inspect", "recovery", "index_events, exact", "index_events, fast", "Spark stream"):
        said = READERS[name](path).said
        assert len(said) == 1, name
        assert f"{path}:{event.position}: " in said[0], name


@pytest.mark.parametrize("arguments", [("diff",), ("corrupt", "--how", "bad-checksum", "--out")])
def test_commands_say_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    sample = next(sample for sample in SMALL if sample.kind == "GTIDs")
    path, other = tmp_path / "binlog.000001", tmp_path / "other.000001"
    other.write_bytes(sample.data)
    for place in (0, 13, 30, 200, len(sample.data) - 3):
        for damage in (Damage(place, 0), Damage(place, 0xFF)):
            path.write_bytes(damage.apply(sample.data))
            rest = (other,) if arguments == ("diff",) else ()
            given = (*arguments, path, *rest) if rest else (*arguments, tmp_path / "out", path, "--force")
            status, _, errors = command(*given)
            assert status in (0, 1, 2), damage
            assert len(errors) == (status == 2), (damage, errors)

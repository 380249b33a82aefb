"""Schemas that are kept for the next process."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.bulk import kept
from binwriter.errors import SpecError
from binwriter.workload import kept_schemas, schema
from binwriter.workload.kept_schemas import kept_schema

_SQL = "CREATE TABLE t (id INT PRIMARY KEY, at DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), b INT AS (id + 1) STORED);"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "binwriter"


def test_the_second_time_it_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_schema(_SQL, "a.sql", database="d")
    monkeypatch.setattr(schema, "read_schema", None)
    again = kept_schema(_SQL, "a.sql", database="d")
    assert again == first


@pytest.mark.parametrize("other", [{"database": "e"}, {"database": "d", "options": ["--sql-mode="]}])
def test_what_it_hangs_on_is_in_its_name(other: dict[str, object], cache: Path) -> None:
    kept_schema(_SQL, "a.sql", database="d")
    kept_schema(_SQL, "a.sql", **other)  # type: ignore[arg-type]
    assert len(list(cache.glob("schemas-*/*.pickle"))) == 2


def test_a_refused_schema_is_refused_again() -> None:
    for _ in range(2):
        with pytest.raises(SpecError, match=r"a\.sql, line 1"):
            kept_schema("CREATE TABLE t (id NONSENSE);", "a.sql", database="d")


def test_a_damaged_file_is_read_anew(cache: Path) -> None:
    first = kept_schema(_SQL, "a.sql", database="d")
    (path,) = cache.glob("schemas-*/*.pickle")
    path.write_bytes(path.read_bytes()[:-20])
    assert kept_schema(_SQL, "a.sql", database="d") == first


def test_without_a_folder_of_files_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(kept_schemas, "package_digest", lambda: None)
    kept_schema(_SQL, "a.sql", database="d")
    assert not cache.exists()


def test_a_folder_that_others_may_write_to_is_not_taken(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.tempfile, "gettempdir", lambda: str(cache.parent / "none" / "\0"))
    cache.mkdir(mode=0o777)
    cache.chmod(0o777)
    with pytest.raises(ValueError, match="null"):
        kept.kept_folder("schemas", "0" * 16)

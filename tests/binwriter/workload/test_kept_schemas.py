"""What is kept for the next process: schemas, samples, machine code; and in which folders."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from binwriter.bulk import kept
from binwriter.errors import SpecError
from binwriter.workload import job, kept_schemas, schema
from binwriter.workload.kept_schemas import kept_schema
from tests.conftest import PROJECT

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


_DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda content: content[:-20],
    "empty": lambda content: b"",
    "a letter of a name": lambda content: content.replace(b"WorkloadSchema", b"WorkloadSchemo"),
    "a default": lambda content: content.replace(b"CURRENT_TIMESTAMP", b"CURRENT_TIMESTANP"),
    "another pickle": lambda content: pickle.dumps("no schema"),
}


@pytest.mark.parametrize("how", _DAMAGE)
def test_a_damaged_file_is_read_anew(how: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_schema(_SQL, "a.sql", database="d")
    (path,) = cache.glob("schemas-*/*.pickle")
    whole = path.read_bytes()
    path.write_bytes(_DAMAGE[how](whole))
    assert path.read_bytes() != whole
    with monkeypatch.context() as patched:
        patched.setattr(pickle, "loads", None)  # nothing of it is unpickled
        assert kept_schema(_SQL, "a.sql", database="d") == first
    assert path.read_bytes() == whole


@pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")
@pytest.mark.parametrize("whose", ["others may write to it", "another user's"])
def test_a_file_that_others_could_have_written_is_read_anew(
    whose: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kept_schema(_SQL, "a.sql", database="d")
    (path,) = cache.glob("schemas-*/*.pickle")
    if whose == "another user's":
        own = os.fstat
        monkeypatch.setattr(os, "fstat", lambda number: os.stat_result((*own(number)[:4], 1 << 20, *own(number)[5:])))
    else:
        path.chmod(0o666)
    monkeypatch.setattr(pickle, "loads", None)
    assert kept_schema(_SQL, "a.sql", database="d") == first


def test_without_a_folder_of_files_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(kept_schemas, "package_digest", lambda: None)
    kept_schema(_SQL, "a.sql", database="d")
    assert not cache.exists()


def test_a_document_is_sampled_once(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    document = {"schema-sql": _SQL, "transactions": 30}
    first = job.estimated_job(document)
    assert len(list(cache.glob("samples-*/*.json"))) == 1
    monkeypatch.setattr(job, "sample", None)
    assert job.estimated_job(document) == first
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.parent / "elsewhere"))
    assert job.plan_job(document) == first[0]


def test_a_refused_sample_is_refused_again(cache: Path) -> None:
    document = {"schema-sql": "CREATE TABLE t (id TINYINT PRIMARY KEY);", "tables": {"t": {"initial-rows": 1000}}}
    for _ in range(2):
        with pytest.raises(SpecError):
            job.plan_job({**document, "transactions": 1})
    assert not list(cache.glob("samples-*/*.json"))


@pytest.fixture
def shared(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that is taken where the first one cannot be."""
    temporary = cache.parent / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(temporary))
    return temporary / f"binwriter-{os.getuid() if os.name == 'posix' else 'cache'}"


def test_a_folder_of_the_user_s_own_is_taken(cache: Path, shared: Path) -> None:
    assert kept.kept_folder("schemas", "0" * 16) == cache / f"schemas-{'0' * 16}"
    assert not shared.exists()


@pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_taken(mode: int, cache: Path, shared: Path) -> None:
    cache.mkdir()
    cache.chmod(mode)
    assert kept.kept_folder("schemas", "0" * 16) == shared / f"schemas-{'0' * 16}"
    shared.chmod(mode)
    assert kept.kept_folder("schemas", "0" * 16) is None
    kept_schema(_SQL, "a.sql", database="d")
    assert not list(cache.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")
@pytest.mark.parametrize("state", ["stat", "lstat"])
def test_a_folder_or_link_of_another_user_s_is_not_taken(
    state: str, cache: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could let the link lead elsewhere after it was looked at."""
    folder = cache.parent / "ours"
    folder.mkdir(mode=0o700)
    cache.symlink_to(folder)
    assert kept.kept_folder("schemas", "0" * 16) == cache / f"schemas-{'0' * 16}"
    own = getattr(Path, state)

    def of_another(path: Path, **options: bool) -> os.stat_result:
        made: os.stat_result = own(path, **options)
        is_link = path == cache and (state == "lstat" or options.get("follow_symlinks", True))
        return os.stat_result((*made[:4], 1 << 20, *made[5:])) if is_link else made

    monkeypatch.setattr(Path, state, of_another)
    assert kept.kept_folder("schemas", "0" * 16) == shared / f"schemas-{'0' * 16}"


@pytest.mark.parametrize("stated", ["", "relative/folder"])
def test_a_relative_folder_is_none(stated: str, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the XDG Base Directory Specification has it: the folder that one is in may be anybody's."""
    monkeypatch.setenv("XDG_CACHE_HOME", stated)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert kept.kept_folder("schemas", "0" * 16) == tmp_path / "home" / ".cache" / "binwriter" / f"schemas-{'0' * 16}"


def test_a_user_without_a_home_has_a_folder(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", home)
    assert kept.kept_folder("schemas", "0" * 16) == shared / f"schemas-{'0' * 16}"


@pytest.mark.slow
def test_damaged_machine_code_is_compiled_anew(cache: Path, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    script = tmp_path / "kernel.py"
    script.write_text(
        "from binwriter.bulk.kernels.compiled import kernel\n"
        "@kernel()\ndef more(number):\n    return number + 1\n"
        "print(more(3), sum(more.stats.cache_hits.values()))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def run() -> str:
        ended = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
        return ended.stdout

    assert run() == "4 0\n"
    for ending, left in (("nbi", 20), ("nbc", 0)):
        (path,) = cache.rglob(f"*.{ending}")
        path.write_bytes(path.read_bytes()[:left])
        assert run() == "4 0\n"
    assert run() == "4 1\n"

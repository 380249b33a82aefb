"""The package as users get it: the wheel's content, the command, and which module may import which."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import binwriter
from tests.pythons import VERSIONS, python_of

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = PROJECT / "binwriter"
# Needed only by some commands or by tests, so that `binwriter --help` must not wait for them.
_HEAVY = (
    "sqlglot",
    "pyspark",
    "testcontainers",
    "docker",
    "pymysql",
    "pymysqlreplication",
    "pyarrow",
    "numba",
    "cryptography",
)
# binwriter, formats and integration are the package and its links; what is captured lies in tests
_TOP_LEVEL = frozenset(
    {".ci", "benchmarks", "binwriter", "docker", "docs", "examples", "formats", "integration", "tests"}
)
# Circles inside one floor that are meant: events describe tables by their columns, columns build their metadata events.
_ONE_FLOOR = frozenset({"binwriter.formats.columns", "binwriter.formats.events"})


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, timeout=120)


def test_the_top_level_has_no_other_folder() -> None:
    if not (PROJECT / ".git").exists():
        pytest.skip("not a checkout")
    names = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True, timeout=60)
    assert {
        first for first, inside, _ in (one.partition("/") for one in names.stdout.splitlines()) if inside
    } == _TOP_LEVEL


# --- the wheel -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Built from a copy of what is in the checkout, so that no build folder of an earlier run lends it files."""
    pytest.importorskip("setuptools", minversion="77")
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    archive = source / "checkout.tar"
    with tarfile.open(archive, "w") as packed:
        for name in ("binwriter", "formats", "integration", "pyproject.toml", "README.md", "LICENSE"):
            # what other processes compile comes and goes there
            packed.add(PROJECT / name, name, filter=lambda one: None if one.name.endswith("__pycache__") else one)
    with tarfile.open(archive) as packed:
        # Debian 12 has 3.11.2, and filters are of 3.11.4
        packed.extractall(source, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    pip = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    _python(*pip, "--wheel-dir", str(out), str(source))
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed_wheel:
        return packed_wheel.namelist()


@pytest.mark.slow
def test_the_wheel_holds_the_linked_packages(wheel_names: list[str]) -> None:
    assert {
        "binwriter/py.typed",
        "binwriter/formats/events/registry.py",
        "binwriter/formats/columns/registry.py",
        "binwriter/integration/differential.py",
        "binwriter/integration/pytest_plugin.py",
        "binwriter/cli/__init__.py",
    } <= set(wheel_names)


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_data_file(wheel_names: list[str]) -> None:
    modules = {"/".join(path.relative_to(PROJECT).parts) for path in _sources()}
    presets = {"/".join(path.relative_to(PROJECT).parts) for path in PACKAGE.rglob("*.toml")}
    data = {"/".join(path.relative_to(PROJECT).parts) for path in (PACKAGE / "data").rglob("*") if path.is_file()}
    data = {name for name in data if "__pycache__" not in name}
    assert presets
    assert data
    assert modules | presets | data <= set(wheel_names)


@pytest.mark.slow
def test_the_wheel_has_one_top_level_import(wheel_names: list[str]) -> None:
    top = {name.partition("/")[0] for name in wheel_names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"binwriter"}


# --- both archives, in empty environments -----------------------------------------------------------------------------

# what someone does who has just installed it
_TRIED = """
import binwriter, pathlib
binwriter.run(binwriter.Scenario.script("CREATE TABLE t (a INT); INSERT INTO t VALUES (1)"), "log", force=True)
assert binwriter.verify("log").is_healthy
assert [event.rows() for event in binwriter.read_log("log") if event.table] == [[(None, {"a": 1})]]
assert not pathlib.Path(binwriter.__file__).is_relative_to(PROJECT)
print(binwriter.__version__)
"""
# a checkout on the path counts as installed, for pip too
_OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source archive of what git tracks, and the wheel that is built from it."""
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("archives")
    checkout = folder / "checkout"
    checkout.mkdir()
    with tarfile.open(folder / "tracked.tar", "w") as packed:
        for name in subprocess.run(
            ["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True
        ).stdout.splitlines():
            if not name.startswith(("tests/golden/", "tests/reliability/")):  # tens of megabytes
                packed.add(PROJECT / name, name, recursive=False)
    with tarfile.open(folder / "tracked.tar") as packed:
        packed.extractall(checkout, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    _python("-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(checkout))
    (source,), (wheel,) = (list((folder / "dist").glob(pattern)) for pattern in ("*.tar.gz", "*.whl"))
    return source, wheel


@pytest.mark.slow
def test_the_source_archive_is_whole(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[0]) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"docs/index.md", "examples/mixed_engines.scn", "tests/conftest.py", "CHANGELOG.md", "LICENSE"} <= names
    assert not [name for name in names if name.endswith(".pyc")]


# the oldest and the newest Python in CI, what is between them in the sweep
_ENDS_FIRST = [
    pytest.param(version, marks=[pytest.mark.left_to_sweep] * (version in VERSIONS[1:-1])) for version in VERSIONS
]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("version", _ENDS_FIRST)
def test_both_archives_work_in_an_empty_environment(version: str, archives: tuple[Path, Path], tmp_path: Path) -> None:
    """On every Python that the package is for and this machine has."""
    interpreter = python_of(version)
    if interpreter is None:
        pytest.skip(f"no Python {version} on this machine")
    source, wheel = archives
    _outside(tmp_path, interpreter, "-m", "venv", tmp_path / "empty")
    programs = tmp_path / "empty" / "bin"
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    code = _TRIED.replace("PROJECT", repr(str(PROJECT)))
    for given in ((f"{wheel}[sql]",), ("--force-reinstall", "--no-deps", source)):
        _outside(tmp_path, *pip, *given)
        told = _outside(tmp_path, programs / "python", "-W", "error", "-c", code)
        assert told.strip() == binwriter.__version__
        assert _outside(tmp_path, programs / "binwriter", "verify", "log", "--json")


def _outside(folder: Path, *command: str | Path) -> str:
    """What a program prints that runs in a folder and knows nothing of this checkout and its environment."""
    done = subprocess.run(command, cwd=folder, env=_OUTSIDE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- the command -----------------------------------------------------------------------------------------------------


def test_it_says_its_version() -> None:
    assert binwriter.__version__ in _python("-m", "binwriter", "--version").stdout


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from binwriter.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print('heavy:', *[name for name in {_HEAVY!r} if name in sys.modules])\n"
    )
    assert _python("-c", script).stdout.splitlines()[-1] == "heavy:"


# --- who imports whom ------------------------------------------------------------------------------------------------


def _sources() -> list[Path]:
    """All modules, through the links: `binwriter/formats/...`. (Path.rglob does not follow links.)"""
    found = [path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts]
    for link in ("formats", "integration"):
        found += [PACKAGE / link / path.relative_to(PROJECT / link) for path in (PROJECT / link).rglob("*.py")]
    return sorted(set(found))


def _module(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


_MODULES = {_module(path): path for path in _sources()}


def _imported(module: str, *, at_import: bool = False) -> Iterator[str]:
    """The modules of ours that this one imports; at_import: without those that are imported inside a function."""
    for node, now in _imports(module):
        if at_import and not now:
            continue
        if isinstance(node, ast.Import):
            yield from (_known(alias.name) for alias in node.names if alias.name.startswith("binwriter"))
        elif (node.module or "").startswith("binwriter"):
            assert node.module is not None
            yield from (_known(f"{node.module}.{alias.name}") for alias in node.names)


@cache
def _imports(module: str) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The import statements of a module, and whether they run when it is imported."""
    return list(_import_statements(ast.parse(_MODULES[module].read_text()), at_import=True))


def _import_statements(node: ast.AST, *, at_import: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        later = later or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test))
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, at_import
        yield from _import_statements(child, at_import=at_import and not later)


def _known(name: str) -> str:
    """`binwriter.errors.MySQLError` -> `binwriter.errors`."""
    while name not in _MODULES:
        name = name.rpartition(".")[0]
    return name


def test_there_are_modules_to_look_at() -> None:
    assert {"binwriter.formats.header", "binwriter.integration.parsers", "binwriter.server.session"} <= set(_MODULES)


def test_no_import_is_relative() -> None:
    """By their texts: parsing them all takes seconds."""
    relative = re.compile(r"^\s*from \.", re.MULTILINE)
    assert [module for module, path in _MODULES.items() if relative.search(path.read_text("utf-8"))] == []


# From the ground to the roof (docs/architecture.md). A room imports only from rooms of lower floors; imports inside of
# functions and for types count. Rooms of one floor know nothing of each other.
FLOORS = (
    ("formats",),
    ("errors", "chance", "ending", "data", "late", "documents"),
    ("disk", "extras"),
    ("mysql",),
    ("catalog", "locks"),
    ("storage",),
    ("statement",),
    ("sql", "binlog", "wire"),
    ("bulk",),
    ("inspection",),
    ("server",),
    ("live",),
    ("scenario",),
    ("explain", "workload"),
    ("integration",),
    ("api",),
    ("cli",),
    ("__main__",),
)
_FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_every_module_is_in_a_room() -> None:
    assert {_room(module) for module in _MODULES} - {""} <= set(_FLOOR)


def test_a_room_imports_only_from_rooms_below_it() -> None:
    wrong = [
        f"{module} -> {name}"
        for module in _MODULES
        if _room(module)
        for name in _imported(module)
        if _room(name) not in ("", _room(module)) and _FLOOR[_room(name)] >= _FLOOR[_room(module)]
    ]
    assert wrong == []


def test_modules_do_not_import_in_circles() -> None:
    """Imports for types and inside of functions count."""
    graph = {module: {name for name in _imported(module) if name != module} for module in _MODULES}
    assert [" -> ".join(circle) for circle in _circles(graph)] == []


@pytest.mark.parametrize("package", ["binwriter.formats", "binwriter.integration"])
def test_subpackages_do_not_import_in_circles(package: str) -> None:
    """Among the direct children of a package, at import time; a package's own __init__ only gathers names."""
    depth = package.count(".") + 2
    graph: dict[str, set[str]] = {}
    for module in _MODULES:
        if module.startswith(f"{package}."):
            room = ".".join(module.split(".")[:depth])
            others = {
                ".".join(name.split(".")[:depth])
                for name in _imported(module, at_import=True)
                if name.startswith(f"{package}.")
            }
            graph.setdefault(room, set()).update(others - {room})
    circles = [circle for circle in _circles(graph) if not set(circle) <= _ONE_FLOOR]
    assert [" -> ".join(circle) for circle in circles] == []


def _circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """One circle per depth-first search that runs into its own path."""
    done: set[str] = set()
    found: list[list[str]] = []

    def visit(name: str, path: list[str]) -> None:
        if name in path:
            found.append([*path[path.index(name) :], name])
        elif name not in done:
            for other in sorted(graph.get(name, ())):
                visit(other, [*path, name])
            done.add(name)

    for start in sorted(graph):
        visit(start, [])
    return found

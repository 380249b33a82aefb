"""README and docs: what they show is run, where they lead is there."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from binwriter import Server
from binwriter.server.session import Session

from .conftest import PROJECT
from .pages import PAGES, RUN, Block, Reader, blocks_of
from .test_personas import START

# Marks that a block may need, beside `not run`.
_MARKS = ("mysql", "spark")
# Shells and Python: anything else is shown, not done.
_SHOWN = frozenset({"toml", "sql", "text", "json", "yaml", "java", "ini", "properties"})
_HERE = [page for page in PAGES if page.parent != START]


def _id(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


def _cases() -> list[Any]:
    """Pages with something to run: by itself, or under a mark."""
    cases = []
    for page in _HERE:
        needs = {need for block in blocks_of(page) if block.runs for need in (block.needs or ("",))}
        for need in sorted(needs - {""}) or ([""] if needs else []):
            marks = [getattr(pytest.mark, need)] if need else []
            cases.append(pytest.param(page, need, marks=marks, id=f"{_id(page)}-{need}".rstrip("-")))
    return cases


@pytest.mark.slow
@pytest.mark.parametrize(("page", "need"), _cases())
def test_the_page_is_true(page: Path, need: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    strict = ("python", "-W", "error")
    if need:
        strict = ("python",)
        environment |= request.getfixturevalue(f"with_{need}")
    # as if the package were installed here; in a checkout of which another one is, it is not known as a plugin
    environment |= {"PYTHONPATH": str(PROJECT), "PYTEST_ADDOPTS": "-p binwriter.integration.pytest_plugin"}
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    with Reader(tmp_path, environment, strict) as reader:
        for block in blocks_of(page):
            if block.runs and set(block.needs) <= {need}:
                reader.follow(block)


@pytest.fixture
def with_spark(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a session of Spark that a page makes is told."""
    import shutil

    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        if os.environ.get("BINWRITER_REQUIRE_SPARK") == "1":
            pytest.fail("Spark is required: there is no Java", pytrace=False)
        pytest.skip("no Spark: there is no Java")
    settings = tmp_path_factory.mktemp("spark")
    defaults = {"spark.sql.shuffle.partitions": 2, "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
    (settings / "spark-defaults.conf").write_text("".join(f"{key} {value}\n" for key, value in defaults.items()))
    return {"SPARK_CONF_DIR": str(settings), "SPARK_LOCAL_IP": "127.0.0.1"}


@pytest.fixture
def with_mysql(clean_mysql: Any, tmp_path: Path) -> dict[str, str]:
    """A real server, and the clients of its image as programs."""
    return {}


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_what_is_not_run_says_why(page: Path) -> None:
    for block in blocks_of(page):
        known = block.language in RUN | _SHOWN or block.file
        assert known or block.reason, f"{block.place}: ```{block.language}"
        assert set(block.needs) <= set(_MARKS), block.place


def test_the_readme_has_blocks_of_each_kind() -> None:
    blocks = blocks_of(PROJECT / "README.md")
    assert len([block for block in blocks if block.language == "python" and block.runs]) >= 3
    assert len([command for block in blocks if block.language == "console" for command in block.commands()]) >= 4


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_links_lead_somewhere(page: Path) -> None:
    """Outside of the site, too: what is read in a checkout. The pages of the site that are made are not there."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\((?!http)([^)#\s]+)[^)]*\)", text):
        if "commands/" not in target:
            assert (page.parent / target).exists(), f"{_id(page)}: {target}"


@pytest.mark.parametrize(
    ("language", "code"), [("sh", "false\ntrue\n"), ("console", "$ echo a\nb\n"), ("python", "assert 0\n")]
)
def test_a_block_that_is_wrong_is_seen(language: str, code: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    with pytest.raises(AssertionError, match="page:1"), Reader(tmp_path, environment) as reader:
        reader.follow(Block("page", 1, language, code))


def test_each_command_has_a_page() -> None:
    from docs.scripts.command_pages import command_names, command_page

    assert "`mysqlbinlog | mysql`" in command_page("generate")
    for name in command_names():
        page = command_page(name)
        assert page.startswith(f"# binwriter {name}\n"), name
        assert "`--help`" in page and "## Usage" in page, name


@pytest.mark.parametrize("kind", [Server, Session])
def test_the_api_page_has_what_users_call(kind: type[Server] | type[Session]) -> None:
    page = (PROJECT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    (named,) = re.findall(
        rf"^::: {kind.__module__}\.{kind.__name__}\n(?: .*\n)*?      members: \[(.*)\]$", page, re.MULTILINE
    )
    assert tuple(named.split(", ")) == kind.for_users

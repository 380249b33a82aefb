"""The report's page in a real browser, at three sizes, light and dark: drawn, without an error or a request."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.inspection.report.model import LogSummary
from binwriter.inspection.report.page import report_html, write_report
from binwriter.inspection.report.summarize import summarize
from binwriter.server.server import Server
from tests.browser import Browser, browser_path

pytest.importorskip("plotly")
pytestmark = pytest.mark.slow  # a browser takes seconds to start

_OWN = "document.documentElement.dataset.owned = 1"
_EVIL = f'<script>{_OWN}</script><img src=x onerror="{_OWN}"></script><!--<b>'
# a name of a table: 64 characters at most
_NAME = '<img src=x onerror="document.body.dataset.own=1"><b>x</b>'


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> LogSummary:
    folder = tmp_path_factory.mktemp("log")
    with Server(folder / "log") as server:
        sessions = [server.connect() for _ in range(3)]
        sessions[0].execute("CREATE DATABASE d")
        for name in ("t", _NAME):
            sessions[0].execute(f"CREATE TABLE d.`{name}` (id INT PRIMARY KEY, at DATETIME, note VARCHAR(300), n INT)")
        for number in range(120):
            session, name = sessions[number % 3], ("t", _NAME)[number % 2]
            session.execute(f"INSERT INTO d.`{name}` VALUES ({number}, '2025-01-0{1 + number % 9}', '{_EVIL}', NULL)")
            session.execute(f"UPDATE d.`{name}` SET n = {number} WHERE id = {number}")
        return summarize(read_events(path) for path in server.log_files())


@pytest.fixture(scope="module")
def page(summary: LogSummary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    write_report(summary, _EVIL, path)
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = browser_path()
    if program is None:
        reason = "no Chromium on this machine (apt-get install chromium)"
        if os.environ.get("BINWRITER_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with Browser(program, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1000, 1600])
def test_it_draws_itself(width: int, dark: bool, browser: Browser, page: Path) -> None:
    browser.resize(width, 900)
    browser.prefer(dark=dark)
    browser.open(page)
    assert browser.value("document.documentElement.dataset.ready") == "1"
    assert browser.value("document.documentElement.dataset.errors") == "0"
    assert browser.problems == []
    assert browser.requests == [page.as_uri()]
    assert browser.value("document.documentElement.dataset.theme") == ("dark" if dark else "light")
    browser.keep(f"report-{width}-{'dark' if dark else 'light'}")
    # nothing sticks out at the right, and every place has its plot
    assert browser.value("document.documentElement.scrollWidth") <= width
    drawn = browser.value(
        "[...document.querySelectorAll('[data-figure]')].map(p => !!p.querySelector('.bars .point, .barlayer .point'))"
    )
    assert drawn
    assert all(drawn)


def test_what_stands_in_the_log_is_text(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.value(
        "$('table').value = [...$('table').options].map(p => p.value).find(p => p.includes('img')); drawTable()"
    )
    assert browser.value("(document.documentElement.dataset.owned || '') + (document.body.dataset.own || '')") == ""
    assert browser.value("document.querySelectorAll('img').length") == 0
    assert browser.value("$('title').textContent") == _EVIL
    labels = browser.value("[...document.querySelectorAll('.ytick text')].map(one => one.textContent)")
    assert any(label.startswith("d.<img src=x") for label in labels)
    assert browser.problems == []


def test_the_values_of_a_table_are_drawn(browser: Browser, page: Path) -> None:
    browser.open(page)
    assert browser.value("document.querySelectorAll('#columns > div').length") == 4
    assert browser.value("$('columns').textContent").count("NULL") == 1
    assert browser.problems == []


@pytest.mark.parametrize("name", ["statements", "nothing"])
def test_logs_without_rows(name: str, browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path / "log", options={"binlog-format": "STATEMENT"}) as server:
        if name == "statements":
            session = server.connect()
            for statement in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "INSERT INTO d.t VALUES (1)"):
                session.execute(statement)
        paths = server.log_files()
    made = summarize(read_events(path) for path in paths) if name == "statements" else LogSummary()
    write_report(made, name, tmp_path / "page.html")
    browser.open(tmp_path / "page.html")
    assert browser.value("document.documentElement.dataset.errors + document.documentElement.dataset.ready") == "01"
    assert browser.value("$('values').hidden")
    assert browser.problems == []


def test_figures_are_plotly_s(summary: LogSummary) -> None:
    """Its own checks know every property."""
    graph_objects = pytest.importorskip("plotly.graph_objects")
    from binwriter.inspection.report.figures import figures

    made = figures(summary)
    assert set(made) >= {"timeline", "rows", "bytes", "statements", "types", "writers"}
    for figure in made.values():
        traces = [{key: value for key, value in trace.items() if key != "role"} for trace in figure["data"]]
        graph_objects.Figure({"data": traces, "layout": figure["layout"]})


def test_the_page_asks_for_nothing(summary: LogSummary) -> None:
    text = report_html(summary, "t")
    assert "unsafe" not in text.partition("Content-Security-Policy")[2].partition(">")[0]
    assert "plotly.min.js" not in text.partition("<script")[0]

"""The page in a real browser: it draws itself without an error or a request, and keys lead through it."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.explain import Explanation, explain_scenario
from binwriter.explain.page import page_html, write_page
from binwriter.scenario.notation import parse_scenario
from tests.browser import Browser, browser_path

SMALL = """\
title: two sessions & <b>two</b> caches </script>
server: binlog-format=STATEMENT
con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;
con1: CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM;
con1: BEGIN;
con1: INSERT INTO t VALUES (1);
con2: INSERT INTO n VALUES (1);
con1: INSERT INTO n VALUES (2);
con1: ROLLBACK;
con1: BEGIN;
con1: INSERT INTO t VALUES (9);
con1: ROLLBACK;
con2: INSERT INTO n VALUES ('</script><script>bad()</script>');
"""
# numbers of its statements: 0 is the server's start
CREATE_T, INSERT_T, N_OF_OTHER, UNSAFE, ROLLBACK, LOSS = 1, 4, 5, 6, 7, 10


def explained(text: str, folder: Path) -> Explanation:
    return explain_scenario(parse_scenario(text), folder)


def long_scenario(count: int) -> str:
    lines = ["server: binlog-format=MIXED", "con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;"]
    lines.append("con1: CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM;")
    for number in range(count - 2):
        table = "n" if number % 3 == 2 else "t"
        lines.append(f"con{number % 5 + 1}: INSERT INTO {table} VALUES ({number});")
    return "\n".join(lines) + "\n"


pytestmark = pytest.mark.slow  # a browser takes seconds to start


@pytest.fixture(scope="module")
def program() -> str:
    found = browser_path()
    if found is None:
        reason = "no Chromium on this machine (apt-get install chromium)"
        if os.environ.get("BINWRITER_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Explanation]:
    folder = tmp_path_factory.mktemp("small")
    found = explained(SMALL, folder / "log")
    write_page(found, folder / "page.html")
    return folder / "page.html", found


@pytest.fixture(scope="module")
def open_browser(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(program, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def browser(open_browser: Browser, small: tuple[Path, Explanation]) -> Browser:
    open_browser.open(small[0])
    return open_browser


def test_the_page_asks_for_nothing() -> None:
    text = page_html(Explanation("t", "9.7.4", (), (), [], [], [], (), {}))
    # links are followed when somebody clicks them, to MySQL's own pages only
    assert set(re.findall(r"https?://[^/`\"' ]*", text)) == {"https://dev.mysql.com"}
    for word in ("http:", "src=", "<link", "@import", "fetch(", "XMLHttpRequest"):
        assert word not in text, word


def test_it_draws_itself_without_an_error(browser: Browser, small: tuple[Path, Explanation]) -> None:
    assert browser.value("document.documentElement.dataset.ready") == "1"
    assert browser.value("document.documentElement.dataset.errors") == "0"
    assert browser.problems == []
    assert browser.requests == [small[0].as_uri()]
    assert browser.value("document.querySelector('h1').textContent") == "two sessions & <b>two</b> caches </script>"


def test_sessions_are_lanes(browser: Browser, small: tuple[Path, Explanation]) -> None:
    names = browser.value("[...document.querySelectorAll('.lanes-head .name')].map(one => one.textContent)")
    assert names == ["con1", "con2"]
    assert browser.value("document.querySelectorAll('.row').length") == len(small[1].statements)
    columns = browser.value(
        "[...document.querySelectorAll('.row .card')].map(one => one.parentElement.style.gridColumn.split(' ')[0])"
    )
    assert columns.count("3") == 2


def test_caches_fill_and_are_written(browser: Browser, small: tuple[Path, Explanation]) -> None:
    def dot(row: int, pipe: str) -> str:
        return str(browser.value(f"(document.querySelector('#row-{row} .pipe.{pipe} .dot') || {{}}).textContent"))

    assert dot(INSERT_T, "trx") == "+1"
    assert dot(N_OF_OTHER, "stmt") == "+1"
    assert dot(ROLLBACK, "trx") == "2"
    assert dot(LOSS, "trx") == "\u22121"
    # between, the trx-cache of con1 is drawn full, also beside the other session's statement
    assert browser.value(f"document.querySelector('#row-{N_OF_OTHER} .lane .pipe.trx .full.after') !== null")
    blocks = browser.value(f"document.querySelector('#row-{ROLLBACK} .group').textContent")
    group = next(one for one in small[1].groups if one.statement == ROLLBACK)
    assert blocks == f"BEGIN … ROLLBACK.000001:{group.position}\u2013{group.end}"


def test_keys_lead_through_it(browser: Browser) -> None:
    def selected() -> int:
        return int(browser.value("Number(document.querySelector('.row.selected').id.slice(4))"))

    assert selected() == 0
    for key, wanted in [
        *(("ArrowDown", 1), ("j", 2), ("k", 1), ("End", 12), ("Home", 0), ("u", UNSAFE), ("x", LOSS)),
        *(("X", LOSS), ("ArrowUp", LOSS - 1), ("w", CREATE_T), ("PageUp", 0)),
    ]:
        browser.press(key)
        assert selected() == wanted, key
    browser.press("/")
    assert browser.value("document.activeElement.id") == "search"
    for key in "values (9)":
        browser.press(key)
    assert selected() == 9
    browser.press("Escape")
    assert browser.value("document.activeElement.id") == "rows"
    assert browser.value("document.activeElement.getAttribute('aria-activedescendant')") == "row-9"
    assert browser.problems == []


def test_the_detail_says_why(browser: Browser) -> None:
    browser.press("u")
    text = browser.value("document.getElementById('detail').textContent")
    for words in ("INSERT INTO n VALUES (2)", "R-unsafe-nontransactional: N after T", "WL#3303 row 16", "PR-causality"):
        assert words in text
    chips = browser.value("[...document.querySelectorAll('.vessel.trx .chip')].map(one => one.textContent)")
    assert chips == ["INSERT INTO t VALUES (1)", "INSERT INTO n VALUES (2)"]


def test_the_log_grows(browser: Browser, small: tuple[Path, Explanation]) -> None:
    def end() -> str:
        return str(browser.value("document.getElementById('tape-name').textContent"))

    browser.press("ArrowDown")
    group = small[1].groups[0]
    assert end() == f"{group.file} · {group.end} bytes"
    before = end()
    browser.press("u")
    assert end() != before


def test_light_and_dark(open_browser: Browser, small: tuple[Path, Explanation]) -> None:
    colours = {}
    for dark in (False, True):
        open_browser.prefer(dark=dark)
        open_browser.open(small[0])
        open_browser.value("localStorage.clear()")
        open_browser.open(small[0])
        colours[dark] = open_browser.value("getComputedStyle(document.body).backgroundColor")
        assert open_browser.value("document.documentElement.dataset.theme") == ("dark" if dark else "light")
    assert colours[False] != colours[True]
    open_browser.press("t")
    assert open_browser.value("getComputedStyle(document.body).backgroundColor") == colours[False]
    open_browser.value("localStorage.clear()")


@pytest.mark.slow
def test_fifteen_hundred_statements(open_browser: Browser, tmp_path: Path) -> None:
    found = explained(long_scenario(1500), tmp_path / "log")
    write_page(found, tmp_path / "page.html")
    open_browser.open(tmp_path / "page.html")
    assert open_browser.value("statements.length") == 1502
    assert open_browser.value("document.querySelectorAll('.row').length") < 60
    open_browser.press("End")
    assert open_browser.value("document.querySelector('.row.selected').id") == "row-1501"
    assert open_browser.value("document.querySelector('.row.selected').getBoundingClientRect().bottom <= innerHeight")
    assert open_browser.value("document.querySelectorAll('.lanes-head .name').length") == 5
    open_browser.press("k")  # a statement of the last lane, beside the log
    card = "document.querySelector('.row.selected .card').getBoundingClientRect().right"
    log = "document.querySelector('.row.selected .log-cell').getBoundingClientRect()"
    assert open_browser.value(f"{card} <= {log}.left && {log}.right <= innerWidth")
    assert open_browser.problems == []


@pytest.mark.parametrize("text", ["title: nothing\n", "restart:\n", ""])
def test_next_to_nothing(text: str, open_browser: Browser, tmp_path: Path) -> None:
    found = explained(text, tmp_path / "log") if text else Explanation("", "", (), (), [], [], [], (), {})
    write_page(found, tmp_path / "page.html")
    open_browser.open(tmp_path / "page.html")
    for key in ("j", "End", "w", "u", "e", "x", "Home"):
        open_browser.press(key)
    assert open_browser.value("document.documentElement.dataset.errors") == "0"
    assert open_browser.problems == []


@pytest.mark.slow
def test_chromium_prints_the_drawn_page(program: str, small: tuple[Path, Explanation], tmp_path: Path) -> None:
    command = [
        program,
        "--headless",
        "--no-sandbox",
        "--window-size=1440,900",
        f"--user-data-dir={tmp_path}",
        "--dump-dom",
        small[0].as_uri(),
    ]
    text = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert 'data-errors="0"' in text
    assert 'data-ready="1"' in text
    assert 'id="row-6"' in text


_OWN = "document.documentElement.dataset.owned = 1"
_SCRIPTS = f"<script>{_OWN}</script><img src=x onerror='{_OWN}'></script><svg/onload='{_OWN}'><!--"


def test_what_stands_in_sql_is_text(open_browser: Browser, tmp_path: Path) -> None:
    """Elements in titles, statements, names, comments, values and errors are shown; none is made."""
    evil = _SCRIPTS.replace("'", '"')
    name = evil[:60].replace("/", "")
    text = (
        f"title: {evil}\n"
        f"con1: CREATE TABLE `{name}` (a VARCHAR(300) COMMENT '{evil}');\n"
        f"con1: INSERT INTO `{name}` VALUES ('{evil}'); \n"
        f"con1: SELECT '{evil}' FROM `{name}` /* {evil} */;\n"
        f"con1: SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{evil[:120]}';\n"
        f"con1: CREATE DATABASE `{name}`;\n"
    )
    write_page(explained(text, tmp_path / "log"), tmp_path / "page.html")
    open_browser.open(tmp_path / "page.html")
    for key in ("j", "j", "w", "j", "u", "e", "j", "x", "End"):
        open_browser.press(key)
    assert open_browser.value("document.documentElement.dataset.owned || ''") == ""
    assert open_browser.value("document.documentElement.dataset.errors") == "0"
    assert open_browser.value("document.title").startswith("<script>")
    assert open_browser.value("document.querySelectorAll('img, svg').length") == 0
    assert open_browser.problems == []


def test_the_page_runs_its_own_scripts_only(open_browser: Browser, small: tuple[Path, Explanation]) -> None:
    """Should an element be made of something after all, the browser refuses it (Content-Security-Policy)."""
    open_browser.open(small[0])
    assert open_browser.value("document.documentElement.dataset.ready") == "1"
    open_browser.value(f"document.body.insertAdjacentHTML('beforeend', `<img src=x onerror='{_OWN}'>`)")
    open_browser.value(
        f"(() => {{ const made = document.createElement('script'); made.textContent = `{_OWN}`;"
        " document.body.append(made); })()"
    )
    time.sleep(0.3)
    assert open_browser.value("document.documentElement.dataset.owned || ''") == ""
    assert [one for one in open_browser.requests if not one.startswith(("file:", "about:", "data:"))] == []
    open_browser.problems.clear()
    policy = open_browser.value("document.querySelector('meta[http-equiv]').content")
    assert "unsafe" not in policy


TEN = "".join(
    f"con{number}: INSERT INTO {'tn'[number % 2]} VALUES ({number}, 'the text of statement {number}');\n"
    for number in range(1, 11)
)
TEN_SESSIONS = (
    "title: ten sessions\n"
    "server: binlog-format=ROW\n"
    "con1: CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(40)) ENGINE=InnoDB;\n"
    "con1: CREATE TABLE n (a INT PRIMARY KEY, b VARCHAR(40)) ENGINE=MyISAM;\n"
    f"{TEN}"
    "con2: BEGIN;\n"
    "con2: UPDATE t SET b = NULL WHERE a = 2;\n"
    "con10: DELETE FROM t WHERE a = 4;\n"
    "con2: ROLLBACK;\n"
)
_BOX = "document.querySelector('.row.selected {}').getBoundingClientRect()"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("width", "height", "mode"),
    [(400, 860, "phone"), (1000, 800, "folded"), (1440, 900, "folded"), (3400, 1200, "wide")],
)
def test_ten_sessions_at_all_sizes(
    width: int, height: int, mode: str, dark: bool, open_browser: Browser, tmp_path: Path
) -> None:
    write_page(explained(TEN_SESSIONS, tmp_path / "log"), tmp_path / "page.html")
    open_browser.resize(width, height)
    open_browser.prefer(dark=dark)
    open_browser.open(tmp_path / "page.html")
    try:
        assert open_browser.value("document.documentElement.dataset.mode") == mode
        assert open_browser.value("document.documentElement.scrollWidth") <= width
        open_browser.keep(f"explain-{width}-{'dark' if dark else 'light'}")
        for key in ("w", "j", "End", "k", "k", "Home", *("j" * 12)):
            open_browser.press(key)
            log, card = _BOX.format(".log-cell"), _BOX.format(".card .sql")
            if not open_browser.value("document.querySelector('.row.selected .card') !== null"):
                continue  # a step of the server's
            # the statement's text is in sight: in its row, and above its explanation
            assert open_browser.value(f"{card}.width > 100 && {card}.left >= 0 && {card}.right <= {log}.left + 1"), key
            assert open_browser.value(f"{log}.right <= innerWidth + 1"), key
            open_browser.value("$('detail').scrollTop = 10000")
            pre = "document.querySelector('.detail pre.sql').getBoundingClientRect()"
            assert open_browser.value(f"{pre}.top >= $('detail').getBoundingClientRect().top"), key
            assert open_browser.value(f"{pre}.bottom <= innerHeight"), key
        assert open_browser.problems == []
    finally:
        open_browser.resize(1440, 900)
        open_browser.prefer(dark=False)


def test_values_of_rows_links_and_legend(open_browser: Browser, tmp_path: Path) -> None:
    write_page(explained(TEN_SESSIONS, tmp_path / "log"), tmp_path / "page.html")
    open_browser.open(tmp_path / "page.html")
    number = open_browser.value("statements.findIndex((one) => (one.sql || '').startsWith('UPDATE'))")
    open_browser.value(f"select({number})")
    rows = open_browser.value("[...document.querySelectorAll('.values p')].map((one) => one.textContent.trim())")
    assert rows == ["\u2212 a=2 b='the text of statement 2'", "+ a=2 b=NULL"]
    assert open_browser.value("document.querySelector('.values b').textContent") == "NULL"
    links = open_browser.value("[...document.querySelectorAll('.source a')].map((one) => one.href)")
    assert "https://dev.mysql.com/worklog/task/?id=3303" in links
    assert any(link.startswith("https://dev.mysql.com/doc/refman/9.7/en/") for link in links)
    assert open_browser.value("document.querySelector('.tables .tag').title").startswith("T-statement")
    session = "statements[selected].session"
    open_browser.press("ArrowLeft")
    assert open_browser.value(f"{session} + (statements[selected].sql || '')") == "con2BEGIN"
    open_browser.press("ArrowRight")
    assert open_browser.value("selected") == number
    open_browser.press("?")
    text = open_browser.value("$('keys').open && $('keys').textContent")
    for words in ("transactional (InnoDB)", "stmt-cache", "events are lost", "same session"):
        assert words in text
    assert open_browser.problems == []

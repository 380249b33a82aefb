"""The pictures of docs, from real runs: pages that commands write, drawn by the browser that the tests use.

python -m docs.scripts.pictures
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.browser import Browser, browser_path
from tests.conftest import PROJECT

PICTURES = PROJECT / "docs" / "pictures"
_WIDTH, _HEIGHT = 1280, 760
_EXAMPLES = PROJECT / "examples"

# picture -> (commands, the page that the last one writes, keys that are pressed in it)
_PAGES: dict[str, tuple[tuple[tuple[str, ...], ...], str, tuple[str, ...]]] = {
    "explain": (
        (("explain", str(_EXAMPLES / "mixed_engines.scn"), "--html", "page.html"),),
        "page.html",
        ("j",) * 9,
    ),
    "report": (
        (
            ("generate", "--schema", str(_EXAMPLES / "shop.sql"), "--transactions", "20000", "--out", "log", "--quiet"),
            ("report", "log", "--html", "page.html", "--quiet"),
        ),
        "page.html",
        (),
    ),
}


def main() -> int:
    """Draws all of them. The status is 1 where there is no browser."""
    program = browser_path()
    if program is None:
        print("no Chromium on this machine (apt-get install chromium)", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    for name in _PAGES:
        draw(name, PICTURES / f"{name}.png", program)
    return 0


def draw(name: str, target: Path, program: str) -> None:
    """One picture. CalledProcessError if a command fails."""
    commands, page, keys = _PAGES[name]
    with tempfile.TemporaryDirectory() as folder, Browser(program, Path(folder) / "profile") as browser:
        for command in commands:
            subprocess.run([sys.executable, "-m", "binwriter", *command], cwd=folder, check=True, capture_output=True)
        browser.resize(_WIDTH, _HEIGHT)
        browser.prefer(dark=False)
        browser.open(Path(folder) / page)
        for key in keys:
            browser.press(key)
        _wait_for_what_moves(browser)
        browser.screenshot(target)
        print(target.relative_to(PROJECT) if target.is_relative_to(PROJECT) else target)


def _wait_for_what_moves(browser: Browser) -> None:
    while not browser.value("document.getAnimations().every((one) => one.playState === 'finished')"):
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())

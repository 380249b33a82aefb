"""A headless Chromium for tests, driven over its debugging pipe: no network, no driver program, no other package."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_TIMEOUT = 60.0
_HIGH = 64  # file descriptors above those that Chromium wants


def browser_path() -> str | None:
    """The program, if this machine has it."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class Browser:
    """One page. Whatever goes wrong in it is kept: see `problems` and `requests`."""

    def __init__(self, program: str, profile: Path) -> None:
        ours_read, theirs_write = (_high(fd) for fd in os.pipe())
        theirs_read, ours_write = (_high(fd) for fd in os.pipe())

        def give() -> None:
            os.dup2(theirs_read, 3)
            os.dup2(theirs_write, 4)

        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        self._process = subprocess.Popen(
            [program, *flags, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            env={**os.environ, "TMPDIR": str(profile)},  # it is killed, and leaves what it has there
            preexec_fn=give,
            pass_fds=(3, 4),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_read)
        os.close(theirs_write)
        self._in = os.fdopen(ours_read, "rb", buffering=0)
        self._out = os.fdopen(ours_write, "wb", buffering=0)
        os.set_blocking(ours_read, False)
        self._rest = b""
        self._number = 0
        self._session = ""
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._loaded = False
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        self.resize(1440, 900)

    def prefer(self, *, dark: bool) -> None:
        """What the user's system prefers."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call("Emulation.setEmulatedMedia", features=scheme)

    def resize(self, width: int, height: int) -> None:
        """The window, in pixels."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, page: Path) -> None:
        """Loads the file anew and waits until it is drawn."""
        for url in ("about:blank", page.as_uri()):
            self._loaded = False
            self.problems, self.requests = [], []
            self._call("Page.navigate", url=url)
            self._until(lambda: self._loaded)

    def value(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """A key: "j", "ArrowDown" ..."""
        text = {"text": key} if len(key) == 1 else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot")["data"]))

    def keep(self, name: str) -> None:
        """A picture for people, in the folder that BINWRITER_SCREENSHOTS names; without it none."""
        if folder := os.environ.get("BINWRITER_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.screenshot(Path(folder) / f"{name}.png")

    # --- the protocol

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        answer: dict[str, Any] = {}

        def arrived() -> bool:
            answer.update(self._answers.pop(number, {}))
            return bool(answer)

        self._until(arrived)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    _answers: dict[int, dict[str, Any]]

    def _until(self, done: Any) -> None:
        if not hasattr(self, "_answers"):
            self._answers = {}
        end = time.monotonic() + _TIMEOUT
        while not done():
            assert self._process.poll() is None, "the browser has ended"
            assert time.monotonic() < end, "the browser does not answer"
            data = self._in.read(1 << 20)
            if not data:
                time.sleep(0.01)
                continue
            *messages, self._rest = (self._rest + data).split(b"\0")
            for message in messages:
                self._take(json.loads(message))

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self._answers[message["id"]] = message
            return
        method, parameters = message["method"], message.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.problems.append(str(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append(str(parameters["entry"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.problems.append(str(parameters["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._out.close()


def _high(fd: int) -> int:
    """The same file under a number that is not in the way."""
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _HIGH)
    os.close(fd)
    return moved

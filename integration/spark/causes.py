"""What went wrong on Spark, in one line: the cause, out of Spark's own errors."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.errors import BinwriterError

# PySpark's workers then send the error without the places that it came through (pyspark.util.handle_worker_exception).
_HIDE = "SPARK_HIDE_TRACEBACK"
_NAME_PYTHON = "set PYSPARK_PYTHON to a Python that has binwriter and its packages"

# What a text holds -> what to say; the first that fits. Later matches in a text are nearer to the cause.
_CAUSES = tuple(
    (re.compile(pattern, re.MULTILINE), answer)
    for pattern, answer in (
        (r"\bbinwriter\.[\w.]*(?:Error|Exception): (.*)$", "{0}"),
        (
            r"ModuleNotFoundError: No module named '([\w.]+)'",
            f"the workers' Python has no module {{0}}: {_NAME_PYTHON}",
        ),
        (r"\[PYTHON_VERSION_MISMATCH\] (.*)$", f"{{0}}; {_NAME_PYTHON}"),
        (r'Cannot run program "([^"]+)"', f"the workers cannot run {{0}}: {_NAME_PYTHON}"),
        (r"^(?:Caused by: )?[\w.$]*?(\w+(?:Error|Exception): .*)$", "{0}"),
        (r"\A\s*(\S.*)$", "{0}"),
    )
)
_NO_GATEWAY = "JAVA_GATEWAY_EXITED"
_MASTER = re.compile(r"local(\[.*\]|-cluster\[.*\])?|yarn|(spark|k8s)://.*")


def cause(error: BaseException, master: str = "") -> str:
    """One line: why Spark failed. error: what PySpark raised; master: that Spark was started with.

    An error of binwriter in a task or a plan is told in its own words, without Spark's and Python's around it.
    """
    text = str(error)
    if _NO_GATEWAY in text:
        return _no_start(master)
    for pattern, answer in _CAUSES:
        matches = pattern.findall(text)
        if matches:
            return answer.format(" ".join(matches[-1].split()))
    return repr(error)


def _no_start(master: str) -> str:
    home = os.environ.get("JAVA_HOME")
    if not shutil.which(f"{home}/bin/java" if home else "java"):
        place = f"JAVA_HOME ({home})" if home else "PATH"
        return f"Spark needs Java 17 or later, and there is none in {place}"
    if master and not _MASTER.fullmatch(master):
        return f"{master} is no master of Spark: local[*], spark://HOST:PORT, yarn or k8s://URL"
    return "Spark did not start; what its Java said stands above"


@contextmanager
def in_own_words() -> Iterator[None]:
    """An error of ours that leaves a worker of Spark is sent as its type and text, without Python's frames.

    The worker ends with it; in other processes nothing is changed.
    """
    try:
        yield
    except BinwriterError:
        spec = getattr(sys.modules["__main__"], "__spec__", None)
        if spec is not None and spec.name.startswith("pyspark."):
            os.environ[_HIDE] = "1"
        raise

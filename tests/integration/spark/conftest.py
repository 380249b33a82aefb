"""One Spark session for all tests, and logs without Spark for those that need none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# as jobs of this machine have it: what waits for Python gains nothing from code that is compiled well
_QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def _missing() -> str | None:
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "PySpark is not installed"
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        return "there is no Java"
    return None


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two cores, two attempts a task. Skips where Spark cannot run; fails if BINWRITER_REQUIRE_SPARK is 1."""
    reason = _missing()
    if reason is not None:
        if os.environ.get("BINWRITER_REQUIRE_SPARK") == "1":
            pytest.fail(f"Spark is required: {reason}", pytrace=False)
        pytest.skip(f"no Spark: {reason}")
    with pytest.MonkeyPatch.context() as patch:
        # those of the Java process, which hands them on; other tests see nothing of it
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).resolve().parents[3]), *sys.path]))
        session = _session(tmp_path_factory.mktemp("spark"))
    from binwriter.integration.spark import register

    session.sparkContext.setLogLevel("OFF")
    register(session)
    yield session
    session.stop()


def _session(temporary: Path) -> Any:
    """temporary: for what a Java process that is killed leaves behind."""
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master("local[2,2]")
        .appName("binwriter tests")
        .config("spark.driver.extraJavaOptions", f"{_QUICK_START} -Djava.io.tmpdir={temporary}")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )

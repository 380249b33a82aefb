"""Which Python Spark's workers run."""

from __future__ import annotations

import os
import sys
from typing import Any

_SETTING = "PYSPARK_PYTHON"


def use_this_python(spark: Any) -> None:
    """Workers on this machine run this interpreter, with its packages, whether its environment is activated or not.

    Not where PYSPARK_PYTHON or spark.pyspark.python say another one, nor on a cluster, whose machines have their own,
    nor with Spark Connect, where the server decides.
    """
    context = _context(spark)
    if context is None or _SETTING in os.environ or not str(context.master).startswith("local"):
        return
    if context.getConf().get("spark.pyspark.python") is None:
        context.pythonExec = sys.executable


def _context(spark: Any) -> Any:
    """None: the session is one of Spark Connect."""
    return None if "connect" in type(spark).__module__.split(".") else spark.sparkContext

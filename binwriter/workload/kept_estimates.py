"""How large a workload's transactions are, kept for the next process: the sample is a third of a small job's time.

An estimate is a function of the document, which has the text of the schema in it, of this package, Python, and the
libraries that values come from: all are in the name of the file. Without a folder to keep it in, it is sampled each
time; what is refused is refused each time.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict

from binwriter.bulk.kept import keep, kept
from binwriter.workload.kept_schemas import installed, kept_path
from binwriter.workload.plan import Estimate

_LIBRARIES = ("numpy", "pyarrow", "mimesis")


def kept_estimate(document: str, sampled: Callable[[], tuple[Estimate, float]]) -> tuple[Estimate, float]:
    """What sampling said of a document (JSON) the last time, else what it says now: the numbers, and bytes a second."""
    path = kept_path("samples", repr((document, sys.version, *map(installed, _LIBRARIES))), "json")
    if path is not None and (content := kept(path)) is not None:
        numbers, rate = json.loads(content)
        return Estimate(**numbers | {"load_row": tuple(numbers["load_row"])}), rate
    estimate, rate = sampled()
    if path is not None:
        with contextlib.suppress(OSError):
            keep(path, json.dumps([asdict(estimate), rate]).encode())
    return estimate, rate

"""Workloads that come with binwriter: a TOML file each in this folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from binwriter.errors import SpecError
from binwriter.workload.specification.units import read_number

# name -> what it is, in one line
PRESETS = {
    "sysbench-oltp": "sysbench's oltp_read_write: one table type, updates by key, a delete and an insert",
    "tpcc": "nine tables like TPC-C's: orders with their lines, payments, stock",
    "ycsb": "one table of ten text fields, hot rows by Zipf",
    "wide": "a table with a column of every type, NULLs, long texts and JSON",
    "bulk-load": "inserts of a thousand rows a transaction",
}
# Keys that --scale multiplies.
_SCALED = ("initial-rows", "transactions")


def preset_document(name: str, scale: str | None = None) -> dict[str, Any]:
    """The document of a preset, its rows and transactions times `scale`. SpecError if there is none of that name."""
    if name not in PRESETS:
        raise SpecError("--preset", f"{name!r} is not one of {', '.join(PRESETS)}")
    text = (files(__package__) / f"{name}.toml").read_text(encoding="utf-8")
    factor = 1.0 if scale is None else read_number(scale, "--scale", least=1e-6, most=1e9)
    document = _scaled(tomllib.loads(text), factor)
    document["schema-name"] = f"preset {name}"
    return document


def _scaled(document: Mapping[str, Any], factor: float) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in document.items():
        if isinstance(value, Mapping):
            result[name] = _scaled(value, factor)
        else:
            result[name] = max(1, round(value * factor)) if name in _SCALED else value
    return result

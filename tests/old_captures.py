"""What captures of servers before 8.0 have in common, the samples beside the checkout and our own golden files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID

from binwriter.chance import Chance


def read_sidecar(folder: Path) -> dict[str, Any]:
    """Where a field is absent, there was nothing of it."""
    sidecar: dict[str, Any] = json.loads((folder / "sidecar.json").read_text("utf-8"))
    # the others close connections
    sidecar["statements"] = [one for one in sidecar["statements"] if one.get("sql")]
    for statement in sidecar["statements"]:
        statement["warnings"] = statement.get("warnings") or []
        statement.setdefault("error", None)
        for name in ("affected", "insert_id"):
            statement[name] = None if statement["error"] else statement.get(name) or 0
        if statement["sql"] == "SHOW PROCESSLIST":  # the session of who captured was there, too
            statement["affected"] -= 1
    return sidecar


def chance_of(folder: Path) -> Chance:
    """UUID() gives what it gave the real server, as far as rows show it."""
    text = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
    files = b"".join(path.read_bytes() for path in sorted(folder.glob("binlog.0*[0-9]")))
    found = iter([UUID(word.decode()) for word in text.findall(files)])
    return Chance(uuid_source=lambda: next(found, UUID(int=0)))

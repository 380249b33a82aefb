"""XA statements, as they are written."""

from __future__ import annotations

from enum import Enum

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import TableSyntax
from binwriter.statement.xid import XaId


class XaVerb(Enum):
    """What comes after XA."""

    START = "START"
    END = "END"
    PREPARE = "PREPARE"
    COMMIT = "COMMIT"
    ROLLBACK = "ROLLBACK"
    RECOVER = "RECOVER"


@dataclass(frozen=True, slots=True)
class XaSyntax(TableSyntax):
    """option: JOIN, RESUME, SUSPEND, ONE PHASE, CONVERT XID, or nothing."""

    verb: XaVerb
    xid: XaId = XaId(b"")
    option: str = ""

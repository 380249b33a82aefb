"""Names of XA transactions."""

from __future__ import annotations

from binwriter.formats.records import dataclass

MAX_XID_PART = 64


@dataclass(frozen=True, slots=True)
class XaId:
    """An XID: gtrid and bqual of at most 64 bytes each, format_id of up to 64 bits (the log keeps 32)."""

    gtrid: bytes
    bqual: bytes = b""
    format_id: int = 1

    def __str__(self) -> str:
        """As the server writes it into the log: X'gtrid',X'bqual',format_id."""
        return f"X'{self.gtrid.hex()}',X'{self.bqual.hex()}',{self.format_id}"

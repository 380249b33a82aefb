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

    @property
    def shown(self) -> str:
        """As clients are told that follow the session (asked of a 9.7.4): what is as by default is left out."""
        parts = [f"'{part.decode('latin-1')}'" for part in (self.gtrid, self.bqual)]
        if self.format_id != 1:
            return ",".join((*parts, str(self.format_id)))
        return ",".join(parts[: 2 if self.bqual else 1])

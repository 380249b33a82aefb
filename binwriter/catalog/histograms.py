"""What a statement asks of the histograms of columns."""

from __future__ import annotations

from binwriter.formats.records import dataclass

MOST_BUCKETS = 1024
_DEFAULT_BUCKETS = 100


@dataclass(frozen=True, slots=True)
class Request:
    """What ANALYZE TABLE .. UPDATE or DROP HISTOGRAM asks for. columns: as they are named. data: of USING DATA."""

    columns: tuple[str, ...]
    removes: bool = False
    buckets: int = _DEFAULT_BUCKETS
    automatic: bool = False
    data: str | None = None

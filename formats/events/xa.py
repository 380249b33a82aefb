"""XA_prepare event: the end of an XA transaction's group at XA PREPARE, or at XA COMMIT .. ONE PHASE."""

from __future__ import annotations

import construct as cs
from construct import len_, this

from binwriter.formats.declaration import Declared, csfield, derived


class XaPrepare(Declared):
    """one_phase: 1 for COMMIT ONE PHASE. format_id, gtrid, bqual: the XID (findings section 6, "XA")."""

    one_phase: int = csfield(cs.Int8ul)
    format_id: int = csfield(cs.Int32sl)
    gtrid_length: int = derived(cs.Rebuild(cs.Int32ul, len_(this.gtrid)))
    bqual_length: int = derived(cs.Rebuild(cs.Int32ul, len_(this.bqual)))
    gtrid: bytes = csfield(cs.Bytes(this.gtrid_length))
    bqual: bytes = csfield(cs.Bytes(this.bqual_length))

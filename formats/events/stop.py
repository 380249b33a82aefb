"""Stop event: the server shut down in good order; nothing follows in this file."""

from __future__ import annotations

from binwriter.formats.declaration import Declared


class Stop(Declared):
    """Empty body."""

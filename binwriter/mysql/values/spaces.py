"""White space as a server's character sets have it (`my_isspace`): six characters of ASCII, none of other scripts.

Captured: clusters/digits_of_others.
"""

from __future__ import annotations

SPACES = " \t\n\v\f\r"

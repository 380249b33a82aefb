"""Spatial functions under the names that they had before 8.0: without ST_, which came with 5.6.

Source: MySQL manuals 5.1 and 5.7, "Spatial Function Reference"; release notes of 5.6.1 and 8.0.0 (removed names).
"""

from __future__ import annotations

from binwriter.sql.functions import spatial
from binwriter.sql.functions.registry import FUNCTIONS, OLD_FUNCTIONS, SINCE

_PREFIX = "ST_"
_FIRST_WITH_PREFIX, _FIRST_WITHOUT_OLD_NAMES = 50601, 80000
_NAMES = """
ASBINARY ASTEXT ASWKB ASWKT DIMENSION ENDPOINT ENVELOPE EXTERIORRING GEOMETRYFROMTEXT GEOMETRYFROMWKB GEOMETRYN
GEOMETRYTYPE GEOMFROMTEXT GEOMFROMWKB INTERIORRINGN ISCLOSED ISEMPTY ISSIMPLE LINEFROMTEXT LINEFROMWKB
LINESTRINGFROMTEXT LINESTRINGFROMWKB NUMGEOMETRIES NUMINTERIORRINGS NUMPOINTS POINTFROMTEXT POINTFROMWKB POINTN
POLYFROMTEXT POLYFROMWKB POLYGONFROMTEXT POLYGONFROMWKB SRID STARTPOINT X Y
"""
# the old name -> today's, where more than the prefix changed
_RENAMED = {"GLENGTH": "ST_LENGTH"}

__all__ = ["old_names", "spatial"]  # that module registers today's


def old_names() -> dict[str, str]:
    """Each old name with today's, of the functions that are known here."""
    named = {name: _PREFIX + name for name in _NAMES.split()} | _RENAMED
    return {old: new for old, new in named.items() if new in FUNCTIONS}


OLD_FUNCTIONS.update({old: (_FIRST_WITHOUT_OLD_NAMES, FUNCTIONS[new]) for old, new in old_names().items()})
for _name in FUNCTIONS:
    if _name.startswith(_PREFIX):
        SINCE.setdefault(_name, _FIRST_WITH_PREFIX)

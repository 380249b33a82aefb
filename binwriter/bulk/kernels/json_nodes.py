"""The nodes into which JSON text is read, as kernels see them: one line of numbers each."""

from __future__ import annotations

from binwriter.formats.columns.json.layout import SMALL, JsonType

UNUSUAL = -1  # instead of an address or a count: left to the exact way

# the types of nodes; containers count as small until they turn out to be large
OBJECT, ARRAY, LITERAL = int(JsonType.SMALL_OBJECT), int(JsonType.SMALL_ARRAY), int(JsonType.LITERAL)
INT16, INT32, INT64 = int(JsonType.INT16), int(JsonType.INT32), int(JsonType.INT64)
UINT64, DOUBLE, STRING = int(JsonType.UINT64), int(JsonType.DOUBLE), int(JsonType.STRING)
LIMIT = SMALL.limit  # bytes of a small container, or of a key

# the numbers of a node; FIRST: value, first child or address of the text; SIZE: bytes of text, or number of children
KIND, FIRST, SIZE, NEXT, KEY, KEY_SIZE, NODE = 0, 1, 2, 3, 4, 5, 6

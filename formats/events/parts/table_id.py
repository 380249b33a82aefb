"""The number of a table, as Table_map and rows events carry it: six bytes, or four in trees before 5.1.4."""

from __future__ import annotations

from binwriter.formats.conditional_fields import Implied
from binwriter.formats.declaration import stated_post_header
from binwriter.formats.primitives import SizedInteger

# Four bytes and two of flags: the post-header of those trees.
SHORT_POST_HEADER = 6

TableIdSize = Implied(lambda context: 4 if stated_post_header(context) == SHORT_POST_HEADER else 6)
TableId = SizedInteger("table_id_size")

"""Character sets of MySQL: text to bytes and back, exactly as a server converts.

`registry` has one line a character set, with the codec of Python that is nearest to it; `differences` (generated) says
where MySQL differs from that codec; `codecs` puts the two together.
"""

from binwriter.formats.charsets.codecs import Charset
from binwriter.formats.charsets.registry import CHARSET_NAMES, charset_by_name

__all__ = ["CHARSET_NAMES", "Charset", "charset_by_name"]

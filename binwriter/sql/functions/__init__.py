"""SQL functions by family; importing this package registers all of them."""

from binwriter.sql.functions import by_version, choice, fulltext, spatial
from binwriter.sql.functions.aggregates import basic as aggregates
from binwriter.sql.functions.aggregates import windows
from binwriter.sql.functions.dates import (
    arithmetic as date_arithmetic,
)
from binwriter.sql.functions.dates import (
    basic as dates,
)
from binwriter.sql.functions.dates import (
    clock,
    get_format,
)
from binwriter.sql.functions.dates import (
    parts as date_parts,
)
from binwriter.sql.functions.json import (
    aggregates as json_aggregates,
)
from binwriter.sql.functions.json import (
    basic as json,
)
from binwriter.sql.functions.json import (
    changes as json_changes,
)
from binwriter.sql.functions.json import (
    more as json_more,
)
from binwriter.sql.functions.json import (
    schema as json_schema,
)
from binwriter.sql.functions.json import (
    search as json_search,
)
from binwriter.sql.functions.json import (
    value as json_value,
)
from binwriter.sql.functions.numbers import basic as numeric
from binwriter.sql.functions.numbers import rand, vectors
from binwriter.sql.functions.registry import FUNCTIONS, NODE_FUNCTIONS
from binwriter.sql.functions.server import information, internet
from binwriter.sql.functions.server import state as server_state
from binwriter.sql.functions.strings import (
    basic as strings,
)
from binwriter.sql.functions.strings import (
    codes as string_codes,
)
from binwriter.sql.functions.strings import (
    encryption,
    hashing,
    regular,
)
from binwriter.sql.functions.strings import (
    search as string_search,
)
from binwriter.sql.functions.strings import (
    sets as string_sets,
)
from binwriter.sql.functions.strings import (
    weights as string_weights,
)

__all__ = [
    "FUNCTIONS",
    "NODE_FUNCTIONS",
    "aggregates",
    "by_version",
    "choice",
    "clock",
    "date_arithmetic",
    "date_parts",
    "dates",
    "encryption",
    "fulltext",
    "get_format",
    "hashing",
    "information",
    "internet",
    "json",
    "json_aggregates",
    "json_changes",
    "json_more",
    "json_schema",
    "json_search",
    "json_value",
    "numeric",
    "rand",
    "regular",
    "server_state",
    "spatial",
    "string_codes",
    "string_search",
    "string_sets",
    "string_weights",
    "strings",
    "vectors",
    "windows",
]

"""SQL functions by family: modules that are loaded when one of their functions is asked for, the likeliest first."""

from binwriter.sql.expressions.compile import FUNCTION_MODULES
from binwriter.sql.functions import by_version, choice, fulltext
from binwriter.sql.functions.aggregates import basic as aggregates
from binwriter.sql.functions.aggregates import group_concat, grouping, windows
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
    duality as json_duality,
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
from binwriter.sql.functions.spatial import (
    areas,
    buffer,
    distances,
    documents,
    hashes,
    kinds,
    making,
    overlay,
    relations,
    simplify,
    transform,
)
from binwriter.sql.functions.spatial import (
    parts as geometry_parts,
)
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
from binwriter.sql.functions.xml import functions as xml_functions

__all__ = ["FUNCTIONS", "MODULES", "NODE_FUNCTIONS"]

MODULES = (
    *(aggregates, clock, strings, numeric, dates, choice, json, date_parts, date_arithmetic, information),
    *(string_search, hashing, string_codes, server_state, rand, string_sets, get_format, json_changes),
    *(windows, grouping, group_concat),
    *(json_aggregates, json_search, json_more, json_value, json_schema, regular, internet, encryption, fulltext),
    *(string_weights, making, geometry_parts, areas, distances, relations, documents, hashes, vectors, by_version),
    *(overlay, simplify, buffer, kinds, transform, xml_functions, json_duality),
)
FUNCTION_MODULES.add(*MODULES)

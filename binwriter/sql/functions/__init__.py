"""SQL functions by family; importing this package registers all of them."""

from binwriter.sql.functions import (
    aggregates,
    by_version,
    choice,
    clock,
    date_arithmetic,
    date_parts,
    dates,
    hashing,
    information,
    json,
    numeric,
    rand,
    server_state,
    spatial,
    string_codes,
    string_search,
    strings,
)
from binwriter.sql.functions.registry import FUNCTIONS, NODE_FUNCTIONS

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
    "hashing",
    "information",
    "json",
    "numeric",
    "rand",
    "server_state",
    "spatial",
    "string_codes",
    "string_search",
    "strings",
]

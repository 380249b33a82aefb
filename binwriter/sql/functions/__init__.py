"""SQL functions by family; importing this package registers all of them."""

from binwriter.sql.functions import (
    aggregates,
    choice,
    clock,
    dates,
    hashing,
    information,
    numeric,
    rand,
    spatial,
    strings,
)
from binwriter.sql.functions.registry import FUNCTIONS, NODE_FUNCTIONS

__all__ = [
    "FUNCTIONS",
    "NODE_FUNCTIONS",
    "aggregates",
    "choice",
    "clock",
    "dates",
    "hashing",
    "information",
    "numeric",
    "rand",
    "spatial",
    "strings",
]

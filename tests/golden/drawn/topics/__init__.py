"""Topics that scenarios are drawn of: tables made first, and forms of statements with words in braces.

A word in braces is a line of WORDS or of the topic's own words; it may hold braces itself.
"""

from __future__ import annotations

from tests.golden.drawn.topics import (
    caches,
    cascades,
    columns,
    contexts,
    conversions,
    counters,
    databases,
    handled,
    identified,
    json_updates,
    keys,
    loads,
    mixed,
    prepared,
    programs,
    rotated,
    scheduled,
    sessions,
    tables,
    temporary,
    waiting,
    written,
)
from tests.golden.drawn.topics.shared import WORDS, Topic

__all__ = ["TOPICS", "WORDS", "Topic"]

TOPICS: dict[str, Topic] = {
    "mixed": mixed.TOPIC,
    "sessions": sessions.TOPIC,
    "loads": loads.TOPIC,
    "cascades": cascades.TOPIC,
    "counters": counters.TOPIC,
    "tables": tables.TOPIC,
    "columns": columns.TOPIC,
    "programs": programs.TOPIC,
    "json": json_updates.TOPIC,
    "contexts": contexts.TOPIC,
    "keys": keys.TOPIC,
    "conversions": conversions.TOPIC,
    "written": written.TOPIC,
    "caches": caches.TOPIC,
    "waiting": waiting.TOPIC,
    "prepared": prepared.TOPIC,
    "temporary": temporary.TOPIC,
    "handled": handled.TOPIC,
    "databases": databases.TOPIC,
    "identified": identified.TOPIC,
    "rotated": rotated.TOPIC,
    "scheduled": scheduled.TOPIC,
}

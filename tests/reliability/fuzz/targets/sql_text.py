"""SQL of any text, run on a fake server: answered, or refused by name; the log that is left is verified.

An input is a script: statements with a line between them that holds nothing but `;`. Bytes that are no UTF-8 stay.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from binwriter.mysql.raw_bytes import bytes_of, text_of
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.hostile import crafted
from tests.reliability.hostile.guard import Room
from tests.reliability.hostile.mutation import golden_statements, mutated

_BETWEEN = "\n;\n"
_MOST = 12  # statements
SHARE = 2.0


def statements_of(data: bytes) -> list[str]:
    """The statements of an input, a few at most."""
    return [one for one in text_of(data).split(_BETWEEN) if one][:_MOST]


def data_of(statements: Iterable[str]) -> bytes:
    """The input of these statements."""
    return bytes_of(_BETWEEN.join(statements))


def seeds() -> Iterable[bytes]:
    """Parts of golden scenarios, and of each template one statement."""
    pool = golden_statements()
    for start in range(0, len(pool), 400):
        yield data_of(pool[start : start + 6])
    plain = [next(iter(crafted.of_template(template))) for template in crafted.templates()]
    for start in range(0, len(plain), 6):
        yield data_of(plain[start : start + 6])


def mutate(data: bytes, seed: int) -> bytes:
    """A change of one statement by its tokens; now and then one is put in that was crafted."""
    chance = random.Random(seed)
    statements = statements_of(data) or ["SELECT 1"]
    place = chance.randrange(len(statements))
    if chance.random() < 0.25:
        made = crafted.at_random(chance.choice(crafted.templates()), chance)
        statements.insert(place, made if chance.random() < 0.5 else crafted.a_call(_function(chance), chance))
    else:
        statements[place] = mutated(statements[place], golden_statements(), chance)
    return data_of(statements)


def _function(chance: random.Random) -> str:
    return chance.choice(crafted.functions())


def run(data: bytes) -> None:
    room = Room()
    try:
        for statement in statements_of(data):
            room.run_raising(statement)
    except BaseException:
        room.folder.cleanup()
        raise
    for finding in room.close():
        raise PropertyError(f"log {finding.check}", str(finding))

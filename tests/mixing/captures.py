"""Short scripts of every kind of sequence, and the scenarios of the kept captures.

python -m tests.mixing.captures        writes tests/golden/scenarios/mixing_*.scn
"""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

from tests.mixing import engines, temporary
from tests.mixing import sequences as seq
from tests.mixing.sequences import SETTINGS, Setting, scenario

_SCENARIOS = Path(__file__).resolve().parents[1] / "golden" / "scenarios"
_SEED = 2687


def short_script(seed: int, setting: Setting) -> str:
    """About 300 statements: transactions, savepoints, created tables, temporary tables."""
    source = random.Random(seed)
    found = [
        *seq.random_sequences(source, 16),
        *seq.savepoint_sequences(source, 14),
        *seq.creating_sequences(source, 14),
    ]
    source.shuffle(found)
    run = chain(
        seq.engine_statements(source, found), seq.temporary_statements(source, seq.temporary_sequences(source, 12))
    )
    setup = [*engines.configure(), *temporary.configure()]
    # temporary tables of the setup would fix the format, so they come when it is set
    late = [statement for statement in setup if "TEMPORARY" in statement]
    early = [statement for statement in setup if "TEMPORARY" not in statement]
    title = f"mixed-engine sequences, {setting.binlog_format}, direct updates {setting.direct}"
    return scenario(title, early, setting, chain(late, run), {})


def main() -> None:
    """Writes the scenarios of the kept captures."""
    for setting in SETTINGS:
        (_SCENARIOS / f"mixing_{setting.name}.scn").write_text(short_script(_SEED, setting))


if __name__ == "__main__":
    main()

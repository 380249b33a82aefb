"""Fuzzing that stays: targets, the inputs that once broke something, and the runner (docs/reliability/fuzzing.md).

A target is a module `targets/<name>.py` with

    def seeds() -> Iterable[bytes]       # inputs to begin with; at least one
    def run(data: bytes) -> None         # raises only on a finding: whatever it raises is one

and, if it has any use for them,

    def mutate(data: bytes, seed: int) -> bytes   # a change that knows the grammar; takes turns with blind ones
    SHARE: float = 1.0                            # of the seconds that are given to each target
    MOST_SEEDS: int = 200                         # so many seeds, drawn anew, begin a run: fewer where each takes long

`target.PropertyError(kind, text)` is for properties that do not hold. What an input may take of processor time and
memory is in `guard`.

Inputs that broke something are kept as `crashers/<name>/<digest>` and run by test_crashers.py ever after. A run puts
what it finds in `build/fuzz/found/<name>`, from where it is moved there with the change that mends it.
"""

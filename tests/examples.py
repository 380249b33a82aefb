"""How many examples hypothesis tries: the quick suite a fifth of them."""

from __future__ import annotations

from hypothesis import settings

_OF_HYPOTHESIS = 100
_QUICK = "quick"

settings.register_profile(_QUICK, max_examples=_OF_HYPOTHESIS // 5)


def try_fewer() -> None:
    """For this run, in tests that say no number and in those that say it by `examples`."""
    settings.load_profile(_QUICK)


def examples(count: int) -> int:
    """`max_examples` of a test that tries so many where all tests run."""
    return max(5, count * settings().max_examples // _OF_HYPOTHESIS)

"""How many examples hypothesis tries: the quick suite a fifth of them. None of its tests fails for being slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

_OF_HYPOTHESIS = 100
_ALL, _QUICK = "all", "quick"

# a busy machine draws examples slowly; that says nothing of what is tested
settings.register_profile(_ALL, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile(_ALL)
settings.register_profile(_QUICK, settings.get_profile(_ALL), max_examples=_OF_HYPOTHESIS // 5)


def try_fewer() -> None:
    """For this run, in tests that say no number and in those that say it by `examples`."""
    settings.load_profile(_QUICK)


def examples(count: int) -> int:
    """`max_examples` of a test that tries so many where all tests run."""
    return max(5, count * settings().max_examples // _OF_HYPOTHESIS)

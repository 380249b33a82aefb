"""Damaged logs: every truncation and every flipped byte, before everything that reads (docs/reliability/damage.md).

`logs` has the logs, `readers` what reads them, `sweep` damages and judges, `python -m tests.reliability.damage` (which
`make damage` calls) does it whole and writes the figures, test_damage.py does a part of it.
"""

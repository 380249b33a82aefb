"""Limits as a server has them: statements at and beyond each limit, and what a real 9.7.4 answered to them.

`cases` has the statements, one module a subject; tests/golden/limits/SUBJECT.json what the server said
(`python -m tests.reliability.limits.capture [SUBJECT ...]`); test_limits.py asks binwriter the same.
"""

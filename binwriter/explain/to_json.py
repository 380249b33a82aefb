"""An explanation as JSON: objects with the names of `explain.model`; what is empty or usual is left out of events."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from binwriter.explain.model import Explanation
from binwriter.mysql.secret_text import answer_without_secrets, without_secrets

FORMAT = 1


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """An explanation as JSON values. format: changes when a name or a meaning does. Passwords stand in none of it."""
    shown: dict[str, Any] = {"format": FORMAT}
    shown.update((name, _json(getattr(explanation, name))) for name in _names(Explanation))
    shown["files"] = [{"name": name, "size": size} for name, size in explanation.files]
    shown["rules"] = {name: {"says": says, "source": source} for name, (says, source) in explanation.rules.items()}
    for statement in shown["statements"]:
        statement["warnings"] = [
            {"level": level, "code": code, "message": message} for level, code, message in statement["warnings"]
        ]
    shown["statements"] = [
        answer_without_secrets(entry, statement.sql)
        for entry, statement in zip(shown["statements"], explanation.statements, strict=True)
    ]
    return shown


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _json(value: Any) -> Any:
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, int | None):
        return value
    if isinstance(value, list | tuple):
        return [_json(member) for member in value]
    if isinstance(value, dict):
        return {key: _json(member) for key, member in value.items()}
    assert is_dataclass(value) and not isinstance(value, type)
    return {name: _json(getattr(value, name)) for name in _names(type(value))}

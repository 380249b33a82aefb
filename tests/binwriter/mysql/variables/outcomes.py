"""How a server answers SET."""

from __future__ import annotations

from typing import Any

from binwriter.errors import MySQLError


def outcome(function: Any, *arguments: Any, **options: Any) -> tuple[int, str] | list[tuple[int, str]]:
    """(code, text) of the error, or those of the warnings."""
    try:
        return [(warning.code, warning.message) for warning in function(*arguments, **options)]
    except MySQLError as error:
        return error.code, error.message


def wrong_value(name: str, value: object) -> tuple[int, str]:
    return 1231, f"Variable '{name}' can't be set to the value of '{value}'"

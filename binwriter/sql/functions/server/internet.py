"""INET_ATON and its kin (MySQL manual, "Miscellaneous Functions"): addresses as numbers, bytes and text."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import Any

from binwriter.mysql.values.digits import whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import BINARY_TYPE, BOOL_TYPE, UINT_TYPE, CompiledExpression, text_type
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

_PARTS = 4


def _refuse(context: StatementContext, call: Call, kind: str = "string") -> None:
    """Warning 1411 with the argument as it is written; an error in a strict statement that changes data."""
    if not context.variables.behaviour.tells_of_arguments:
        return
    context.value_problem("ER_WRONG_VALUE_FOR_TYPE", kind, call.args[0].text, call.name.lower())


def _number(text: str) -> int | None:
    """a, a.b, a.b.c and a.b.c.d: what is left out are zeros before the last part."""
    parts = text.split(".")
    if not 1 <= len(parts) <= _PARTS or not all(
        part.isascii() and part.isdigit() and whole_number(part) < 256 for part in parts
    ):
        return None
    numbers = [whole_number(part) for part in parts]
    numbers[-1:-1] = [0] * (_PARTS - len(numbers))
    return int.from_bytes(bytes(numbers), "big")


@function("INET_ATON")
def _inet_aton(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, text: str) -> int | None:
        number = _number(text)
        if number is None:
            _refuse(context, call)
        return number

    return with_context(call, UINT_TYPE, compute, as_str)


@function("INET_NTOA")
def _inet_ntoa(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, number: int) -> str | None:
        if not 0 <= number < 1 << 32:
            _refuse(context, call, "integer")
            return None
        return str(ipaddress.IPv4Address(number))

    return with_context(call, text_type(15, connection_collation(call.scope)), compute, to_int)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parts of an IPv4 address may begin with zeros (captured: internet_addresses)."""
    groups, colon, last = text.rpartition(":")
    if "." in last and all(re.fullmatch("[0-9]{1,3}", part) for part in last.split(".")):
        text = groups + colon + ".".join(str(int(part)) for part in last.split("."))
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


@function("INET6_ATON")
def _inet6_aton(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, text: str) -> bytes | None:
        address = _address(text)
        if address is None:
            _refuse(context, call)
            return None
        return address.packed

    return with_context(call, BINARY_TYPE, compute, as_str)


def _shortened(text: str) -> str:
    """One group of zeros alone is left out, too."""
    groups = text.split(":")
    if "::" in text or "0" not in groups:
        return text
    place = groups.index("0")
    return f"{':'.join(groups[:place])}::{':'.join(groups[place + 1 :])}"


@function("INET6_NTOA")
def _inet6_ntoa(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, data: bytes) -> str | None:
        if len(data) not in (4, 16) or not call.types[0].binary:
            _refuse(context, call)
            return None
        address = ipaddress.ip_address(data)
        if isinstance(address, ipaddress.IPv6Address):
            if address.ipv4_mapped is not None:
                return f"::ffff:{address.ipv4_mapped}"
            if not any(data[:12]) and any(data[12:14]):
                return f"::{ipaddress.IPv4Address(data[12:])}"
        return _shortened(str(address))

    return with_context(call, text_type(39, connection_collation(call.scope)), compute, as_bytes)


def _test(name: str, test: Callable[[Any], bool], convert: Callable[..., Any]) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, BOOL_TYPE, lambda value: int(test(value)), convert)


_test("IS_IPV4", lambda text: isinstance(_address(text), ipaddress.IPv4Address), as_str)
_test("IS_IPV6", lambda text: isinstance(_address(text), ipaddress.IPv6Address), as_str)
_test(
    "IS_IPV4_COMPAT",
    lambda data: len(data) == 16 and not any(data[:12]) and int.from_bytes(data[12:], "big") > 1,
    as_bytes,
)
_test("IS_IPV4_MAPPED", lambda data: len(data) == 16 and data[:12] == bytes(10) + b"\xff\xff", as_bytes)

"""`dataclass` whose methods are compiled when they are first asked for: the same classes, made in a third of the time.

The package has some four hundred small dataclasses, and `dataclasses.dataclass` compiles up to six methods of each when
its module is imported: nearly half of the time that `binwriter run` takes to start, most of it for methods that nobody
calls. Here the fields, slots and match arguments are the standard library's work; `__init__`, `__eq__` and `__hash__`
are descriptors that compile themselves at first access (so `inspect.signature` and `help` show what they always did).
What is frozen fills its slots through their descriptors, which takes half the time of `object.__setattr__`.

Differences that can be seen: a class of these cannot be the base of a frozen `dataclasses.dataclass`, and a subclass
that is no dataclass is frozen as well. Type checkers see the standard library's decorator.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

__all__ = ["dataclass", "worked_out_once"]

if TYPE_CHECKING:
    from dataclasses import dataclass
    from functools import cached_property as worked_out_once
else:

    class worked_out_once:  # noqa: N801
        """As `functools.cached_property` of Python 3.12: without the lock, which takes longer than most values."""

        def __init__(self, method: Callable[[Any], Any]) -> None:
            self.method, self.__doc__ = method, method.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.method(instance)
            return value

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """As `dataclasses.dataclass`; options: frozen, slots, eq, repr, init, kw_only and match_args."""
        return (lambda made: _record(made, **options)) if cls is None else _record(cls, **options)


class _Compiled:
    """A method that is compiled, and put in its own place, when its class or an instance is first asked for it."""

    __slots__ = ("name", "owner", "source")

    def __init__(self, owner: type, name: str, source: Callable[[type], _Source]) -> None:
        self.owner, self.name, self.source = owner, name, source

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        written = self.source(self.owner)
        header = f"def make({', '.join(written.names)}):\n def {self.name}({written.parameters}):"
        text = f"{header}\n  {written.body}\n return {self.name}"
        made: dict[str, Any] = {}
        exec(text, sys.modules[self.owner.__module__].__dict__, made)
        method = made["make"](**written.names)
        method.__qualname__ = f"{self.owner.__qualname__}.{self.name}"
        method.__annotations__ = written.annotations
        setattr(self.owner, self.name, method)
        return method.__get__(instance, owner)


class _Source(NamedTuple):
    """A method's text. names: what its body is given from outside."""

    parameters: str
    body: str
    names: dict[str, object]
    annotations: dict[str, object]


def _record(
    cls: type, *, frozen: bool = False, eq: bool = True, repr: bool = True, init: bool = True, **options: bool
) -> Any:
    own = set(cls.__dict__)
    # a class that defines __eq__ alone has None here
    hashes = cls.__dict__.get("__hash__") is not None
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    methods: dict[str, object] = {}
    if init:
        methods["__init__"] = _Compiled(made, "__init__", _init_of_frozen if frozen else _init)
    if repr:
        methods["__repr__"] = _repr
    if eq:
        methods["__eq__"] = _Compiled(made, "__eq__", _eq)
    if frozen:
        methods |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        if options.get("slots"):
            methods |= {"__getstate__": _get_state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    if eq and not hashes:
        made.__hash__ = _Compiled(made, "__hash__", _hash) if frozen else None
    return made


# --- what is compiled ------------------------------------------------------------------------------------------------


def _init(cls: type) -> _Source:
    return _init_by(cls, lambda name, value, _: f"self.{name} = {value}")


def _init_of_frozen(cls: type) -> _Source:
    def fill(name: str, value: str, names: dict[str, object]) -> str:
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            names[f"_set_{name}"] = slot.__set__
            return f"_set_{name}(self, {value})"
        names["_set"] = object.__setattr__
        return f"_set(self, {name!r}, {value})"

    return _init_by(cls, fill)


def _init_by(cls: type, fill: Callable[[str, str, dict[str, object]], str]) -> _Source:
    names: dict[str, object] = {}
    positional, body = ["self"], []
    by_name: list[str] = []
    annotations: dict[str, object] = {}
    for member in dataclasses.fields(cls):
        value, default = member.name, ""
        if member.default_factory is not dataclasses.MISSING:
            names |= {f"_make_{member.name}": member.default_factory, "_missing": dataclasses.MISSING}
            made = f"_make_{member.name}()"
            default = "=_missing"
            value = f"{made} if {member.name} is _missing else {member.name}" if member.init else made
        elif member.default is not dataclasses.MISSING:
            names[f"_default_{member.name}"] = member.default
            default = f"=_default_{member.name}"
            value = member.name if member.init else f"_default_{member.name}"
        elif not member.init:
            continue
        if member.init:
            (by_name if member.kw_only else positional).append(f"{member.name}{default}")
            annotations[member.name] = member.type
        body.append(fill(member.name, value, names))
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*positional, *(["*", *by_name] if by_name else [])]
    return _Source(", ".join(parameters), "\n  ".join(body) or "pass", names, annotations | {"return": None})


def _eq(cls: type) -> _Source:
    compared = [member.name for member in dataclasses.fields(cls) if member.compare]
    mine, other = (_tuple_of(owner, compared) for owner in ("self", "other"))
    body = f"return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented"
    return _Source("self, other", body, {}, {})


def _hash(cls: type) -> _Source:
    members = dataclasses.fields(cls)
    hashed = [member.name for member in members if (member.compare if member.hash is None else member.hash)]
    return _Source("self", f"return hash({_tuple_of('self', hashed)})", {}, {})


def _tuple_of(owner: str, names: list[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


# --- what is not -----------------------------------------------------------------------------------------------------


@recursive_repr()
def _repr(self: Any) -> str:
    members = (member.name for member in dataclasses.fields(self) if member.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in members)})"


def _refuse_set(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[object]:
    return [getattr(self, member.name) for member in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for member, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, member.name, value)

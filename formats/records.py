"""`dataclass` whose parts are made when they are first asked for: the same classes, made in a sixth of the time.

The package has some four hundred small dataclasses, and `dataclasses.dataclass` compiles up to six methods of each when
its module is imported: nearly half of the time that `binwriter run` takes to start, most of it for methods that nobody
calls. Here a class gets its slots and defaults; `__init__`, `__eq__` and `__hash__` are descriptors that compile
themselves at first access, and so are the fields, match arguments and the text of a class that has none (so that
`dataclasses.fields`, `match`, `inspect.signature` and `help` show what they always did). What is frozen and has slots
is filled while it is of a twin class that is not frozen, what has none is given its `__dict__` in one; from four fields
on that takes a third to a half of the time of a call for each. `replace` copies in the same manner.

Differences that can be seen: a default that the standard library refuses (a list) is taken; a class of these cannot be
the base of a frozen `dataclasses.dataclass`, and a subclass that is no dataclass is frozen as well. Type checkers see
the standard library's decorator.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Callable, Iterable
from functools import cache
from reprlib import recursive_repr
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

__all__ = ["dataclass", "replace", "worked_out_once"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
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

    def replace(record: Any, /, **changes: object) -> Any:
        """As `dataclasses.replace`, in a fraction of its time for a frozen class of these."""
        copy = getattr(type(record), "_record_with", None)
        return dataclasses.replace(record, **changes) if copy is None else copy(record, changes)


class _Asked:
    """An attribute of a class that is computed, and put in its own place, when it is first asked for. It is one for
    all classes: which one asks is found then."""

    __slots__ = ("compute", "name")

    def __init__(self, name: str, compute: Callable[[type], object]) -> None:
        self.name, self.compute = name, compute

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        cls = self._of(type(instance) if owner is None else owner)
        if cls is None:  # another thread has put it there meanwhile
            return getattr(owner if instance is None else instance, self.name)
        value = self.made(cls)
        setattr(cls, self.name, value)
        return self.given(value, instance, owner)

    def _of(self, owner: type) -> type | None:
        return next((cls for cls in owner.__mro__ if cls.__dict__.get(self.name) is self), None)

    def made(self, cls: type) -> Any:
        """What stands there from now on."""
        return self.compute(cls)

    def given(self, value: Any, instance: object, owner: type | None) -> Any:
        """What who asks gets of it."""
        return value


class _Compiled(_Asked):
    """A method that is compiled when its class or an instance is first asked for it. compute: its `_Source`."""

    __slots__ = ()

    def given(self, value: Any, instance: object, owner: type | None) -> Any:
        return value.__get__(instance, owner)

    def made(self, cls: type) -> Any:
        written: Any = self.compute(cls)
        made = _template(self.name, written.parameters, written.body, tuple(written.values))(**written.values)
        code, named = made.__code__, written.named
        code = code.replace(
            co_varnames=tuple(named.get(name, name) for name in code.co_varnames),
            co_names=tuple(named.get(name, name) for name in code.co_names),
            co_consts=tuple(_renamed(value, named) for value in code.co_consts),
            co_qualname=f"{cls.__qualname__}.{self.name}",
        )
        module = sys.modules[cls.__module__].__dict__
        positional = written.defaults.keys() & set(code.co_varnames[: code.co_argcount])
        defaults = tuple(value for name, value in written.defaults.items() if name in positional)
        method: Any = FunctionType(code, module, self.name, defaults, made.__closure__)
        method.__kwdefaults__ = {name: value for name, value in written.defaults.items() if name not in positional}
        method.__qualname__ = code.co_qualname
        method.__annotations__ = written.annotations
        return method


def _renamed(constant: object, named: dict[str, str]) -> object:
    if type(constant) is tuple:  # the names of a dict's keys
        return tuple(_renamed(member, named) for member in constant)
    return named.get(constant, constant) if type(constant) is str else constant


@cache
def _template(name: str, parameters: str, body: str, values: tuple[str, ...]) -> Callable[..., Any]:
    """What makes the method, of values that it is given from outside: one for all classes whose fields are alike but
    for names and defaults."""
    made: dict[str, Any] = {}
    exec(f"def make({', '.join(values)}):\n def {name}({parameters}):\n  {body}\n return {name}", made)
    template: Callable[..., Any] = made["make"]
    return template


class _Source(NamedTuple):
    """A method's text, in which the fields are called f0, f1 and so on. named: what they are called; values: what its
    body is given from outside."""

    parameters: str
    body: str
    values: dict[str, object]
    named: dict[str, str]
    defaults: dict[str, object]
    annotations: dict[str, object]


def _record(
    cls: type,
    *,
    frozen: bool = False,
    eq: bool = True,
    repr: bool = True,
    init: bool = True,
    slots: bool = False,
    **options: bool,
) -> Any:
    own = set(cls.__dict__)
    # a class that defines __eq__ alone has None here
    hashes = cls.__dict__.get("__hash__") is not None
    declared = _declared(cls)
    defaults = {name: cls.__dict__[name] for name in declared if name in cls.__dict__}
    made: Any = _with_slots(cls, declared) if slots else _with_defaults(cls, defaults)
    made._record_made_of = defaults, options
    methods: dict[str, object] = {"__dataclass_params__": _PARAMS, "__dataclass_fields__": _FIELDS}
    if options.get("match_args", True):
        methods["__match_args__"] = _MATCH_ARGS
    if made.__doc__ is None:
        methods["__doc__"] = _DOC
        own.discard("__doc__")
    if init:
        methods["__init__"] = _INIT_OF_FROZEN if frozen else _INIT
    if repr:
        methods["__repr__"] = _repr
    if eq:
        methods["__eq__"] = _EQ
    if frozen:
        methods |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        methods["_record_with"] = _COPIER
        if slots:
            methods |= {"__getstate__": _get_state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    if eq and not hashes:
        made.__hash__ = _HASH if frozen else None
    return made


# --- the class -------------------------------------------------------------------------------------------------------


def _declared(cls: type) -> dict[str, object]:
    """The annotation of each field of its own."""
    annotations = inspect.get_annotations(cls)
    return {name: annotation for name, annotation in annotations.items() if "ClassVar" not in str(annotation)}


def _with_slots(cls: type, declared: dict[str, object]) -> type:
    """The class anew, since slots cannot be given to one that is there."""
    taken = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    kept = {name: value for name, value in cls.__dict__.items() if name not in declared}
    for name in ("__dict__", "__weakref__"):
        kept.pop(name, None)
    made: type = type(cls)(
        cls.__name__, cls.__bases__, kept | {"__slots__": tuple(name for name in declared if name not in taken)}
    )
    made.__qualname__ = cls.__qualname__
    return made


def _with_defaults(cls: type, defaults: dict[str, object]) -> type:
    for name, default in defaults.items():
        if isinstance(default, dataclasses.Field):
            if default.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, default.default)
    return cls


def _params(made: Any) -> object:
    """What the standard library says of a class that was made so."""
    options = made._record_made_of[1]
    plain: Any = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(type("plain", (), {"__doc__": "-"}))
    return plain.__dataclass_params__


def _fields(made: Any) -> dict[str, dataclasses.Field[Any]]:
    """The fields, those of bases first, as the standard library describes them."""
    defaults, options = made._record_made_of
    kw_only = options.get("kw_only", False)
    fields: dict[str, dataclasses.Field[Any]] = {}
    for base in made.__mro__[:0:-1]:
        fields |= getattr(base, "__dataclass_fields__", {})
    for name, annotation in _declared(made).items():
        default = defaults.get(name, dataclasses.MISSING)
        member: Any = default if isinstance(default, dataclasses.Field) else dataclasses.field(default=default)
        member.name, member.type = name, annotation
        member.kw_only = kw_only if member.kw_only is dataclasses.MISSING else member.kw_only
        member._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
        fields[name] = member
    return fields


def _members(cls: Any) -> Iterable[dataclasses.Field[Any]]:
    members: dict[str, dataclasses.Field[Any]] = cls.__dataclass_fields__
    return members.values()


def _match_args(made: type) -> tuple[str, ...]:
    return tuple(member.name for member in _members(made) if member.init and not member.kw_only)


def _doc(made: type) -> str:
    return made.__name__ + str(inspect.signature(made)).replace(" -> None", "")


# --- what is compiled ------------------------------------------------------------------------------------------------


def _init(cls: type) -> _Source:
    return _init_by(cls, lambda place, value, name, values: f"self.{place} = {value}")


_FEWEST = 4  # fields, from which on a twin is quicker than a call for each


def _init_of_frozen(cls: type) -> _Source:
    def fill(place: str, value: str, name: str, values: dict[str, object]) -> str:
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            values[f"_set_{place}"] = slot.__set__
            return f"_set_{place}(self, {value})"
        values["_set"] = object.__setattr__
        return f"_set(self, {place!r}, {value})"

    if _has_dict(cls):
        return _init_of_dict(cls)
    by_calls, twin = _init_by(cls, fill), _twin(cls)
    if twin is None:
        return by_calls
    ending = "self.__post_init__()"
    calls, plain = (written.body.replace("\n", "\n ") for written in (by_calls, _init(cls)))
    filled = plain.removesuffix(ending).rstrip()
    body = f"if self.__class__ is _class:\n   _become(self, '__class__', _twin)\n   {filled}"
    body += "\n   self.__class__ = _class" + (f"\n   {ending}" if plain.endswith(ending) else "")
    values = by_calls.values | {"_class": cls, "_twin": twin, "_become": object.__setattr__}
    return by_calls._replace(body=f"{body}\n  else:\n   {calls}", values=values)


def _has_dict(cls: type) -> bool:
    """Whether all its fields stand in `__dict__`."""
    values = [getattr(cls, member.name, None) for member in _members(cls) if member.init]
    return bool(values and cls.__dictoffset__) and not any(isinstance(slot, MemberDescriptorType) for slot in values)


def _init_of_dict(cls: type) -> _Source:
    written = _init_by(cls, lambda place, value, name, values: f"{place!r}: {value},")
    ending = "self.__post_init__()"
    body = f"_set(self, '__dict__', {{{written.body.removesuffix(ending)}}})"
    body += f"\n  {ending}" if written.body.endswith(ending) else ""
    return written._replace(body=body, values=written.values | {"_set": object.__setattr__})


@cache
def _twin(cls: type) -> type | None:
    """A class of the same slots that is not frozen, as an object may be filled as one and become what it is. None for
    classes of few fields, of fields without slots, and with bases."""
    names = [member.name for member in _members(cls)]
    slots = all(isinstance(getattr(cls, name, None), MemberDescriptorType) for name in names)
    if len(names) < _FEWEST or not slots or type(cls) is not type or cls.__bases__ != (object,):
        return None
    return type(cls.__name__, (), {"__slots__": cls.__dict__["__slots__"], "__module__": cls.__module__})


def _copier(cls: type) -> Callable[[Any, dict[str, object]], Any] | None:
    """A method that copies a record with changes; None where the standard library is to do it."""
    members = list(_members(cls))
    twin, has_dict = _twin(cls), _has_dict(cls)
    if not (twin or has_dict) or hasattr(cls, "__post_init__") or not all(member.init for member in members):
        return None
    if twin:
        filled = "\n".join(f" made.{member.name} = self.{member.name}" for member in members)
        made = f" made = _new(_twin)\n{filled}\n for name, value in changes.items():\n  setattr(made, name, value)\n"
        text = f"{made} made.__class__ = _class\n return made"
    else:
        filled = ", ".join(f"{member.name!r}: self.{member.name}" for member in members)
        text = f" made = _new(_class)\n _set(made, '__dict__', {{{filled}, **changes}})\n return made"
    other = "self.__class__ is not _class or not changes.keys() <= _names"
    head = f"def copy(self, changes):\n if {other}:\n  return _other(self, **changes)\n"
    values: dict[str, Any] = {"_new": object.__new__, "_set": object.__setattr__, "_other": dataclasses.replace}
    values |= {"_twin": twin, "_class": cls, "_names": {member.name for member in members}}
    exec(head + text, values)
    return values["copy"]  # type: ignore[no-any-return]


def _init_by(cls: type, fill: Callable[[str, str, str, dict[str, object]], str]) -> _Source:
    values: dict[str, object] = {}
    positional, body = ["self"], []
    by_name: list[str] = []
    annotations: dict[str, object] = {}
    defaults: dict[str, object] = {}
    named: dict[str, str] = {}
    for number, member in enumerate(_members(cls)):
        value = place = f"f{number}"
        named[place] = member.name
        if member.default_factory is not dataclasses.MISSING:
            values |= {f"_make_{place}": member.default_factory, "_missing": dataclasses.MISSING}
            defaults[member.name] = dataclasses.MISSING
            made = f"_make_{place}()"
            value = f"{made} if {place} is _missing else {place}" if member.init else made
        elif member.default is not dataclasses.MISSING:
            defaults[member.name] = member.default
            if not member.init:
                value = f"_default_{place}"
                values[value] = member.default
        elif not member.init:
            continue
        if member.init:
            (by_name if member.kw_only else positional).append(place)
            annotations[member.name] = member.type
        else:
            defaults.pop(member.name)
        body.append(fill(place, value, member.name, values))
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
    return _Source(parameters, "\n  ".join(body) or "pass", values, named, defaults, annotations | {"return": None})


def _eq(cls: type) -> _Source:
    named = _named(member.name for member in _members(cls) if member.compare)
    mine, other = (_tuple_of(owner, named) for owner in ("self", "other"))
    body = f"return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented"
    return _Source("self, other", body, {}, named, {}, {})


def _hash(cls: type) -> _Source:
    named = _named(member.name for member in _members(cls) if (member.compare if member.hash is None else member.hash))
    return _Source("self", f"return hash({_tuple_of('self', named)})", {}, named, {}, {})


def _named(names: Iterable[str]) -> dict[str, str]:
    return {f"f{number}": name for number, name in enumerate(names)}


def _tuple_of(owner: str, places: Iterable[str]) -> str:
    return f"({''.join(f'{owner}.{place}, ' for place in places)})"


# --- what is not -----------------------------------------------------------------------------------------------------


@recursive_repr()
def _repr(self: Any) -> str:
    members = (member.name for member in _members(type(self)) if member.repr)
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in members)})"


def _refuse_set(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[object]:
    return [getattr(self, member.name) for member in _members(type(self))]


def _set_state(self: Any, state: list[object]) -> None:
    for member, value in zip(_members(type(self)), state, strict=True):
        object.__setattr__(self, member.name, value)


# --- one for all classes ---------------------------------------------------------------------------------------------

_PARAMS = _Asked("__dataclass_params__", _params)
_FIELDS = _Asked("__dataclass_fields__", _fields)
_MATCH_ARGS = _Asked("__match_args__", _match_args)
_DOC = _Asked("__doc__", _doc)
_COPIER = _Asked("_record_with", _copier)
_INIT = _Compiled("__init__", _init)
_INIT_OF_FROZEN = _Compiled("__init__", _init_of_frozen)
_EQ = _Compiled("__eq__", _eq)
_HASH = _Compiled("__hash__", _hash)

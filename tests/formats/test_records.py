"""`records.dataclass` makes the classes that the standard library makes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_type_hints

import pytest

from binwriter.formats import records

_T = TypeVar("_T")
_Decorator = Callable[..., Any]


def _classes(dataclass: _Decorator) -> dict[str, type]:
    """The forms that the package uses, made by the one or the other decorator."""

    @dataclass
    class Plain:
        name: str
        places: list[int] = dataclasses.field(default_factory=list)
        count: int = 3

    @dataclass(frozen=True, slots=True)
    class Frozen:
        """Described."""

        name: str
        hidden: int = dataclasses.field(default=1, repr=False, compare=False)
        made: tuple[int, ...] = dataclasses.field(default_factory=tuple)
        derived: int = dataclasses.field(init=False, default=7)

        def __post_init__(self) -> None:
            object.__setattr__(self, "derived", len(self.name))

    @dataclass(frozen=True)
    class Base:
        first: int = 1

    @dataclass(frozen=True)
    class Derived(Base):
        second: int = 2

        @property
        def both(self) -> int:
            return self.first + self.second

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named(Generic[_T]):
        item: _T
        other: int = 5

    @dataclass(eq=False, slots=True)
    class Identical:
        value: int

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @dataclass(frozen=True)
    class OwnHash:
        value: int

        def __hash__(self) -> int:
            return 11

    @dataclass(frozen=True, slots=True)
    class Wide:
        first: int
        second: int = 2
        third: list[int] = dataclasses.field(default_factory=list)
        fourth: int = 4
        fifth: int = dataclasses.field(default=5, compare=False)

    class Within(Wide):
        pass

    @dataclass(frozen=True, slots=True)
    class WideDerived:
        first: int
        second: int = 2
        third: int = 3
        fourth: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "fourth", type(self).__name__)

    @dataclass(frozen=True)
    class Counted:
        first: int
        second: int = 2
        third: list[int] = dataclasses.field(default_factory=list)

        def __post_init__(self) -> None:
            self.__dict__["total"] = self.first + self.second

    made = (Plain, Frozen, Base, Derived, Named, Identical, Empty, OwnHash, Wide, Within, WideDerived, Counted)
    return {cls.__name__: cls for cls in made}


STANDARD, OURS = _classes(dataclasses.dataclass), _classes(records.dataclass)
ARGUMENTS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", ("a",), {}),
    ("Plain", ("a", [1]), {"count": 4}),
    ("Plain", (), {}),
    ("Plain", ("a", [], 1, 2), {}),
    ("Frozen", ("abc",), {}),
    ("Frozen", ("abc", 9), {"made": (1, 2)}),
    ("Frozen", ("abc",), {"derived": 1}),
    ("Derived", (), {}),
    ("Derived", (5, 6), {}),
    ("Named", (), {"item": "x"}),
    ("Named", ("x",), {}),
    ("Identical", (1,), {}),
    ("Empty", (), {}),
    ("OwnHash", (3,), {}),
    ("Wide", (1,), {"fourth": 7}),
    ("Wide", (1, 2, [3], 4, 5), {}),
    ("Wide", (), {}),
    ("Within", (1, 5), {}),
    ("WideDerived", (1, 5), {}),
    ("Counted", (1,), {"second": 8}),
]


def _seen(classes: dict[str, type], name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> object:
    """What can be seen of one made so: its words, fields, hash; or the kind of error."""
    cls = classes[name]
    try:
        one, other = cls(*arguments, **named), cls(*arguments, **named)
    except TypeError:
        return "TypeError"
    try:
        hashed: object = hash(one) == hash(other)
    except TypeError:
        hashed = "unhashable"
    return repr(one).split("<locals>.")[-1], dataclasses.asdict(one), one == other, one == 1, hashed


@pytest.mark.parametrize(("name", "arguments", "named"), ARGUMENTS)
def test_instances_are_made_compared_and_shown_alike(
    name: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    assert _seen(OURS, name, arguments, named) == _seen(STANDARD, name, arguments, named)


@pytest.mark.parametrize("name", STANDARD)
def test_signatures_fields_and_match_arguments_are_alike(name: str) -> None:
    ours, standard = OURS[name], STANDARD[name]
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(standard).parameters)
    kinds = [(p.kind, p.default is p.empty) for p in inspect.signature(ours).parameters.values()]
    assert kinds == [(p.kind, p.default is p.empty) for p in inspect.signature(standard).parameters.values()]
    assert get_type_hints(ours.__init__) == get_type_hints(standard.__init__)  # type: ignore[misc]
    assert ours.__match_args__ == standard.__match_args__  # type: ignore[attr-defined]
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(standard)]
    assert hasattr(ours, "__slots__") == hasattr(standard, "__slots__")


@pytest.mark.parametrize("classes", [STANDARD, OURS], ids=["standard", "ours"])
def test_what_is_frozen_stays_so(classes: dict[str, type]) -> None:
    frozen = classes["Frozen"]("abc")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'name'"):
        frozen.name = "x"
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'name'"):
        del frozen.name
    assert dataclasses.replace(frozen, name="abcd").derived == 4
    assert copy.copy(frozen) == copy.deepcopy(frozen) == frozen
    plain = classes["Plain"]("abc")
    plain.name = "x"
    assert plain.name == "x" and plain.places is not classes["Plain"]("abc").places


@pytest.mark.parametrize(
    ("name", "arguments", "changes"),
    [
        ("Plain", ("a",), {"count": 4}),
        ("Derived", (1,), {"second": 7}),
        ("Wide", (1,), {}),
        ("Wide", (1,), {"second": 7, "third": [1]}),
        ("Wide", (1,), {"unknown": 7}),
        ("Within", (1,), {"fifth": 7}),
        ("WideDerived", (1,), {"third": 7}),
        ("WideDerived", (1,), {"fourth": 7}),
        ("Counted", (1,), {"first": 7}),
        ("Base", (1,), {"unknown": 7}),
    ],
)
def test_copies_with_changes_are_alike(name: str, arguments: tuple[Any, ...], changes: dict[str, Any]) -> None:
    def seen(classes: dict[str, type], replace: Callable[..., Any]) -> object:
        record = classes[name](*arguments)
        try:
            made = replace(record, **changes)
        except (TypeError, ValueError) as error:
            return type(error), str(error).split("<locals>.")[-1]
        return type(made) is classes[name], repr(made).split("<locals>.")[-1], vars(made) if name == "Counted" else None

    assert seen(OURS, records.replace) == seen(STANDARD, dataclasses.replace)


@records.dataclass(frozen=True, slots=True)
class Pickled:
    name: str
    values: tuple[int, ...] = ()


def test_pickled() -> None:
    assert pickle.loads(pickle.dumps(Pickled("a", (1, 2)))) == Pickled("a", (1, 2))


def test_methods_are_compiled_when_they_are_asked_for() -> None:
    @records.dataclass(frozen=True)
    class Late:
        value: int

    assert all(not inspect.isfunction(Late.__dict__[name]) for name in ("__init__", "__eq__", "__hash__"))
    assert Late(1) == Late(1)
    assert inspect.isfunction(Late.__dict__["__init__"]) and inspect.isfunction(Late.__dict__["__eq__"])
    assert not inspect.isfunction(Late.__dict__["__hash__"])

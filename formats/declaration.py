"""`Declared`: a frozen dataclass whose fields carry their construct, so layout and typed value are one declaration.

    class Xid(Declared):
        xid: int = csfield(cs.Int64ul)

Subclasses become frozen dataclasses by themselves. Field kinds: `csfield` (plain), `defaulted` (with a default),
`derived` (on the wire only: lengths, counts, terminators; not part of the value).
Building often goes through construct's compiled form, parsing through the plain one, which checks every length; a class
of plain numbers only is one struct both ways.
"""

from __future__ import annotations

import dataclasses
import io
import struct
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, cast, dataclass_transform

import construct as cs
from construct_typed import Construct, DataclassMixin, DataclassStruct, csfield

from binwriter.formats.conditional_fields import Implied
from binwriter.formats.errors import CorruptLogError, EncodeError, explained
from binwriter.formats.primitives import Codec, Context, remaining
from binwriter.formats.records import dataclass

T = TypeVar("T")

# What construct, struct and Python raise on values or bytes that do not fit.
_BAD_VALUE = (cs.ConstructError, struct.error, ValueError, TypeError, KeyError, AttributeError, OverflowError)


def defaulted(subcon: Construct[T, Any], *, default: T, kw_only: bool = False) -> T:
    """A field with a default value."""
    return dataclasses.field(default=default, kw_only=kw_only, metadata={"subcon": subcon})


def derived(subcon: Construct[T, Any], *, init: Literal[False] = False) -> T:
    """A field of the wire that follows from the others: a length, a count, a terminator. Not part of the value."""
    return dataclasses.field(init=False, repr=False, compare=False, default=cast(T, None), metadata={"subcon": subcon})


if TYPE_CHECKING:
    # To the type checker DataclassMixin is a dataclass that is not frozen, from which no frozen one may inherit.
    class _DeclaredBase:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
else:
    _DeclaredBase = DataclassMixin


@dataclass_transform(frozen_default=True, field_specifiers=(csfield, defaulted, derived))
class Declared(_DeclaredBase):
    """Base of every event body and of the records inside them.

    post_headers: the post-header lengths this layout stands for, besides 0; a format description that states another
    one means a layout we do not know. None: not checked.
    """

    post_headers: ClassVar[frozenset[int] | None] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        # DataclassMixin's own sets a lock attribute on the object, which a frozen one refuses.
        return repr(self)

    @classmethod
    def layout(cls) -> Any:
        """The construct of this class. Override to wrap the fields in an envelope."""
        return struct_of(cls)

    def build(self) -> bytes:
        """The bytes. Raises EncodeError naming the field if a value does not fit."""
        try:
            return builder_of(type(self))(vars(self))
        except _BAD_VALUE:
            return self._build_plain()

    def _build_plain(self) -> bytes:
        """The same, slower: construct says which field did not fit."""
        try:
            return cast(bytes, layout_of(type(self)).build(vars(self)))
        except _BAD_VALUE as error:
            raise EncodeError(f"{type(self).__name__}: {explained(error)}") from error

    @classmethod
    def parse(cls, data: bytes, **context: Any) -> Self:
        """The value of these bytes, all of them. Raises CorruptLogError with the offset if they do not fit."""
        fixed = fixed_parser(cls)
        if fixed is not None and len(data) == fixed.size:
            return cls(*fixed.unpack(data))
        stream = io.BytesIO(data)
        value = cls.parse_next(stream, **context)
        if remaining(stream):
            raise CorruptLogError(
                f"{cls.__name__} at offset {stream.tell()} of {len(data)} bytes: {remaining(stream)} bytes too many"
            )
        return value

    @classmethod
    def parse_next(cls, stream: io.BytesIO, **context: Any) -> Self:
        """The value that stands next in the stream. Raises CorruptLogError with the offset if the bytes do not fit."""
        try:
            return cls._from_fields(layout_of(cls).parse_stream(stream, **context))
        except _BAD_VALUE as error:
            where = f"at offset {stream.tell()} of {len(stream.getbuffer())} bytes"
            raise CorruptLogError(f"{cls.__name__} {where}: {explained(error)}") from error

    @classmethod
    def post_headers_of(cls, event_type: int) -> frozenset[int] | None:
        """The post-header lengths that the layout stands for in an event of this type; None: any."""
        return cls.post_headers

    @classmethod
    def _from_fields(cls, fields: Any) -> Self:
        return cls(**{name: fields[name] for name in _value_names(cls)})


def struct_of(cls: type[Declared]) -> Any:
    """The plain construct Struct of a class's fields."""
    return DataclassStruct(cast(Any, cls)).subcon


def _once(make: Callable[[type[Declared]], T]) -> Callable[[type[Declared]], T]:
    """Make it once per class (functools.cache refuses such classes to the type checker)."""
    made: dict[type[Declared], T] = {}

    def get(cls: type[Declared]) -> T:
        if cls not in made:
            made[cls] = make(cls)
        return made[cls]

    return get


@_once
def layout_of(cls: type[Declared]) -> Any:
    """The construct of a class, made once."""
    return cls.layout()


def builder_of(cls: type[Declared]) -> Callable[[dict[str, Any]], bytes]:
    """The fast way to bytes: one struct.pack if every field is a plain number, else construct's compiled form, once
    it is wanted often: compiling takes as long as building so many plainly."""
    builder = _builders.get(cls)
    if builder is not None:
        return builder
    packer = fixed_packer(cls)
    if packer is not None:
        _builders[cls] = lambda values: packer(*values.values())
        return _builders[cls]
    _built[cls] += 1
    if _built[cls] > _PLAINLY:
        _builders[cls] = layout_of(cls).compile().build
        return _builders[cls]
    return cast(Callable[[dict[str, Any]], bytes], layout_of(cls).build)


_PLAINLY = 32
_builders: dict[type[Declared], Callable[[dict[str, Any]], bytes]] = {}
_built: Counter[type[Declared]] = Counter()


@_once
def fixed_packer(cls: type[Declared]) -> Callable[..., bytes] | None:
    """struct.pack for a class all of whose fields are construct's little-endian numbers, in their order; else None."""
    fixed = _fixed_struct(cls)
    return fixed.pack if fixed is not None else None


@_once
def _fixed_struct(cls: type[Declared]) -> struct.Struct | None:
    """All fields in one, if they are construct's little-endian numbers; else None."""
    formats = [getattr(field.metadata["subcon"], "fmtstr", "") for field in dataclasses.fields(cls)]
    little_endian = all(text[:1] == "<" or text[1:] == "B" for text in formats)
    if not (little_endian and all(formats) and layout_of(cls).sizeof()):
        return None
    return struct.Struct("<" + "".join(text[1:] for text in formats))


@_once
def fixed_parser(cls: type[Declared]) -> struct.Struct | None:
    """The same, if each field is a part of the value, in the order of the arguments: then it parses, too."""
    in_order = all(field.init and not field.kw_only for field in dataclasses.fields(cls))
    return _fixed_struct(cls) if in_order else None


@_once
def _value_names(cls: type[Declared]) -> tuple[str, ...]:
    """The fields that are a part of the value."""
    return tuple(field.name for field in dataclasses.fields(cls) if field.init)


class Nested(Codec):
    """A Declared class inside another one."""

    def __init__(self, cls: type[Declared]) -> None:
        super().__init__()
        self.cls = cls

    def read(self, stream: Any, context: Context) -> Declared:
        return self.cls._from_fields(layout_of(self.cls)._parse(stream, context, ""))

    def write(self, value: Declared, stream: Any, context: Context) -> None:
        layout_of(self.cls)._build(vars(value), stream, context, "")


def given(name: str) -> Implied:
    """A field that is not in the body: the caller states it (`parse(data, name=...)`), as the header does for types."""
    return Implied(lambda context: context._params[name])


def stated_post_header(context: Context) -> int | None:
    """The post-header length that the format description states for the event being parsed; None if it does not."""
    return cast("int | None", context._params.get("post_header"))


__all__ = [
    "Declared",
    "Nested",
    "builder_of",
    "csfield",
    "defaulted",
    "derived",
    "fixed_packer",
    "fixed_parser",
    "given",
    "layout_of",
    "stated_post_header",
]

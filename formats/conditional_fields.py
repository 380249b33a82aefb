"""Fields that are there only sometimes, or whose value follows from others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import construct as cs

from binwriter.formats.primitives import Codec, Context, Func, PackedInt, read_exactly, remaining


def more_follows(context: Context) -> bool:
    """Whether the body being parsed goes on: how optional trailing fields are recognised."""
    return remaining(context._io) > 0


class Present(Codec):
    """A field that may be missing: None builds to nothing; it is parsed when `parsed_if(context)` holds."""

    def __init__(self, subcon: Any, parsed_if: Func = more_follows) -> None:
        super().__init__()
        self.subcon = subcon
        self.parsed_if = parsed_if

    def read(self, stream: Any, context: Context) -> Any:
        return self.subcon._parse(stream, context, "") if self.parsed_if(context) else None

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if value is not None:
            self.subcon._build(value, stream, context, "")

    def _emitbuild(self, code: Any) -> str:
        return f"(None if obj is None else {self.subcon._compilebuild(code)})"


class When(Codec):
    """A field that is there when `condition(context)` holds; else it has the value `otherwise` and no bytes."""

    def __init__(self, condition: Func, subcon: Any, otherwise: Any) -> None:
        super().__init__()
        self.condition = condition
        self.subcon = subcon
        self.otherwise = otherwise
        self.flagbuildnone = getattr(subcon, "flagbuildnone", False)

    def read(self, stream: Any, context: Context) -> Any:
        return self.subcon._parse(stream, context, "") if self.condition(context) else self.otherwise

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if self.condition(context):
            self.subcon._build(value, stream, context, "")
        else:
            self.leave_out(value)

    def leave_out(self, value: Any) -> None:
        """Nothing is written; raises ConstructError if there is a value to write."""
        if value != self.otherwise:
            raise cs.ConstructError(f"this layout has no room for {value!r}")

    def _emitbuild(self, code: Any) -> str:
        linked = self._linked(code)
        return f"({self.subcon._compilebuild(code)} if {linked}.condition(this) else {linked}.leave_out(obj))"


class PresentWith(Codec):
    """A field that is there exactly when the earlier field `name` is."""

    def __init__(self, name: str, subcon: Any) -> None:
        super().__init__()
        self.name = name
        self.subcon = subcon

    def read(self, stream: Any, context: Context) -> Any:
        return None if context[self.name] is None else self.subcon._parse(stream, context, "")

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if (value is None) != (context[self.name] is None):
            raise cs.ConstructError(f"given without {self.name}, or missing with it")
        if value is not None:
            self.subcon._build(value, stream, context, "")


class Identified(Codec):
    """A field behind its number, as in mysql::serialization and the TLV headers of newer events; None: not written."""

    def __init__(self, number: int, number_subcon: Any, subcon: Any, *, required: bool = True) -> None:
        super().__init__()
        self.number = number
        self.number_subcon = number_subcon
        self.subcon = subcon
        self.required = required

    def read(self, stream: Any, context: Context) -> Any:
        start = stream.tell()
        if remaining(stream) and self.number_subcon._parse(stream, context, "") == self.number:
            return self.subcon._parse(stream, context, "")
        if self.required:
            raise cs.ConstructError(f"field {self.number} is missing")
        stream.seek(start)
        return None

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if value is None and not self.required:
            return
        self.number_subcon._build(self.number, stream, context, "")
        self.subcon._build(value, stream, context, "")


class OtherFields(Codec):
    """Numbered fields that we do not know, before the number 0 that ends a header: (number, bytes)."""

    def read(self, stream: Any, context: Context) -> tuple[tuple[int, bytes], ...]:
        fields: list[tuple[int, bytes]] = []
        while True:
            start = stream.tell()
            number = PackedInt.read(stream, context)
            if number == 0:
                stream.seek(start)
                return tuple(fields)
            fields.append((number, read_exactly(stream, PackedInt.read(stream, context))))

    def write(self, value: Iterable[tuple[int, bytes]], stream: Any, context: Context) -> None:
        for number, data in value:
            if not number:
                raise cs.RangeError("the number 0 ends the fields")
            stream.write(PackedInt.encode(number) + PackedInt.encode(len(data)) + data)


class Calculated(Codec):
    """A field whose value is computed when it is built: counts, lengths, flag words."""

    def __init__(self, subcon: Any, func: Func) -> None:
        super().__init__()
        self.subcon = subcon
        self.func = func
        self.flagbuildnone = True

    def read(self, stream: Any, context: Context) -> Any:
        return self.subcon._parse(stream, context, "")

    def _build(self, obj: Any, stream: Any, context: Context, path: Any) -> Any:
        value = self.func(context)
        self.subcon._build(value, stream, context, path)
        return value

    def _emitbuild(self, code: Any) -> str:
        return f"reuse({self._linked(code)}.func(this), lambda obj: {self.subcon._compilebuild(code)})"


class Implied(Codec):
    """A field without bytes of its own: parsing computes it from the fields before it or from the caller's context."""

    def __init__(self, func: Func) -> None:
        super().__init__()
        self.func = func

    def read(self, stream: Any, context: Context) -> Any:
        return self.func(context)

    def write(self, value: Any, stream: Any, context: Context) -> None:
        return

    def _emitbuild(self, code: Any) -> str:
        return "obj"

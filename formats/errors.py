"""The root of binwriter's one tree of errors, and its leaves that speak of bytes.

`formats` is the lowest floor and must not import from the floors above, so the root stands here;
`binwriter.errors` re-exports everything and grows the rest of the tree.
"""


class BinwriterError(Exception):
    """Every error that binwriter raises on purpose is one of these."""


class EncodeError(BinwriterError):
    """A value cannot be encoded: out of range, too long, not in the character set, of the wrong type.

    The message names the column or field, its type, the limit and the offending value.
    """


class UnknownServerVersionError(BinwriterError):
    """No profile of that name or version. The message lists those there are."""


class CorruptLogError(BinwriterError):
    """Bytes that are not a valid binary log: truncated, a bad checksum, lengths that disagree."""


def explained(error: Exception) -> str:
    """The innermost field's name and what is wrong, on one line: construct puts its path on a line of its own."""
    _, arrow, field = str(getattr(error, "path", None) or "").rpartition("-> ")
    text = str(error).rpartition("\n")[2] or type(error).__name__
    return f"{field.strip()}: {text}" if arrow else text

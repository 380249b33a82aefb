"""Wrong events on purpose, for people who test what reads binary logs: nothing here is used to write a log.

`CORRUPTIONS` names every way an event can be made wrong, `corrupt_event` does it to one event. What the corruption is
not about stays right: a broken body gets the size and the checksum that fit it, so that a reader comes as far as the
place that is wrong. `binwriter.inspection.corrupt` does it in a whole file.
"""

from binwriter.formats.malformed.corruption import Corruption, CorruptionError, Subject
from binwriter.formats.malformed.registry import CORRUPTIONS, corrupt_event, corruption

__all__ = ["CORRUPTIONS", "Corruption", "CorruptionError", "Subject", "corrupt_event", "corruption"]

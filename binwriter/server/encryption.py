"""binlog_encryption: what encrypts the files of a server's log."""

from __future__ import annotations

from itertools import count

from binwriter.binlog.files.encrypted import LogEncryption
from binwriter.binlog.files.keyring import Keyring, MasterKeys
from binwriter.chance import Chance
from binwriter.errors import OptionError
from binwriter.mysql.variables.scopes import GlobalVariables


def encryption_of(variables: GlobalVariables, keyring: Keyring | None, chance: Chance) -> LogEncryption | None:
    """What encrypts the files to come; None for plain ones. OptionError if there is no keyring for it.

    Keys and passwords come from the server's source of chance, as everything that nobody can foresee does: the same
    input gives the same bytes. Logs that are to be secret want `system_chance`.
    """
    if variables.get("binlog_encryption") is not True:
        return None
    if keyring is None:
        raise OptionError("Failed to initialize binlog encryption, please check if keyring is loaded.")
    keys = MasterKeys(keyring, str(chance.uuid))
    purposes = count()
    stem = f"binlog_encryption {keys.number} {chance.clock()}"
    return LogEncryption(keys, lambda length: chance.random_bytes(length, f"{stem} {next(purposes)}"))

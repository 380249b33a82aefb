"""Ends its process by SIGKILL at the n-th step of binwriter's disk: BINWRITER_KILL_AT=parent:n or worker:n.

It is imported by every Python that has this folder on its path (see `tests/reliability/crashes/kills.py`).
"""

import os
import signal
import sys

_role, _, _number = os.environ.get("BINWRITER_KILL_AT", "").partition(":")
if _role and (_role == "worker") == ("binwriter.workload.engines.worker" in sys.orig_argv):
    from binwriter import disk

    _left = int(_number)

    def _killing(name: str) -> object:
        method = getattr(disk.Disk, name)

        def step(self: disk.Disk, *arguments: object) -> object:
            global _left
            _left -= 1
            if not _left:
                os.kill(os.getpid(), signal.SIGKILL)
            return method(self, *arguments)

        return step

    for _name in ("create", "write", "truncate", "sync", "rename", "remove", "sync_folder", "remove_folder"):
        setattr(disk.Disk, _name, _killing(_name))

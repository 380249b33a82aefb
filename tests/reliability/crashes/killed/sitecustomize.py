"""Ends its process by SIGKILL at the n-th step of binwriter's disk: BINWRITER_KILL_AT=parent:n or worker:n.

It is imported by every Python that has this folder on its path (see `tests/reliability/crashes/kills.py`).
"""

import os
import signal
import sys

_role, _, _number = os.environ.get("BINWRITER_KILL_AT", "").partition(":")
_spawned, _first = "binwriter.workload.engines.worker" in sys.orig_argv, os.getpid()
if _role:
    from binwriter import disk

    _left = int(_number)

    def _killing(name: str) -> object:
        method = getattr(disk.Disk, name)

        def step(self: disk.Disk, *arguments: object) -> object:
            global _left
            is_worker = _spawned or os.getpid() != _first  # which was forked
            _left -= is_worker == (_role == "worker")
            if not _left:
                os.kill(os.getpid(), signal.SIGKILL)
            return method(self, *arguments)

        return step

    for _name in ("create", "write", "truncate", "sync", "rename", "remove", "sync_folder", "remove_folder"):
        setattr(disk.Disk, _name, _killing(_name))

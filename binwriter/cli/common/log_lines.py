"""What the logger `binwriter` says, on standard error: nothing by default but the compiling of kernels."""

from __future__ import annotations

import logging
import sys

# compiled for the first time on a machine, kernels take half a minute: that is said in any case
ANNOUNCED = "binwriter.kernels"


class _ToStandardError(logging.Handler):
    """sys.stderr as it is when a line comes."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"binwriter: {self.format(record)}", file=sys.stderr)


def show_log_lines(verbose: int) -> None:
    """verbose: 1 for steps (INFO), 2 for every detail (DEBUG), 0 for what takes long unexpectedly."""
    logger = logging.getLogger("binwriter")
    if not any(isinstance(handler, _ToStandardError) for handler in logger.handlers):
        logger.addHandler(_ToStandardError())
    logger.setLevel((logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)])
    logging.getLogger(ANNOUNCED).setLevel(logging.INFO if verbose < 2 else logging.DEBUG)


def hide_log_lines() -> None:
    """As before `show_log_lines`: whoever called `main` in a program of their own has loggers as they were."""
    logger = logging.getLogger("binwriter")
    for handler in [attached for attached in logger.handlers if isinstance(attached, _ToStandardError)]:
        logger.removeHandler(handler)
    for name in ("binwriter", ANNOUNCED):
        logging.getLogger(name).setLevel(logging.NOTSET)

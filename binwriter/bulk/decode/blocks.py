"""Bytes of a file for kernels."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT
from binwriter.bulk.kernels.read_lines import SLACK


def read_block(descriptor: int, position: int, length: int) -> tuple[npt.NDArray[Any], int]:
    """Bytes of the file behind SLACK_IN_FRONT and before SLACK others; and how many there are: fewer at its end."""
    block = np.empty(SLACK_IN_FRONT + length + SLACK, np.uint8)
    target, done = block.data[SLACK_IN_FRONT : SLACK_IN_FRONT + length], 0
    while done < length and (more := os.preadv(descriptor, [target[done:]], position + done)):
        done += more
    return block, done

"""What the exit statuses mean, for every command the same.

Exit status: 0 done (of `diff` no difference, of `verify` no finding, of `inspect` no damage); 1 the answer is no (a
difference, a finding, damage), or a log could not be written, a server refused, a package of an extra is missing; 2 bad
usage, or input that is missing, cannot be read or is not supported; 70 a defect of binwriter (EX_SOFTWARE of
sysexits.h); 74 standard output could not be written (EX_IOERR); 124 the time of --timeout was over, as of timeout(1);
130 Ctrl-C, and 128 + n for any signal n; 141 the reader of standard output has gone.
"""

from __future__ import annotations

DONE, FAILED, BAD_INPUT = 0, 1, 2
DEFECT, NOT_WRITTEN, TIMED_OUT = 70, 74, 124
SIGNALLED = 128


def status_of(error: Exception) -> int:
    """The status of a command that writes something and was ended by that error of ours."""
    from binwriter.binlog.files.out_folder import OutFolderError
    from binwriter.errors import OptionError, RunTimeoutError, ScenarioError, SpecError, UnknownServerVersionError

    if isinstance(error, RunTimeoutError):
        return TIMED_OUT
    input_errors = ScenarioError | OptionError | SpecError | OutFolderError | UnknownServerVersionError
    return BAD_INPUT if isinstance(error, input_errors) else FAILED


def status_of_reading(error: Exception) -> int:
    """The status of a command that reads logs and was ended by that error of ours."""
    from binwriter.errors import NotWrittenError

    return FAILED if isinstance(error, NotWrittenError) else BAD_INPUT

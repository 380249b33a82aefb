"""Verifying binary logs: every check by name, fed event by event, with flat memory.

for finding in verify_files(["binlog.000001", "binlog.000002"]):
    print(finding)
"""

from binwriter.inspection.verify.finding import Check, Finding, Severity
from binwriter.inspection.verify.run import CHECKS, Counts, Verifier, verify_files

__all__ = ["CHECKS", "Check", "Counts", "Finding", "Severity", "Verifier", "verify_files"]

"""What tests of programs that talk to MySQL, or read its binary log, are written with (docs/testing-consumers.md).

`FakeMySQL`: a served Server; `MySqlContainer`: the same with the face of testcontainers' class; `Binlog`: log files of
SQL or of events; `assert_same_binlog`. The pytest plugin gives them as fixtures.
"""

from binwriter.integration.testing.binlogs import Binlog
from binwriter.integration.testing.container import MySqlContainer
from binwriter.integration.testing.fake import FakeMySQL
from binwriter.integration.testing.same_binlog import assert_same_binlog

__all__ = ["Binlog", "FakeMySQL", "MySqlContainer", "assert_same_binlog"]

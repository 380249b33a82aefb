"""What the tests of variables share."""

from __future__ import annotations

import pytest

from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables


@pytest.fixture
def session() -> SessionVariables:
    return SessionVariables(GlobalVariables(), clock=lambda: 1_700_000_000_500_000)

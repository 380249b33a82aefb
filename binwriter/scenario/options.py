"""The options that a scenario's server is started with: its own, those given besides, and defaults.

An option at fault is told with the line of the scenario that has it.
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.errors import OptionError, ScenarioError
from binwriter.formats.servers import NEWEST, ServerProfile, profile_by_name
from binwriter.mysql.engines import EngineCatalog
from binwriter.mysql.variables.options import ServerOptions, parse_server_options
from binwriter.mysql.variables.spec import variables_of
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS, Scenario

# Each of these options names one database of several.
_LISTS = ("binlog-do-db", "binlog-ignore-db")


def effective_options(
    scenario: Scenario, extra: Iterable[str] = (), profile: ServerProfile = NEWEST
) -> tuple[str, ...]:
    """The options the server is started with, as NAME=VALUE: a later one replaces an earlier one of the same name.

    Those of lists of databases add up. Defaults that this version does not know are left out.
    """
    hidden = variables_of(profile.name).hidden
    defaults = [
        option_there
        for option_there in DEFAULT_SERVER_OPTIONS
        if option_there.partition("=")[0].replace("-", "_") not in hidden
    ]
    given: dict[str, str] = {}
    for option in (*defaults, *scenario.server_options, *extra):
        bare = option.strip().removeprefix("--")
        name = bare.partition("=")[0].strip().replace("_", "-").lower()
        given[bare if name in _LISTS else name] = bare
    return tuple(given.values())


def check_options(scenario: Scenario, extra: Iterable[str] = (), profile: str = NEWEST.name) -> ServerOptions:
    """Reads the options without starting anything. profile: the server version to run as.

    Raises ScenarioError with the line if a `server:` line is at fault, OptionError if `extra` is,
    UnknownServerVersionError.
    """
    server = profile_by_name(profile)
    try:
        _read_options(scenario, effective_options(scenario, (), server), server)
    except OptionError as error:
        raise ScenarioError(scenario.path, _guilty_line(scenario, server), str(error)) from error
    return _read_options(scenario, effective_options(scenario, extra, server), server)


def _read_options(scenario: Scenario, lines: Iterable[str], profile: ServerProfile) -> ServerOptions:
    options = parse_server_options(lines, profile, EngineCatalog(scenario.engines))
    if not options.log_bin:
        raise OptionError("not supported: skip-log-bin")
    return options


def _guilty_line(scenario: Scenario, profile: ServerProfile) -> int:
    """The first `server:` line that cannot stand alone; the last one if each can, but not all together."""
    for line, option in zip(scenario.option_lines, scenario.server_options, strict=True):
        try:
            _read_options(scenario, [option], profile)
        except OptionError:
            return line
    return scenario.option_lines[-1] if scenario.option_lines else 0

"""The server whose files are written: MySQL's options by their own names, as far as they change these files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from binwriter.bulk.work import MAX_BINLOG_SIZE, BulkSettings, FilePlan, check_plan
from binwriter.chance import Chance
from binwriter.errors import EncodeError, OptionError, SpecError
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, profile_by_name
from binwriter.mysql.session_modes import RowImage
from binwriter.mysql.variables.scopes import GlobalVariables
from binwriter.workload.specification.fields import read_text
from binwriter.workload.specification.option_names import SERVER_KEYS, SERVER_OPTIONS

# Files of a quarter of MySQL's default: more of them can be made at once.
DEFAULT_FILE_SIZE = 1 << 28


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """options: as mysqld takes them. max_file_size: bytes."""

    settings: BulkSettings
    options: tuple[str, ...]
    basename: str
    max_file_size: int
    dependency_history: int


def read_server(given: Mapping[str, Any], place: str) -> ServerChoice:
    """Reads the table `server`. SpecError for an option that changes nothing here, OptionError as from mysqld."""
    values = {str(name).removeprefix("--").replace("_", "-").lower(): value for name, value in given.items()}
    for name in values:
        if name not in SERVER_OPTIONS + SERVER_KEYS:
            raise SpecError(
                f"{place}.{name}", f"not an option of generate; there are {', '.join(SERVER_KEYS + SERVER_OPTIONS)}"
            )
    profile = profile_by_name(read_text(values.pop("version", NEWEST.name), f"{place}.version"))
    tag = read_text(values.pop("gtid-tag", ""), f"{place}.gtid-tag")
    if profile.writes_gtids(gtid_mode_on=True):
        values.setdefault("gtid-mode", "ON")
    values.setdefault("max-binlog-size", DEFAULT_FILE_SIZE)
    options = [f"{name}={_text(value)}" for name, value in values.items()]
    if str(values.get("gtid-mode")).upper() == "ON":
        options.append("enforce-gtid-consistency=ON")
    variables = GlobalVariables(options, profile=profile)
    if variables.options.warnings:
        raise OptionError(variables.options.warnings[0])
    get = variables.get
    settings = BulkSettings(
        server_uuid=variables.options.server_uuid or Chance().uuid,
        server_id=int(get("server_id")),
        profile=profile,
        gtid=profile.writes_gtids(gtid_mode_on=True) and get("gtid_mode") == "ON",
        tag=tag,
        checksum=ChecksumAlgorithm[str(get("binlog_checksum"))],
        image=RowImage(get("binlog_row_image")),
        full_metadata=get("binlog_row_metadata") == "FULL",
        max_event_size=int(get("binlog_row_event_max_size")),
        compression=bool(get("binlog_transaction_compression")),
        compression_level=int(get("binlog_transaction_compression_level_zstd")),
    )
    try:
        check_plan(FilePlan(1, "", None, 1, 1, 0, 0), settings)
    except EncodeError as error:
        raise SpecError(place, str(error)) from error
    return ServerChoice(
        settings,
        tuple(options),
        variables.options.basename,
        min(int(get("max_binlog_size")), MAX_BINLOG_SIZE),
        int(get("binlog_transaction_dependency_history_size")),
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    return str(value)

"""The settings from the environment, each with its type, range, unit and default.

Nothing else reads the environment. msgspec, used for files anyway, accepts `5` for a number but not
`1_0`, `+3`, `nan` or `yes`; its types carry range, unit and words, from which `companion settings`
and all messages are made.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.inspect import Metadata, type_info
from msgspec.structs import FieldInfo, fields

from companion.ledger.where import (
    DatabaseLocation,
    PostgresAddress,
    UnknownDatabase,
    parse_database_location,
)

#: The prefix of every name.
VARIABLE_PREFIX = "COMPANION_"

#: Minimum characters of the key, so that signatures of cookies cannot be guessed.
MIN_KEY_LENGTH = 32

#: Variables in which platforms name the public host, and the suffix to add.
PLATFORM_HOST_VARIABLES = {
    "RENDER_EXTERNAL_HOSTNAME": "",
    "RAILWAY_PUBLIC_DOMAIN": "",
    "HEROKU_APP_DEFAULT_DOMAIN_NAME": "",
    "KOYEB_PUBLIC_DOMAIN": "",
    "WEBSITE_HOSTNAME": "",
    "FLY_APP_NAME": ".fly.dev",
}

#: Maximum characters shown of an invalid setting, and the credentials that never are.
MAX_SHOWN_CHARACTERS, _SECRET = 80, re.compile(r"//.*@")

_HOST = r"\.?[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_-]+)*\.?"
_ORIGIN = r"https?://[^\s/?#@]+/?"


def _setting(words: str, unit: str = "", allowed: str = "", **more: Any) -> Any:
    return Meta(description=words, extra={"unit": unit, "allowed": allowed}, **more)


_KEY = f"{MIN_KEY_LENGTH} letters or more"
CountSetting = Annotated[int, Meta(ge=0, le=1_000_000)]
RateSetting = Annotated[float, Meta(ge=0, le=1_000_000)]
LogLevel = Literal["", "debug", "info", "warning", "error", "critical"]
HostName = Annotated[str, Meta(pattern=f"^{_HOST}$", max_length=253)]
Origin = Annotated[str, Meta(pattern=f"^{_ORIGIN}$", max_length=300)]
_NAMES = "names such as cosmos.house or .example.org, with blanks or commas between them"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings as given or by default. A key that is not given is found elsewhere."""

    database: Annotated[
        str,
        _setting(
            "where the tables are kept",
            allowed="a file, sqlite:FILE or postgresql://...",
            min_length=1,
        ),
    ] = ""
    secret: Annotated[
        str | None, _setting("the key that signs the phones' cookies", allowed=_KEY)
    ] = None
    hosts: Annotated[
        tuple[HostName, ...],
        _setting("names that a request may be for, .example.org for all below it", allowed=_NAMES),
    ] = ()
    origins: Annotated[
        tuple[Origin, ...],
        _setting(
            "further origins, where a proxy changes the host",
            allowed="addresses such as https://cosmos.example.org, none with a path, with blanks or"
            " commas between",
        ),
    ] = ()
    frames: Annotated[
        tuple[Origin, ...],
        _setting(
            "where the table screen may stand in a frame, as on a board of the house",
            allowed="addresses such as http://homeassistant.local:8123, with blanks or commas"
            " between",
        ),
    ] = ()
    proxies: Annotated[int, _setting("how many proxies of ours stand before us", ge=0, le=10)] = 0
    heartbeat: Annotated[
        float, _setting("between two beats on a quiet stream", "seconds", ge=0.05, le=3600)
    ] = 10.0
    quiet: Annotated[
        float,
        _setting(
            "after which a table where nothing is done is put away from memory",
            "seconds",
            ge=0.05,
            le=86_400,
        ),
    ] = 300.0
    memory: Annotated[
        int,
        _setting(
            "for what is remembered to be quick; 0 for an eighth of the machine's, 32 to 400",
            "MB",
            ge=0,
            le=100_000,
        ),
    ] = 0
    streams: Annotated[
        int, _setting("kept up to date at once, by one server", "phones", ge=1, le=1_000_000)
    ] = 20_000
    streams_each: Annotated[
        CountSetting, _setting("of one address; 0 for any number", "phones")
    ] = 64
    connections_each: Annotated[
        CountSetting, _setting("of one address; 0 for any number", "connections")
    ] = 128
    taps: Annotated[
        RateSetting, _setting("of one phone, for long; 0 for any number", "taps a second")
    ] = 10.0
    looks: Annotated[
        RateSetting, _setting("of one phone, or of one address; 0 for any number", "pages a second")
    ] = 20.0
    work: Annotated[
        RateSetting,
        _setting(
            "that pages of one phone, or of one address, may take for long; 0 for any number",
            "processor seconds a second",
        ),
    ] = 0.25
    openings: Annotated[
        RateSetting,
        _setting("of one address, files handed in too; 0 for any number", "tables an hour"),
    ] = 60.0
    pace: Annotated[
        float,
        _setting("between two steps of the result; 0 for all at once", "seconds", ge=0, le=60),
    ] = 2.5
    name: Annotated[
        str,
        _setting(
            "what multicast DNS calls it in the house: cosmos for cosmos.local",
            allowed="letters a to z, digits and hyphens, 40 at most; nothing for no name",
            pattern="^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$",
            max_length=40,
        ),
    ] = "cosmos"
    backups: Annotated[
        int, _setting("of the tables' file are kept beside it; 0 for none", "days", ge=0, le=1000)
    ] = 7
    release: Annotated[
        str, _setting("a name for this release, instead of the files' own", max_length=64)
    ] = ""
    log: Annotated[LogLevel, _setting("the least important kind of line in the log")] = ""
    log_format: Annotated[
        Literal["plain", "json"], _setting("json for one object a line, one line a request")
    ] = "plain"

    @property
    def database_location(self) -> DatabaseLocation | None:
        """Returns the location of the tables, if given."""
        return parse_database_location(self.database) if self.database else None


#: The variables to read; None: those of this process.
EnvironmentVariables = Mapping[str, str] | None


@dataclass(frozen=True)
class InvalidSetting:
    """An invalid setting: its name, the value (never a key) and what is allowed."""

    name: str
    given: str
    allowed: str


class InvalidSettings(Exception):
    """Some settings are invalid. `wrong`: each of them."""

    def __init__(self, wrong: tuple[InvalidSetting, ...]) -> None:
        super().__init__(wrong)
        self.wrong = wrong


def read_settings(environment: EnvironmentVariables = None) -> Settings:
    """Returns all settings. Raises `InvalidSettings` with every invalid one."""
    environment = os.environ if environment is None else environment
    values, wrong = {}, []
    for field in fields(Settings):
        name = VARIABLE_PREFIX + field.name.upper()
        if name not in environment:
            continue
        try:
            values[field.name] = _read(field, environment[name])
        except (msgspec.ValidationError, UnknownDatabase):
            given = _SECRET.sub("//...@", environment[name])[:MAX_SHOWN_CHARACTERS]
            wrong.append(InvalidSetting(name, given, allowed_values_text(field)))
    if wrong:
        raise InvalidSettings(tuple(wrong))
    return Settings(**values)


def _read(field: FieldInfo, written: str) -> Any:
    written = written.strip()
    kind = _plain(field.type)
    if get_origin(kind) is tuple:
        return msgspec.convert(tuple(written.replace(",", " ").split()), field.type)
    if get_origin(kind) is Literal:
        written = written.lower()
    value = msgspec.convert(written, field.type, strict=False)
    if (
        field.name == "database"
        and isinstance(place := parse_database_location(value), Path)
        and place.is_dir()
    ):
        raise UnknownDatabase(value)
    return value


def allowed_values_text(field: FieldInfo) -> str:
    """Returns the allowed values of a setting, in words."""
    info = type_info(field.type)
    extra = (info.extra or {}) if isinstance(info, Metadata) else {}
    words = extra.get("allowed", "")
    if words:
        return str(words)
    kind = _plain(field.type)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(each for each in get_args(kind) if each)
    inner: Any = info.type if isinstance(info, Metadata) else info
    unit = f" ({extra['unit']})" if extra.get("unit") else ""
    if kind in (int, float):
        whole = "a whole number" if kind is int else "a number"
        low, high = (f"{end:.2f}".rstrip("0").rstrip(".") for end in (inner.ge, inner.le))
        return f"{whole} from {low} to {high}{unit}"
    longest = getattr(inner, "max_length", None)
    return f"text, {longest} letters at most" if longest else f"text{unit}"


def _plain(kind: Any) -> Any:
    """Returns the type without its annotations."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind


def list_settings(
    environment: EnvironmentVariables = None,
) -> Iterator[tuple[str, str, str, str, bool]]:
    """Yields name, value, allowed values, description, and whether it was given; never a key's
    value.
    """
    environment = os.environ if environment is None else environment
    settings = read_settings(environment)
    for field in fields(Settings):
        name = VARIABLE_PREFIX + field.name.upper()
        info = type_info(field.type)
        schema = info.extra_json_schema if isinstance(info, Metadata) else None
        words = (schema or {}).get("description", "")
        value = getattr(settings, field.name)
        yield (
            name,
            _shown(field.name, value),
            allowed_values_text(field),
            words,
            name in environment,
        )


def _shown(name: str, value: Any) -> str:
    if name == "secret":
        return "" if value is None else "(told)"
    if name == "database" and value:
        return str(parse_database_location(value))
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def time_zone_setting(environment: EnvironmentVariables = None) -> str | None:
    """Returns the time zone that TZ says; None if it says none."""
    environment = os.environ if environment is None else environment
    return environment.get("TZ") or None


def unknown_settings(environment: EnvironmentVariables = None) -> list[str]:
    """Returns variables with our prefix that are not settings."""
    environment = os.environ if environment is None else environment
    ours = {VARIABLE_PREFIX + field.name.upper() for field in fields(Settings)}
    return sorted(
        name for name in environment if name.startswith(VARIABLE_PREFIX) and name not in ours
    )


def platform_hosts(environment: EnvironmentVariables = None) -> tuple[str, ...]:
    """Returns the host names that the hosting platform assigns to this program."""
    environment = os.environ if environment is None else environment
    names = (
        (environment.get(name, "").strip(), ending)
        for name, ending in PLATFORM_HOST_VARIABLES.items()
    )
    named = (f"{name}{ending}" for name, ending in names if name and not name.startswith("."))
    return tuple(host for host in named if "." in host and re.fullmatch(_HOST, host))


def export_database_to_children(database: DatabaseLocation | None) -> None:
    """Passes the database to child processes through the environment. On their command line every
    user of the machine could read its password.
    """
    if database:
        written = database.address if isinstance(database, PostgresAddress) else str(database)
        os.environ[f"{VARIABLE_PREFIX}DATABASE"] = written

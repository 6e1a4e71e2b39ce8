"""Database URLs: which are understood, and what to call a database without giving away its password."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from db.errors import DatabaseUnavailable

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
_UNREADABLE = (
    "The database URL can't be read: write sqlite:///path/to/file or postgresql://user:password@host/name, "
    "with special characters in the password percent-encoded."
)


def normalise(url: str) -> URL:
    """Read a URL as people and hosting services write it; `DatabaseUnavailable` says what is wrong."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # ValueError quotes what stands where the port should: not chained
        raise DatabaseUnavailable(_UNREADABLE, passing=False) from None
    if not is_sqlite(parsed) and url.count("@") > 1:  # the end of the password would be taken for the host
        raise DatabaseUnavailable(_UNREADABLE, passing=False)
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise DatabaseUnavailable(
            f"The database URL begins with {parsed.drivername}://, "
            "but only sqlite:// and postgresql:// are known.",
            passing=False,
        )
    if is_sqlite(parsed) and (parsed.host or parsed.username):
        raise DatabaseUnavailable(
            "The database URL of a SQLite file needs three slashes before a relative path and four before an "
            "absolute one: sqlite:///path/to/file.",
            passing=False,
        )
    options = dict(parsed.query)
    if "sslmode" in options:  # libpq's name for what asyncpg calls ssl
        options.setdefault("ssl", options.pop("sslmode"))
    return parsed.set(drivername=driver, query=options)


def is_sqlite(url: URL) -> bool:
    """Whether this is SQLite, rather than PostgreSQL."""
    return url.get_backend_name() == "sqlite"


def is_memory(url: URL) -> bool:
    """Whether this is a SQLite database that lives in memory, for as long as it is open."""
    return is_sqlite(url) and url.database in (None, "", ":memory:")


def describe(url: URL) -> str:
    """Name the database at the start of a sentence for an operator, without user and password."""
    if is_memory(url):
        return "The SQLite database in memory"
    if is_sqlite(url):
        return f"The SQLite database {url.database}"
    host = url.host or url.query.get("host") or "localhost"
    return f"The PostgreSQL database {url.database or ''} at {host}:{url.port or 5432}"

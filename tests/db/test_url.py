import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.errors import DatabaseUnavailable
from db.url import describe, is_memory, normalise


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("sqlite:///data/cribbage.db", "sqlite+aiosqlite:///data/cribbage.db"),
        ("sqlite+aiosqlite:////srv/cribbage.db", "sqlite+aiosqlite:////srv/cribbage.db"),
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgres://bot:p%40ss@host/cribbage", "postgresql+asyncpg://bot:p%40ss@host/cribbage"),
        ("postgresql://bot@host:5433/cribbage", "postgresql+asyncpg://bot@host:5433/cribbage"),
        ("postgresql+asyncpg://host/cribbage", "postgresql+asyncpg://host/cribbage"),
        ("postgres://host/cribbage?sslmode=require", "postgresql+asyncpg://host/cribbage?ssl=require"),
    ],
)
def test_urls_as_people_write_them(written, read):
    assert normalise(written).render_as_string(hide_password=False) == read


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite:///:memory:"])
def test_databases_in_memory(url):
    assert is_memory(normalise(url))
    assert describe(normalise(url)) == "The SQLite database in memory"


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("", "can't be read"),
        ("cribbage.db", "can't be read"),
        ("postgres://bot:secret", "can't be read"),
        (
            "mysql://bot:secret@host/db",
            "begins with mysql://, but only sqlite:// and postgresql:// are known",
        ),
        ("postgresql+psycopg://host/db", r"begins with postgresql\+psycopg://"),
        ("sqlite://data/cribbage.db", "needs three slashes"),
        ("postgres://bot:sec@ret@host/db", "special characters in the password percent-encoded"),
    ],
)
def test_what_is_wrong_with_a_url(url, what):
    with pytest.raises(DatabaseUnavailable, match=what) as refused:
        normalise(url)
    assert "sec" not in "".join(traceback.format_exception(refused.value)).replace("test_url", "")


@given(
    st.sampled_from(["postgres", "postgresql", "sqlite", "mysql", ""]),
    st.text("ab:/@?#[]%& ", max_size=8).map(lambda text: f"{text}zq7{text}"),
)
def test_no_sentence_shows_a_password(scheme, password):
    try:
        shown = describe(normalise(f"{scheme}://bot:{password}@host/cribbage"))
    except DatabaseUnavailable as error:
        shown = str(error)
    assert "zq7" not in shown

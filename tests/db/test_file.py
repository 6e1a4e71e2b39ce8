"""Whether a SQLite file, and what SQLite keeps beside it, are still what was opened."""

from pathlib import Path

import pytest

from db.errors import DatabaseUnavailable
from db.file import File


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "folder" / "cards.db"


@pytest.fixture
def file(path):
    return File("SQLite file cards.db", path)


def beside(path, ending="-wal"):
    return path.with_name(path.name + ending)


def put_another(path):
    """Put another file where one is, under the same name."""
    other = path.with_name("other")
    other.touch()
    other.replace(path)


def refusal(file, *, connected=True):
    with pytest.raises(DatabaseUnavailable) as caught:
        file.check(connected=connected)
    assert not caught.value.passing
    return str(caught.value)


def test_it_is_made_with_its_folder_and_found_again(file, path):
    assert path.exists()
    file.check()
    path.write_bytes(b"more")
    file.check(connected=True)
    File("SQLite file cards.db", path).check()


def test_where_none_can_be_made(path):
    path.parent.parent.mkdir()
    path.parent.touch()
    with pytest.raises(DatabaseUnavailable, match=r"cards\.db can't be opened: ") as caught:
        File("SQLite file cards.db", path)
    assert not caught.value.passing


def test_deleted_replaced_and_moved_back(file, path):
    aside = Path(f"{path}.aside")
    path.rename(aside)
    assert "was deleted, moved or replaced" in refusal(file)
    path.touch()
    assert "was deleted, moved or replaced" in refusal(file)
    aside.replace(path)
    file.check(connected=True)


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_what_is_kept_beside_it_is_missed_as_long_as_anybody_has_it_open(file, path, ending):
    kept = beside(path, ending)
    file.connected()
    file.connected()
    kept.touch()
    file.check(connected=True)
    file.disconnected()
    kept.rename(path.with_name("aside"))
    assert f"has lost the file cards.db{ending}" in refusal(file)
    kept.touch()
    assert f"has lost the file cards.db{ending}" in refusal(file, connected=False)
    path.with_name("aside").replace(kept)
    file.check(connected=True)
    # SQLite itself removes it with the last connection, and makes another one with the next.
    file.disconnected()
    kept.unlink()
    file.check()
    file.connected()
    kept.touch()
    file.check(connected=True)
    put_another(kept)
    assert f"has lost the file cards.db{ending}" in refusal(file)


def test_what_nobody_has_open_is_not_taken_for_its_own(file, path):
    beside(path).touch()
    file.check()
    put_another(beside(path))
    file.check()

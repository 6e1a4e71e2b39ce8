"""Faces by level, backs by prestige and feats."""

from bot.table.standing.unlocks import BACKS, FACES, Face, backs_with, faces_at
from bot.ui.pictures.backs import BACKS as DRAWN_BACKS
from bot.ui.pictures.faces import FACES as DRAWN_FACES

OPEN_FACES = {"classic", "four-colours", "large-print"}


def test_every_face_and_back_can_be_drawn():
    assert {face.key for face in FACES} == set(DRAWN_FACES)
    assert {back.key for back in BACKS} == set(DRAWN_BACKS)
    assert len(FACES) >= 6
    assert len(BACKS) >= 8


def test_faces_unlock_one_level_at_a_time():
    assert faces_at(1) == OPEN_FACES
    for face in FACES:
        assert (face.key in faces_at(face.level - 1)) == (face.level <= 1 and face.level > 1)
        assert face.key in faces_at(face.level)
        assert face.key in faces_at(face.level + 50)


def test_backs_unlock_with_prestige_and_feats_and_never_with_a_level():
    assert backs_with(0, ()) == {"lattice", "fans"}
    for back in BACKS:
        if back.feat is not None:
            assert back.key in backs_with(0, {back.feat})
            assert back.key not in backs_with(10**6, ())
        elif back.prestige:
            assert back.key in backs_with(back.prestige, ())
            assert back.key not in backs_with(back.prestige - 1, {"hand_29"})


def test_what_unlocks_is_said():
    told = {back.key: back.condition for back in BACKS} | {face.key: face.condition for face in FACES}
    assert told["lattice"] == told["classic"] == "for everybody"
    assert told["harbour"] == "prestige 1"
    assert told["twenty-nine"] == "the feat “Twenty-nine”"
    assert told["midnight"] == "level 10"
    assert Face("new", "New", 2).condition == "level 2"

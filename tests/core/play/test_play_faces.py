"""Dice for trials."""

from __future__ import annotations

import pytest

from pbem.model.errors import Refused
from pbem.play.faces import LaidFaces, NumberedFaces, fits

KEY = ("turn 1/combat", "0503", "6.4", "die")


def test_numbered_faces_follow_from_number_and_key_alone() -> None:
    assert NumberedFaces(1).faces(KEY, 6, 9, False) == (2, 5, 6, 4, 4, 3, 1, 1, 3)
    assert NumberedFaces(1).faces(KEY, 6, 3, False) == NumberedFaces(1).faces(KEY, 6, 3, True)
    assert NumberedFaces(1).faces(KEY, 6, 9, False) != NumberedFaces(2).faces(KEY, 6, 9, False)
    assert NumberedFaces(1).faces(KEY, 6, 9, False) != NumberedFaces(1).faces((*KEY, "x"), 6, 9, False)
    assert NumberedFaces(1).faces(KEY, 6, 9, False)[:2] == NumberedFaces(1).faces(KEY, 6, 2, False)


def test_every_face_comes_up_about_as_often() -> None:
    faces = NumberedFaces(7).faces(KEY, 6, 6000, False)
    assert set(faces) == set(range(1, 7))
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("die", True), ("0503/die", True), ("6.4/die", True), ("0503/6.4/die", True), ("ie", False), ("0504/die", False)],
)
def test_a_name_is_the_end_of_a_key_with_or_without_its_case(name: str, expected: bool) -> None:
    assert fits(name, KEY) is expected


def test_laid_faces_are_given_once_named_and_noted() -> None:
    laid = LaidFaces({"0503/die": (4,), "other": (1,)})
    assert laid.faces(KEY, 6, 1, False) == (4,)
    assert laid.unused() == ["other"]


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ({}, "no face is laid down"),
        ({"die": (1,), "0503/die": (2,)}, "both fit"),
        ({"die": (7,)}, "1 of 1 to 6 wanted"),
        ({"die": (0,)}, "1 of 1 to 6 wanted"),
        ({"die": (1, 1)}, "1 of 1 to 6 wanted"),
    ],
)
def test_faces_that_do_not_fit_are_refused(laid: dict[str, tuple[int, ...]], words: str) -> None:
    with pytest.raises(Refused, match=words):
        LaidFaces(laid).faces(KEY, 6, 1, False)

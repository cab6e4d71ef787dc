"""Forms: judged by pydantic where people fill them in, and the same without it where the program wrote them."""

from __future__ import annotations

import copy
import pickle
import sys
from dataclasses import FrozenInstanceError
from typing import Annotated, Any, Literal, Self

import pydantic
import pytest

from pbem.model.errors import RulesBug
from pbem.model.formwork import (
    AfterValidator,
    BeforeValidator,
    Field,
    Form,
    StringConstraints,
    field_validator,
    model_validator,
)
from pbem.model.problem import Where
from pbem.model.strict import Unfit, read_plain


def shouted(word: str) -> str:
    if word != word.upper():
        raise ValueError(f"{word} is not loud")
    return word


def parted(words: Any) -> Any:
    return tuple(words.split()) if isinstance(words, str) else words


Loud = Annotated[str, AfterValidator(shouted)]
Words = Annotated[tuple[Loud, ...], BeforeValidator(parted)]


class Item(Form):
    name: Annotated[str, StringConstraints(pattern=r"^[a-z]+$")]
    count: int = Field(1, ge=1, le=9)


class Parcel(Form):
    """Two of everything that a form may hold."""

    from_: str = Field(alias="from")
    words: Words = ()
    items: tuple[Item, ...] = Field((), max_length=2)
    kind: Literal["", "heavy"] = ""
    marks: dict[str, int] = Field(default_factory=dict)
    at: Where = Where()
    heavy: bool = False
    inner: Self | None = None

    @field_validator("from_", mode="before")
    @classmethod
    def tidy(cls, word: Any) -> Any:
        return cls.trimmed(word)

    @classmethod
    def trimmed(cls, word: Any) -> Any:
        return word.strip() if isinstance(word, str) else word

    @field_validator("marks")
    @classmethod
    def few(cls, marks: dict[str, int]) -> dict[str, int]:
        if len(marks) > 1:
            raise ValueError("too many marks")
        return marks

    @model_validator(mode="before")
    @classmethod
    def short(cls, told: Any) -> Any:
        return {"from": told} if isinstance(told, str) else told

    @model_validator(mode="after")
    def is_one_thing(self) -> Parcel:
        if self.heavy and self.kind:
            raise ValueError("heavy is said twice")
        return self


class Crate(Parcel):
    lid: bool = False


GOOD: list[dict[str, Any]] = [
    {"from": "Spa"},
    {"from_": " Spa ", "words": ["HO", "HE"], "items": [{"name": "a"}, {"name": "b", "count": 9}]},
    {"from": "Spa", "kind": "heavy", "marks": {"x": 1}, "at": {"line": 3, "column": 4, "file": ""}},
    {"from": "Spa", "inner": {"from": "Huy", "heavy": True, "inner": None}},
]
BAD: list[Any] = [
    {},
    [],
    {"from": 1},
    {"from": "Spa", "to": "Huy"},
    {"from": "Spa", "words": ["ho"]},
    {"from": "Spa", "items": [{"name": "A"}]},
    {"from": "Spa", "items": [{"name": "a", "count": 10}]},
    {"from": "Spa", "items": [{"name": "a"}, {"name": "b"}, {"name": "c"}]},
    {"from": "Spa", "kind": "light"},
    {"from": "Spa", "marks": {"x": 1, "y": 2}},
    {"from": "Spa", "kind": "heavy", "heavy": True},
    {"from": "Spa", "inner": {"from": "Huy", "kind": "heavy", "heavy": True}},
]


@pytest.mark.parametrize("said", GOOD)
@pytest.mark.parametrize("kind", [Parcel, Crate])
def test_both_ways_of_reading_make_the_same_form(kind: type[Parcel], said: dict[str, Any]) -> None:
    judged, read = kind.model_validate(said), read_plain(kind, said)
    assert type(judged) is type(read) is kind
    assert judged == read
    assert hash(judged.from_) == hash(read.from_)
    assert judged.model_dump(mode="json") == read.model_dump(mode="json")


@pytest.mark.parametrize("said", BAD)
def test_both_ways_refuse_the_same(said: Any) -> None:
    with pytest.raises(pydantic.ValidationError):
        Parcel.model_validate(said)
    with pytest.raises(Unfit):
        read_plain(Parcel, said)


def test_what_is_dumped_is_what_pydantic_would_dump() -> None:
    for said in GOOD:
        form = Parcel.model_validate(said)
        theirs = pydantic.TypeAdapter(Parcel)
        for by_alias in (False, True):
            for spare in (False, True):
                assert form.model_dump(mode="json", by_alias=by_alias, exclude_defaults=spare) == theirs.dump_python(
                    form, mode="json", by_alias=by_alias, exclude_defaults=spare
                )


def test_a_form_is_judged_where_it_is_filled_in_and_not_where_it_is_changed() -> None:
    with pytest.raises(pydantic.ValidationError):
        Item(name="A")
    item = Item(name="a")
    assert item == Item(name="a", count=1) != Item(name="a", count=2)
    assert {item, Item(name="a")} == {item}
    assert item.model_copy(update={"count": 99}).count == 99
    assert Parcel.model_construct(**{"from": 5}).from_ == 5
    with pytest.raises(FrozenInstanceError):
        item.count = 3  # type: ignore[misc]


def test_what_each_form_has_of_its_own_is_not_shared() -> None:
    one, other = Parcel.model_validate("Spa"), read_plain(Parcel, {"from": "Spa"})
    third = Parcel.model_construct(from_="Spa")
    assert one == other == third
    assert len({id(form.marks) for form in (one, other, third)}) == 3


def test_forms_are_copied_and_pickled() -> None:
    form = Item(name="a", count=3)
    for again in (copy.copy(form), copy.deepcopy(form), pickle.loads(pickle.dumps(form))):
        assert again == form
        assert again is not form


class Loose(Item, extra="ignore"):
    """Reads what it knows."""


def test_a_form_may_leave_unread_what_it_does_not_know() -> None:
    said = {"name": "a", "colour": "red"}
    assert Loose.model_validate(said) == read_plain(Loose, said) == Loose(name="a")
    with pytest.raises(pydantic.ValidationError):
        Item.model_validate(said)


def test_validators_taken_from_pydantic_itself_are_refused() -> None:
    """They would be overlooked."""
    with pytest.raises(RulesBug, match=r"Strange\.count"):
        type("Strange", (Form,), {"__module__": __name__, "count": pydantic.Field(1)})


def test_a_field_of_a_type_that_no_record_holds_is_a_bug() -> None:
    class Odd(Form):
        count: complex = 1j

    sys.modules[__name__].Odd = Odd  # type: ignore[attr-defined]
    with pytest.raises(RulesBug):
        read_plain(Odd, {"count": 1})

"""Records behave as dataclasses do, to their users and to the standard library; only their making is late."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter, ValidationError

from pbem.model.records import frozen, mutable


@frozen
class Spot:
    """A record with every kind of field."""

    name: str
    at: tuple[int, ...] = (1,)
    tags: dict[str, int] = field(default_factory=dict, hash=False, compare=False)
    secret: str = field(default="-", repr=False)
    made: str = field(init=False, default="made")


@dataclass(frozen=True, slots=True)
class Model:
    """The same by the standard library."""

    name: str
    at: tuple[int, ...] = (1,)
    tags: dict[str, int] = field(default_factory=dict, hash=False, compare=False)
    secret: str = field(default="-", repr=False)
    made: str = field(init=False, default="made")


@mutable
class Tally:
    score: int = 0
    names: list[str] = field(default_factory=list)
    twice: int = field(init=False)

    def __post_init__(self) -> None:
        self.twice = 2 * self.score


@frozen(kw_only=True)
class Named:
    one: int
    two: int = 2


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("a",), {}),
    (("a", (2,)), {"secret": "s"}),
    ((), {"name": "a", "tags": {"x": 1}}),
]


@pytest.mark.parametrize(("args", "named"), CALLS)
def test_a_record_is_made_as_a_dataclass_is(args: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = Spot(*args, **named), Model(*args, **named)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert repr(ours).removeprefix("Spot") == repr(theirs).removeprefix("Model")


@pytest.mark.parametrize(("args", "named"), [((), {}), (("a", (), {}, "", "x"), {}), (("a",), {"name": "b"})])
def test_it_refuses_the_same_arguments(args: tuple[Any, ...], named: dict[str, Any]) -> None:
    for kind in (Spot, Model):
        with pytest.raises(TypeError, match="__init__"):
            kind(*args, **named)


def test_what_is_made_anew_is_not_shared() -> None:
    assert Spot("a").tags is not Spot("a").tags
    assert Tally().names is not Tally().names


def test_frozen_records_are_equal_by_value_and_have_a_hash() -> None:
    assert Spot("a") == Spot("a", tags={"not": 1})
    assert hash(Spot("a")) == hash(Spot("a", tags={"not": 1}))
    assert Spot("a") != Spot("b")
    assert Spot("a") != Model("a")


def test_they_never_change() -> None:
    spot = Spot("a")
    with pytest.raises(FrozenInstanceError):
        spot.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del spot.name
    assert spot.name == "a"


def test_a_hash_of_its_own_is_kept() -> None:
    @frozen(slots=False)
    class Own:
        name: str

        def __hash__(self) -> int:
            return 7

    assert hash(Own("a")) == hash(Own("b")) == 7
    assert Own("a") != Own("b")


def test_mutable_ones_do_and_have_no_hash() -> None:
    tally = Tally(3)
    tally.score = 4
    assert (tally.score, tally.twice) == (4, 6)
    assert tally != Tally(3)
    with pytest.raises(TypeError, match="unhashable"):
        hash(tally)


def test_there_is_no_room_for_anything_else() -> None:
    with pytest.raises(AttributeError):
        Tally().other = 1  # type: ignore[attr-defined]
    assert not hasattr(Spot("a"), "__dict__")


def test_keywords_only() -> None:
    assert Named(one=1) == Named(one=1, two=2)
    with pytest.raises(TypeError):
        Named(1)  # type: ignore[misc]


@pytest.mark.parametrize("record", [Spot("a", (3,)), Named(one=5)])
def test_they_can_be_replaced_copied_and_pickled(record: Any) -> None:
    first = dataclasses.fields(record)[0].name
    other = dataclasses.replace(record, **{first: "new"})
    assert getattr(other, first) == "new"
    assert other != record
    assert copy.copy(record) == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record


def test_pydantic_reads_them_strictly() -> None:
    reader = TypeAdapter(Spot)
    assert reader.validate_python({"name": "a", "at": (1, 2)}) == Spot("a", (1, 2))
    with pytest.raises(ValidationError):
        reader.validate_python({"at": (1,)})


def test_patterns_match_them() -> None:
    match Spot("a", (7,)):
        case Spot(name, (number,)):
            assert (name, number) == ("a", 7)
        case _:
            pytest.fail("no match")


@frozen(kw_only=True)
class Base:
    kinds: ClassVar[int] = 2
    name: str = "base"


@frozen(kw_only=True)
class Heir(Base):
    more: int


def test_an_heir_has_the_fields_of_its_base_and_never_changes_either() -> None:
    heir = Heir(more=3)
    assert [each.name for each in dataclasses.fields(Heir)] == ["name", "more"]
    assert (heir.name, heir.more, heir.kinds) == ("base", 3, 2)
    assert heir == Heir(more=3, name="base") != Base()
    assert hash(heir) == hash(Heir(more=3))
    assert copy.deepcopy(heir) == heir
    assert not hasattr(heir, "__dict__")
    with pytest.raises(FrozenInstanceError):
        heir.more = 4  # type: ignore[misc]
    with pytest.raises(TypeError, match="frozen"):
        mutable(type("Loose", (Base,), {"__annotations__": {"x": "int"}}))


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize(
    "ask",
    [
        dataclasses.fields,
        lambda kind: kind("a"),
        lambda kind: kind.__match_args__,
        lambda kind: kind.__dataclass_params__,
        lambda kind: TypeAdapter(kind).validate_python({"name": "a"}),
    ],
)
def test_its_fields_are_taken_down_when_somebody_asks(slots: bool, ask: Any) -> None:
    late = frozen(slots=slots)(type("Late", (), {"__annotations__": {"name": "str"}, "__module__": __name__}))
    assert not isinstance(vars(late)["__dataclass_fields__"], dict)
    ask(late)
    assert isinstance(vars(late)["__dataclass_fields__"], dict)
    assert late("a") == late("a") != late("b")
    assert hash(late("a")) == hash(late("a"))
    assert repr(late("a")).endswith("Late(name='a')")
    assert late.__dataclass_params__.frozen

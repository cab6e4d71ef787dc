"""Every vector of `tests/vectors/dice` is read as it says, and its maker still makes the same bytes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pbem.dice.chain import KnownLink, check_link
from pbem.dice.hidden import check_commitment, commitment, hidden_seed, part_digest, salt_of
from pbem.dice.log import Die, verify
from pbem.dice.roll import face_of, limit, roll, tries
from pbem.dice.seed import bot_seed, next_seed
from pbem.model.canonical import parse_canonical
from pbem.model.digest import digest, mac
from pbem.model.errors import Tampered

VECTORS = Path(__file__).parents[2] / "vectors"
sys.path.insert(0, str(VECTORS))

import make_vectors  # noqa: E402
from vector_form import Vector, made, read, stored  # noqa: E402

FAILURES = {
    "leads-elsewhere": "does not lead to link",
    "no-such-link": "has no link",
    "link-length": "has 31 bytes, wanted 32",
    "left-out": "has no link in the seed",
    "seat-twice": "stands twice",
    "other-hidden-key": "not the one the referee's entry committed to",
    "other-face": "says [0-9]+, computed [0-9]+",
    "die-twice": "is there twice",
    "no-seed": "which has no seed",
    "line-disagrees": "does not agree with itself",
    "line-fields": "has not exactly the fields",
}


def _link(vector: Vector) -> None:
    told = vector.fields
    link = KnownLink(int(told["number"]), bytes.fromhex(told["link"]))
    base = KnownLink(int(told["known-number"]), bytes.fromhex(told["known-link"]))
    check_link(bytes.fromhex(told["draft"]), told["seat"], link, known=base)


def _seed(vector: Vector) -> None:
    told = vector.fields
    links = {name.removeprefix("link-"): bytes.fromhex(told[name]) for name in told if name.startswith("link-")}
    seed = next_seed(bytes.fromhex(told["before"]), int(told["exchange"]), told["seats"].split(), links)
    assert seed.hex() == told["seed"]


def _roll(vector: Vector) -> None:
    told = vector.fields
    seed, key, die, index = bytes.fromhex(told["seed"]), tuple(json.loads(told["key"])), told["die"], told["index"]
    attempts = tries(seed, key, index=int(index), faces=int(die))
    assert (len(attempts) - 1, attempts[-1].mac.hex()) == (int(told["try"]), told["mac"])
    assert attempts[-1].value == int(told["value"])
    assert face_of(int(told["value"]), int(die)) == int(told["face"])
    assert roll(seed, key, index=int(index), faces=int(die)) == int(told["face"])


def _limit(vector: Vector) -> None:
    assert limit(int(vector.fields["die"])) == int(vector.fields["limit"])


def _commitment(vector: Vector) -> None:
    draft, hidden, shown = (bytes.fromhex(vector.fields[name]) for name in ("draft", "hidden", "shown"))
    check_commitment(draft, hidden, shown=shown)
    assert commitment(draft, hidden) == shown


def _hidden_seed(vector: Vector) -> None:
    hidden, seed = (bytes.fromhex(vector.fields[name]) for name in ("hidden", "seed"))
    assert hidden_seed(hidden, seed).hex() == vector.fields["made"]


def _salt(vector: Vector) -> None:
    hidden, exchange = bytes.fromhex(vector.fields["hidden"]), int(vector.fields["exchange"])
    assert salt_of(hidden, exchange, vector.fields["side"]).hex() == vector.fields["made"]


def _part(vector: Vector) -> None:
    salt, part = (bytes.fromhex(vector.fields[name]) for name in ("salt", "part"))
    assert part_digest(salt, part).hex() == vector.fields["made"]


def _bot_seed(vector: Vector) -> None:
    assert bot_seed(bytes.fromhex(vector.fields["seed"]), vector.fields["side"]).hex() == vector.fields["made"]


def _log(vector: Vector) -> None:
    told = vector.fields
    log = [Die.from_record(line) for line in parse_canonical(vector.data)]
    seeds, hidden = ({int(told["exchange"]): bytes.fromhex(told[name])} for name in ("seed", "hidden-seed"))
    if found := verify(log, seeds, hidden):
        raise Tampered("; ".join(one.message for one in found))


RUN = {
    "link": _link,
    "seed": _seed,
    "roll": _roll,
    "limit": _limit,
    "commitment": _commitment,
    "hidden-seed": _hidden_seed,
    "salt": _salt,
    "part": _part,
    "bot-seed": _bot_seed,
    "log": _log,
}
FILES = stored(VECTORS / "dice")


@pytest.mark.parametrize("name", FILES)
def test_vector(name: str) -> None:
    vector = read(FILES[name])
    if vector.expect == "ok":
        RUN[vector.kind](vector)
        return
    with pytest.raises(Tampered, match=FAILURES[vector.expect]):
        RUN[vector.kind](vector)


def test_makers_still_make_the_same_bytes() -> None:
    assert made(make_vectors.DICE) == FILES


def test_bodies_are_what_is_hashed() -> None:
    """Whoever hashes the body of a vector by other means gets what the vector says."""
    import hashlib
    import hmac

    for name in ("seed_of_two.txt", "hidden_commitment.txt", "hidden_part.txt"):
        vector = read(FILES[name])
        told = vector.fields.get("seed") or vector.fields.get("shown") or vector.fields["made"]
        assert hashlib.sha256(vector.data).hexdigest() == told
    die = read(FILES["roll_one_die.txt"])
    made_mac = hmac.new(bytes.fromhex(die.fields["seed"]), die.data, hashlib.sha256).hexdigest()
    assert made_mac == die.fields["mac"]
    assert digest("a", 1) != digest("a", "1", "") != mac(b"", "a", 1)

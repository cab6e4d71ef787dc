"""Vectors of chains, seeds, rolls and logs: one function, one file of the same name in `dice/`.

The body is what the digest or mac runs over, so that whoever writes his own verifier sees where he differs; of a
log, the body is the log itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from seal_samples import GAME, known
from vector_form import Maker, Vector

from pbem.dice import hidden
from pbem.dice.chain import Chain
from pbem.dice.log import Die, SeededDice
from pbem.dice.roll import face_of, limit, tries
from pbem.dice.seed import bot_seed, next_seed
from pbem.model.canonical import canonical
from pbem.model.digest import framed

DRAFT, SEED, HIDDEN = known("draft"), known("seed"), known("hidden")
GERMAN = Chain(DRAFT, "german", known("german chain"))
REFEREE = Chain(DRAFT, "referee", known("referee chain"))
KEY = ("1/german/combat", "9.3", "1708")


def _link(expect: str, number: int, link: bytes, *, seat: str = "german", known_number: int = 0) -> Vector:
    base = GERMAN.tip if known_number == 0 else GERMAN.link(known_number)
    fields = {
        "draft": DRAFT.hex(),
        "seat": seat,
        "number": str(number),
        "link": link.hex(),
        "known-number": str(known_number),
        "known-link": base.hex(),
    }
    return Vector("link", expect, framed("pbem/chain/1", DRAFT, seat, number, link), fields)


def link_first() -> Vector:
    """link 1 hashes to the tip in one step"""
    return _link("ok", 1, GERMAN.link(1))


def link_far() -> Vector:
    """link 40 leads to the tip in forty steps"""
    return _link("ok", 40, GERMAN.link(40))


def link_last() -> Vector:
    """link 4096 is the root"""
    return _link("ok", 4096, GERMAN.root)


def link_from_a_known_one() -> Vector:
    """link 12 leads to link 9, which is out already"""
    return _link("ok", 12, GERMAN.link(12), known_number=9)


def link_of_another_position() -> Vector:
    """link 3 shown for exchange 2"""
    return _link("leads-elsewhere", 2, GERMAN.link(3))


def link_of_another_seat() -> Vector:
    """the referee's link shown as German's"""
    return _link("leads-elsewhere", 2, REFEREE.link(2))


def link_copied_for_another_seat() -> Vector:
    """German's tip entered as Allied's own: the seat is hashed in, so no link of German's leads there"""
    return _link("leads-elsewhere", 2, GERMAN.link(2), seat="allied")


def link_again() -> Vector:
    """a link that is out already"""
    return _link("no-such-link", 9, GERMAN.link(9), known_number=9)


def link_beyond_the_root() -> Vector:
    """link 4097"""
    return _link("no-such-link", 4097, GERMAN.root)


def link_short() -> Vector:
    """a link of 31 bytes"""
    return _link("link-length", 1, GERMAN.link(1)[:-1])


def _seed(exchange: int, seats: Sequence[str], links: dict[str, bytes], *, expect: str = "ok") -> Vector:
    pairs = [field for seat in seats for field in (seat, links.get(seat, b""))]
    fields = {"before": GAME.hex(), "exchange": str(exchange), "seats": " ".join(seats)}
    fields |= {f"link-{seat}": link.hex() for seat, link in links.items()}
    if expect == "ok":
        fields["seed"] = next_seed(GAME, exchange, seats, links).hex()
    return Vector("seed", expect, framed("pbem/seed/1", GAME, exchange, *pairs), fields)


def seed_of_two() -> Vector:
    """German and referee, as in mode referee with one seat due"""
    return _seed(1, ["german", "referee"], {"german": GERMAN.link(1), "referee": REFEREE.link(1)})


def seed_in_charter_order() -> Vector:
    """the same links in another order: another seed"""
    return _seed(1, ["referee", "german"], {"german": GERMAN.link(1), "referee": REFEREE.link(1)})


def seed_with_a_missing_link() -> Vector:
    """German sent nothing: his place is empty, not left out"""
    return _seed(1, ["german", "referee"], {"referee": REFEREE.link(1)})


def seed_with_a_seat_left_out() -> Vector:
    """German's link is there but his seat is not counted"""
    links = {"german": GERMAN.link(1), "referee": REFEREE.link(1)}
    return _seed(1, ["referee"], links, expect="left-out")


def seed_with_a_seat_twice() -> Vector:
    """one seat cannot count twice"""
    return _seed(1, ["german", "german"], {"german": GERMAN.link(1)}, expect="seat-twice")


def seed_of_a_short_link() -> Vector:
    """a link of 31 bytes"""
    return _seed(1, ["german"], {"german": GERMAN.link(1)[:-1]}, expect="link-length")


def _roll(key: tuple[str, ...], die: int, index: int = 0, seed: bytes = SEED) -> Vector:
    made = tries(seed, key, index=index, faces=die)
    fields = {
        "seed": seed.hex(),
        "key": json.dumps(list(key)),
        "die": str(die),
        "index": str(index),
        "try": str(len(made) - 1),
        "mac": made[-1].mac.hex(),
        "value": str(made[-1].value),
        "face": str(face_of(made[-1].value, die)),
    }
    return Vector("roll", "ok", framed("pbem/die/1", *key, index, len(made) - 1), fields)


def roll_one_die() -> Vector:
    """a die of six"""
    return _roll(KEY, 6)


def roll_second_die() -> Vector:
    """the second of two dice for one key: its index is a field"""
    return _roll(KEY, 6, index=1)


def roll_another_place() -> Vector:
    """another hex, another die"""
    return _roll((*KEY[:2], "1709"), 6)


def roll_fields_do_not_run_together() -> Vector:
    """the same letters, cut into fields elsewhere"""
    return _roll(("1/german/combat", "9.31", "708"), 6)


def roll_in_another_script() -> Vector:
    """a key with letters beyond ASCII, hashed as UTF-8"""
    return _roll(("combat", "Gru\u00df"), 10)


def roll_one_face() -> Vector:
    """a draw from a list of one"""
    return _roll(KEY, 1)


def roll_ten_faces() -> Vector:
    """a die of ten"""
    return _roll(KEY, 10)


def roll_many_faces() -> Vector:
    """a power of two: no value is ever rejected"""
    return _roll(KEY, 2**32)


def roll_rejected_first() -> Vector:
    """so many faces that about every second value is rejected: the third try counts"""
    return _roll(KEY, 2**63 + 1, index=next(n for n in range(99) if _attempts(n) == 3))


def _attempts(index: int) -> int:
    return len(tries(SEED, KEY, index=index, faces=2**63 + 1))


def limit_of_six() -> Vector:
    """the largest multiple of 6 in 2^64: four values are rejected"""
    return Vector("limit", "ok", b"", {"die": "6", "limit": str(limit(6))})


def limit_of_eight() -> Vector:
    """a power of two divides 2^64: nothing is rejected"""
    return Vector("limit", "ok", b"", {"die": "8", "limit": str(limit(8))})


def hidden_commitment() -> Vector:
    """what the referee's entry shows of his hidden key"""
    body = framed("pbem/hidden/1", DRAFT, HIDDEN)
    fields = {"draft": DRAFT.hex(), "hidden": HIDDEN.hex()}
    return Vector("commitment", "ok", body, fields | {"shown": hidden.commitment(DRAFT, HIDDEN).hex()})


def hidden_other_key() -> Vector:
    """a hidden key published at the end that was not committed to"""
    vector = hidden_commitment()
    return Vector("commitment", "other-hidden-key", vector.body, vector.fields | {"hidden": SEED.hex()})


def hidden_seed_for_draws() -> Vector:
    """what stands in place of the seed for a hidden draw"""
    fields = {"hidden": HIDDEN.hex(), "seed": SEED.hex(), "made": hidden.hidden_seed(HIDDEN, SEED).hex()}
    return Vector("hidden-seed", "ok", framed("pbem/draw/1", SEED), fields)


def hidden_salt() -> Vector:
    """the salt of German's part in exchange 4"""
    fields = {"hidden": HIDDEN.hex(), "exchange": "4", "side": "german"}
    fields["made"] = hidden.salt_of(HIDDEN, 4, "german").hex()
    return Vector("salt", "ok", framed("pbem/salt/1", 4, "german"), fields)


def hidden_part() -> Vector:
    """what the record says of a hidden part"""
    salt, part = hidden.salt_of(HIDDEN, 4, "german"), b'{"hand":["7","12"]}'
    fields = {"salt": salt.hex(), "part": part.hex(), "made": hidden.part_digest(salt, part).hex()}
    return Vector("part", "ok", framed("pbem/part/1", salt, part), fields)


def bot_seed_of_a_side() -> Vector:
    """what Allied's bot decides by"""
    fields = {"seed": SEED.hex(), "side": "allied", "made": bot_seed(SEED, "allied").hex()}
    return Vector("bot-seed", "ok", framed("pbem/bot/1", "allied"), fields)


def _log(expect: str, log: Sequence[Die]) -> Vector:
    fields = {"exchange": "4", "seed": SEED.hex(), "hidden-seed": hidden.hidden_seed(HIDDEN, SEED).hex()}
    return Vector("log", expect, canonical([die.to_record() for die in log]).decode(), fields)


def _thrown() -> list[Die]:
    dice = SeededDice(SEED, 4, hidden.hidden_seed(HIDDEN, SEED))
    dice.faces(KEY, 6, 2, False)
    dice.faces(("cards", "draw 1"), 52, 1, True)
    return dice.log


def _changed(one: Die, **to: Any) -> Die:
    return replace(one, **to)


def log_good() -> Vector:
    """two dice and a hidden draw"""
    return _log("ok", _thrown())


def log_changed_face() -> Vector:
    """a die turned over"""
    first, *rest = _thrown()
    return _log("other-face", [_changed(first, face=first.face % 6 + 1), *rest])


def log_changed_hidden_face() -> Vector:
    """another card drawn"""
    *rest, last = _thrown()
    return _log("other-face", [*rest, _changed(last, face=last.face % 52 + 1)])


def log_other_size() -> Vector:
    """a die of ten in place of the die of six"""
    first, *rest = _thrown()
    return _log("other-face", [_changed(first, die=10), *rest])


def log_die_twice() -> Vector:
    """one die entered twice"""
    return _log("die-twice", [*_thrown(), _thrown()[0]])


def log_without_seed() -> Vector:
    """a die of an exchange that has no seed"""
    first = _thrown()[0]
    stray = Die(key=first.key, die=6, index=0, face=first.face, exchange=5)
    return _log("no-seed", [stray])


def log_other_name() -> Vector:
    """a line whose name is not that of its key"""
    text = str(_log("", _thrown()).body).replace('"name":"4/1/german/combat/9.3/1708"', '"name":"4/luck"')
    return Vector("log", "line-disagrees", text, _log("", []).fields)


def log_field_missing() -> Vector:
    """a line without its index"""
    text = str(_log("", _thrown()).body).replace('"index":1,', "")
    return Vector("log", "line-fields", text, _log("", []).fields)


MAKERS: list[Maker] = [
    make
    for name, make in list(globals().items())
    if name.startswith(("link_", "seed_", "roll_", "limit_", "hidden_", "bot_seed_", "log_"))
]

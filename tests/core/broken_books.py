"""Books broken as their breakers could break them: by whoever holds the files, or by a seat that signs again.

Each function breaks a sample and gives the words in which the script should say so first.
"""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from sample_books import Sample, new_key

from pbem.book.page import as_file
from pbem.book.times import read_time, say
from pbem.dice.roll import roll
from pbem.dice.seed import next_seed
from pbem.model.canonical import canonical
from pbem.model.digest import framed
from pbem.seal.envelope import payload_digest
from pbem.seal.signing import signed


def _write(sample: Sample, number: int, name: str, data: bytes) -> None:
    """An envelope of any bytes, in armour as it is written."""
    text = base64.b64encode(data).decode()
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    whole = ["-----BEGIN PBEM ENVELOPE-----", *lines, "-----END PBEM ENVELOPE-----", ""]
    sample.file(number, name).write_bytes("\n".join(whole).encode())


def byte_in_a_file(sample: Sample) -> str:
    path = sample.file(2, "close.pbem")
    data = bytearray(path.read_bytes())
    data[200] = ord("B") if data[200] == ord("A") else ord("A")
    path.write_bytes(data)
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: "


def mark_of_the_armour(sample: Sample) -> str:
    path = sample.file(2, "close.pbem")
    path.write_bytes(path.read_bytes().replace(b"-----END", b"----=END"))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: is not in armour as it is written"


def contents_changed_after_signing(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    body = made.body.replace(b'"at":"2025', b'"at":"2024')
    assert body != made.body
    _write(sample, 2, "close.pbem", framed(made.header.encode(), made.signature, body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: holds what referee did not sign"


def header_changed_after_signing(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    head = replace(made.header, revision=7)
    _write(sample, 2, "close.pbem", framed(head.encode(), made.signature, made.body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: has a signature that does not fit"


def signed_by_another_seat(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    forged = sample.identity("red").sign(made.header.encode())
    _write(sample, 2, "close.pbem", framed(made.header.encode(), forged, made.body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: has a signature that does not fit"


def document_of_another_game(sample: Sample) -> str:
    sample.sign_again(2, "close.pbem", game=bytes(32))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: belongs to another game or exchange"


def die_turned_in_the_readable_log(sample: Sample) -> str:
    number = sample.number_with_dice()
    path = sample.file(number, "dice.yaml")
    face = re.search(r"(?m)^  face: ([0-9]+)$", path.read_text())
    assert face
    turned = int(face[1]) % 6 + 1
    path.write_text(path.read_text().replace(face[0], f"  face: {turned}", 1))
    return rf"shown .* 1 BREAK\n  book/{number:02}/dice.yaml: shows something else than was signed"


def die_taken_out_of_the_readable_log(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.file(number, "dice.yaml").write_text("[]\n")
    return rf"shown .* 1 BREAK\n  book/{number:02}/dice.yaml: shows something else than was signed"


def die_turned_by_the_referee(sample: Sample) -> str:
    number = sample.number_with_dice()

    def turn(says: Any) -> None:
        die = says["outcome"]["dice"][0]
        die["face"] = die["face"] % die["die"] + 1

    sample.record_again(number, turn)
    die = sample.says(number, "record.pbem")["outcome"]["dice"][0]
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: {re.escape(die['name'])} says {die['face']}, computed "


def die_of_an_earlier_seed(sample: Sample) -> str:
    """Whoever writes the record knows the seeds before: a die under one of them would be of his choice."""
    number = sample.number_with_dice(at_least=2)

    def choose(says: Any) -> None:
        die = says["outcome"]["dice"][0]
        seed = bytes.fromhex(sample.says(number - 1, "record.pbem")["seed"])
        die["exchange"] = number - 1
        die["face"] = roll(seed, tuple(die["key"]), index=die["index"], faces=die["die"])
        die["name"] = "/".join([str(number - 1), *die["key"]])

    sample.record_again(number, choose)
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: .* belongs to an exchange without a seed"


def die_entered_twice(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.record_again(number, lambda says: says["outcome"]["dice"].append(says["outcome"]["dice"][0]))
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: throws a die twice"


def hidden_die_in_public(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.record_again(number, lambda says: says["outcome"]["dice"][0].update(hidden=True))
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: .* belongs to an exchange without a seed"


def forked_record(sample: Sample) -> str:
    sample.record_again(2, lambda says: says.update(at=says["at"].replace(":00Z", ":01Z")))
    return r"heads .* 1 BREAK\n  book/03/.*: answers another document"


def record_by_a_player(sample: Sample) -> str:
    sample.sign_again(2, "record.pbem", seat="red")
    return r"heads .* 1 BREAK\n  book/02/record.pbem: is not for red to write"


def page_missing(sample: Sample) -> str:
    shutil.rmtree(sample.path / "03")
    return r"heads .* 1 BREAK\n  book/03/: has no record, agreement or opening"


def document_missing(sample: Sample) -> str:
    path = next(sample.path.glob("02/receipt-*.pbem"))
    path.unlink()
    return rf"heads .* 1 BREAK\n  book/02/{path.name}: is missing"


def close_missing(sample: Sample) -> str:
    sample.file(2, "close.pbem").unlink()
    return r"heads .* 1 BREAK\n  book/02/record.pbem: answers another document"


def document_too_many(sample: Sample) -> str:
    path = next(sample.path.glob("02/receipt-*.pbem"))
    one = sample.document(2, path.name)
    more = signed(sample.identity("referee"), replace(one.header, revision=1999), one.body)
    sample.file(2, "receipt-referee-1999.pbem").write_bytes(as_file(more))
    return r"heads .* 1 BREAK\n  book/02/receipt-referee-1999.pbem: is not what ends the number names"


def link_left_out(sample: Sample) -> str:
    """The referee has seen a player's link, likes the dice better without it, and says it never came."""
    name = next(path.name for path in sorted((sample.path / "02").glob("reveal-*.pbem")))
    seat = sample.document(2, name).header.seat
    sample.file(2, name).unlink()

    def leave_out(says: Any) -> None:
        del says["documents"][name]
        says["links"][seat] = ""
        _seed_again(sample, 2, says)

    sample.record_again(2, leave_out)
    return r"links .* 1 BREAK\n  book/02/record.pbem: lacks a link"


def link_of_another_position(sample: Sample) -> str:
    link = sample.document(2, "close.pbem").header.link
    shown = sample.sign_again(3, "close.pbem", link=link)
    for path in sorted((sample.path / "03").glob("reveal-*.pbem")):
        sample.sign_again(3, path.name, after=shown.header.digest())

    def name_it(says: Any) -> None:
        says["documents"] = {
            path.name: sample.document(3, path.name).header.digest().hex()
            for path in sorted((sample.path / "03").glob("*.pbem"))
            if path.name != "record.pbem"
        }
        says["links"]["referee"] = link.hex()
        _seed_again(sample, 3, says)

    sample.record_again(3, name_it)
    sample.sign_again(3, "record.pbem", after=shown.header.digest())
    return r"links .* 1 BREAK\n  book/03/close.pbem: shows a link of referee that does not lead to link 2"


def link_out_of_place(sample: Sample) -> str:
    """A link shown before its time, in a receipt, would let others reckon dice ahead."""
    name = next(sample.path.glob("02/receipt-*.pbem")).name
    shown = sample.sign_again(2, name, link=sample.document(2, "close.pbem").header.link)
    sample.record_again(2, lambda says: says["documents"].update({name: shown.header.digest().hex()}))
    return rf"links .* 1 BREAK\n  book/02/{name}: shows a link where none belongs"


def seed_of_choice(sample: Sample) -> str:
    sample.record_again(2, lambda says: says.update(seed="00" * 32))
    return r"links .* 1 BREAK\n  book/02/record.pbem: names another seed than its links make"


def _seed_again(sample: Sample, number: int, says: Any) -> None:
    before = bytes.fromhex(sample.says(number - 1, "record.pbem")["seed"])
    links = {seat: bytes.fromhex(link) for seat, link in says["links"].items() if link}
    order = ("blue", "red", "referee")
    says["seed"] = next_seed(before, number, order, links).hex()


def agreement_of_some(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    path.unlink()
    return rf"heads .* 1 BREAK\n  book/{path.parent.name}/.*: is not signed by all seats"


def agreement_to_different_things(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    number = int(path.parent.name)
    says = sample.says(number, path.name)
    sample.sign_again(number, path.name, {**says, "why": "something else"})
    return rf"heads .* 1 BREAK\n  book/{number:02}/: has not one agreement"


def agreement_under_another_name(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    path.rename(path.with_name("agreement-bleu.pbem"))
    return rf"envelopes .* 1 BREAK\n  book/{path.parent.name}/agreement-bleu.pbem: is another document"


def orders_beside_an_agreement(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    number = int(path.parent.name)
    head = replace(sample.document(number, path.name).header, type="orders", revision=1)
    _write(sample, number, "orders-blue-1.pbem", signed(sample.identity("blue"), head).encode())
    return rf"heads .* 1 BREAK\n  book/{number:02}/orders-blue-1.pbem: has no place beside agreement"


def close_on_other_orders(sample: Sample) -> str:
    """The close says that nothing came, and the orders lie beside it."""
    shown = sample.sign_again(2, "close.pbem", {**sample.says(2, "close.pbem"), "accepted": {}})
    names = [path.name for path in sorted((sample.path / "02").glob("reveal-*.pbem"))]
    named = {name: sample.sign_again(2, name, after=shown.header.digest()) for name in names}
    made = {name: one.header.digest().hex() for name, one in {**named, "close.pbem": shown}.items()}
    sample.record_again(2, lambda says: says["documents"].update(made))
    sample.sign_again(2, "record.pbem", after=shown.header.digest())
    return r"claims .* 1 BREAK\n  book/02/close.pbem: accepts other orders than the folder shows"


def record_without_an_outcome(sample: Sample) -> str:
    says = sample.says(2, "record.pbem")
    del says["outcome"]
    sample.sign_again(2, "record.pbem", says)
    return r"envelopes .* 1 BREAK\n  book/02/record.pbem: has not the fields that it should"


def link_named_that_was_not_shown(sample: Sample) -> str:
    sample.record_again(2, lambda says: says["links"].update(red="22" * 32))
    return r"links .* 1 BREAK\n  book/02/record.pbem: names other links than are shown"


def _opening(sample: Sample) -> tuple[int, Any]:
    number = max(int(path.name) for path in sample.path.iterdir())
    return number, sample.says(number, "opening-referee.pbem")


def another_hidden_key(sample: Sample) -> str:
    number, says = _opening(sample)
    sample.sign_again(number, "opening-referee.pbem", {**says, "hidden": "11" * 32})
    return rf"hidden .* 1 BREAK\n  book/{number:02}/.*: has another hidden key"


def another_hidden_part(sample: Sample) -> str:
    number, says = _opening(sample)
    says["parts"]["2"]["blue"]["notes"] = [{"where": {}, "words": "never"}]
    sample.sign_again(number, "opening-referee.pbem", says)
    return rf"hidden .* 1 BREAK\n  book/{number:02}/2/blue: is another part than was promised"


def another_sheet_than_was_sealed(sample: Sample) -> str:
    number, says = _opening(sample)
    first = sorted(says["sheets"])[0]
    says["sheets"][first]["sheet"] += "# more\n"
    sample.sign_again(number, "opening-referee.pbem", says)
    return rf"hidden .* 1 BREAK\n  book/{number:02}/orders.*: holds what .* did not sign"


def sheet_changed_between_seal_and_reveal(sample: Sample) -> str:
    """Two alone: the first to order learns what the other ordered before he opens his own orders."""
    path = next(path for path in sorted(sample.path.glob("*/reveal-*.pbem")) if path.read_bytes() != b"")
    number = int(path.parent.name)
    says = sample.says(number, path.name)
    shown = sample.sign_again(number, path.name, {**says, "sheet": says["sheet"] + "# more\n"})
    sample.record_again(number, lambda record: record["documents"].update({path.name: shown.header.digest().hex()}))
    return rf"hidden .* 1 BREAK\n  book/{number:02}/orders.*: holds what .* did not sign"


def new_keys_by_another(sample: Sample) -> str:
    """North signs south's new keys in south's name."""
    path = next(sample.path.glob("*/rekey-south*.pbem"))
    number = int(path.parent.name)
    made = sample.document(number, path.name)
    forged = sample.identity("north").sign(made.header.encode())
    _write(sample, number, path.name, framed(made.header.encode(), forged, made.body))
    return rf"envelopes .* 1 BREAK\n  book/{number:02}/{path.name}: has a signature that does not fit"


def new_keys_from_another(sample: Sample) -> str:
    """North gives south new keys, in his own name and without the others."""
    path = next(sample.path.glob("*/rekey-south*.pbem"))
    number = int(path.parent.name)
    sample.sign_again(number, path.name, seat="north")
    path.rename(path.with_name(path.name.replace("south", "north")))
    return rf"heads .* 1 BREAK\n  book/{number:02}/.*: may not rekey south"


def _end_again(sample: Sample, silence: str, change: Callable[[Any], None], **header: Any) -> int:
    """The silence that ended a game says something else, and the end rests on that."""
    number = next(int(path.parent.name) for path in sample.path.glob(f"*/{silence}"))
    said = sample.says(number, silence)
    change(said)
    told = sample.sign_again(number, silence, said, **header)
    sample.record_again(number, lambda record: record["documents"].update({silence: told.header.digest().hex()}))
    sample.sign_again(number, "record.pbem", after=told.header.digest())
    return number


def _later(said: str, days: int) -> str:
    return say(read_time(said) + timedelta(days=days))


def silence_at_once(sample: Sample) -> str:
    number = _end_again(sample, "silence-referee-1.pbem", lambda said: said.update(at=_later(said["at"], -2)))
    return rf"claims .* 1 BREAK\n  book/{number:02}/silence-referee-1.pbem: comes too early"


def silence_dated_back(sample: Sample) -> str:
    number = _end_again(sample, "silence-referee-1.pbem", lambda said: said.update(since=_later(said["since"], -9)))
    return rf"claims .* 1 BREAK\n  book/{number:02}/silence-referee-1.pbem: counts from another time"


def silence_about_another_debt(sample: Sample) -> str:
    number = _end_again(sample, "silence-referee-1.pbem", lambda said: said.update(by="blue"))
    return rf"claims .* 1 BREAK\n  book/{number:02}/silence-referee-1.pbem: claims what nobody owes"


def end_before_it_is_ripe(sample: Sample) -> str:
    number = next(int(path.parent.name) for path in sample.path.glob("*/silence-referee-1.pbem"))
    sample.record_again(number, lambda record: record.update(at=_later(record["at"], -5)))
    return rf"claims .* 1 BREAK\n  book/{number:02}/record.pbem: ends the game before the silence is ripe"


def agreement_before_the_silence_is_ripe(sample: Sample) -> str:
    """The players agree without their referee as soon as they have accused him."""
    number = next(int(path.parent.name) for path in sample.path.glob("*/silence-north-1.pbem"))
    for path in sorted((sample.path / f"{number:02}").glob("agreement-*.pbem")):
        said = sample.says(number, path.name)
        sample.sign_again(number, path.name, {**said, "at": _later(said["at"], -5)})
    return rf"claims .* 1 BREAK\n  book/{number:02}/agreement: ends the game before the silence is ripe"


def deadline_of_choice(sample: Sample) -> str:
    def choose(record: Any) -> None:
        following = record["outcome"]["next"]
        following["until"] = _later(following["until"], 1)

    sample.record_again(2, choose)
    return r"claims .* 1 BREAK\n  book/02/record.pbem: names another deadline than follows"


def revision_of_choice(sample: Sample) -> str:
    """The close counts the orders that north has replaced."""
    closed = [int(path.parent.name) for path in sorted(sample.path.glob("*/close.pbem"))]
    number = next(one for one in closed if sample.says(one, "close.pbem")["refused"])
    said = sample.says(number, "close.pbem")
    last = [one for one in said["refused"] if one["seat"] == "north"][-1]
    accepted = {**said["accepted"], "north": last["digest"]}
    refused = [{**one, "digest": said["accepted"]["north"]} if one == last else one for one in said["refused"]]
    shown = sample.sign_again(number, "close.pbem", {**said, "accepted": accepted, "refused": refused})
    made = {"close.pbem": shown.header.digest().hex()}
    sample.record_again(number, lambda record: record["documents"].update(made))
    sample.sign_again(number, "record.pbem", after=shown.header.digest())
    return rf"claims .* 1 BREAK\n  book/{number:02}/close.pbem: accepts other orders than the folder shows"


def entry_by_another_key_than_was_invited(sample: Sample) -> str:
    says = sample.says(0, "draft.pbem")
    draft = sample.sign_again(0, "draft.pbem", {**says, "invited": {"red": sample.says(0, "entry-blue.pbem")["key"]}})
    for seat in says["seats"]:
        sample.sign_again(0, f"entry-{seat}.pbem", after=draft.header.digest())
    for folder in sample.path.iterdir():
        if folder.name != "00":
            shutil.rmtree(folder)
    return r"heads .* 1 BREAK\n  book/00/entry-red.pbem: is not the key that was invited"


def second_tip_before_the_switch(sample: Sample) -> str:
    """South has lost his chain, and names another new one when he has seen what the first would give."""
    before = next(int(path.parent.name) for path in sample.path.glob("*/rekey-south-2.pbem"))
    number, old = before + 1, sample.document(before, "rekey-south-2.pbem")
    body = canonical({**sample.says(before, "rekey-south-2.pbem"), "tip": "11" * 32})
    head = replace(old.header, exchange=number, after=sample.document(before, "record.pbem").header.digest())
    promise = payload_digest(game=head.game, exchange=number, seat="south", salt=b"", payload=body)
    again = signed(new_key("south"), replace(head, payload_digest=promise), body)
    _write(sample, number, "rekey-south-2.pbem", again.encode())
    given = [path.name for path in sorted((sample.path / f"{number:02}").glob("receipt-*.pbem"))]
    one, name = sample.document(number, given[-1]), f"receipt-referee-{2001 + sum('-200' in one for one in given)}.pbem"
    receipt = replace(one.header, revision=int(name[16:20]), after=again.header.digest())
    made = signed(sample.identity("referee"), receipt, one.body)
    _write(sample, number, name, made.encode())
    more = {"rekey-south-2.pbem": again.header.digest().hex(), name: made.header.digest().hex()}
    sample.record_again(number, lambda record: record["documents"].update(more))
    return rf"heads .* 1 BREAK\n  book/{number:02}/rekey-south-2.pbem: names a second tip before the switch"


BREAKS: dict[Callable[[Sample], str], str] = {
    new_keys_by_another: "changed",
    new_keys_from_another: "changed",
    byte_in_a_file: "agreed",
    mark_of_the_armour: "agreed",
    contents_changed_after_signing: "agreed",
    header_changed_after_signing: "agreed",
    signed_by_another_seat: "agreed",
    document_of_another_game: "agreed",
    die_turned_in_the_readable_log: "agreed",
    die_taken_out_of_the_readable_log: "agreed",
    die_turned_by_the_referee: "agreed",
    die_of_an_earlier_seed: "agreed",
    die_entered_twice: "agreed",
    hidden_die_in_public: "agreed",
    forked_record: "agreed",
    record_by_a_player: "agreed",
    page_missing: "agreed",
    document_missing: "agreed",
    close_missing: "agreed",
    document_too_many: "agreed",
    link_left_out: "agreed",
    link_of_another_position: "agreed",
    link_out_of_place: "agreed",
    seed_of_choice: "agreed",
    agreement_under_another_name: "agreed",
    orders_beside_an_agreement: "agreed",
    close_on_other_orders: "agreed",
    record_without_an_outcome: "agreed",
    link_named_that_was_not_shown: "agreed",
    agreement_of_some: "agreed",
    agreement_to_different_things: "agreed",
    another_hidden_key: "agreed",
    another_hidden_part: "agreed",
    another_sheet_than_was_sealed: "agreed",
    sheet_changed_between_seal_and_reveal: "alone",
    silence_at_once: "silent",
    silence_dated_back: "silent",
    silence_about_another_debt: "silent",
    end_before_it_is_ripe: "silent",
    agreement_before_the_silence_is_ripe: "waiting",
    deadline_of_choice: "waiting",
    revision_of_choice: "waiting",
    entry_by_another_key_than_was_invited: "agreed",
    second_tip_before_the_switch: "waiting",
}

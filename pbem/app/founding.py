"""Before the game: a draft is offered, seats enter, and the charter is made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.app.termwords import terms_in_words
from pbem.book.charter import Charter, check_invited, check_terms, read_draft, short_name
from pbem.book.documents import REFEREE, Draft, SeatEntry, read_payload
from pbem.book.layout import GameFolder, file_name
from pbem.book.lock import locked
from pbem.book.page import as_file, from_file
from pbem.book.shown import shown
from pbem.book.times import as_time, next_clock, read_time, say
from pbem.book.writing import PRIVATE, write_file, write_folder, write_once
from pbem.court.auditing import Rulesets
from pbem.court.judging import beginning, public_state
from pbem.court.rules import SHOWN, Rules, check_judges, check_playable, versions_of
from pbem.court.settling import state_file
from pbem.dice.chain import Chain
from pbem.dice.hidden import commitment
from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.strict import Unfit, read_plain
from pbem.office.desk import Desk
from pbem.office.filing import write_reports
from pbem.office.game import Entropy, Game, seat_file
from pbem.office.mails import Mail, block, keep, mail
from pbem.office.ownpacks import rulesets_at
from pbem.office.vault import Vault
from pbem.post.moments import moment
from pbem.seal.box import sealing_public
from pbem.seal.envelope import Envelope, Header, payload_digest
from pbem.seal.keys import Identity, fingerprint, parse_public_line, public_line
from pbem.seal.secrets import SECRET, GameSecrets
from pbem.seal.signing import signed

WITHIN = timedelta(days=366)
"""How far from now the first exchange may be due."""


def new_draft(
    spec: RulesetSpec,
    *,
    scenario: str,
    mode: str,
    entropy: Entropy,
    now: datetime | str,
    bots: Mapping[str, str] | None = None,
    clock: str = "20:00",
    days: str = "mon-sun",
    **terms: Any,
) -> Draft:
    """The terms of a new game; what is not said is as usual.  Deadlines fall on the hour `clock` of `days`."""
    played = [side for side in spec.sides if side not in (bots or {})]
    seats = played if mode == "alone" else [*played, REFEREE]
    first = next_clock(as_time(now) + timedelta(hours=2 * terms.get("turn", 72)), clock, days)
    said = {
        "id": entropy(SECRET).hex(),
        "versions": versions_of(spec).plain(),
        "scenario": scenario,
        "seats": seats,
        "bots": dict(bots or {}),
        "mode": mode,
        "first": say(first),
        "clock": clock,
        "days": days,
        **terms,
    }
    try:
        draft = read_plain(Draft, said)
    except Unfit as error:
        raise Refused(str(error), "pbem guide protocol, section 8, names the bounds") from error
    check_offer(spec, draft, as_time(now))
    return draft


def check_offer(spec: RulesetSpec, draft: Draft, now: datetime) -> None:
    """Refuse terms that no game can be played by, or that nobody can mean."""
    check_terms(draft)
    check_judges(spec, draft.versions)
    check_playable(spec, draft)
    first = read_time(draft.first)
    if not now - WITHIN <= first <= now + WITHIN:
        raise Refused(f"exchange 1 would be due {draft.first}", "a game begins within a year; look at the clock, too")


def new(path: Path, draft: Draft, *, seat: str, identity: Identity, own_pack: bool = False) -> Mail:
    """Sign a draft and lay it into a new game folder: `pbem join` comes next, for all."""
    folder = GameFolder(path)
    if seat not in draft.seats:
        raise Refused(f"{seat} has no seat in the draft", f"its seats are {', '.join(draft.seats)}")
    body = draft.to_bytes()
    header = _before_the_game("draft", seat, b"", body)
    with locked(path):
        if (folder.desk / "draft.pbem").exists():
            raise Refused(f"{path} holds a draft already", "take another folder")
        offered = signed(identity, header, body)
        game = f"{draft.versions.ruleset}, {draft.scenario}"
        words = f"A game is offered: {game}. To take a seat: pbem join, then send your entry back.\n\n"
        words += "\n".join(terms_in_words(draft))
        if own_pack:
            own = f"It is played on a data pack of its own, {draft.versions.data[:SHOWN]}"
            words += f"\n\n{own}: ask for its folder, then pbem join --data DIR."
        to = [one for one in draft.seats if one != seat]
        made = mail(to, f"[{short_name(header.digest())}]", "a draft", words, [block(offered)], "00-draft")
        (kept,) = keep(folder, [made])  # before the draft itself: with that, all of this is done
        write_once(folder.desk / "draft.pbem", as_file(offered), PRIVATE)
        return kept


def join(
    path: Path,
    home: Path,
    *,
    seat: str,
    identity: Identity,
    entropy: Entropy,
    now: datetime | str,
    draft: Envelope | None = None,
    rulesets: Rulesets | None = None,
    spare: str = "",
    name: str = "",
    backup: Path | None = None,
) -> Mail:
    """Enter: make the secrets, keep them, and sign what others may know of them.  Said twice, it is the same entry."""
    folder = GameFolder(path)
    with locked(path):
        offered = draft or _offered(folder)
        terms = read_draft(offered)
        if seat not in terms.seats:
            raise Refused(f"{seat} has no seat in the draft", f"its seats are {', '.join(terms.seats)}")
        check_offer((rulesets or rulesets_at(home))(terms.versions), terms, as_time(now))
        check_invited(terms, seat, public_line(identity.public))
        write_once(folder.desk / "draft.pbem", as_file(offered), PRIVATE)
        if write_once(folder.seat, seat_file(seat)) != seat_file(seat):
            raise Refused("the folder is another seat's", "one folder, one seat")
        vault = Vault.make(home, make_secrets(offered.header.digest(), seat, entropy))
        if backup is not None:
            write_file(backup, vault.secrets.to_bytes(), PRIVATE)
        entry = vault.sign_once("entry", 0, lambda: _entry(vault, offered, identity, spare, name))
        Desk(folder).put(entry)
        words = f"The entry of {seat}. When all are in, pbem start makes the charter."
        others = [one for one in terms.seats if one != seat]
        label = f"[{short_name(offered.header.digest())} {seat}]"
        return keep(folder, [mail(others, label, "entry", words, [block(entry)], f"00-entry-{seat}")])[0]


def make_secrets(draft: bytes, seat: str, entropy: Entropy) -> GameSecrets:
    """New secrets; the referee's have a hidden key."""
    return GameSecrets(
        draft=draft,
        seat=seat,
        chain=entropy(SECRET),
        sealing=entropy(SECRET),
        hidden=entropy(SECRET) if seat == REFEREE else b"",
    )


def terms_offered(path: Path, draft: Envelope | None = None) -> Draft:
    """The terms of a draft that was sent, or of the one in a game folder."""
    return read_draft(draft or _offered(GameFolder(path)))


def _offered(folder: GameFolder) -> Envelope:
    path = folder.desk / "draft.pbem"
    if not path.exists():
        raise Refused("no draft in this folder", "name the file that holds it")
    return from_file(path.read_bytes())


def _entry(vault: Vault, draft: Envelope, identity: Identity, spare: str, name: str) -> Envelope:
    secrets, digest = vault.secrets, draft.header.digest()
    spare_line = public_line(parse_public_line(spare)) if spare else ""
    entry = SeatEntry(
        key=public_line(identity.public),
        spare=spare_line,
        sealing=sealing_public(secrets.sealing).hex(),
        tip=Chain(digest, secrets.seat, secrets.chain).tip.hex(),
        hidden=commitment(digest, secrets.hidden).hex() if secrets.hidden else "",
        name=name,
    )
    body = entry.to_bytes()
    return signed(identity, _before_the_game("entry", secrets.seat, digest, body), body)


def _before_the_game(kind: str, seat: str, after: bytes, body: bytes) -> Header:
    payload = payload_digest(game=b"", exchange=0, seat=seat, salt=b"", payload=body)
    return Header(type=kind, game=b"", exchange=0, seat=seat, revision=0, after=after, payload_digest=payload)


def start(game: Game, chosen: Mapping[str, str] | None = None) -> tuple[Mail, ...]:
    """Make the charter of the draft and the entries on the desk, and tell everybody.

    `chosen`: where two have entered for a seat, the fingerprint of the key that shall have it.
    """
    with locked(game.folder.path):
        made = make_charter(game, chosen) or game.charter
        blocks = [block(made.draft_envelope), *(block(made.entry_envelopes[seat]) for seat in made.seats)]
        first = read_time(made.draft.first)
        seats = "".join(f"  {seat:<10} {_known_as(made.entries[seat])}\n" for seat in made.seats)
        words = (
            f"All are in: the charter is made, its head is {game.head_words}.\n{seats}"
            f"Exchange 1 is due from everybody until {moment(first)}; it confirms the charter."
        )
        to = [seat for seat in made.seats if seat != game.seat]
        return keep(game.folder, [mail(to, game.label(), "the charter", words, blocks, "00-charter")], game.address)


def _known_as(entry: SeatEntry) -> str:
    """Whose seat it is: the fingerprint of his key, and the name that he gives himself."""
    return f"{fingerprint(parse_public_line(entry.key))}  {printable(entry.name, 40)}".rstrip()


def entries_of(game: Game, chosen: Mapping[str, str] | None = None) -> dict[str, Envelope]:
    """The entry of each seat; Refused where two have entered and nobody has said which counts."""
    found: dict[str, dict[str, Envelope]] = {}
    for envelope in game.desk.envelopes(0, "entry"):
        key = parse_public_line(read_payload(SeatEntry, envelope.body).key)
        found.setdefault(envelope.header.seat, {})[fingerprint(key)] = envelope
    entries = {}
    for seat, by_key in sorted(found.items()):
        wanted = (chosen or {}).get(seat, "")
        meant = [
            one for one in sorted(by_key) if one.removeprefix("SHA256:").startswith(wanted.removeprefix("SHA256:"))
        ]
        if not meant:
            raise Refused(f"no entry of {seat} by the key {wanted}", f"there are: {', '.join(sorted(by_key))}")
        if len(meant) > 1:
            which = " or ".join(f"--entry {seat}={one}" for one in meant)
            raise Refused(f"{len(meant)} have entered for {seat}", f"say which counts: pbem start {which}")
        entries[seat] = by_key[meant[0]]
    return entries


def make_charter(game: Game, chosen: Mapping[str, str] | None = None) -> Charter | None:
    """Page 0 of the book, from what lies on the desk; None if it is there already."""
    if game.folder.page(0).exists():
        return None
    entries = entries_of(game, chosen)
    charter = Charter.of(game.draft_envelope, entries)
    spec = game.ruleset(charter.draft.versions)
    check_judges(spec, charter.draft.versions)
    rules = Rules.of(spec, charter)
    state = public_state(rules, beginning(rules))
    files = {file_name(one): as_file(one) for one in (charter.draft_envelope, *charter.entry_envelopes.values())}
    files["charter.yaml"] = shown(charter.view()).encode("utf-8")
    files |= state_file(0, None, state)
    write_folder(game.folder.page(0), files, game.folder.scratch)
    game.refresh()
    write_reports(game, 0)
    return charter

"""New keys for a seat: after a loss, after a theft, or for somebody who takes over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pbem.app.founding import make_secrets
from pbem.book.charter import check_keys
from pbem.book.documents import REFEREE, Rekey, read_payload
from pbem.book.folder import place_of
from pbem.book.lock import locked
from pbem.book.rekeying import BY_SPARE, check_rekey
from pbem.dice.chain import Chain
from pbem.model.errors import Refused
from pbem.office.game import Game
from pbem.office.mails import Mail, block, keep, mail
from pbem.office.posting import put_and_post
from pbem.office.resuming import resume
from pbem.office.vault import Vault
from pbem.seal.box import sealing_public
from pbem.seal.envelope import Envelope
from pbem.seal.keys import Identity, parse_public_line, public_line
from pbem.seal.secrets import GameSecrets
from pbem.seal.signing import check_signed, signed


def rekey(
    game: Game, identity: Identity, *, spare: str = "", by_spare: Identity | None = None, lost: bool = False
) -> tuple[Mail, ...]:
    """New keys, sealing key and chain for this seat, signed by its key or its spare key.

    `lost`: the secrets of the game are gone, and with them the chain; else its links go on until the new one begins.
    """
    with locked(game.folder.path):
        if lost:
            _begin_vault(game)
        resume(game)
        secrets = game.vault.secrets if lost else game.vault.waiting_secrets(_new_secrets(game))
        said = _new_keys(game.seat, secrets, identity, spare, lost or game.course.keys[game.seat].lost)
        return _send_rekey(game, said, by_spare)


def _begin_vault(game: Game) -> None:
    """A vault where there is none any more."""
    if game.seat == REFEREE:
        raise Refused("nobody can go on without the referee's secrets", "look for a backup, or agree on pbem end")
    if game.course.keys[game.seat].waiting is not None:
        raise Refused("a new chain of this seat has not begun yet", "look for its secrets")
    Vault.make(game.home, make_secrets(game.charter.draft_digest, game.seat, game.entropy))
    game.refresh()


def _new_secrets(game: Game) -> GameSecrets:
    """A new chain and sealing key; as long as a new chain has not begun, the same chain."""
    made = make_secrets(game.charter.draft_digest, game.seat, game.entropy)
    made = replace(made, hidden=game.vault.secrets.hidden)
    waiting = game.course.keys[game.seat].waiting
    if waiting is None:
        return made
    for own in game.vault.all_secrets():
        if Chain(own.draft, own.seat, own.chain).tip == waiting.tip:
            return replace(made, chain=own.chain)
    raise Refused("the secrets of the chain that has not begun yet are not here", "copy them here")


def offer_keys(game: Game, home: Path, identity: Identity, spare: str = "") -> Mail:
    """A newcomer offers his keys for a seat whose person is gone: signed by them, for the others to sign."""
    with locked(game.folder.path):
        vault = Vault.make(home, make_secrets(game.charter.draft_digest, game.seat, game.entropy))
        said = _new_keys(game.seat, vault.secrets, identity, spare, lost=True)
        number = game.course.open_number
        header = game.header("rekey", said.to_bytes(), revision=place_of(game.charter, game.seat))
        envelope = signed(identity, header, said.to_bytes())
        words = f"A substitute for {game.seat} offers his keys; the referee and all other seats sign them: pbem agree "
        words += "--substitute with this mail."
        to = [seat for seat in game.charter.seats if seat != game.seat]
        made = mail(to, game.label(game.seat), "substitute", words, [block(envelope)], f"{number:02}-offer-{game.seat}")
        return keep(game.folder, [made], game.address)[0]


def sign_substitute(game: Game, offer: Envelope) -> tuple[Mail, ...]:
    """The referee and every other seat sign the keys of a substitute, if the charter allows one."""
    with locked(game.folder.path):
        said = read_payload(Rekey, offer.body)
        if not game.charter.draft.substitutes:
            raise Refused("the charter allows no substitutes", "agree on pbem end")
        if said.seat == game.seat or offer.header.seat != said.seat:
            raise Refused(f"the offer is not for {said.seat} to make", "the substitute says pbem rekey --offer")
        check_keys(said)
        check_signed(offer, parse_public_line(said.key))
        resume(game)
        return _send_rekey(game, said, None)


def _new_keys(seat: str, secrets: GameSecrets, identity: Identity, spare: str, lost: bool) -> Rekey:
    return Rekey(
        seat=seat,
        chain="lost" if lost else "kept",
        key=public_line(identity.public),
        spare=public_line(parse_public_line(spare)) if spare else "",
        sealing=sealing_public(secrets.sealing).hex(),
        tip=Chain(secrets.draft, seat, secrets.chain).tip.hex(),
    )


def _send_rekey(game: Game, said: Rekey, by_spare: Identity | None) -> tuple[Mail, ...]:
    number, body = game.course.open_number, said.to_bytes()
    revision = place_of(game.charter, said.seat) + (BY_SPARE if by_spare else 0)

    def make() -> Envelope:
        made = signed(by_spare or game.signer(), game.header("rekey", body, revision=revision), body)
        check_rekey(game.course, made)
        return made

    envelope = game.vault.sign_once("rekey", number, make, f"{revision:06}")
    if read_payload(Rekey, envelope.body) != said:
        raise Refused(f"other keys for {said.seat} were signed in this exchange", "wait for the next")
    return put_and_post(game, envelope)

"""Verbs for what all must agree on, and for new keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import voice
from pbem.cli.setting import in_folder, load_key, now, post, signing_game, sure_of_clock, the_game, the_home, with_key

if TYPE_CHECKING:
    from pbem.office.game import Game


@click.command(epilog='Example: pbem undo --to 1 --why "attached the wrong file"')
@click.option("--to", "to", required=True, type=int, help="The record to go on from.")
@click.option("--why", required=True, help="Why; the others read it.")
@in_folder
@with_key
@sure_of_clock
def undo(to: int, why: str, folder: Path | None, key: str, clock_is_right: bool) -> None:
    """Ask all to go on from a record.  What follows it stays in the book, set aside; the dice will be new."""
    from pbem.app.agreements import undo as ask

    _propose("undo", ask, to, why, signing_game(folder, key, clock_is_right))


@click.command(epilog='Example: pbem rejudge 4 --why "AO 10.2 mended"')
@click.argument("exchange", type=int)
@click.option("--why", required=True, help="Why; the others read it.")
@click.option(
    "--data",
    "pack",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="On this data pack from now on, such as a corrected one; the others take it in with pbem data take.",
)
@in_folder
@with_key
@sure_of_clock
def rejudge(exchange: int, why: str, pack: Path | None, folder: Path | None, key: str, clock_is_right: bool) -> None:
    """Ask all to judge an exchange again by the version installed here: same orders, same dice."""
    from pbem.app.agreements import rejudge as judge_again
    from pbem.cli.datapacks import taken

    game = signing_game(folder, key, clock_is_right)
    digest = taken(game.course.versions.ruleset, pack).digest if pack is not None else ""
    _propose("rejudge", partial(judge_again, data=digest), exchange, why, game)


@click.command(epilog='Example: pbem end --winner blue --why "red resigns"')
@click.option("--winner", default="", help="Who wins; nobody named: a draw.")
@click.option("--why", required=True, help="Why; the others read it.")
@in_folder
@with_key
@sure_of_clock
def end(winner: str, why: str, folder: Path | None, key: str, clock_is_right: bool) -> None:
    """Ask all to end the game."""
    from pbem.app.agreements import end as ask

    _propose("end", ask, winner, why, signing_game(folder, key, clock_is_right))


def _propose(kind: str, ask: Callable[..., Any], about: int | str, why: str, game: Game) -> None:
    """Sign the proposal, say so, and say where its mails lie."""
    mails = ask(game, about, why, now())
    voice.result(voice.proposed(kind, game.course.open_number))
    post(mails, game.folder.path)


@click.command(epilog="Example: pbem agree")
@click.option(
    "--substitute",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sign the keys of a substitute, offered in this mail.",
)
@in_folder
@with_key
@sure_of_clock
def agree(substitute: Path | None, folder: Path | None, key: str, clock_is_right: bool) -> None:
    """Sign what is proposed.  To refuse it, do nothing: it lapses."""
    from pbem.app.agreements import agree as sign
    from pbem.app.mailing import offer_in
    from pbem.app.new_keys import sign_substitute
    from pbem.office.proposals import proposals

    game = signing_game(folder, key, clock_is_right)
    if substitute is not None:
        offer = offer_in(substitute.name, substitute.read_bytes())
        post(sign_substitute(game, offer), game.folder.path)
        voice.result(voice.substitute_signed(offer.header.seat))
        return
    for proposal in proposals(game):
        voice.say(proposal.words())
    before = game.course.number
    mails = sign(game, now())
    voice.result(voice.agreed(game.course.number > before, game.head_words))
    post(mails, game.folder.path)


@click.command(epilog="Example: pbem rekey --new anna2")
@click.option("--new", "new_key", required=True, help="The key that will sign from now on: a name or a path.")
@click.option("--spare", default="", metavar="LINE", help="Public line of a new spare key.")
@click.option("--by-spare", default="", metavar="KEY", help="Sign the change with the spare key.")
@click.option("--lost", is_flag=True, help="Your secrets of this game are gone: make new ones.")
@click.option("--offer", default="", metavar="SEAT", help="As a substitute: offer your keys for a seat, by its book.")
@in_folder
@with_key
def rekey(new_key: str, spare: str, by_spare: str, lost: bool, offer: str, folder: Path | None, key: str) -> None:
    """New keys for your seat: signing key, sealing key and chain, signed by the old key or the spare."""
    from pbem.app.home import remember
    from pbem.app.new_keys import rekey as change

    if offer:
        _offer(offer, new_key, spare, (folder or Path.cwd()).resolve())
        return
    home = the_home()
    game = the_game(folder) if by_spare else signing_game(folder, key)
    identity = load_key(home, new_key)
    mails = change(game, identity, spare=spare, by_spare=load_key(home, by_spare) if by_spare else None, lost=lost)
    remember(game, home.key_path(new_key).resolve())
    voice.result(voice.rekeyed(game.seat, lost, game.charter.draft.mode))
    post(mails, game.folder.path)


def _offer(seat: str, new_key: str, spare: str, folder: Path) -> None:
    """A newcomer takes the folder, which holds a copy of the book, and offers his keys."""
    from pbem.app.home import open_game, remember, take_seat
    from pbem.app.new_keys import offer_keys

    home = the_home()
    take_seat(folder, seat)
    game = open_game(folder, home)
    game.identity = load_key(home, new_key)
    mail = offer_keys(game, home.path, game.identity, spare)
    remember(game, home.key_path(new_key).resolve())
    voice.result(voice.keys_offered(seat))
    post([mail], folder)


@click.command(epilog="Example: pbem open")
@in_folder
@with_key
def open(folder: Path | None, key: str) -> None:
    """At the end the referee opens what was hidden, and everybody can play all of it again."""
    from pbem.app.ending import open_hidden

    game = signing_game(folder, key)
    mails = open_hidden(game)
    voice.result(voice.opened())
    post(mails, game.folder.path)


@click.command(epilog="Example: pbem reveal")
@in_folder
@with_key
def reveal(folder: Path | None, key: str) -> None:
    """Show your link for a close that lists your orders as you sent them."""
    from pbem.app.adjudicating import reveal as show

    game = signing_game(folder, key)
    mails = show(game)
    voice.result(voice.revealed(len(mails)))
    post(mails, game.folder.path)

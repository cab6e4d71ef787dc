"""Golden games: a whole game as text, what the players handed in and a digest for every exchange.

Played again it must give the same text, byte for byte.  If it does not, the game has changed: on purpose, and
then it is recorded anew, or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.codec import Codec
from pbem.engine.papers import Papers
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.decision import Decision
from pbem.model.digest import digest
from pbem.model.sheet import Sheet
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import Player, exchanges, random_options, random_players, random_windows

Plain = dict[str, Any]


def record(
    spec: RulesetSpec, scenario: str, seed: int, chosen: Mapping[str, str] | None = None, most: int | None = None
) -> bytes:
    """The game that random players make of this seed, as a golden game; the options too if none are chosen.

    With `most` it breaks off after so many exchanges.
    """
    codec, windows = Codec(spec), random_windows(spec, seed)
    options = random_options(spec, seed) if chosen is None else dict(chosen)
    handed_in: dict[str, Plain] = {}

    def remembered(side: str, player: Player) -> Player:
        def sheet(asked: tuple[Asked, ...], now: Progress) -> Sheet:
            written = player(asked, now)
            handed_in[side] = sheet_plain(codec, written)
            return written

        return sheet

    players = {side: remembered(side, player) for side, player in random_players(spec, seed).items()}
    setup = Setup(scenario=scenario, options=options)
    played = []
    with spec.on_board(setup):
        for now in islice(exchanges(Terms(spec, windows), setup, NumberedFaces(seed), players), most):
            played.append({"digest": digest_of(codec, now), "sheets": dict(handed_in)})
            handed_in.clear()
    return canonical(
        {
            "exchanges": played,
            "options": options,
            "scenario": scenario,
            "seed": seed,
            "system": spec.name,
            "version": spec.version,
            "windows": windows,
        }
    )


def replayed(spec: RulesetSpec, golden: bytes) -> bytes:
    """The same game played again on what was handed in: the same text, if nothing has changed."""
    game = parse_canonical(golden)
    codec = Codec(spec)
    setup = Setup(scenario=game["scenario"], options=game["options"])
    with spec.on_board(setup):
        digests = [digest_of(codec, now) for now in _again(spec, codec, game, setup)]
    played = [
        {"digest": found, "sheets": told["sheets"]} for found, told in zip(digests, game["exchanges"], strict=False)
    ]
    return canonical({**game, "exchanges": played})


def _again(spec: RulesetSpec, codec: Codec, game: Plain, setup: Setup) -> Iterator[Progress]:
    terms, faces = Terms(spec, game["windows"]), NumberedFaces(game["seed"])
    bookmark = begin(spec, spec.set_up(setup))
    papers: Mapping[str, Papers] = {}
    due: tuple[Decision, ...] = ()
    for number, told in enumerate(game["exchanges"], 1):
        sheets = {side: read_sheet_plain(codec, side, plain) for side, plain in told["sheets"].items()}
        now = advance(terms, bookmark, papers, Intake(sheets), faces, number, due)
        bookmark, papers, due = now.bookmark, now.papers, now.decisions
        yield now


def digest_of(codec: Codec, now: Progress) -> str:
    """Over all that an exchange came to: what happened, how things stand, who is asked what, who is told what."""
    ending = now.ending
    came_to: Plain = {
        "asked": [decision.digest().hex() for decision in now.decisions],
        "ending": [] if ending is None else [ending.winner or "", ending.case, ending.words],
        "notes": [[note.side, note.words] for note in now.notes],
        "position": codec.position(now.position),
        "steps": [[stretch.turn, stretch.step, codec.told(stretch.told)] for stretch in now.stretches],
    }
    return digest("pbem/golden/1", canonical(came_to)).hex()


def sheet_plain(codec: Codec, sheet: Sheet) -> Plain:
    """A sheet as plain data; what it does not say is left out."""
    plain: Plain = {
        "answers": [{"key": list(key), "pick": codec.pick(pick)} for key, pick in sheet.answers.items()],
        "parts": [codec.part(part) for part in sheet.parts.values()],
    }
    if sheet.ahead is not None:
        plain["ahead"] = [codec.plan(plan) for plan in sheet.ahead]
    if sheet.standing is not None:
        plain["standing"] = [codec.standing(order) for order in sheet.standing]
    return plain


def read_sheet_plain(codec: Codec, side: str, plain: Plain) -> Sheet:
    """The sheet that `sheet_plain` wrote."""
    parts = [codec.read_part(part) for part in plain["parts"]]
    return Sheet(
        side,
        parts={part.name: part for part in parts},
        ahead=tuple(map(codec.read_plan, plain["ahead"])) if "ahead" in plain else None,
        answers={tuple(answer["key"]): _text_or_texts(answer["pick"]) for answer in plain["answers"]},
        standing=tuple(map(codec.read_standing, plain["standing"])) if "standing" in plain else None,
    )


def _text_or_texts(pick: str | list[str]) -> str | tuple[str, ...]:
    return pick if isinstance(pick, str) else tuple(pick)

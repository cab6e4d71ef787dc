"""The hand as a page shows it: what each card may be played as today, and what its attacks can say more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import View, frozen
from pbem.ruleset.telling import CardFace, CardUse, Detail, Extra, HandOfCards, said
from pbem_rules.enemy_action_ardennes.aid_events import HESITANT, is_command, waiting_for
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    HEYDTE,
    around,
    corps_of,
    date,
    limit,
    the_cards,
    the_charts,
    within,
)
from pbem_rules.enemy_action_ardennes.forethought import may_come, occasions
from pbem_rules.enemy_action_ardennes.phrases import (
    ACTIVATE,
    DEPLOY,
    KAMPFGRUPPE,
    NOTHING,
    POSITION,
    REPLACE,
    UNIT,
    WORKS,
)
from pbem_rules.enemy_action_ardennes.queries import chances_words, expected_words
from pbem_rules.enemy_action_ardennes.s05_cards import events_of, reaction_cards, tactic_open, tactics_of
from pbem_rules.enemy_action_ardennes.s06_commands import (
    MOVING,
    Command,
    activated,
    cannot_play,
    formations_on,
    gives_bonus,
    is_surprise,
    joins_kampfgruppe,
)
from pbem_rules.enemy_action_ardennes.s06_impulses import PART
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement, forecast, least_draw, most_draw
from pbem_rules.enemy_action_ardennes.s09_tactics import COORDINATION, CORPS_ARTILLERY, defenders_of
from pbem_rules.enemy_action_ardennes.s10_supply import traces
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, may_deploy
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_work, possible_works
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible
from pbem_rules.enemy_action_ardennes.sheets import PASS, WAIT, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, holder, in_box, is_barred, members, on_map

ORDERS = ("move", "attacks", "dig")
FIELD = "attacks"
ENGINEER_EVENTS = ("Engineers", "Bridge Engineers")
AHEAD = "ahead"
MARKER = "hex"


def hand(view: View) -> HandOfCards | None:
    """5.0 The cards in the hand; behind them those of its own that may still come, for plans."""
    if view.own is None:
        return None
    table, side = view.table, view.side
    held = sorted(view.own.hand, key=int)
    prospects = prospects_of(table, side, held)
    cards = [face(table, side, card, prospects) for card in held]
    cards += [coming(table, side, card, prospects) for card in may_come(table, side, held)]
    now = limit("surprise impulses") if is_surprise(table) else 1
    return HandOfCards(
        part=PART, cards=(*cards, *without_a_card(table, side)), now=now, case="6.5", notes=notes(view),
        near=in_command(table) if side == "german" else {},
    )  # fmt: skip


def in_command(table: EnemyAction) -> dict[str, tuple[str, ...]]:
    """6.4 By the hex of a Kampfgruppe's marker, who stands near enough."""
    near: dict[str, list[str]] = {}
    for unit in on_map(table, "german"):
        if not is_barred(table, "german", unit.corps):
            for hex in within(unit.hex, limit("command radius")):
                near.setdefault(hex, []).append(unit.id)
    return {hex: tuple(names) for hex, names in sorted(near.items())}


def notes(view: View) -> tuple[str, ...]:
    table, side = view.table, view.side
    foe = FOE[side]
    told = [
        f"{many(table.piles[side], 'card')} left in your pile",
        f"the enemy holds {table.hands[foe]}, {table.piles[foe]} in his pile",
        f"{many(len(table.cup), 'chit')} in the cup",
    ]
    if barred := table.barred.get(side):
        told.append(f"barred by 6.5: {', '.join(barred)}")
    return tuple(told)


def without_a_card(table: EnemyAction, side: str) -> Iterator[CardFace]:
    """5.1 Passing; and in plans the wish to be asked."""
    if not is_surprise(table):
        why = cannot_play(table, side, ImpulseLine(play=PASS))
        barred = f"{why[0]}: {why[1]}" if why else ""
        yield CardFace(id=PASS, name="no card", uses=(CardUse(words=PASS, line=PASS, barred=barred),))
    yield CardFace(id=WAIT, name="ask me then", held=False, uses=(CardUse(words=WAIT, line=WAIT, ahead=True),))


# A card


@frozen
class CardProspects:
    """What is the same for every card, worked out once."""

    alone: tuple[str, ...]
    """6.3 Who could be activated alone."""
    ready: frozenset[str]
    """11.1 The reserves that could be placed somewhere."""
    works: tuple[str, ...]
    """12.2, 12.3 What engineers could do."""


def prospects_of(table: EnemyAction, side: str, held: Sequence[str]) -> CardProspects:
    units, calm = on_map(table, side), not is_surprise(table)
    placing, waiting = Placing(table, side), in_box(table, side, "reserve") if calm else ()
    alone = [u for u in units if not is_barred(table, side, u.corps) and traces(table, u, placing.net)]
    ready = frozenset(unit.id for unit in waiting if placing.hexes([unit]))
    events = {name for card in held for name in events_of(table, side, card)} if calm else set()
    works = works_of(table, side) if events & {*ENGINEER_EVENTS} else ()
    return CardProspects(ids_of(alone) if side not in table.single else (), ready, tuple(works))


def works_of(table: EnemyAction, side: str) -> list[str]:
    """12.2, 12.3 Bridges, and positions where units stand."""
    found = [words for words in possible_works(table, side) if words.split(" ")[0] in WORKS]
    positions = [f"{POSITION} {hex}" for hex in sorted({unit.hex for unit in on_map(table, side)})]
    return [*found, *(words for words in positions if not cannot_work(table, side, words))]


def face(table: EnemyAction, side: str, card: str, prospects: CardProspects) -> CardFace:
    """2.3 All that the card can do today."""
    data = the_cards()[card]
    support = [f"tactic {name}" for name in (("any",) if data.any_tactic else tactics_of(table, side, card))]
    support += [f"reaction {name}" for name in data.reactions if reaction_cards(table, [card], name)]
    found = (
        *activations(table, side, card, prospects),
        *deployments(table, side, card, prospects),
        *events(table, side, card, prospects),
    )
    nothing = CardUse(words="nothing", line=f"play: {card} as {NOTHING}")
    return CardFace(
        id=card, name=data.name, kind=data.kind if data.kind != "none" else "", uses=(*found, nothing),
        notes=tuple(support),
    )  # fmt: skip


def coming(table: EnemyAction, side: str, card: str, prospects: CardProspects) -> CardFace:
    """A card that may be drawn: planned for, if it is."""
    data = the_cards()[card]
    return CardFace(
        id=card, name=data.name, kind=data.kind if data.kind != "none" else "", held=False,
        uses=tuple(activations(table, side, card, prospects)), planned=f"if: hand has {card}, else: {WAIT}",
    )  # fmt: skip


def activations(table: EnemyAction, side: str, card: str, prospects: CardProspects) -> Iterator[CardUse]:
    """5.2 to 5.5, 6.1 to 6.4 Formations, a Kampfgruppe, one unit alone."""
    data, lists = the_cards()[card], ORDERS if not is_surprise(table) else ORDERS[1:]
    for name in formations_on(table, side, card):
        if members(table, side, name):
            units = activated(table, side, Command(ACTIVATE, card, name))
            yield use(table, side, f"{card} as {ACTIVATE} {name}", f"{ACTIVATE} {name}", units, lists)
    if side == "german" and data.kind in ("army", "army group"):
        able = [unit for unit in on_map(table, side) if joins_kampfgruppe(table, card, unit)]
        yield CardUse(
            words=f"{KAMPFGRUPPE}, two hexes around its marker", line=f"play: {card} as {KAMPFGRUPPE}",
            lists=(MARKER, *lists), units=(KAMPFGRUPPE, *ids_of(able)), around=MARKER,
        )  # fmt: skip
    if data.kind in ("division", "corps") and prospects.alone:
        yield CardUse(
            words="the chosen unit alone", line=f"play: '{card} as {UNIT} [UNIT]'", lists=lists, units=prospects.alone
        )


def use(
    table: EnemyAction, side: str, play: str, words: str, units: Iterable[Regiment], lists: Sequence[str]
) -> CardUse:
    """6.5 A formation, with the reason why it cannot be activated now."""
    why = cannot_play(table, side, ImpulseLine(play=play))
    there = [*units]
    return CardUse(
        words=words, line=f"play: {play}", lists=tuple(lists), units=ids_of(there),
        apart=tuple(sorted({unit.corps for unit in there})), barred=f"{why[0]}: {why[1]}" if why else "",
    )  # fmt: skip


def deployments(table: EnemyAction, side: str, card: str, prospects: CardProspects) -> Iterator[CardUse]:
    """11.1, 13.1 Reserves, and steps that come back."""
    if is_surprise(table):
        return
    if waiting := [unit for unit in may_deploy(table, side, card) if unit.id in prospects.ready]:
        yield CardUse(words=DEPLOY, line=f"play: {card} as {DEPLOY}", lists=(DEPLOY,), units=ids_of(waiting))
    data = the_cards()[card]
    able = eligible(table, side, data.corps) if data.replacements and table.day >= date("replacements") else []
    if able and cannot_play(table, side, ImpulseLine(play=f"{card} as {REPLACE}")) is None:
        words = f"{REPLACE} {many(data.replacements, 'step')}"
        yield CardUse(words=words, line=f"play: {card} as {REPLACE}", lists=(REPLACE,), units=ids_of(able))


def events(table: EnemyAction, side: str, card: str, prospects: CardProspects) -> Iterator[CardUse]:
    """5.2 to 5.6 The events that it has today, each with what it is about."""
    if is_surprise(table):
        return
    for name in events_of(table, side, card):
        if name in ENGINEER_EVENTS:
            yield from (CardUse(words=words, line=f"play: {card} as {words}") for words in prospects.works)
            continue
        for of in subjects(table, side, card, name) if is_command(name) else ():
            line = f"play: {card} as {name}" + (f", of: {of}" if of else "")
            lists, units = matters(table, side, name)
            yield CardUse(words=f"{name} {of}".strip(), line=line, lists=lists, units=ids_of(units))


def subjects(table: EnemyAction, side: str, card: str, name: str) -> Sequence[str]:
    """The formations that an event can be about; for others none is named."""
    if name == "Recover" and not the_cards()[card].corps:
        return [corps for corps in corps_of(side) if any(unit.dispersed for unit in members(table, side, corps))]
    if name == "Allies Alert":
        return sorted({table.units[unit].division for unit in waiting_for(table, 17)} - {""})
    return HESITANT if name == "Eisenhower Hesitates" else ("",)


def matters(table: EnemyAction, side: str, name: str) -> tuple[tuple[str, ...], list[Regiment]]:
    """What an event moves or aims at."""
    if name == "von der Heydte":
        return ("hex",), [table.units[HEYDTE]]
    if name == "Airpower":
        return ("hex",), [unit for unit in on_map(table, side) if not unit.supplied]
    if name in MOVING:
        return ("move",), [unit for unit in on_map(table, side) if not unit.dispersed]
    return (), []


# What an attack can say more


def details(view: View) -> tuple[Detail, ...]:
    """9.2 to 9.8 Tactics, draw, losses and advance; for plans their conditions."""
    if view.own is None:
        return ()
    table, side, held = view.table, view.side, sorted(view.own.hand, key=int)
    attack = [
        Detail(part=PART, within=FIELD, field="tactics", several=True, extras=tuple(tactics(table, side, held))),
        Detail(part=PART, within=FIELD, field="bonus", extras=tuple(bonuses(table, side, held))),
        Detail(part=PART, within=FIELD, field="join", several=True, extras=tuple(helpers(table, side, held))),
        Detail(part=PART, within=FIELD, field="draw", extras=tuple(draws(table, side))),
        Detail(part=PART, within=FIELD, field="losses", extras=said(*LOSSES)),
        Detail(part=PART, within=FIELD, field="then", extras=said(*ADVANCES)),
    ]
    conditions = ("pile empty", "quiet", f"Dec {table.day + 1} or later", *(f"hand has {card}" for card in held))
    plan = [
        Detail(part=AHEAD, field="if", extras=said(*conditions)),
        Detail(part=AHEAD, field="else", extras=said(WAIT, *((PASS,) if not is_surprise(table) else ()))),
    ]
    return tuple(detail for detail in (*attack, *plan, *occasions(table, side)) if detail.extras)


LOSSES = ("steps", "disperse", "full strength first", "elite last", "[UNIT] first")
ADVANCES = ("advance all", "advance [UNIT]", "stay")


def tactics(table: EnemyAction, side: str, held: Iterable[str]) -> Iterator[Extra]:
    """9.2, 9.22 Every card of the hand as what it can be; corps artillery for its own corps."""
    if is_surprise(table) and side == "allied":
        return
    for card in held:
        for name in tactics_of(table, side, card):
            if name not in the_charts().defence_only:
                corps = the_cards()[card].corps if name == CORPS_ARTILLERY else ""
                units = ids_of(members(table, side, corps)) if corps else ()
                yield Extra(text=f"{card} as {name}", units=units, takes=card)


def bonuses(table: EnemyAction, side: str, held: Iterable[str]) -> Iterator[Extra]:
    """9.23 The tactic that comes with the card of an army."""
    if side == "allied" and any(gives_bonus(card) for card in held):
        charts = the_charts()
        for name in charts.tactics[side]:
            if name not in charts.defence_only and tactic_open(table, side, name):
                yield Extra(text=name)


def helpers(table: EnemyAction, side: str, held: Iterable[str]) -> Iterator[Extra]:
    """aid Whom assault coordination could take in."""
    if any(COORDINATION in tactics_of(table, side, card) for card in held):
        for goal, units in next_to(table, side).items():
            yield from (Extra(text=unit.id, places=(goal,)) for unit in units)


def draws(table: EnemyAction, side: str) -> Iterator[Extra]:
    """9.3 So many chits; where the whole of a formation attacks, or one unit, with the chances of each number."""
    yield from said("minimum", "maximum")
    for goal, units in next_to(table, side).items():
        for company in companies(units):
            fight = Engagement(table, goal, company, ids_of(defenders_of(table, goal)))
            least, most = least_draw(fight), min(most_draw(fight), len(table.cup) + len(table.aside))
            found = forecast(fight, most)
            for number in range(least, most + 1):
                note = f"{expected_words(found[number])}, {chances_words(found[number], 0, 'D')}"
                yield Extra(text=str(number), note=note, places=(goal,), company=company)
    yield from said("4 unless D2", "5 unless D3")


def companies(units: Sequence[Regiment]) -> list[tuple[str, ...]]:
    """Those who stand there, formation by formation; of a division, and of a small corps, every part of it."""
    groups = [[unit for unit in units if unit.corps == corps] for corps in dict.fromkeys(u.corps for u in units)]
    groups += [[unit for unit in units if unit.division == name] for name in dict.fromkeys(u.division for u in units)]
    found = [ids_of(group) for group in groups]
    for group in (group for group in groups if len(group) <= MOST_PARTED):
        found += [ids_of(part) for size in range(1, len(group)) for part in combinations(group, size)]
    return list(dict.fromkeys([*found, *((unit.id,) for unit in units)]))


MOST_PARTED = 4
"""Of so many units every part is looked at beforehand."""


def next_to(table: EnemyAction, side: str) -> dict[str, list[Regiment]]:
    """Every enemy hex with those next to it who are fit to attack."""
    found: dict[str, list[Regiment]] = {}
    for unit in on_map(table, side):
        if not (unit.dispersed or unit.cut_off or unit.no_fuel):
            for goal in around(unit.hex):
                if holder(table, goal) == FOE[side]:
                    found.setdefault(goal, []).append(unit)
    return dict(sorted(found.items()))

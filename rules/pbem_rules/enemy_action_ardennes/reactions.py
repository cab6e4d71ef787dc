"""What standing orders and lines that wait say to the questions in the enemy's impulse and in the morning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.craft.cards import NONE
from pbem.craft.vocabulary import Clause
from pbem.ruleset import Decision, Pick, View
from pbem_rules.enemy_action_ardennes.board import apart
from pbem_rules.enemy_action_ardennes.phrases import side_named
from pbem_rules.enemy_action_ardennes.sheets import ReactLine
from pbem_rules.enemy_action_ardennes.table import by_name

ROADBLOCK, DEMOLITION = "roadblock", "demolition"
FROM = "from Dec {number}"
"""A clause of its own: the date of the whole order."""


def pass_it(decision: Decision) -> Pick:
    """The passive answer, which is given where a card is not there: asking would tell."""
    return NONE if decision.kind == "one" else ()


def settle_reaction(view: View, decision: Decision, clauses: Sequence[Clause]) -> Pick | None:
    """7.9, 7.33 The first order that fits what is asked, in its time."""
    after = [int(str(c.caught["number"])) for c in clauses if c.pattern == FROM]
    if any(view.table.day < day for day in after):
        return pass_it(decision)
    kind = "roadblock" if decision.facts["kind"] == ROADBLOCK else "blow"
    for clause in clauses:
        if clause.pattern.startswith(kind) and (pick := wanted(decision, clause)) is not None:
            return pick
    return pass_it(decision)


def wanted(decision: Decision, clause: Clause) -> Pick | None:
    """One order against one question."""
    caught = clause.caught
    if clause.pattern.startswith("roadblock"):
        corps = decision.facts["corps"]
        if "formation" in caught and not (isinstance(corps, tuple) and caught["formation"] in corps):
            return None
        return roadblock(decision, str(caught["card"]), tuple(caught["hex"]))
    if "unit" in caught and caught["unit"] != decision.facts["unit"]:
        return None
    if "hex" not in caught:
        return at_bridge(decision, str(caught["card"]), "any")
    return at_bridge(decision, str(caught["card"]), f"{caught['hex']}-{caught['hex2']}")


def roadblock(decision: Decision, card: str, hexes: Iterable[str]) -> Pick | None:
    """The card and those of its hexes that are possible now, two at most."""
    able = [hex for hex in hexes if hex in decision.options][: decision.most - 1]
    picked = (card, *able)
    return tuple(o for o in decision.options if o in picked) if able and card in decision.options else None


def at_bridge(decision: Decision, card: str, side: str) -> Pick | None:
    wanted_side = side_named(side) if side != "any" else None
    for option in decision.options[1:]:
        no, _, bridge = option.partition(" at ")
        if no == card and (wanted_side is None or bridge == wanted_side):
            return option
    return None


def settle_greif(decision: Decision, clauses: Sequence[Clause]) -> Pick | None:
    """7.33 Save this bridge with that card, or any with what there is."""
    for clause in clauses:
        side = f"{clause.caught['hex']}-{clause.caught['hex2']}" if "hex" in clause.caught else ""
        if side and side_named(side) != decision.facts["bridge"]:
            continue
        if clause.pattern == "always" and len(decision.options) > 1:
            return decision.options[1]
        if clause.caught.get("card") in decision.options:
            return str(clause.caught["card"])
    return NONE


def settle_interdiction(view: View, decision: Decision, clauses: Sequence[Clause]) -> Pick | None:
    """5.1A The first card that is there, each from its date on; what is said with `else` has that before it."""
    since = 0
    for clause in clauses:
        if not clause.pattern.startswith("else"):
            since = int(str(clause.caught.get("number", 0)))
        if since <= view.table.day and clause.caught.get("card") in decision.options:
            return str(clause.caught["card"])
    return NONE


def settle_fuel(decision: Decision, clauses: Sequence[Clause]) -> Pick | None:
    """10.4 A depot or a card for this formation."""
    for clause in clauses:
        if clause.caught.get("formation", decision.facts["formation"]) != decision.facts["formation"]:
            continue
        by = str(clause.caught.get("card", "depot" if clause.pattern.startswith("depot") else NONE))
        if by in decision.options:
            return by
    return NONE


# The part `react:`, each line of which waits until it is used


def react(view: View, decision: Decision, line: ReactLine) -> Pick | None:
    """What a waiting line says to a question; None where it is not meant."""
    if decision.topic == "greif" and line.greif:
        same = line.greif == "any" or side_named(line.greif) == decision.facts["bridge"]
        return line.card if same and line.card in decision.options else None
    if decision.topic != "react" or not when_holds(view, decision, line):
        return None
    if decision.facts["kind"] == ROADBLOCK and line.roadblock:
        return roadblock(decision, line.card, line.roadblock)
    if decision.facts["kind"] == DEMOLITION and line.blow:
        return at_bridge(decision, line.card, line.blow)
    return None


def when_holds(view: View, decision: Decision, line: ReactLine) -> bool:
    """`activation I SS or Kampfgruppe within 4`, `Peiper borders it, from Dec 17`."""
    words = re.sub(r"^german ", "", line.when.strip())
    if not words:
        return True
    found = [part.strip() for part in re.split(r",", words)]
    return all(any(one_holds(view, decision, line, each.strip()) for each in part.split(" or ")) for part in found)


def one_holds(view: View, decision: Decision, line: ReactLine, words: str) -> bool:
    if day := re.fullmatch(r"from Dec (\d+)", words):
        return bool(view.table.day >= int(day[1]))
    if corps := re.fullmatch(r"(?:german )?activation (?:of )?(.+)", words):
        known = decision.facts.get("corps", ())
        return isinstance(known, tuple) and corps[1] in known
    if near := re.fullmatch(r"(?:Kampfgruppe )?within (\d+)", words):
        active = decision.facts.get("active", ())
        units = by_name(view.table, active) if isinstance(active, tuple) else []
        return any(apart(unit.hex, hex) <= int(near[1]) for unit in units for hex in line.roadblock)
    if borders := re.fullmatch(r"(.+) borders it", words):
        return bool(decision.facts.get("unit") == borders[1])
    return False

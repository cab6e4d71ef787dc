"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.kit.inspection import Inspection
from pbem.kit.mapdata import HexMap
from pbem.kit.mapfaults import Loc
from pbem.kit.odds import OddsColumns
from pbem_rules.battles_for_the_ardennes.board import (
    FOE,
    SCENARIOS,
    ArdennesScenario,
    Charts,
    CounterForm,
    CounterSheet,
    VariantCharts,
    face,
)
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP
from pbem_rules.battles_for_the_ardennes.sector import Sector

MAP, UNITS, TABLES, VARIANTS = "map.yaml", "units.yaml", "tables.yaml", "variants.yaml"
RESULTS = (
    "+2/-", "+1/-", "3/-", "2/-", "1/-", "Eng", "-", "1/1", "-/1", "-/2", "-/3", "-/4", "-/+1", "-/+2", "-/+3", "-/E",
)  # fmt: skip
"""9.0 What the rules can carry out."""
BUILT = ("town", "city")
MAPS = ("A", "B", "C", "D")
MOST_YEARS = (1940, 1944)


def inspect(look: Inspection) -> None:
    the_map, charts = look.take(HexMap, MAP), look.take(Charts, TABLES)
    units = look.take(CounterSheet, UNITS).units
    look.hex_map(MAP, the_map, look.terrains(TABLES, MAP, (("terrain",),), charts.terrain, BUILT))
    look.rivers(MAP, the_map, "Meuse")
    look.exits(MAP, the_map, the_map.edges)
    letters = {sheet.letter for sheet in the_map.grid_form.sheets}
    look.unless(letters == set(MAPS), MAP, ("grid", "sheets"), "the sheets are A, B, C and D")
    _charts(look, charts, the_map)
    for name, counter in units.items():
        _counter(look, ("units", name), counter.type, counter.front, counter.back, UNITS)
    _variants(look, the_map)
    ground = look.printed.take(HexMap, MAP) if look.faulty(MAP) else the_map
    for name in SCENARIOS:
        OneScenario(look, name, ground, units).inspect()


def _charts(look: Inspection, charts: Charts, the_map: HexMap) -> None:
    for part in ("water", "limits"):
        look.same_names(TABLES, part)
    look.table(TABLES, ("results",), charts.results, RESULTS, OddsColumns)
    for terrain, fare in charts.terrain.items():
        free = 0 in (fare.mechanized, fare.bad, fare.foot)
        look.unless(not free, TABLES, ("terrain", terrain), f"{terrain} costs nothing to enter")
    for word in charts.shelter:
        look.known(TABLES, ("shelter", word), word, (*charts.terrain, *_shelters(look)), "ground")
    for word in _shelters(look):
        look.unless(word in charts.shelter, TABLES, ("shelter",), f'shelter: "{word}" is missing')
    look.all_known(TABLES, ("blocking",), charts.blocking, charts.terrain, "terrain")
    for name in ("stack", "guns in a stack", "march", "supply"):
        look.unless(charts.limits.get(name, 1) > 0, TABLES, ("limits", name), f'"{name}" is 0, the least is 1')
    look.unless(the_map.grid.contains(charts.drop), TABLES, ("drop",), f"{charts.drop} is no hex of the map")


def _shelters(look: Inspection) -> Collection[str]:
    return look.printed.take(Charts, TABLES).shelter


def _counter(look: Inspection, loc: Loc, type_: str, front: str, back: str, file: str) -> None:
    """Artillery has a barrage, and nothing else has."""
    for side in (front, back):
        if side:
            guns = "/" in side
            hint = "artillery is written 6/3/3; 4, all others 5-3"
            look.unless(guns == (type_ == "art"), file, loc, f"{side} is on no counter of type {type_}", hint)
    if front and back and face(back).strength > face(front).strength:
        look.fault(file, loc, f"its back, {back}, is stronger than its front, {front}")


def _variants(look: Inspection, the_map: HexMap) -> None:
    charts = look.take(VariantCharts, VARIANTS)
    for names in (("saturation",), ("saturation", "normal"), ("saturation", "withering"), ("ending",), ("dumps",)):
        look.same_names(VARIANTS, *names)
    for scenario, chances in charts.ending.items():
        look.same_names(VARIANTS, "ending", scenario)
        numbers = [chances.get(word, 0) for word in ("better", "even", "worse")]
        look.unless(numbers == sorted(numbers), VARIANTS, ("ending", scenario), "better, even, worse: they must rise")
    start = charts.greif.start
    look.unless(the_map.grid.contains(start), VARIANTS, ("greif", "start"), f"{start} is no hex of the map")
    look.known(VARIANTS, ("greif", "brigade"), charts.greif.brigade, look.take(CounterSheet, UNITS).units, "unit")
    for scenario, chart in charts.dumps.items():
        look.once(VARIANTS, ("dumps", scenario, "hexes"), chart.hexes, "hex")
        enough = chart.points >= 1 and bool(chart.hexes)
        look.unless(enough, VARIANTS, ("dumps", scenario), "no hexes for the dumps")
        for place, hex in enumerate(chart.hexes):
            on_map = the_map.grid.contains(hex)
            look.unless(on_map, VARIANTS, ("dumps", scenario, "hexes", place), f"{hex} is no hex of the map")


class OneScenario:
    """A scenario's file beside the maps that it is played on."""

    def __init__(self, look: Inspection, name: str, the_map: HexMap, units: Mapping[str, CounterForm]) -> None:
        self.look, self.name, self.file, self.units = look, name, f"scenarios/{name}.yaml", units
        self.form = look.take(ArdennesScenario, self.file)
        self.maps = tuple(sorted(set(self.form.maps)))
        self.here = Sector(the_map, self.maps) if self.maps else None

    def inspect(self) -> None:
        look, form = self.look, self.form
        look.once(self.file, ("maps",), form.maps, "map")
        if self.here is None:
            look.fault(self.file, ("maps",), "no map to play on")
            return
        look.known(self.file, ("year",), str(form.year), tuple(map(str, MOST_YEARS)), "year of the game")
        look.unless(form.length.first <= form.length.last, self.file, ("length",), "it ends before it begins")
        self._edges(self.here)
        self._spans()
        self._towns(self.here)
        self._start(self.here)
        self._arrivals(self.here)
        dumps = look.take(VariantCharts, VARIANTS).dumps.get(self.name)
        for place, hex in enumerate(dumps.hexes if dumps else ()):
            loc = ("dumps", self.name, "hexes", place)
            look.unless(bool(self.here.spelled(hex)), VARIANTS, loc, f"{hex} is not on the maps of {self.name}")

    def _edges(self, here: Sector) -> None:
        """2.3, 11.0 Each side has edges, and a road on them."""
        self.look.same_names(self.file, "edges")
        for side, edges in self.form.edges.items():
            roads = any(hex in here.roads for words in edges for hex in here.edge(words))
            self.look.unless(roads, self.file, ("edges", side), f"no road on an edge of the {side} side: no supply")
        for number, row in enumerate(self.form.victory.exits):
            there = here.edge(f"{row.edge} {row.rows}".strip())
            self.look.unless(bool(there), self.file, ("victory", "exits", number), "no hexes of that edge")

    def _spans(self) -> None:
        form, formations = self.form, {unit.formation for unit in self.units.values()}
        for loc, words in self._turns():
            first, _, last = words.partition("-")
            self.look.unless(int(first) <= int(last or first), self.file, loc, f"{words} runs backwards")
        for number, row in enumerate(form.shortage):
            self.look.unless(row.first <= row.last, self.file, ("shortage", number), "it ends before it begins")
        for number, frozen in enumerate(form.frozen):
            self.look.all_known(self.file, ("frozen", number, "but"), frozen.but, self.units, "unit")
            self.look.all_known(self.file, ("frozen", number, "formations"), frozen.formations, formations, "formation")

    def _turns(self) -> Iterable[tuple[Loc, str]]:
        yield from ((("air", number, "turns"), row.turns) for number, row in enumerate(self.form.air))
        yield from ((("frozen", number, "turns"), row.turns) for number, row in enumerate(self.form.frozen))

    def _towns(self, here: Sector) -> None:
        """17.0 The towns that are spoken of lie on the maps in play."""
        form, towns, known = self.form.victory, here.towns, self.look.known
        self.look.all_known(self.file, ("german-held",), self.form.german_held, towns, "town")
        for town in form.towns:
            known(self.file, ("victory", "towns", town), town, towns, "town")
        if form.instead is not None:
            known(self.file, ("victory", "instead", "town"), form.instead.town, towns, "town")
        if form.kind == "plans":
            self.look.same_names(self.file, "victory", "plans")
        for name, plan in form.plans.items():
            loc = ("victory", "plans", name)
            self.look.all_known(self.file, (*loc, "hold"), plan.hold, towns, "town")
            for town, number in plan.of.items():
                known(self.file, (*loc, "of", town), town, plan.hold, "town of this plan")
                self.look.between(self.file, (*loc, "of", town), number, 1, len(towns.get(town, ())) or number)
        self.look.unless(form.draw <= form.german, self.file, ("victory", "draw"), "a draw needs more than a victory")
        for place, hex in enumerate(self.form.positions):
            self.look.unless(bool(here.spelled(hex)), self.file, ("positions", place), self._not_here(hex))

    def _not_here(self, hex: str) -> str:
        return f"{hex} is no hex of map {' and '.join(self.maps)}"

    def _start(self, here: Sector) -> None:
        """7.0 At most three units in a hex, two of them artillery, all of one side."""
        limits = self.look.take(Charts, TABLES).limits
        stand: dict[str, list[str]] = {}
        for name, start in self.form.at.items():
            if not self.look.known(self.file, ("at", name), name, self.units, "unit"):
                continue
            twice = name in self.form.arrivals
            self.look.unless(not twice, self.file, ("at", name), f"{name} is there at the start, and arrives")
            if hex := here.spelled(start.hex):
                stand.setdefault(hex, []).append(name)
                self._stack(name, stand[hex], start.hex, limits)
            else:
                self.look.fault(self.file, ("at", name, "hex"), self._not_here(start.hex))
        for name, printed in self.form.values.items():
            if self.look.known(self.file, ("values", name), name, self.units, "unit"):
                type_ = self.units[name].type
                _counter(self.look, ("values", name), type_, printed.front, printed.back, self.file)

    def _stack(self, name: str, names: list[str], hex: str, limits: Mapping[str, int]) -> None:
        foes = [other for other in names if self.units[other].side == FOE[self.units[name].side]]
        self.look.unless(not foes, self.file, ("at", name, "hex"), f"both sides stand in {hex}")
        lesser = sum(self.units[one].type in ("art", "eng") for one in names)
        greater = len(names) - lesser
        fits = greater <= limits.get("stack", 0) and lesser <= limits.get("guns in a stack", 0)
        self.look.unless(fits, self.file, ("at", name, "hex"), f"{hex} holds no more: {', '.join(names)}")

    def _arrivals(self, here: Sector) -> None:
        for name, arrival in self.form.arrivals.items():
            loc = ("arrivals", name)
            self.look.known(self.file, loc, name, self.units, "unit")
            last = self.form.length.last
            self.look.between(self.file, (*loc, "turn"), arrival.turn, 1, last + self.form.length.first)
            if arrival.edge == DROP:
                continue
            hex = here.spelled(arrival.hex) if arrival.hex else ""
            if not hex:
                self.look.fault(self.file, (*loc, "hex") if arrival.hex else loc, self._not_here(arrival.hex))
            elif arrival.edge:
                near = any(here.distance(hex, rim) <= 1 for rim in here.edge(arrival.edge))
                self.look.unless(near, self.file, (*loc, "hex"), f"{arrival.hex} is not at the {arrival.edge} edge")

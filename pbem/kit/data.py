"""Data packs: YAML files of which every value says where it comes from.

A file opens with what holds for all of it:

    provenance: {certainty: certain, source: rulebook 6.2}

`certainty` is one of certain (it is so in the game), inferred (it follows from what is certain) and
reconstructed (made up to fit).  Any mapping further down may say otherwise for itself and all below it:

    towns:
      certainty: inferred
      source: two reports of games played
      Spa: {hex: 0209}
      Huy: {hex: 0118, certainty: certain, source: case 3.1}

and for single values of its own: `certainty: {movement: reconstructed}`; those not named keep what holds
for the mapping.  So `certainty`, `source` and, at the top, `provenance` are words of the loader: the models
the data is read into do not see them.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast, get_args

from pbem.model.counting import many
from pbem.model.errors import Refused
from pbem.model.formwork import Form
from pbem.model.problem import Problem, Where
from pbem.model.records import frozen, mutable
from pbem.model.yamltext import Node, plain, read

Certainty = Literal["certain", "inferred", "reconstructed"]
CERTAINTIES: Final[tuple[Certainty, ...]] = get_args(Certainty)  # the surest first
CASE = "data"
OWN_WORDS = ("certainty", "source")
Shares = dict[Certainty, int]
Model = TypeVar("Model")


class DataFile(Form):
    """A data file, or a part of one."""


@frozen
class Provenance:
    """How sure a value is, and who says so."""

    certainty: Certainty | None = None
    source: str = ""


@frozen
class Value:
    """A single text of a data file: the keys and indices that lead to it, and where it comes from."""

    loc: tuple[str | int, ...]
    provenance: Provenance
    where: Where


@frozen
class Data:
    """A data file that was read: what the models see of it, and all its values with their provenance."""

    node: Node
    values: dict[tuple[str | int, ...], Value]

    def provenance(self, *loc: str | int) -> Provenance:
        """Where a value comes from; of a list or mapping, where the least sure of its values comes from."""
        if loc in self.values:
            return self.values[loc].provenance
        below = [value.provenance for at, value in self.values.items() if at[: len(loc)] == loc]
        return max(below, key=lambda told: _doubt(told.certainty), default=Provenance())

    def shares(self) -> Shares:
        """How many values there are of each certainty."""
        return _counted(self.values.values())


def load(model: type[Model], text: str, file: str) -> tuple[Model | None, list[Problem]]:
    """A data file as a value of that type, or None and everything that is wrong with it."""
    data, problems = read_data(text, file)
    if data is None:
        return None, problems
    value, more = typed(model, data.node)
    return (None if problems else value), problems + more


def read_data(text: str, file: str) -> tuple[Data | None, list[Problem]]:
    """A data file without a type, and everything that is wrong with it so far."""
    root, problems = read(text, file)
    if root is None:
        return None, problems
    reader = _Reader()
    node = reader.stripped(root, (), Provenance(), top=True)
    return Data(node, reader.values), problems + reader.problems + _unfounded(reader.values)


def typed(model: type[Model], node: Node) -> tuple[Model | None, list[Problem]]:
    """Data as a value of that type, or None and what does not fit, each with its place."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(model).validate_python(plain(node)), []
    except ValidationError as error:
        from pbem.kit.faultwords import in_words

        return None, [in_words(model, node, fault) for fault in error.errors(include_url=False)]


class Pack:
    """The data files of a game, read into their types."""

    def __init__(self, values: Mapping[str, object], data: Mapping[str, Data], digest: bytes = b"") -> None:
        self._values = values
        self.data = data
        self.digest = digest
        """What names a pack of somebody's own; empty for that of the package."""
        self.kept_as, self.stamp = "", b""
        """Under which name it is kept, and the digest of all that it follows from; empty where it is not kept."""

    def take(self, model: type[Model], name: str) -> Model:
        """The value of a file; the type is the one it was read into."""
        return cast(Model, self._values[name])

    def changed(self, name: str, value: object) -> Pack:
        """The same pack with another value for one file; where it comes from is no longer known."""
        return Pack({**self._values, name: value}, {**self.data, name: Data(Node({}, Where()), {})})

    def revised(self, values: Mapping[str, object]) -> Pack:
        """The same pack with other values for these files, as sure as those that stood there."""
        made = type(self)(ChainMap(dict(values), self._values), self.data)  # type: ignore[arg-type]
        made.digest = self.digest
        return made

    def shares(self) -> Shares:
        """How many values of each certainty there are in all files."""
        shares = [self.shares_of(name) for name in self.data]
        return {certainty: sum(one[certainty] for one in shares) for certainty in CERTAINTIES}

    def shares_of(self, name: str) -> Shares:
        """The same in one file."""
        return self.data[name].shares()


def load_pack(folder: Path, models: dict[str, type[Any]]) -> tuple[Pack | None, list[Problem]]:
    """The files of a folder, each into its type, or None and everything that is wrong with any of them."""
    values: dict[str, object] = {}
    read_files: dict[str, Data] = {}
    problems: list[Problem] = []
    for name, model in sorted(models.items()):
        data, faults = _read_file(folder / name)
        if data is not None:
            values[name], more = typed(model, data.node)
            read_files[name] = data
            faults = faults + more
        problems += faults
    return (None if problems else Pack(values, read_files)), problems


def open_pack(folder: Path, models: dict[str, type[Any]]) -> Pack:
    """The same for those who cannot go on without: all problems in one Refused."""
    pack, problems = load_pack(folder, models)
    if pack is None:
        told = "; ".join(line for problem in problems for line in problem.lines()[:1])
        raise Refused(f"data pack {folder.name} cannot be used: {told}", "put these right in its files")
    return pack


def _read_file(path: Path) -> tuple[Data | None, list[Problem]]:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        return None, [_problem(Where(file=path.name), f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return None, [_problem(Where(file=path.name), f"is not UTF-8 text: byte {error.start}")]
    return read_data(text, path.name)


@mutable
class _Reader:
    """Takes the loader's own words out of the data and notes for every value what they say."""

    values: dict[tuple[str | int, ...], Value] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def stripped(self, node: Node, loc: tuple[str | int, ...], told: Provenance, *, top: bool = False) -> Node:
        """A node without those words; `told` is what holds around it."""
        if isinstance(node.value, str):
            self.values[loc] = Value(loc, told, node.where)
            return node
        if isinstance(node.value, list):
            items = [self.stripped(item, (*loc, place), told) for place, item in enumerate(node.value)]
            return Node(items, node.where)
        header = node.value.get("provenance") if top else None
        if header is not None:
            told = self.header(header, told)
        taken_out = (*OWN_WORDS, "provenance") if top else OWN_WORDS
        told, apart = self.said(node, told)
        left = {
            key: self.stripped(value, (*loc, key), apart.get(key, told))
            for key, value in node.value.items()
            if key not in taken_out
        }
        return Node(left, node.where, node.keys)

    def header(self, node: Node, told: Provenance) -> Provenance:
        """What the file says of all its values."""
        if not isinstance(node.value, dict):
            self.fault(node, "provenance must name certainty and source", "{certainty: certain, source: ...}")
            return told
        for key in sorted(node.value.keys() - set(OWN_WORDS)):
            self.fault(Node("", node.keys[key]), f'"{key}" is no word of a provenance', "certainty and source are")
        return self.said(node, told)[0]

    def said(self, node: Node, told: Provenance) -> tuple[Provenance, dict[str, Provenance]]:
        """What a mapping says of itself and all below, and what it says of single values of its own."""
        assert isinstance(node.value, dict)
        apart: list[tuple[str, str, Node]] = []
        for word in OWN_WORDS:
            words = node.value.get(word)
            if words is not None and isinstance(words.value, dict):
                apart += [(key, word, said) for key, said in words.value.items()]
            elif words is not None:
                told = self.with_word(told, word, words)
        single: dict[str, Provenance] = {}
        for key, word, said in apart:
            if key not in node.value:
                self.fault(said, f'{word} of "{key}", which is not here')
            single[key] = self.with_word(single.get(key, told), word, said)
        return told, single

    def with_word(self, told: Provenance, word: str, node: Node) -> Provenance:
        """A provenance with its certainty or its source replaced by what the file says."""
        said = node.value
        if not isinstance(said, str) or not said:
            self.fault(node, f"{word} must be one text, or a text for each name")
        elif word == "source":
            return replace(told, source=said)
        elif said in CERTAINTIES:
            return replace(told, certainty=said)
        else:
            self.fault(node, f'certainty "{said}" is none of {", ".join(CERTAINTIES)}')
        return told

    def fault(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(_problem(node.where, message, hint))


def _unfounded(values: dict[tuple[str | int, ...], Value]) -> list[Problem]:
    """One problem for each section of a file with values that do not say where they come from."""
    lacking: dict[str, list[Value]] = {}
    for loc, value in values.items():
        if value.provenance.certainty is None or not value.provenance.source:
            lacking.setdefault(str(loc[0]) if loc else "the file", []).append(value)
    hint = "say certainty and source of it, or open the file with provenance: {certainty: ..., source: ...}"
    return [
        _problem(found[0].where, f"{section}: {many(len(found), 'value')} without certainty and source", hint)
        for section, found in lacking.items()
    ]


def _counted(values: Iterable[Value]) -> Shares:
    shares: Shares = dict.fromkeys(CERTAINTIES, 0)
    for value in values:
        if value.provenance.certainty is not None:
            shares[value.provenance.certainty] += 1
    return shares


def _doubt(certainty: Certainty | None) -> int:
    return len(CERTAINTIES) if certainty is None else CERTAINTIES.index(certainty)


def _problem(where: Where, message: str, hint: str = "") -> Problem:
    return Problem(kind="invalid", case=CASE, message=message, hint=hint, where=where)

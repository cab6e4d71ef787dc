"""Where the values of a map come from, as its overrides tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.data import Data, Provenance
from pbem_rules.atlas.yamltext import flow, quoted


class Sources:
    """The provenance of what the overrides of one game say."""

    def __init__(self, words: Data) -> None:
        self._values = words.values
        self._entries: dict[tuple[str | int, ...], list[Provenance]] = {}
        for at, value in words.values.items():
            self._entries.setdefault(at[:2], []).append(value.provenance)

    def of(self, *at: str | int) -> Provenance | None:
        """Of a single value, if it is given and is anything better than reconstructed."""
        value = self._values.get(at)
        return value.provenance if value is not None and _better(value.provenance) else None

    def of_entry(self, section: str, key: str) -> dict[str, str]:
        """Of an entry as a whole, in the words that an entry of the map takes."""
        known = [told for told in self._entries.get((section, key), ()) if _better(told)]
        return {"certainty": str(known[0].certainty), "source": quoted(known[0].source)} if known else {}

    def of_names(self, section: str, names: Iterable[str]) -> dict[str, str]:
        """Of those entries of a section that are better, in the words of the section."""
        known = {name: self.of_entry(section, name) for name in names}
        better = {quoted(name): words for name, words in known.items() if words}
        if not better:
            return {}
        return {word: flow({name: words[word] for name, words in better.items()}) for word in ("certainty", "source")}


def told(found: Mapping[str, Provenance | None]) -> dict[str, str]:
    """What a mapping says of its own values, one by one."""
    better = {key: one for key, one in found.items() if one is not None}
    if not better:
        return {}
    return {
        "certainty": flow({key: str(one.certainty) for key, one in better.items()}),
        "source": flow({key: quoted(one.source) for key, one in better.items()}),
    }


def _better(told: Provenance) -> bool:
    return told.certainty not in (None, "reconstructed")

"""Coverage-guided fuzzing of everything that reads strangers' bytes: mail, armour, sheet, envelope, record.

    pip install atheris
    python bench/fuzz.py sheet -max_total_time=60

What is found is kept as a vector below tests/vectors, with its reason, and mended.  A target may answer with
its own refusals (Refused, Tampered) and with nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pbem"]):
    from pbem.book.documents import JSON_KINDS, read_payload
    from pbem.book.shown import read_shown
    from pbem.court.forms import form_of
    from pbem.model.canonical import canonical, parse_canonical
    from pbem.model.errors import Refused, Tampered
    from pbem.model.yamltext import read
    from pbem.office.rulesets import ruleset
    from pbem.post.letters import letters
    from pbem.seal.blocks import Block, find_blocks
    from pbem.seal.box import Box
    from pbem.seal.envelope import Envelope
    from pbem.sheets import print_sheet, read_sheet

FORM = form_of(ruleset("ford"), game="fuzz", exchange=1, side="blue")


def mail(data: bytes) -> None:
    for letter in letters(data, "fuzz"):
        for block in letter.blocks:
            if block.whole:
                opened(block)


def armour(data: bytes) -> None:
    for block in find_blocks(data.decode("utf-8", "replace")):
        opened(block)


def opened(block: Block) -> None:
    contents = block.data()
    if block.kind == "BOX":
        assert Box.decode(contents).encode() == contents
    else:
        assert Envelope.decode(contents).encode() == contents


def envelope(data: bytes) -> None:
    assert Envelope.decode(data).encode() == data


def sheet(data: bytes) -> None:
    """What is accepted prints and reads back."""
    text = "game: fuzz\nexchange: 1\nside: blue\n" + data.decode("utf-8", "replace")
    found, _ = read_sheet(text, FORM, "fuzz")
    if found is not None:
        again, _ = read_sheet(print_sheet(found, FORM), FORM, "fuzz")
        assert again is not None


def yaml(data: bytes) -> None:
    read(data.decode("utf-8", "replace"), "fuzz")


def record(data: bytes) -> None:
    """Canonical JSON reprints the same; every kind of document takes it or refuses it."""
    assert canonical(parse_canonical(data)) == data
    for kind in JSON_KINDS.values():
        with_refusals(lambda kind=kind: read_payload(kind, data))


def shown(data: bytes) -> None:
    read_shown(data.decode("utf-8", "replace"))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "mail": mail,
    "armour": armour,
    "envelope": envelope,
    "sheet": sheet,
    "yaml": yaml,
    "record": record,
    "shown": shown,
}


def with_refusals(run: Callable[[], object]) -> None:
    with suppress(Refused, Tampered):
        run()


def main() -> None:
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"usage: python {Path(__file__).name} {'|'.join(TARGETS)} [libFuzzer options]")
    target = TARGETS[name]
    atheris.Setup(sys.argv, lambda data: with_refusals(lambda: target(data)))
    atheris.Fuzz()


main()

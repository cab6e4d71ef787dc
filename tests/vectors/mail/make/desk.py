"""Makes the letters of desk-letters/ and the games of desk-games/ that they are for.

    python tests/vectors/mail/make/desk.py

Every letter is a file: what it is about and what it comes to, a line of equals signs, then the bytes as they arrive.
The games are played and signed by the program; how a letter is made of what it sent is in `desk_ways.py`,
`desk_wrappings.py` and `desk_changes.py`, which know nothing of how it is read.  The same bytes in every run.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

MAKE = Path(__file__).resolve().parent
TESTS = MAKE.parents[2]
sys.path[:0] = [str(MAKE), str(TESTS), str(TESTS / "core" / "app"), str(TESTS / "desk")]

from desk_changes import CHANGES  # noqa: E402
from desk_ways import TAKEN, Sent, Way  # noqa: E402
from desk_wrappings import EVERY_WAY  # noqa: E402
from folk import Folk  # noqa: E402
from village import DESK, Village, address  # noqa: E402

from pbem.app.ordering import sign  # noqa: E402
from pbem.office.game import Game  # noqa: E402
from pbem.office.rulesets import ruleset  # noqa: E402
from pbem.seal.armour import armour  # noqa: E402

LETTERS, GAMES = MAKE.parent / "desk-letters", MAKE.parent / "desk-games"
MARK = b"=" * 80 + b"\n"

OPEN = """\
game: {game}
exchange: 2
side: german
turns:
  - activate: "Krutchen"
    move: [{{276VG: Vianden}}, {{352VG: Vianden}}, {{5FJ: Bitburg}}]
  - activate: 'Gemund'
    move: [{{326VG: Losheim}}]
  - activate: Trier
day: {{okw: 15PzGr, fuel keep: [12SS Pz, 2Pz], restore: [18VG, 2Pz, 326VG, Pz Lehr], commando: 106 Inf}}
"""
COMMENTED = """\
game: {game}
exchange: 2
side: german
turns:   # déjà vu – the bridge at Viré, Müller’s: https://example.org/maps?hex=0706&side=german_1 "now" ... or never
  - activate: "Krutchen"   # *at once*, _all_ of them, with `pbem`; [b]no delay[/b] :)
    move: [{{276VG: Vianden}}, {{352VG: Vianden}}, {{5FJ: Bitburg}}]
  - activate: 'Gemund'     # it's 'easy' -- we hope
    move: [{{326VG: Losheim}}]
  - activate: Trier
# “From here the line holds”: 7½ hexes, 100 %
day: {{okw: 15PzGr}}
"""

REPORTS = (
    "utf-8-8bit", "quoted-printable", "base64-text", "windows-1252", "utf-16", "crlf", "double-spaced", "indented",
    "no-break-spaces", "smart-quotes", "on-one-line", "split-at-990", "wrapped-60", "wrapped-72", "format-flowed",
    "format-flowed-delsp", "quoted-reply", "quoted-and-wrapped-72", "gmail-html", "gmail-alternative", "outlook-html",
    "apple-html", "html-one-paragraph", "autolinked", "pgp-inline", "pgp-mime", "list-footer", "mime-digest",
    "plain-digest", "forwarded-inline", "forwarded-original-message", "forwarded-attached", "attached-pbem",
    "among-others", "mbox-of-three", "bbcode-code", "discourse-unfenced", "markdown-fenced", "markdown-eaten",
    "cut-off", "line-lost", "twice-in-one",
)  # fmt: skip
"""The ways on which a long mail fares otherwise than a short one."""


def main() -> None:
    os.fsync = lambda handle: None
    for folder in (LETTERS, GAMES):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    with tempfile.TemporaryDirectory() as made:
        sealed, report = ford(Path(made) / "ford")
        plain, commented = commander(Path(made) / "commander")
    for way in EVERY_WAY.values():
        write(way, sealed)
        write(way, plain)
        if "commented" in way.comes_to:
            write(way, commented)
        if way.name in REPORTS:
            write(way, report)
    for way in CHANGES.values():
        write(way, plain)


def write(way: Way, sent: Sent) -> None:
    comes_to = way.comes_to.get(sent.holds, TAKEN)
    said = f"way: {way.why}\nholds: {sent.holds}\ncomes to: {comes_to}\n".encode()
    (LETTERS / f"{way.name}.{sent.holds}.letter").write_bytes(said + MARK + way.make(sent))


# the games ------------------------------------------------------------------------------------------------------------


def keep(game: Game, name: str) -> None:
    """One seat's folder and its secrets; its key is a known one, which the test makes again."""
    target = GAMES / name
    shutil.copytree(game.folder.path, target / "game", ignore=shutil.ignore_patterns("lock", "reports", "sent"))
    secrets = next((game.home / "secrets").iterdir())
    shutil.copytree(secrets, target / "home" / "secrets" / secrets.name)


def ford(root: Path) -> tuple[Sent, Sent]:
    """Sealed orders of blue to the desk, and the report of the first exchange to blue."""
    village = Village.found(root)
    seats = village.folk.seats
    keep(seats["referee"], "sealed")
    signed = sign(seats["blue"], village.folk.sheet_of("blue"), final=True)
    assert signed.mail is not None
    sealed = Sent("sealed", address("blue"), DESK, signed.mail.subject, signed.mail.text)
    keep(seats["blue"], "report")
    village.post(signed.mail, address("blue"))
    village.post(village.write("red"), address("red"))
    village.round()
    head, _, text = (root / "referee" / "sent" / "01-report-blue.txt").read_text(encoding="utf-8").partition("\n\n")
    subject = head.split("Subject: ")[1]
    return sealed, Sent("report", DESK, address("blue"), subject, text)


def commander(root: Path) -> tuple[Sent, Sent]:
    """Open orders of the German, two players alone: as the program signs them, and as another one may."""
    folk = Folk(root, ruleset("wwii-commander"), "alone").found()
    folk.play_exchange()
    german, allied = folk.seats["german"], folk.seats["allied"]
    keep(allied, "open")
    signed = sign(german, OPEN.format(game=german.charter.name))
    assert signed.mail is not None
    plain = Sent("open", address("german"), address("allied"), signed.mail.subject, signed.mail.text)
    body = COMMENTED.format(game=german.charter.name)
    link = german.link(german.course.open_number)
    envelope = german.envelope("orders", body.encode(), revision=1, link=link)
    words = signed.mail.text.partition("-----BEGIN")[0]
    text = words + armour(envelope.encode(), readable=body)
    return plain, Sent("commented", address("german"), address("allied"), signed.mail.subject, text)


if __name__ == "__main__":
    main()

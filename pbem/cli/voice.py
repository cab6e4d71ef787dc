"""Every word that is said to the terminal.  Lower case, one line, no full stop; a hint says what to do."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from pbem.model.counting import many

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.model.errors import Refused
    from pbem.model.problem import Problem
    from pbem.proof.contract import Verdict

REPEATED = re.compile(r"\b(\S+) \1\b")
"""A step that bears its turn's name: `turn 1 plot plot`."""
DONE, PROBLEMS, USAGE, WAITING, BROKEN = range(5)
"""Exit codes: done, problems found, wrong usage, waiting for answers, the book does not verify."""
BUSY = 75
"""The folder is in use; programs that deliver mail know this code and try again."""


def say(words: str) -> None:
    """Talk: to stderr, so that results can be piped."""
    click.echo(words, err=True)


def result(words: str) -> None:
    click.echo(words)


def refuse(refused: Refused) -> None:
    say(f"pbem: {refused.message}")
    if refused.hint:
        say(f"hint: {refused.hint}")


def tampered(why: Exception) -> None:
    say(f"pbem: {why}")
    say("hint: pbem audit says where; what lies before the first break stands")


def file_trouble(error: OSError) -> str:
    return f"pbem: {error.filename or 'a file'}: {(error.strerror or str(error)).lower()}"


def defect(bug: Exception) -> None:
    """A mistake of the program or of its rules: the user can do nothing but tell."""
    say(f"pbem: a defect in pbem or its rules: {type(bug).__name__}: {bug}")
    say("hint: please report it with the book and what you wrote; PBEM_TRACE=1 shows where it is")


def problems(found: Sequence[Problem]) -> None:
    for problem in found:
        for line in problem.lines():
            result(coloured(line, problem.kind))


def coloured(line: str, kind: str) -> str:
    """Colour only on a terminal, never without a word beside it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return line
    return click.style(line, fg={"doubtful": "yellow"}.get(kind, "red"))


def no_such_verb(given: str, meant: Sequence[str], known: Sequence[str]) -> str:
    if len(meant) > 1:
        return f'"{given}" may be {" or ".join(meant)}'
    if meant:
        return f'no verb "{given}"; at a terminal it is {meant[0]}, scripts write that in full'
    from pbem.model.names import did_you_mean

    hint = did_you_mean(given, known)
    return f'no verb "{given}"{f", {hint}" if hint else ""}'


# cases


def case_passed(place: str, name: str) -> str:
    return f"pass  {place}  {name}"


def case_failed(place: str, name: str) -> str:
    return f"FAIL  {place}  {name}"


def case_difference(words: str) -> str:
    return f"      {words}"


def cases_total(passed: int, failed: int) -> str:
    return f"{passed} passed, {failed} failed"


# self-play


def verdict(found: Verdict) -> list[str]:
    """A check of a ruleset: what it promises, and what breaks the promise."""
    state = "FAULT " if found.faults else "sound " if found.looked else "none  "
    looked = "" if found.looked else "  (none are there: --tests and --golden say where)"
    return [f"{state} {found.promise.removesuffix('.')}{looked}", *(f"        {fault}" for fault in found.faults)]


def ruleset_checked(system: str, checks: int, faults: int) -> str:
    return f"{system}: {many(checks, 'check')}, {many(faults, 'fault') if faults else 'sound'}"


# systems and rules


def rule_of_what() -> str:
    return "name a system, as pbem games lists them: pbem rule ford 7.1"


def rule_line(number: str, found: dict[str, Any]) -> str:
    return f"{number:8} {found['status']:14} {found['summary']}"


def rule_lines(found: dict[str, Any]) -> list[str]:
    lines = [f"{found['case']}  {found['summary']}  ({found['status']})"]
    for name, ruling in found["rulings"].items():
        lines += [
            f"{name}  {ruling['doubt']}",
            f"      reading: {ruling['reading']}",
            f"      reason: {ruling['reason']}",
        ]
        if ruling.get("option"):
            lines.append(f"      charter option: {ruling['option']}")
    return lines


def no_completion(shell: str) -> str:
    return f"no completion for {shell}"


# keys, drafts, entries


def passphrase(name: str) -> str:
    return f"passphrase of {name}"


def new_passphrase() -> str:
    return "a passphrase for the new key"


def key_made(path: object) -> str:
    return f"key made at {path}; keep it, nobody can make it again"


def not_a_pair(text: str) -> str:
    return f'"{text}" should be NAME=CHOICE'


def said_twice(name: str) -> str:
    return f"{name} is named twice, say it once"


def silence_policy(after: int) -> str:
    return (
        f"who is silent for {many(after, 'day')}, and for {after} more after he was told: has he lost, or do all wait"
    )


def drafted(seats: Sequence[str]) -> str:
    return f"draft made for {', '.join(seats)}; send it to all; everybody takes a seat with pbem join, you too"


def entered(seat: str, waiting: Sequence[str], secrets: object, backup: object) -> list[str]:
    """What was done is not yet a game, and what must not be lost."""
    still = f"waiting for {' and '.join(waiting)}" if waiting else "all are in: pbem start"
    copy = f"; a copy is at {backup}" if backup else "; --backup FILE makes a copy"
    return [
        f"entry of {seat} made; {still}",
        f"your secrets are in {secrets}",
        f"without them nobody can play {seat} in this game{copy}",
    ]


def started(name: str, words: str, due: Sequence[str]) -> str:
    return f"charter of {name} made, {words}; exchange 1 is due from {', '.join(due)}"


def to_send(to: Sequence[str], subject: str, path: object) -> str:
    return f"send  {path}  to {', '.join(to)}: {subject}"


# sheets


def sheet_there(name: str) -> str:
    return f"pbem: {name} is there already\nhint: --force writes over it, --print shows the draft"


def draft_written(name: str) -> str:
    return f"edit it, take away a # to give an order; then pbem check {name}"


def standing_written(name: str) -> str:
    return f"edit it, take away a # to give an order; then pbem sign --standing {name}"


def looked(found: Any) -> list[str]:
    """The echo, and the last line that says whether the sheet may go, or what was not judged."""
    if found.checked is None:
        return []
    lines = [f"{echo.at.line:3}  {echo.words}" for echo in found.checked.echoes]
    if found.legible is not None:
        return [*lines, unread(found)]
    doubts = sum(problem.kind == "doubtful" for problem in found.problems)
    if found.good:
        lines.append(f"ok  no problem{f', {doubts} doubtful' if doubts else ''}")
    lines.append(f"    {can_stop(found.checked)}")
    return [*lines, *standing_looked(found)]


def not_signed() -> str:
    return "nothing was signed; pbem sign --anyway signs what can be read, illegal lines are then not carried out"


def standing_looked(found: Any) -> list[str]:
    """Which standing orders already count."""
    lines = [f"    standing orders in force: {', '.join(found.counting)}"] if found.counting else []
    if found.coming:
        lines.append(f"    from the next exchange on: {', '.join(found.coming)}")
    return lines


def unread(found: Any) -> str:
    """That orders are missing, and what that means for what is said of the others."""
    count, line = found.legible.unread, found.legible.sure_above
    what, them = many(count, "line"), "it" if count == 1 else "them"
    if not any(part.lines for part in found.legible.sheet.parts.values()):
        return f"{what} could not be read"
    if not found.checked.trials:
        return f"{what} could not be read; the others were looked at one by one"
    which = f"from line {line} on" if line else "of them"
    return f"{what} could not be read; the others were tried without {them}, so what is said {which} may yet change"


def can_stop(checked: Any) -> str:
    if not checked.trials:
        return "judged line by line: what comes before them is hidden"
    if not checked.stops:
        return f"played through {many(checked.trials, 'time')}: sheet and standing orders answer every choice of yours"
    return f"can stop to ask you about: {', '.join(checked.stops)}"


def forecast(found: Any) -> list[str]:
    if not found.trials:
        return ["nothing to foretell: too much of what comes first is hidden"]
    kind = "exact, every fall of the dice" if found.exact else f"from {found.trials} samples"
    width = max((len(name) for name, _ in (*found.chances, *found.questions)), default=0)
    lines = [_likely(found, name, chance, width) for name, chance in found.chances] or ["nothing to foretell"]
    if found.questions:
        lines += ["you would be asked, in this order:"]
        lines += [_likely(found, name, chance, width) for name, chance in found.questions]
    return [*lines, f"({kind})"]


def _likely(found: Any, name: str, chance: Any, width: int) -> str:
    error = "" if found.exact else f" ± {100 * found.error(chance):.0f}"
    return f"{name:{width}}  {float(100 * chance):5.1f} %{error}"


def signed_for_yourself() -> str:
    return "signed; nobody needs a mail, you close this exchange: pbem adjudicate"


def eml_written(path: object) -> str:
    return f"mail written to {path}; open it with your mail program"


def public_report(seat: str) -> str:
    return f"(what everybody may read; your own: pbem report --for {seat})"


# mails and records


def paste() -> str:
    key = "Ctrl-Z, Enter" if sys.platform == "win32" else "Ctrl-D"
    return f"paste the mail, then {key}"


def received(found: Any) -> list[str]:
    lines = [f"in    {document(one)}" for one in found.taken]
    if found.known:
        lines.append(f"      {found.known} known already")
    for kept in found.kept:
        lines += [
            f"KEPT  {kept.what}: {kept.reason.title}",
            f"      why  {kept.reason.why}",
            f"      do   {kept.reason.do}",
        ]
    lines += [f"PROOF {proof}" for proof in found.proofs]
    lines += [f"book  {f'number {number}' if number else 'the charter'} is in the book" for number in found.pages]
    return [*lines, *found.notes] or ["nothing new"]


def document(envelope: Any) -> str:
    """What somebody has sent: `orders of blue, exchange 4`."""
    header = envelope.header
    if header.type == "opening" and envelope.sealed:
        return f"what you alone may know after exchange {header.exchange}"
    return f"{header.type} of {header.seat}{f', exchange {header.exchange}' if header.exchange else ''}"


def read_it(seat: str) -> str:
    return f"pbem report --for {seat} shows it, pbem status says who is due"


def adjudicated(stage: str, number: int, waiting: Sequence[str], words: str) -> str:
    if stage == "closed":
        return f"exchange {number} is closed; waiting for {' and '.join(waiting)}"
    return f"exchange {number} is recorded: {words}; the report is in reports/{number:02}.txt"


def extended(number: int, until: datetime | None) -> str:
    from pbem.post.moments import moment

    return f"exchange {number} is due {moment(until) if until else 'now'}"


# agreements


def proposed(kind: str, number: int) -> str:
    return f"agreement {number} written: {kind}; it stands when all seats and the referee have signed it"


def agreed(stands: bool, words: str) -> str:
    return f"agreement stands: {words}" if stands else "signed; it stands when all have"


def rekeyed(seat: str, lost: bool, mode: str) -> str:
    if lost and mode != "referee":
        return f"new keys for {seat}: send them, then ask all for pbem undo: this exchange wants a link that is lost"
    if lost:
        return f"new keys for {seat}: send them; until the new chain begins your orders show no link"
    return f"new keys for {seat}: send them; a link that is owed stays owed"


def accused(seat: str, owed: str, ripe: datetime) -> str:
    from pbem.post.moments import moment

    return f"{seat} is accused of owing the {owed}; from {moment(ripe)} on pbem silence ends the game"


def ended_by_silence(winner: str) -> str:
    return f"the game is over: {winner} wins by silence" if winner else "the game is over, by silence; nobody wins"


def keys_offered(seat: str) -> str:
    return f"your keys for {seat} are offered; they count when the referee and all other seats have signed them"


def substitute_signed(seat: str) -> str:
    return f"the new keys for {seat} are signed; they count when the referee and all other seats have signed them"


def opened() -> str:
    return "everything is open; pbem audit plays all of it again"


def revealed(count: int) -> str:
    return "your link is shown" if count else "nothing to reveal"


# trust


def audit_end(found: Any) -> str:
    return f"ok     {found.words}" if found.ok else "NOT ok   what lies before the first break stands"


def audit_of(book: object, found: Any) -> str:
    return f"{'ok    ' if found.ok else 'NOT ok'} {book}   {found.words}".rstrip()


def not_judged(book: object, why: str) -> str:
    return f"?      {book}   not judged: {why}"


def with_one_book() -> str:
    return "--with goes with one book: what you sent belongs to one game"


def scheduler_of_dask() -> str:
    return "--scheduler goes with --engine dask"


def by_hand() -> str:
    return "by hand: pbem guide protocol; without a network: pbem guide verify.html"


def dice_end(count: int, breaks: int) -> str:
    dice = many(count, "die", "dice")
    return f"NOT ok  {breaks} of {dice}" if breaks else f"ok  {dice} computed again"


def luck(found: dict[str, Any]) -> list[str]:
    from pbem.play.luck import in_words

    if not found:
        return ["no dice that count yet"]
    lines = [f"{'':10} rolls  score  as good or better"]
    for side, one in found.items():
        lines.append(f"{side:10} {one.count:5}  {round(one.mean):5}  {in_words(one.as_good)}")
    return [*lines, "score: where each result lies among all it could have been; 50 is par"]


def log_line(line: Any) -> str:
    from pbem.post.moments import moment

    aside = "   set aside" if line.set_aside else ""
    at = moment(datetime.fromisoformat(line.at)) if line.at else ""
    return f"{line.number:3}  {line.kind:9}  {at:20}  {line.words}{aside}"


# learning


def demo(shown: Any, into: object) -> list[str]:
    seats = ", ".join(shown.theatre.seats)
    found = shown.broken.findings.breaks
    dice = next((one for one in found if one.level == "dice"), found[0] if found else None)
    return [
        f"enrolled  {seats}      secrets in {into}/secrets",
        f"played    {shown.theatre.spec.title}, {shown.turn}      {many(shown.dice, 'die', 'dice')}",
        f"report    {into}/reports/{shown.last:02}.txt and .html",
        f"audit     {'ok' if shown.audited.ok else 'NOT ok'}: {shown.audited.words}",
        f"broken    one die changed from {shown.changed.face} to {shown.said} in a copy; the audit says",
        f"          {dice if dice else 'nothing'}",
        "          and ends with exit 4, as it should"
        if not shown.broken.ok
        else "          NOTHING: this is a defect",
        f"look      cd {into}, then pbem status, pbem map, pbem luck, pbem log; or the report in a browser",
        "next      pbem tutorial --into lesson",
    ]


def lesson(one: Any) -> list[str]:
    lines = [f"-- {one.number} of 10: {one.title} ".ljust(76, "-"), *one.words, ""]
    for shown in one.shown:
        said, command = shown.said, [f"$ {shown.command}"] if shown.command else []
        if not isinstance(said, tuple):
            said = [*(line for problem in said.problems for line in problem.lines()), *looked(said)]
        lines += [*command, *said, ""]
    return lines


def your_pick() -> str:
    return "your answer"


def after_the_lessons() -> str:
    return "next  pbem play ford   a whole game against the program, one command a turn"


def next_lesson() -> str:
    return "Enter for the next step"


# the atlas


def maps_built(changed: int) -> str:
    return f"{changed} maps written anew" if changed else "all maps were current"


def map_stale(name: str) -> str:
    return f"{name} is not what the atlas would write: pbem atlas build"


NOT_BEGUN = "the game has not begun: pbem status says who is missing"


def page_lies(path: Path, seen: bool) -> str:
    return f"opened {path}" if seen else f"page  {path}\nopen it in your browser"

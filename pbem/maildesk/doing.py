"""What the desk does of its own accord in one game: resolve, remind, go on without who is silent, ask its admin."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from pbem.app.adjudicating import adjudicate
from pbem.app.home import Home, open_game
from pbem.app.owing import status
from pbem.app.receiving import receive
from pbem.book.course import Course
from pbem.book.documents import REFEREE
from pbem.book.times import read_time
from pbem.maildesk.agenda import Errand, agenda
from pbem.maildesk.config import DeskConfig, Policy
from pbem.maildesk.store import Store
from pbem.maildesk.taken import TakenGame, signing
from pbem.model.errors import Refused
from pbem.office.game import Game
from pbem.office.mails import keep, mail
from pbem.office.overdue import effective_until
from pbem.post.mailwords import About, Words, missed, reminder, reminder_alone
from pbem.post.moments import moment

IN_FLIGHT = timedelta(minutes=10)
"""So long after a deadline letters may still be on their way into the mailbox."""
MOST_IN_A_ROW = 10
BY_TIME = ("missed", "ask-missed")


class Doing:
    """The acts of one round in one game."""

    def __init__(self, home: Home, config: DeskConfig, store: Store) -> None:
        self._home, self._config, self._store = home, config, store
        self.wrong: list[str] = []
        self.next_at: datetime | None = None

    def act(self, taken: TakenGame, now: datetime, *, by_time: bool) -> list[str]:
        """Do all that is due; what was done, a line each."""
        game = signing(taken, self._home, self._config, self._store)
        said: list[str] = []
        receive(game, [], now)
        for _ in range(MOST_IN_A_ROW):
            if not game.has_begun or not (found := self._due(game, taken, now)):
                break
            line = self._do(game, taken, found, now, by_time=by_time)
            if not line:
                break
            said.append(f"{taken.name}: {line}")
            self._store.log(now, line, taken.name)
            game.refresh()
        if game.has_begun:
            self._look_ahead(game, taken, now)
            if late := _late(game, now):
                self.wrong.append(f"{taken.name}: {late}")
        return said

    def foresee(self, taken: TakenGame, now: datetime) -> list[str]:
        """What a round would do now, and nothing done."""
        game = open_game(taken.folder, self._home)
        if not game.has_begun or taken.paused:
            return []
        due = [one for one in self._agenda(game, taken, now) if one.at <= now]
        return [f"would {one.act} {' and '.join(one.seats)}".rstrip() + f" in {taken.name}" for one in due]

    # which

    def _agenda(self, game: Game, taken: TakenGame, now: datetime) -> list[Errand]:
        if game.course.result is None and game.here.close is not None and game.course.procedure.recorder == game.seat:
            return [Errand(now, "adjudicate")] if _links_are_in(game, now) else []
        return agenda(game.here, game.seat, self._policy(taken), now)

    def _due(self, game: Game, taken: TakenGame, now: datetime) -> Errand | None:
        """The latest reminder that is due and not yet sent, or the first other act."""
        due = [one for one in self._agenda(game, taken, now) if one.at <= now]
        others = [one for one in due if one.act not in ("remind", "grace")]
        if others:
            return others[0]
        since = read_time(game.course.time) if game.course.time else None
        reminders = [one for one in due if since is None or one.at > since]
        return reminders[-1] if reminders else None

    def _look_ahead(self, game: Game, taken: TakenGame, now: datetime) -> None:
        ahead = [one.at for one in self._agenda(game, taken, now) if one.at > now]
        waiting = [one.at + IN_FLIGHT for one in self._agenda(game, taken, now) if one.act in BY_TIME and one.at <= now]
        self.next_at = min([*ahead, *waiting], default=None)

    def _policy(self, taken: TakenGame) -> Policy:
        return self._config.policy_for(taken.name)

    # done

    def _do(self, game: Game, taken: TakenGame, due: Errand, now: datetime, *, by_time: bool) -> str:
        if due.act in ("remind", "grace"):
            return self._remind(game, due, now)
        if due.act in ("ask", "ask-missed"):
            what = "all is in" if due.act == "ask" else f"{' and '.join(due.seats)} silent after grace"
            verb = "pbem adjudicate" if due.act == "ask" else "pbem adjudicate --missed"
            self.wrong.append(f"{taken.name}: exchange {game.course.open_number}, {what}: {verb} -C {taken.folder}")
            return ""
        if due.act == "missed" and (not by_time or now < due.at + IN_FLIGHT):
            return ""
        return self._adjudicate(game, due, now)

    def _adjudicate(self, game: Game, due: Errand, now: datetime) -> str:
        number, silent, until = game.course.open_number, due.seats, effective_until(game)
        try:
            done = adjudicate(game, now, missed=due.act == "missed")
        except Refused as refused:
            self.wrong.append(f"{game.charter.name}: {refused.message}; {refused.hint}")
            return ""
        game.refresh()
        for seat in silent if due.act == "missed" and done.stage == "recorded" else ():
            _say_missed(game, seat, number, until or now)
        return f"exchange {number} {done.stage}" + (
            f", {' and '.join(silent)} missed it" if due.act == "missed" else ""
        )

    def _remind(self, game: Game, due: Errand, now: datetime) -> str:
        """Once to each, and only to those who have sent nothing."""
        number, until = game.course.open_number, effective_until(game)
        told = []
        for seat in due.seats:
            name = f"{number:02}-reminder-{seat}-{due.hours or 'grace'}"
            if until is None or (game.folder.sent / f"{name}.txt").exists():
                continue
            words = _reminder(game, seat, due, until, now)
            title = words.subject.removeprefix(f"[{game.charter.name} {number} {seat}]").strip()
            keep(game.folder, [mail([seat], game.label(seat), title, words.body, [], name)], game.address)
            told.append(seat)
        return f"reminded {' and '.join(told)}" if told else ""


def _links_are_in(game: Game, now: datetime) -> bool:
    return all(one.is_in for one in status(game, now).owed if one.what == "link")


def _late(game: Game, now: datetime) -> str:
    """What is owed for so long that a person must say what is to be done."""
    found = status(game, now)
    debt = found.debt
    if debt is None or debt.by == game.seat:
        return ""
    ripe = debt.since + timedelta(days=game.charter.draft.stalled.after)
    return f"{debt.by} owes the {debt.owed} since {moment(debt.since)}: pbem silence" if now >= ripe else ""


def _reminder(game: Game, seat: str, due: Errand, until: datetime, now: datetime) -> Words:
    draft, number = game.charter.draft, game.course.open_number
    about = About(game.charter.name, number, seat, game.state(game.course.resume)["turn"])
    hours = max(0, round((until - now).total_seconds() / 3600))
    others = tuple(one for one in due.seats if one != seat)
    if not game.charter.has_referee:
        stalled = until + timedelta(days=draft.stalled.after)
        return reminder_alone(about, due=until, hours=hours, stalled=stalled, then=draft.stalled.then)
    standing = game.here.last("standing", seat)
    return reminder(
        about, due=until, hours=hours, others=others,
        grace=until + timedelta(hours=draft.grace) if draft.grace else None,
        standing=standing.header.revision if standing else 0, unordered=game.rules.spec.unordered,
    )  # fmt: skip


def _say_missed(game: Game, seat: str, number: int, until: datetime) -> None:
    """To who was silent, in the charter's words; the others read it in the report."""
    draft, course = game.charter.draft, game.course
    there = _record_of(course, seat)
    in_a_row = sum(1 for _ in takewhile(lambda came: not came, reversed(there)))
    away = sum((span.end - span.start for span in course.absences if span.seat == seat), timedelta())
    other = " and ".join(one for one in game.charter.seats if one not in (seat, REFEREE))
    about = About(game.charter.name, number, seat)
    words = missed(
        about, due=until, miss=in_a_row, misses=draft.misses, standing=0, in_time=(sum(there), len(there)),
        away_days=(away.days, draft.away.days), other=other, substitutes=draft.substitutes, grace=bool(draft.grace),
    )  # fmt: skip
    title = words.subject.removeprefix(about.label).strip()
    keep(game.folder, [mail([seat], about.label, title, words.body, [], f"{number:02}-missed-{seat}")], game.address)


def _record_of(course: Course, seat: str) -> list[bool]:
    """Each time that a seat was due, whether it came."""
    there = []
    for _, page in sorted(course.pages.items()):
        if page.record is None or page.record.outcome is None or page.close is None:
            continue
        if seat in page.record.missed:
            there.append(False)
        elif page.find("orders", seat) is not None:
            there.append(True)
    return there

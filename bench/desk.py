"""What a mail desk with forty games costs: a round with nothing new, a round with a mail for each game.

python bench/desk.py            # forty games of Ford behind a Dovecot of this machine, or a Maildir where there is none
python bench/desk.py --games 10 --json
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "core" / "app"), str(TESTS / "desk")]

from folk import Folk  # noqa: E402
from servers import dovecot, has_dovecot  # noqa: E402
from village import DESK, address  # noqa: E402

from pbem.app.home import Home, remember  # noqa: E402
from pbem.app.ordering import sign  # noqa: E402
from pbem.maildesk.config import DeskConfig  # noqa: E402
from pbem.maildesk.counter import MailDesk, Round  # noqa: E402
from pbem.maildesk.opening import OutFolder, mailbox, set_address, take_up  # noqa: E402
from pbem.maildesk.rounds import run_round  # noqa: E402
from pbem.maildesk.store import Store  # noqa: E402
from pbem.office.rulesets import ruleset  # noqa: E402
from pbem.post.compose import compose  # noqa: E402
from pbem.wire.imap import ImapBox, ImapServer  # noqa: E402
from pbem.wire.password import Password  # noqa: E402

ROUNDS = 5


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--json", action="store_true")
    said = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as made:
        if has_dovecot():
            with dovecot() as server:
                found = measure(Path(made), said.games, server)
        else:
            found = measure(Path(made), said.games, None)
    if said.json:
        print(json.dumps(found, indent=2))
        return
    for name, values in found.items():
        print(f"{name:34} " + "   ".join(f"{what} {value}" for what, value in values.items()))


def measure(root: Path, games: int, server: Any) -> dict[str, dict[str, Any]]:
    """The rounds of one desk, one after the other."""
    home = Home(root / "home")
    all_folk = [found_game(root / f"game-{number}", home, number) for number in range(games)]
    config = DeskConfig.model_validate(
        {"desk": {"address": DESK}, "smtp": {"per_hour": 10_000, "per_seat_per_day": 10_000}}
    )
    imap = server and ImapServer(
        "127.0.0.1", server.port, "none", "desk", Password(command=("echo", "secret")), taken="pbem/taken"
    )
    spoken: list[int] = []

    def letters(look_only: bool) -> Any:
        if not imap:
            return mailbox(home, config, look_only=look_only)
        box = ImapBox.open(imap, look_only=look_only)
        count_commands(box, spoken)
        return box

    desk = MailDesk(
        home, config, Store(home.path / "desk" / "state.sqlite3"), lambda: all_folk[0].now, letters,
        lambda: OutFolder(home.path / "desk" / "out"),
    )  # fmt: skip
    for folk in all_folk:
        name, _ = take_up(desk, folk.root / "referee", ())
        for seat in ("blue", "red"):
            set_address(desk, name, seat, address(seat))
    found = {"the first round": weighed(desk, spoken)}
    quiet = [weighed(desk, spoken) for _ in range(ROUNDS)]
    found["nothing new"] = min(quiet, key=lambda one: float(one["cpu ms"]))
    for number, folk in enumerate(all_folk):
        deliver(folk, "blue", number, home, server)
    found["a mail for each game"] = weighed(desk, spoken)
    found["nothing new, after that"] = weighed(desk, spoken)
    for number, folk in enumerate(all_folk):
        deliver(folk, "red", number, home, server)
    all_folk[0].now += timedelta(hours=2)
    found["a mail for each, all resolved"] = weighed(desk, spoken)
    desk.store.close()
    return found


def found_game(root: Path, home: Home, number: int) -> Folk:
    """A game whose referee's secrets lie in the desk's home."""
    folk = Folk(root, ruleset("ford"), "referee", seed=number).found()
    own = folk.home("referee")
    shutil.copytree(own / "secrets", home.path / "secrets", dirs_exist_ok=True)
    key = home.keys / f"key-{number}"
    key.parent.mkdir(parents=True, exist_ok=True)
    key.write_bytes(folk.identity("referee").dump(""))
    remember(replace(folk.seats["referee"], home=home.path), key)
    return folk


def deliver(folk: Folk, seat: str, number: int, home: Home, server: Any) -> None:
    signed = sign(folk.seats[seat], folk.sheet_of(seat), final=True)
    assert signed.mail is not None
    letter = compose(
        signed.mail.subject, signed.mail.text, sender=address(seat), to=(DESK,), date=folk.now,
        message_id=f"{number}.{seat}@example.org",
    )  # fmt: skip
    if server:
        server.deliver("desk", letter)
        return
    box = home.path / "desk" / "in" / "new"
    box.mkdir(parents=True, exist_ok=True)
    (box / f"{number}.{seat}").write_bytes(letter)


def count_commands(box: ImapBox, spoken: list[int]) -> None:
    """Every command that goes to the server, from the folder's opening on."""
    client = box._client
    plain: Callable[..., Any] = client._imap._new_tag

    def tagged() -> Any:
        spoken.append(1)
        return plain()

    client._imap._new_tag = tagged


def weighed(desk: MailDesk, spoken: list[int]) -> dict[str, Any]:
    spoken.clear()
    cpu, wall = cpu_now(), time.perf_counter()
    done: Round = run_round(desk)
    assert not done.wrong, done.wrong
    assert not done.fault, done.fault
    return {
        "cpu ms": round((cpu_now() - cpu) * 1000), "wall ms": round((time.perf_counter() - wall) * 1000),
        "taken": done.taken, "sent": done.sent, "imap commands": len(spoken),
    }  # fmt: skip


def cpu_now() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    os.environ.setdefault("PBEM_HOME", tempfile.gettempdir())
    main()

"""Bad input of any kind gets a one-line reason, is kept, and changes nothing."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.model.digest import digest
from pbem.model.errors import Refused, Tampered
from pbem.office.mails import block
from pbem.seal.armour import armour
from pbem.seal.envelope import Envelope
from pbem.sheets.refused import SheetRefused


@pytest.fixture(scope="module")
def folk(tmp_path_factory: pytest.TempPathFactory) -> Folk:
    return Folk(tmp_path_factory.mktemp("game"), RULESET, "referee").found()


def snapshot(folder: Path) -> dict[str, bytes]:
    """Everything in a game folder but what is kept."""
    return {
        str(path): path.read_bytes() for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"kept", "sent"} & set(path.parts) and path.name != "lock"
    }  # fmt: skip


def changes_nothing(folk: Folk, source: bytes, reader: str = "referee") -> list[str]:
    game = folk.seats[reader]
    before = snapshot(game.folder.path)
    got = receive(game, [("mail", source)], folk.now)
    assert snapshot(game.folder.path) == before
    assert not got.taken
    assert not got.pages
    for kept in got.kept:
        assert "\n" not in str(kept)
        assert len(str(kept)) < 600
    return [str(kept) for kept in got.kept]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
def test_bytes_of_any_kind(folk: Folk, data: bytes) -> None:
    changes_nothing(folk, data)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_blocks_that_hold_anything(folk: Folk, data: bytes) -> None:
    changes_nothing(folk, armour(data or b"x").encode())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10_000), st.integers(0, 255))
def test_orders_with_a_changed_byte(folk: Folk, at: int, value: int) -> None:
    data = bytearray(orders(folk).encode())
    if data[at % len(data)] == value:
        return
    data[at % len(data)] = value
    changes_nothing(folk, armour(bytes(data)).encode())


def orders(folk: Folk) -> Envelope:
    return sign(folk.seats["north"], folk.sheet_of("north")).envelope


@pytest.mark.parametrize(
    "kind",
    [
        "close",
        "reveal",
        "silence",
        "record",
        "receipt",
        "away",
        "extension",
        "proposal",
        "agreement",
        "rekey",
        "opening",
    ],
)
@pytest.mark.parametrize("body", [b"{}", b"not json", b'{"at":"2025"}', b"[1,2]", b'{"a":1e5}'])
def test_documents_that_say_nonsense(folk: Folk, kind: str, body: bytes) -> None:
    for signer, reader in (("north", "referee"), ("referee", "north")):
        game = folk.seats[signer]
        made = game.envelope(kind, body, after=game.course.head if kind != "receipt" else digest("x"))
        assert changes_nothing(folk, block(made).encode(), reader)


def test_what_is_kept_is_kept_whole_with_its_reason(folk: Folk) -> None:
    source = b"Subject: \x1b[31mred\x1b[0m alert\n\n" + armour(b"no envelope").encode()
    (why,) = changes_nothing(folk, source)
    kept = folk.seats["referee"].folder.kept
    assert source in [path.read_bytes() for path in kept.glob("*.mail")]
    assert any("the block is damaged" in path.read_text() for path in kept.glob("*.why"))
    assert "\x1b" not in why


def test_a_known_mail_is_passed_over(folk: Folk) -> None:
    north = folk.seats["north"]
    draft = block(north.draft_envelope)
    got = receive(folk.seats["south"], [("mail", draft.encode())], folk.now)
    assert (got.known, got.kept) == (1, [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing in it"), ("side: north\n", 'no "game:"'), ("game: [\n", "a bracket is closed"),
        ("\x1b[2J", "control character"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_read_is_not_signed(folk: Folk, text: str, why: str) -> None:
    with pytest.raises(Refused, match=None) as refused:
        sign(folk.seats["south"], text)
    told = [problem.message for problem in refused.value.problems] if isinstance(refused.value, SheetRefused) else []
    assert why in str(refused.value) or any(why in message for message in told)


def test_a_seat_that_is_not_due_does_not_sign_orders(folk: Folk) -> None:
    with pytest.raises(Refused, match="referee is not due"):
        sign(folk.seats["referee"], "x")


def test_base64_of_a_zip_bomb_is_only_bytes(folk: Folk) -> None:
    bomb = base64.b64encode(b"PK\x03\x04" + b"\0" * 5000)
    assert changes_nothing(folk, bomb) == []


def test_a_changed_state_on_the_own_disk_is_not_played_on(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    folk.play_exchange()
    north = folk.open("north")
    path = north.folder.page(1) / "state.yaml"
    path.write_text(path.read_text().replace("round: 1", "round: 2"))
    with pytest.raises(Tampered, match=r"state\.yaml is not what was signed"):
        north.state(1)


def test_a_changed_book_on_the_own_disk_is_not_signed_after(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    folk.play_exchange()
    path = folk.seats["north"].folder.page(1) / "record.pbem"
    path.write_bytes(path.read_bytes().replace(b"A", b"B", 1))
    with pytest.raises(Tampered, match=r"book/01/record\.pbem"):
        sign(folk.open("north"), "x")

"""The replay's page in a browser: it steps, tells lives, asks for nothing, proves itself, says if it was altered."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from browsing import new_page, until
from sample_books import GAMES, Folk, whole_game
from verifiers import PAGE, open_page

from pbem.app.guides import verifier
from pbem.app.screenings import documents_of, replay_page
from pbem.app.theatre import Theatre
from pbem.model.errors import Refused
from pbem.report.screening.proofs import difference
from pbem_rules.ford import RULESET as FORD

CARRIED = r'<script type="application/gzip\+base64" id="{}">([^<]*)</script>'


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield whole_game(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def text(game: Folk) -> str:
    return replay_page(game.open("blue"))


@pytest.fixture(scope="module")
def written(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def opened(written: Path) -> Iterator[Any]:
    with open_page(written) as opened:
        yield opened


def shown(page: Any, path: Path) -> Any:
    """The page at this path, once its script has run."""
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready")
    return page


@pytest.fixture
def page(opened: Any, written: Path) -> Any:
    """The game's page as it begins, whatever was looked at before."""
    return shown(opened, written)


def carried(text: str, name: str) -> bytes:
    found = re.search(CARRIED.format(name), text)
    assert found is not None
    return gzip.decompress(base64.b64decode(found[1]))


def film_in(text: str) -> Any:
    return json.loads(carried(text, "film"))


def with_carried(text: str, name: str, data: bytes) -> str:
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return re.sub(
        CARRIED.format(name), lambda _: CARRIED.format(name).replace("([^<]*)", packed).replace("\\", ""), text
    )


def bar(page: Any) -> int:
    return int(page.input_value("#bar"))


# stepping


def test_keys_and_bar_step_through_entries_and_exchanges(page: Any) -> None:
    page.keyboard.press("Home")
    assert bar(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert bar(page) == 2
    page.keyboard.press("ArrowLeft")
    assert bar(page) == 1
    page.keyboard.press("Shift+ArrowRight")
    assert page.inner_text("#when b") == "2"
    page.keyboard.press("PageUp")
    assert page.inner_text("#when b") == "1"
    page.keyboard.press("End")
    assert bar(page) == int(page.get_attribute("#bar", "max"))
    page.evaluate("bar.value = 20; bar.dispatchEvent(new Event('input'))")
    assert page.locator("#log [aria-current]").count() == 1
    assert page.get_attribute("#bar", "aria-valuetext").startswith("exchange ")


def test_going_back_shows_what_going_forth_has_shown(page: Any) -> None:
    """Every counter lies where it lay, from whichever side one comes."""
    bare = '(one) => one.outerHTML.replace(/ class="[^"]*"/, \'\')'
    where = f"() => [...document.querySelectorAll('.pm-counters>g>*')].map({bare})"
    at = "(place) => { bar.value = place; bar.dispatchEvent(new Event('input')); }"
    seen = {}
    for place in (0, 7, 30, 55):
        page.evaluate(at, place)
        seen[place] = page.evaluate(where)
    for place in (30, 55, 7, 0):
        page.evaluate(at, place)
        assert page.evaluate(where) == seen[place]
    assert seen[0] != seen[55]


def test_a_battle_shows_odds_die_result_and_case(page: Any, text: str) -> None:
    place = battle_in(film_in(text))
    page.evaluate("(place) => { bar.value = place; bar.dispatchEvent(new Event('input')); }", place)
    assert page.locator("#dice .die").count() >= 1
    card = page.inner_text("#card")
    assert "odds" in card
    assert "result" in card
    assert page.inner_text("#signed").startswith("FO 6.4")
    assert page.locator(".pm-battles .pm-star").count() >= 1


def battle_in(film: Any) -> int:
    """The first frame in which there is a battle."""
    frames = [shot for scene in film["views"][0]["scenes"] for shot in (None, *scene["shots"])]
    return next(n for n, shot in enumerate(frames) if shot and shot["case"] == "6.4" and "dice" in shot)


def test_a_click_on_a_counter_tells_its_life_and_on_a_hex_its_story(page: Any) -> None:
    page.keyboard.press("Home")
    counter = page.locator('.pm-counters [data-unit="5 Foot"]')
    counter.click(force=True)
    assert page.inner_text("#life-of") == "5 Foot"
    assert "begins at" in page.inner_text("#lines")
    page.locator("#lines button").nth(2).click()
    assert bar(page) > 0
    page.fill("#whose", "dunn")
    page.dispatch_event("#whose", "change")
    assert page.inner_text("#life-of") == "0203 Dunn"
    page.click("#none")
    assert page.inner_text("#lines") == ""


def test_a_lone_die_has_its_sentence_beside_it(page: Any, text: str) -> None:
    frames = [shot for scene in film_in(text)["views"][0]["scenes"] for shot in (None, *scene["shots"])]
    lone = [n for n, shot in enumerate(frames) if shot and any(not die[4] for die in shot.get("dice", ()))]
    for place in lone:
        page.evaluate("(place) => { bar.value = place; bar.dispatchEvent(new Event('input')); }", place)
        assert page.inner_text("#card").strip()


def test_the_page_plays_by_itself_and_stops(page: Any) -> None:
    page.keyboard.press("Home")
    page.select_option("#speed", "4")
    page.click("#play")
    until(page, lambda: bar(page) > 2)
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "play"


def test_every_part_has_its_name_and_the_curves_say_how_they_end(page: Any) -> None:
    page.click("#tab-curves")
    drawn = page.locator("#curves svg")
    assert drawn.count() == 3
    assert "at the end Blue" in drawn.first.get_attribute("aria-label")
    assert "towns (towns; red; each with its worth)" in page.text_content("#panel-curves")
    nameless = "[...document.querySelectorAll('button,input,select')].filter((one) => !one.labels?.length && "
    nameless += "!one.getAttribute('aria-label') && !one.textContent.trim()).map((one) => one.id)"
    assert page.evaluate(nameless) == []
    page.click("#tab-log")


def test_after_the_opening_each_side_is_seen_as_it_knew_the_game_then(page: Any) -> None:
    page.select_option("#whose-view", label="blue")
    assert "blue alone: " in page.inner_text("#log")
    assert page.locator("#log .own").count() > 0
    page.select_option("#whose-view", label="everybody")
    assert page.locator("#log .own").count() == 0


def test_it_fits_a_phone(page: Any, written: Path) -> None:
    phone = new_page(page.context.browser, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    shown(phone, written)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.locator("#more").bounding_box()["height"] >= 40
    phone.tap("#more")
    assert bar(phone) == 1
    phone.context.close()


WIDE = "() => Number(document.querySelector('.sheet svg.pm').getAttribute('viewBox').split(' ')[2])"


@pytest.fixture
def phone(page: Any, written: Path) -> Iterator[Any]:
    opened = new_page(page.context.browser, viewport={"width": 390, "height": 844})
    yield shown(opened, written)
    opened.context.close()


def test_wherever_one_comes_in_the_view_is_where_something_happened(phone: Any, text: str) -> None:
    """From the whole map to any entry: what happens nowhere, or everywhere, is seen where the last thing happened."""
    scenes = film_in(text)["views"][0]["scenes"]
    shots = [shot for scene in scenes for shot in (None, *scene["shots"])]
    began = next(n for n, shot in enumerate(shots) if shot and shot.get("places"))
    nowhere = [n for n, shot in enumerate(shots) if n > began and shot and not shot.get("places")]
    assert nowhere
    for entry in (*nowhere[::7], len(shots) - 1):
        phone.evaluate("bar.value = 0; bar.dispatchEvent(new Event('input'))")
        phone.get_by_role("button", name="whole map").click()
        whole = phone.evaluate(WIDE)
        phone.evaluate("(n) => { bar.value = n; bar.dispatchEvent(new Event('input')); }", entry)
        assert phone.evaluate(WIDE) < 0.9 * whole


def test_a_label_that_needs_two_lines_keeps_its_frame(phone: Any) -> None:
    """It does not break into two that lie upon their neighbours."""
    long = "const tag = document.querySelector('.which span:last-of-type'); tag.textContent = 'who won '.repeat(9)"
    phone.evaluate(long)
    assert phone.evaluate("document.querySelector('.which span:last-of-type').getClientRects().length") == 1


# proof


def prove(page: Any) -> str:
    page.click("#tab-proof")
    page.click("#prove")
    page.wait_for_selector(".verdict")
    return str(page.inner_text("#found"))


def test_it_proves_itself(page: Any, game: Folk, text: str) -> None:
    said = prove(page)
    assert said.startswith("Everything holds.")
    assert not any(scene["silent"] for scene in film_in(text)["views"][0]["scenes"])
    assert "have no words here" not in said
    assert game.open("blue").course.head.hex() in said
    assert page.inner_text("#proved") == "checked: everything holds"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert '"is": "Won"' in page.inner_text("#entry")


def test_the_verifier_is_that_of_verify_html_and_there_is_no_copy(text: str) -> None:
    core = verifier()
    assert core.strip() in PAGE.read_text(encoding="utf-8")
    assert text.count(core.strip()) == 1
    sources = Path(replay_page.__code__.co_filename).parents[1]
    assert not [path for path in sources.rglob("report/**/*.py") if "pbem/die/1" in path.read_text(encoding="utf-8")]


Change = Callable[[Any], object]


def shots(film: Any) -> Iterator[Any]:
    return (shot for view in film["views"] for scene in view["scenes"] for shot in scene["shots"])


def turn_a_die(film: Any) -> None:
    die = next(shot for shot in shots(film) if shot.get("dice"))["dice"][0]
    die[3][0] = die[3][0] % die[2] + 1


def leave_out_a_die(film: Any) -> None:
    del next(shot for shot in shots(film) if shot.get("dice"))["dice"]


def other_case(film: Any) -> None:
    next(shots(film))["case"] = "99.9"


def leave_out_an_entry(film: Any) -> None:
    next(scene for scene in film["views"][0]["scenes"] if scene["shots"])["shots"].pop()


def leave_out_a_number(film: Any) -> None:
    film["views"][0]["scenes"].pop(3)


def another_unit(film: Any) -> None:
    shot = next(shot for shot in shots(film) if shot.get("units"))
    shot["units"] = [(shot["units"][0] + 1) % len(film["names"])]


def move_a_counter(film: Any) -> None:
    """The last time that a counter is put down, it is put down in the next space."""
    placed = last_put_down(film)
    placed[3] = (placed[3] + 100) % (100 * len(film["ranks"]))


def last_put_down(film: Any) -> list[Any]:
    """The last counter that is put down."""
    for scene in reversed(film["views"][0]["scenes"]):
        for change in [scene["end"], *reversed(scene["shots"])]:
            placed = [one for one in change.get("c", []) if len(one) > 1 and not film["names"][one[0]].startswith("#")]
            if placed:
                found: list[Any] = placed[-1]
                return found
    raise AssertionError("nobody is put down")


def draw_a_counter_elsewhere(film: Any) -> None:
    """It is drawn two hexes to the right; all that is said of it stays."""
    placed = last_put_down(film)
    placed[2] = re.sub(r"[-\d.]+", lambda x: str(float(x[0]) + 200), placed[2], count=1)


def dress_a_counter_as_another(film: Any) -> None:
    placed = last_put_down(film)
    own = f'data-unit="{film["names"][placed[0]]}"'
    placed[1] = next(n for n, look in enumerate(film["looks"]) if "data-unit" in look and own not in look)


def hide_a_counter(film: Any) -> None:
    film["views"][0]["scenes"][0]["c"].pop()


def change_a_state(film: Any) -> None:
    film["states"][-1][1] = [1, {"turn": [0, "turn 99"]}, []]


def put_down(film: Any) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Every counter that a shot puts down elsewhere, with its scene and shot."""
    for scene in film["views"][0]["scenes"]:
        for shot in scene["shots"]:
            yield from ((scene, shot, one) for one in shot.get("c", []) if len(one) > 1 and shot.get("arrows"))


def move_a_counter_in_mid_exchange(film: Any) -> None:
    """A counter goes to another hex than was signed, and is back where it was when the number is over."""
    scene, _, placed = next(put_down(film))
    spots = [one for _, _, one in put_down(film) if one[3] // 100 != placed[3] // 100]
    scene["end"].setdefault("c", []).append([*placed])
    placed[2:] = spots[0][2:]


def move_a_counter_late(film: Any) -> None:
    """It stays where it was until the number is over."""
    scene, shot, placed = next(put_down(film))
    shot["c"].remove(placed)
    scene["end"].setdefault("c", []).append(placed)


def move_a_counter_early(film: Any) -> None:
    """It goes by the entry before the one that moves it."""
    for scene, shot, placed in put_down(film):
        at = scene["shots"].index(shot)
        if at and placed[0] not in scene["shots"][at - 1].get("units", []):
            shot["c"].remove(placed)
            scene["shots"][at - 1].setdefault("c", []).append(placed)
            return
    raise AssertionError("every entry names who moves next")


def open_with_another_place(film: Any) -> None:
    scene = next(scene for scene in film["views"][0]["scenes"][3:] if scene["shots"])
    placed = [*last_put_down(film)]
    spot = next(one for _, _, one in put_down(film) if one[3] // 100 != placed[3] // 100)
    scene.setdefault("c", []).append([*placed[:2], *spot[2:]])


def add_a_counter(film: Any) -> None:
    """A stranger stands on the map for an exchange."""
    scene = next(scene for scene in film["views"][0]["scenes"][2:] if scene["shots"])
    _, look, at, height = last_put_down(film)
    own = film["looks"][look]
    film["looks"].append(re.sub('data-unit="[^"]*"', 'data-unit="9 Lancers"', own))
    film["names"].append("9 Lancers")
    scene.setdefault("c", []).append([len(film["names"]) - 1, len(film["looks"]) - 1, at, height])
    scene["end"].setdefault("c", []).append([len(film["names"]) - 1])


def turn_a_die_in_a_sentence(film: Any) -> None:
    """The dice are as they fell; what is said of them is not."""
    place = next(n for n, words in enumerate(film["words"]) if re.search(r"\bdie \d", words))
    film["words"][place] = re.sub(r"\bdie \d", "die 9", film["words"][place])


def turn_a_die_on_a_card(film: Any) -> None:
    shot = next(shot for shot in shots(film) if any(label == "die" for label, _ in shot.get("card", [])))
    next(pair for pair in shot["card"] if pair[0] == "die")[1] = "9"


def give_a_unit_the_life_of_another(film: Any) -> None:
    lives = film["views"][0]["lives"]
    lives["2 Guns"] = [*lives["2 Guns"], *lives["5 Foot"][1:]]


def tell_of_another_place_in_a_life(film: Any) -> None:
    line = next(line for line in film["views"][0]["lives"]["5 Foot"] if " to " in film["words"][line[2]])
    film["words"].append(re.sub(r" to \S+", " to 0806", film["words"][line[2]]))
    line[2] = len(film["words"]) - 1


def tell_of_an_entry_that_is_not_there(film: Any) -> None:
    film["views"][0]["lives"]["5 Foot"].append([2, 99, 0])


def bend_the_luck(film: Any) -> None:
    luck = [shot for shot in shots(film) if shot.get("luck")][-1]["luck"]
    luck["blue"] += 10


def leave_out_luck(film: Any) -> None:
    del [shot for shot in shots(film) if shot.get("luck")][2]["luck"]


def count_a_lost_town(film: Any) -> None:
    """A state in which a town is another's, so that the curve of points rises."""
    state = film["states"][-1]
    state[1] = [1, {"table": [1, {"towns": [1, {"Alder": [0, "blue"], "Brook": [0, "blue"]}, []]}, []]}, []]


def draw_points_of_another_number(film: Any) -> None:
    film["views"][0]["scenes"][-3]["base"] = 2


def leave_a_number_out_of_the_curves(film: Any) -> None:
    film["views"][0]["scenes"][4]["aside"] = 1


def date_a_number_otherwise(film: Any) -> None:
    film["views"][0]["scenes"][4]["at"] = "2024-12-16T05:30:00Z"


def tell_of_a_step_as_of_another_turn(film: Any) -> None:
    step = next(step for step, told in film["steps"].items() if told.startswith("turn 2"))
    film["steps"][step] = film["steps"][step].replace("turn 2", "turn 5")


def tell_of_another_step(film: Any) -> None:
    next(shot for shot in shots(film) if "dusk" in shot["step"])["step"] = "turn 1 dawn"


ALTERED: dict[str, Change] = {
    one.__name__: one
    for one in (
        turn_a_die, leave_out_a_die, other_case, leave_out_an_entry, leave_out_a_number, another_unit, move_a_counter,
        draw_a_counter_elsewhere, dress_a_counter_as_another, hide_a_counter, change_a_state,
        move_a_counter_in_mid_exchange, move_a_counter_late, move_a_counter_early, open_with_another_place,
        add_a_counter, turn_a_die_in_a_sentence, turn_a_die_on_a_card, give_a_unit_the_life_of_another,
        tell_of_another_place_in_a_life, tell_of_an_entry_that_is_not_there, bend_the_luck, leave_out_luck,
        count_a_lost_town, draw_points_of_another_number, leave_a_number_out_of_the_curves, date_a_number_otherwise,
        tell_of_another_step, tell_of_a_step_as_of_another_turn,
    )
}  # fmt: skip


def test_a_page_whose_film_or_documents_were_altered_says_so(page: Any, text: str, tmp_path: Path) -> None:
    made: dict[str, str] = {}
    for name, change in ALTERED.items():
        film = film_in(text)
        change(film)
        made[name] = with_carried(text, "film", json.dumps(film).encode())
    documents = bytearray(carried(text, "documents"))
    documents[len(documents) // 2] ^= 1
    made["a byte of a document"] = with_carried(text, "documents", bytes(documents))
    for tag in ("scenario crossing", "game ", "(FO 11."):
        made[f"another {tag} above the map"] = (
            text.replace(f"<span>{tag}", "<span>x ")
            if tag[0] != "("
            else re.sub(r"\(FO 11\.\d+\)</span>", "(FO 11.9)</span>", text)
        )
    assert text not in made.values()
    assert with_carried(text, "film", carried(text, "film")) == text
    for name, altered in made.items():
        path = tmp_path / "altered.html"
        path.write_text(altered, encoding="utf-8")
        shown(page, path)
        assert prove(page).startswith("This page was ALTERED"), name
        assert page.inner_text("#proved") == "ALTERED or damaged"


def test_an_entry_that_is_left_without_words_is_counted(page: Any, text: str, tmp_path: Path) -> None:
    """Attack: nobody is to read of an entry that moves nothing; the program may pass over some, but says how many."""
    film = film_in(text)
    told = ((scene, shot) for scene in film["views"][0]["scenes"] for shot in scene["shots"])
    scene, shot = next(found for found in told if not {"c", "dice", "luck", "units", "places"} & found[1].keys())
    scene["shots"].remove(shot)
    scene["silent"].append([*shot["at"], 0])
    path = tmp_path / "quiet.html"
    path.write_text(with_carried(text, "film", json.dumps(film).encode()), encoding="utf-8")
    shown(page, path)
    assert "; 1 more have no words here" in prove(page)


def test_a_page_that_does_not_say_where_its_pieces_stand_does_not_hold_in_everything(
    page: Any, text: str, tmp_path: Path
) -> None:
    """Attack: what the counters are compared by is left out, and a counter moved."""
    film = film_in(text)
    film["anchors"] = []
    move_a_counter_in_mid_exchange(film)
    path = tmp_path / "blind.html"
    path.write_text(with_carried(text, "film", json.dumps(film).encode()), encoding="utf-8")
    shown(page, path)
    assert not prove(page).startswith("Everything holds.")
    assert page.inner_text("#proved") != "checked: everything holds"


def test_a_browser_without_cryptography_says_so_and_accuses_nobody(page: Any, written: Path) -> None:
    bare = new_page(page.context.browser)
    bare.add_init_script("Object.defineProperty(window.crypto, 'subtle', { value: undefined })")
    shown(bare, written)
    assert "nothing was checked" in prove(bare)
    assert bare.inner_text("#proved") == "cannot be checked here"
    bare.context.close()


@pytest.mark.parametrize("name", ["film", "documents"])
def test_a_page_of_which_a_letter_was_changed_says_so(page: Any, text: str, tmp_path: Path, name: str) -> None:
    found = re.search(CARRIED.format(name), text)
    assert found is not None
    at = (found.start(1) + found.end(1)) // 2
    path = tmp_path / "damaged.html"
    path.write_text(f"{text[:at]}{'A' if text[at] != 'A' else 'B'}{text[at + 1 :]}", encoding="utf-8")
    page.goto(path.as_uri())
    if name == "film":
        page.wait_for_selector("#said.broken")
        assert "its film cannot be read" in page.inner_text("#said")
    else:
        page.wait_for_selector("body.ready")
        assert prove(page).startswith("This page was ALTERED")


def test_a_changed_program_does_not_run_and_the_page_says_so_beforehand(text: str) -> None:
    """The browser runs no script but that of the digest in the head; until it runs, the page says what that means."""
    program = text.rpartition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert "default-src 'none'" in text
    assert "If this line stays, the page was altered" in text


def test_a_difference_leads_from_one_value_to_another() -> None:
    assert difference({"a": 1}, {"a": 1}) is None
    assert difference({"a": 1, "b": 2}, {"a": 3}) == [1, {"a": [0, 3]}, ["b"]]
    assert difference([1, 2], [1, 5, 6]) == [2, 3, {1: [0, 5], 2: [0, 6]}]
    assert difference(True, 1) == [0, 1]


# what a reader may know


def test_a_secret_of_a_running_game_is_in_nobodys_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack: whoever gets the page before the opening looks through all that it carries."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    folk = Folk(tmp_path, FORD, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    pages = {seat: replay_page(folk.open(seat)) for seat in folk.seats}
    assert len(set(pages.values())) == 1
    film = film_in(pages["referee"])
    assert [view["reader"] for view in film["views"]] == [""]
    assert not [shot for shot in shots(film) if shot.get("own")]
    assert not [scene for scene in film["views"][0]["scenes"] if scene["secrets"]]
    assert not [word for word in film["words"] if "your mine" in word or "your objective" in word]
    public = {
        path.relative_to(folk.seats["red"].folder.book).as_posix()
        for path in folk.seats["red"].folder.book.rglob("*.pbem")
    }
    assert documents_of(folk.open("referee")).keys() == public
    with pytest.raises(Refused, match="blue does not know what red knows"):
        replay_page(folk.open("blue"), "red")
    own = film_in(replay_page(folk.open("blue"), "blue"))
    assert [word for word in own["words"] if "your mine" in word or "your objective" in word]


def test_undone_judged_again_and_ended_by_agreement_prove_themselves_too(
    page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for name in ("agreed", "silent"):
        path = tmp_path / f"{name}.html"
        path.write_text(replay_page(GAMES[name](tmp_path / name).open("blue")), encoding="utf-8")
        shown(page, path)
        assert prove(page).startswith("Everything holds."), name


SYSTEMS = (
    "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes",
)  # fmt: skip


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_has_its_replay(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Some exchanges of what silence would do: the page shows each entry, and proves itself."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    theatre = Theatre(tmp_path / "game", system, datetime(2025, 11, 4, 12, tzinfo=UTC), os.urandom)
    theatre.found()
    theatre.play(lambda number, seat: None, lambda referee: referee.course.number >= 6)
    path = tmp_path / f"{system}.html"
    path.write_text(replay_page(theatre.referee), encoding="utf-8")
    assert path.stat().st_size < 1_000_000
    film = film_in(path.read_text(encoding="utf-8"))
    assert film["anchors"], "no state says where its pieces stand"
    shown(page, path)
    page.keyboard.press("End")
    assert page.locator(".pm-counters [data-unit]").count() > 10
    assert prove(page).startswith("Everything holds.")

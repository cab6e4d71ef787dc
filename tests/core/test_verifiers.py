"""The two verifiers in `examples/`: what they are made of, and that every vector means the same to them and to pbem."""

from __future__ import annotations

import ast
import base64
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from verifiers import PAGE, ROOT, SCRIPT, module_at, open_page

from pbem.dice.log import Die, explain
from pbem.seal.armour import armour
from pbem.seal.keys import public_line
from pbem.seal.signing import signed

VECTORS = ROOT / "tests" / "vectors"
sys.path.insert(0, str(VECTORS))

from seal_samples import ALLIED, GERMAN, SHEET, header, orders  # noqa: E402
from vector_form import Vector, read, stored  # noqa: E402

verify = module_at(SCRIPT)
PBEM: dict[str, Any] = {
    **module_at(ROOT / "tests" / "core" / "seal" / "test_seal_vectors.py").RUN,
    **module_at(ROOT / "tests" / "core" / "dice" / "test_dice_vectors.py").RUN,
}

OUT_OF_SCOPE = {"identity", "box", "sealing-key", "armour", "sheet", "label", "limit"}
"""Private keys, post, mails, sheets and words: not what a verifier of a book meets."""

NOT_BY_SCRIPT = {
    "seed_with_a_seat_left_out.txt": "the flow says whose links count; a link elsewhere is a break by itself",
    "seed_with_a_seat_twice.txt": "links are kept by seat",
    "seed_of_a_short_link.txt": "a header cannot hold one",
    "record_key_not_ascii.txt": "read by name, such a key says nothing",
    "record_number_too_large.txt": "Python keeps it exactly",
    "record_deep.txt": "Python reads it",
}
"""What the short script leaves to others, and why that does no harm."""

VECTOR_FILES = {
    f"{folder}/{name}": vector
    for folder in ("seal", "dice")
    for name, text in stored(VECTORS / folder).items()
    if (vector := read(text)).kind not in OUT_OF_SCOPE
}


# what they are made of


def test_the_script_is_one_file_that_can_be_read_and_needs_the_standard_library_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 1000
    assert max(map(len, text.splitlines())) <= 120
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }
    assert imported <= sys.stdlib_module_names


def test_the_page_may_run_and_load_nothing_else() -> None:
    text = PAGE.read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    style, script = (re.search(f"<{tag}>(.*)</{tag}>", text, re.DOTALL) for tag in ("style", "script"))
    assert style
    assert script
    allowed = {f"{tag}-src": f"'{_digest(found[1])}'" for tag, found in (("style", style), ("script", script))}
    wanted = {"default-src": "'none'", **allowed, "base-uri": "'none'", "form-action": "'none'"}
    assert dict(part.split(" ", 1) for part in policy[1].split("; ")) == wanted
    assert not re.search(r"https?:|innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|\bfetch\b", text)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_every_control_of_the_page_has_a_label() -> None:
    text = PAGE.read_text(encoding="utf-8")
    controls = re.findall(r'<(?:input|textarea|select)[^>]* id="([^"]+)"', text)
    labelled = {*re.findall(r'<label for="([^"]+)"', text), *re.findall(r'<label[^>]*><input[^>]* id="([^"]+)"', text)}
    assert len(controls) >= 8
    assert set(controls) == labelled


# every vector, three times


def _signature(vector: Vector) -> bool:
    key, message = (bytes.fromhex(vector.fields[name]) for name in ("key", "message"))
    return bool(verify.fits(key, message, vector.data))


def _envelope(vector: Vector) -> bool:
    made = verify.document(*verify.unframed(vector.data, 3))
    same = vector.fields.get("document", made.digest.hex()) == made.digest.hex()
    return same and bool(verify.fits(bytes.fromhex(vector.fields["key"]), made.header, made.signature))


def _opening(vector: Vector) -> bool:
    made = verify.document(bytes.fromhex(vector.fields["header"]))
    verify.check_opening(made, bytes.fromhex(vector.fields["salt"]), vector.data)
    return True


def _digest_of(vector: Vector) -> bool:
    told = vector.fields
    fields = (told["domain"], told["text"], int(told["number"]), bytes.fromhex(told["bytes"]))
    return verify.framed(*fields) == vector.data and verify.digest(*fields).hex() == told["digest"]


def _link(vector: Vector) -> bool:
    told = vector.fields
    draft, link, known = (bytes.fromhex(told[name]) for name in ("draft", "link", "known-link"))
    verify.check_link(draft, told["seat"], int(told["number"]), link, (int(told["known-number"]), known))
    return True


def _seed(vector: Vector) -> bool:
    told = vector.fields
    links = {seat: bytes.fromhex(told.get(f"link-{seat}", "")) for seat in told["seats"].split()}
    return verify.next_seed(bytes.fromhex(told["before"]), int(told["exchange"]), links).hex() == told["seed"]


def _roll(vector: Vector) -> bool:
    told = vector.fields
    face = verify.roll(bytes.fromhex(told["seed"]), json.loads(told["key"]), int(told["index"]), int(told["die"]))
    return bool(face == int(told["face"]))


def _log(vector: Vector) -> bool:
    log, told = verify.record(vector.data), vector.fields
    for hidden, name in ((False, "seed"), (True, "hidden-seed")):
        dice = [die for die in log if die["hidden"] is hidden]
        verify.check_dice(dice, {int(told["exchange"]): bytes.fromhex(told[name])}, hidden=hidden)
    return True


def _keyed(vector: Vector, key: str) -> bool:
    made = hmac.digest(bytes.fromhex(vector.fields[key]), vector.data, "sha256")
    return made.hex() == vector.fields["made"]


def _hashed(vector: Vector, name: str) -> bool:
    return hashlib.sha256(vector.data).hexdigest() == vector.fields[name]


def _commitment(vector: Vector) -> bool:
    draft, hidden = (bytes.fromhex(vector.fields[name]) for name in ("draft", "hidden"))
    return verify.digest("pbem/hidden/1", draft, hidden).hex() == vector.fields["shown"]


BY_SCRIPT: dict[str, Any] = {
    "signature": _signature,
    "envelope": _envelope,
    "opening": _opening,
    "digest": _digest_of,
    "key": lambda vector: bool(verify.point(vector.data)),
    "public-line": lambda vector: verify.public_key(str(vector.body)).hex() == vector.fields["key"],
    "record": lambda vector: verify.written(verify.record(vector.data)) == vector.data,
    "link": _link,
    "seed": _seed,
    "roll": _roll,
    "log": _log,
    "commitment": _commitment,
    "hidden-seed": lambda vector: _keyed(vector, "hidden"),
    "salt": lambda vector: _keyed(vector, "hidden"),
    "bot-seed": lambda vector: _keyed(vector, "seed"),
    "part": lambda vector: _hashed(vector, "made"),
}

BY_PAGE = """
async (vectors) => {
  const keyed = async (key, body, made) => {
    const held = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return hex(new Uint8Array(await crypto.subtle.sign("HMAC", held, body))) === made;
  };
  const run = {
    signature: (body, told) => fits(unhex(told.key), unhex(told.message), body, told.own),
    envelope: async (body, told) => {
      const made = await readDocument(...unframed(body, 3));
      const same = !told.document || hex(made.digest) === told.document;
      return same && fits(unhex(told.key), made.header, made.signature, told.own);
    },
    opening: async (body, told) => {
      await checkOpening(await readDocument(unhex(told.header)), unhex(told.salt), body);
      return true;
    },
    digest: async (body, told) => {
      const fields = [told.domain, told.text, Number(told.number), unhex(told.bytes)];
      return hex(framed(...fields)) === hex(body) && hex(await digest(...fields)) === told.digest;
    },
    key: (body) => Boolean(point(body)),
    "public-line": (body, told) => hex(publicKey(text(body))) === told.key,
    record: (body) => written(record(body)) === text(body),
    link: async (body, told) => {
      const known = [Number(told["known-number"]), unhex(told["known-link"])];
      await checkLink(unhex(told.draft), told.seat, Number(told.number), unhex(told.link), known);
      return true;
    },
    seed: async (body, told) => {
      const links = told.seats.split(" ").map((seat) => [seat, unhex(told[`link-${seat}`] ?? "")]);
      return hex(await nextSeed(unhex(told.before), Number(told.exchange), links)) === told.seed;
    },
    roll: async (body, told) => {
      const key = JSON.parse(told.key);
      const { made, face } = await attempts(unhex(told.seed), key, Number(told.index), BigInt(told.die));
      const last = made.at(-1);
      return face === BigInt(told.face) && hex(last.code) === told.mac && last.value === BigInt(told.value)
        && made.length - 1 === Number(told.try);
    },
    log: async (body, told) => {
      const log = record(body);
      for (const [hidden, name] of [[false, "seed"], [true, "hidden-seed"]]) {
        const seeds = new Map([[Number(told.exchange), unhex(told[name])]]);
        await checkDice(log.filter((die) => die.hidden === hidden), seeds, hidden);
      }
      return true;
    },
    commitment: async (body, told) =>
      hex(await digest("pbem/hidden/1", unhex(told.draft), unhex(told.hidden))) === told.shown,
    "hidden-seed": (body, told) => keyed(unhex(told.hidden), body, told.made),
    salt: (body, told) => keyed(unhex(told.hidden), body, told.made),
    "bot-seed": (body, told) => keyed(unhex(told.seed), body, told.made),
    part: async (body, told) => hex(await sha("SHA-256", body)) === told.made,
  };
  const verdicts = [];
  for (const [kind, body, told] of vectors) {
    try {
      verdicts.push(await run[kind](unhex(body), told));
    } catch {
      verdicts.push(false);
    }
  }
  return verdicts;
}
"""


def _verdict(run: Any, vector: Vector) -> bool:
    """Whether a reader takes a vector for good; one that returns nothing refuses by raising."""
    try:
        return run[vector.kind](vector) is not False
    except Exception:
        return False


@pytest.mark.parametrize("name", VECTOR_FILES)
def test_pbem_and_the_script_agree(name: str) -> None:
    vector = VECTOR_FILES[name]
    good = vector.expect == "ok"
    assert _verdict(PBEM, vector) == good
    if Path(name).name not in NOT_BY_SCRIPT:
        assert _verdict(BY_SCRIPT, vector) == good


def test_what_is_left_out_is_still_there() -> None:
    assert NOT_BY_SCRIPT.keys() <= {Path(name).name for name in VECTOR_FILES}


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with open_page() as opened:
        yield opened


@pytest.mark.parametrize("own", [False, True], ids=["the browser's Ed25519", "the page's own"])
def test_the_page_agrees(page: Any, own: bool) -> None:
    # a seed with a bad link: as for the script, links are kept by seat and a header cannot hold a short one
    asked = {name: one for name, one in VECTOR_FILES.items() if one.kind != "seed" or one.expect == "ok"}
    verdicts = page.evaluate(
        BY_PAGE, [[one.kind, one.data.hex(), {**one.fields, "own": own}] for one in asked.values()]
    )
    said = dict(zip(asked, verdicts, strict=True))
    wrong = [name for name, one in asked.items() if said[name] != (one.expect == "ok")]
    assert wrong == []


# by hand, in the page


def _told(page: Any, form: str) -> dict[str, str]:
    """What the page answers, by its names; a name that comes twice keeps its last value."""
    page.wait_for_selector(f"#{form}-result dl")
    names, values = (page.locator(f"#{form}-result {tag}").all_text_contents() for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


@pytest.mark.parametrize("name", ["roll_one_die", "roll_in_another_script", "roll_ten_faces"])
def test_a_die_by_hand_is_explained_as_pbem_explains_it(page: Any, name: str) -> None:
    told = VECTOR_FILES[f"dice/{name}.txt"].fields
    key = tuple(json.loads(told["key"]))
    page.reload()
    page.locator("#die-seed").focus()
    for text in (told["seed"], "\n".join(key), told["index"], told["die"]):
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    die = Die(key=key, die=int(told["die"]), index=int(told["index"]), face=int(told["face"]), exchange=4)
    said = _told(page, "die")
    assert said.pop("hashed") == VECTOR_FILES[f"dice/{name}.txt"].data.hex()
    assert said == dict(explain(die, bytes.fromhex(told["seed"])))


@pytest.mark.parametrize("name", ["seed_of_two", "seed_with_a_missing_link"])
def test_a_seed_by_hand(page: Any, name: str) -> None:
    told = VECTOR_FILES[f"dice/{name}.txt"].fields
    page.reload()
    page.fill("#seed-before", told["before"])
    page.fill("#seed-number", told["exchange"])
    page.fill("#seed-links", "\n".join(f"{seat} {told.get(f'link-{seat}', '')}" for seat in told["seats"].split()))
    page.click("#seed-form button")
    assert _told(page, "seed") == {"seed": told["seed"]}


@pytest.mark.parametrize(("key", "verdict"), [("german", "fits the key"), ("allied", "does NOT fit the key")])
def test_an_envelope_out_of_a_quoted_mail(page: Any, key: str, verdict: str) -> None:
    made = orders()
    quoted = "".join(f"> {line}\n" for line in armour(made.encode(), readable=SHEET).splitlines())
    page.reload()
    page.fill("#envelope-text", "You wrote:\n" + quoted)
    page.fill("#envelope-key", public_line({"german": GERMAN, "allied": ALLIED}[key].public, "somebody"))
    page.click("#envelope-form button")
    said = _told(page, "envelope")
    assert said["signature"] == verdict
    assert (said["seat"], said["exchange"], said["document"]) == ("german", "4", made.header.digest().hex())
    assert page.locator("#envelope-result pre").text_content() == SHEET


@pytest.mark.parametrize("form", ["die", "seed", "envelope"])
def test_an_empty_form_is_answered_in_words(page: Any, form: str) -> None:
    page.reload()
    page.click(f"#{form}-form button")
    page.wait_for_selector(f"#{form}-result .broken")
    assert page.locator(f"#{form}-result .broken").inner_text().endswith(".")


def test_what_a_stranger_signed_stays_text(page: Any) -> None:
    """A sheet with markup in it is shown as it stands and makes nothing happen."""
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>\n"
    made = signed(GERMAN, header(payload=evil), evil.encode())
    page.reload()
    page.fill("#envelope-text", armour(made.encode()))
    page.click("#envelope-form button")
    page.wait_for_selector("#envelope-result pre")
    assert page.locator("#envelope-result pre").text_content() == evil
    assert page.locator("#envelope-result img, #envelope-result script").count() == 0

# fmt: off
"""Check a book of pbem without pbem: signatures, heads, links, seeds and logged dice, from its public files alone.

`python verify.py BOOK_DIR` exits with 0 if the book verifies and with 4 if it does not.  This file needs Python 3.11
alone, shares no line with pbem, knows no rules, and reads from top to bottom as the protocol."""
import base64
import calendar
import hashlib
import hmac
import json
import re
import sys
import time
from collections import namedtuple
from functools import cache, reduce
from pathlib import Path

LEVELS = ("envelopes", "heads", "claims", "links", "dice", "hidden", "shown")
UNREAD = "the rules: whether a roll was called for, what it did, who is due next, what state.yaml says"

def need(holds, words):  # a ValueError says what is broken; any other error, that something cannot be understood
    if not holds:
        raise ValueError(words)

# 1. Bytes: fields with their lengths in front, digests over them, records with one text only
def framed(*fields):
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return b"".join(len(field).to_bytes(4, "big") + field for field in data)

def unframed(data, count):
    fields = []
    while len(fields) < count:
        end = 4 + int.from_bytes(data[:4], "big")
        need(4 <= len(data) >= end, "is cut off")
        fields, data = [*fields, data[4:end]], data[end:]
    need(not data, "goes on behind its end")
    return fields

def digest(*fields):
    return hashlib.sha256(framed(*fields)).digest()  # the first field is the domain: every use has its own

def written(value):
    """Canonical JSON: sorted keys, no blanks, no floats."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

def record(data):
    """The value of canonical JSON, which comes out the same when it is written again."""
    value = json.loads(data.decode(), parse_float=TypeError, parse_constant=TypeError)
    need(written(value) == data and plain(value), "is no record as it is written")
    return value

def plain(value, depth=0):
    """Whether a value is one of a record: ASCII keys, numbers that stay exact everywhere, at most 64 levels."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return depth < 64 and all(key.isascii() for key in value if isinstance(value, dict)) and \
            all(plain(one, depth + 1) for one in inside)
    return not isinstance(value, int) or abs(value) < 2**53

# 2. Ed25519 (RFC 8032) on the curve -xx + yy = 1 + Dxxyy over P; a point (X, Y, Z) has x = X/Z and y = Y/Z
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = 0x216936D3CD6E53FEC0A4E231FDD6DC5C692CC7609525A7B2C9562D608F25D51A, 4 * pow(5, -1, P) % P, 1

def plus(a, b):
    """The sum of two points; the formula holds for all of them, equal and opposite ones too."""
    x, y, z = a[0] * b[0] % P, a[1] * b[1] % P, a[2] * b[2] % P
    t, cross = D * x * y % P, (a[0] + a[1]) * (b[0] + b[1]) - x - y
    return z * (z * z - t) * cross % P, z * (z * z + t) * (x + y) % P, (z * z - t) * (z * z + t) % P

def total(*terms):
    """The sum of multiples of points, each given as number and point."""
    result = (0, 1, 1)
    for bit in reversed(range(256)):
        result = reduce(plus, (place for times, place in terms if times >> bit & 1), plus(result, result))
    return result

@cache
def point(data):
    """The point of 32 bytes: y, then whether x is odd.  Under one of small order a signature would fit many texts."""
    odd, y = divmod(int.from_bytes(data, "little"), 2**255)
    x = pow(square := (y * y - 1) * pow(D * y * y + 1, -1, P) % P, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(len(data) == 32 and y < P and x * x % P == square, "has a key that is no point of the curve")
    zero = total((L, made := (x if x % 2 == odd else P - x, y, 1)))
    need(x and zero[0] == 0 and zero[1] == zero[2], "has a key of small or mixed order")
    return made

@cache
def fits(key, message, signature):
    """Whether S times the base is R plus k times the key, without the cofactor; R is compared as it is written."""
    r, s, (x, y, _) = signature[:32], int.from_bytes(signature[32:], "little"), point(key)
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    found = total((s, BASE), (k, (P - x, y, 1))) if s < L and len(signature) == 64 else (0, 1, 1)
    x, y = (one * pow(found[2], -1, P) % P for one in found[:2])
    return x != 0 and (y | x % 2 << 255).to_bytes(32, "little") == r

def public_key(line):
    """The key in a line of OpenSSH: the type, base64 of type and key, maybe a comment."""
    return base64.b64decode(re.fullmatch(r"ssh-ed25519 (AAAAC3NzaC1lZDI1NTE5AAAAI\S{43})( .*)?\n?", line)[1])[19:]

# 3. Documents: an envelope is a header of nine fields, a signature of the header, and an open document's payload
TYPES = b"draft|entry|orders|standing|away|extension|receipt|close|reveal|record|silence|agreement|rekey|opening"
SEAT, NUMBER, MAYBE = b"[a-z][a-z0-9_-]{0,31}", b"0|[1-9][0-9]{0,5}", b"|.{32}"
FORMS = {"form": b"pbem/1", "type": TYPES, "game": MAYBE, "exchange": NUMBER, "seat": SEAT, "revision": NUMBER,
         "after": MAYBE, "link": MAYBE, "promise": b".{32}"}
Document = namedtuple("Document", [*FORMS, "digest", "header", "signature", "body"])

def document(header, signature=b"", body=b""):
    """What the fields of an envelope say; the digest of its header is the document's."""
    fields = unframed(header, 9)
    for place, (name, form) in enumerate(FORMS.items()):
        need(re.fullmatch(form, fields[place], re.DOTALL), f"has no proper {name} in its header")
        fields[place] = fields[place] if name in ("game", "after", "link", "promise") else fields[place].decode()
    made = Document(*fields, digest("pbem/document/1", header), header, signature, body)
    need([not made.game, not made.after] == [made.type in ("draft", "entry"), made.type == "draft"], "is out of place")
    return check_opening(made, b"", body) if body else made

def check_opening(made, salt, payload):
    """The header promises this payload: an open one without salt, a sealed one with."""
    promise = digest("pbem/payload/1", made.game, made.exchange, made.seat, salt, payload)
    need(len(salt) in (0, 32) and promise == made.promise, f"holds what {made.seat} did not sign")
    return made

# 4. Dice: a chain of links for each seat, a seed for each exchange, a face for each key
def check_link(draft, seat, number, link, known):
    """From a link, hashing leads back to the one known last, at first the tip, which is number 0."""
    need(len(link) == 32 and known[0] < number <= 4096, f"shows no link {number} of {seat} after link {known[0]}")
    for step in range(number, known[0], -1):
        link = digest("pbem/chain/1", draft, seat, step, link)
    need(link == known[1], f"shows a link of {seat} that does not lead to link {known[0]}")

def next_seed(before, number, links):
    """`links` by seat in charter order; the link of a missing seat is empty."""
    return digest("pbem/seed/1", before, number, *(field for pair in links.items() for field in pair))

def roll(seed, key, index, faces, attempt=0):
    """The face.  Values from the largest multiple of `faces` on would favour the low ones: they are passed over."""
    value = int.from_bytes(hmac.digest(seed, framed("pbem/die/1", *key, index, attempt), "sha256")[:8], "big")
    again = value >= 2**64 - 2**64 % faces
    return roll(seed, key, index, faces, attempt + 1) if again else 1 + value % faces

def check_dice(log, seeds, hidden=False):
    """A die log, by the seeds of the exchanges; hidden dice, by the hidden seeds."""
    need(len({(die["name"], die["index"]) for die in log}) == len(log), "throws a die twice")
    for die in log:
        name, exchange, key = die["name"], die["exchange"], die["key"]
        need(name == "/".join([str(exchange), *key]) and die["die"] > 0, f"{name} does not agree with itself")
        need(exchange in seeds and die["hidden"] is hidden, f"{name} belongs to an exchange without a seed")
        face = roll(seeds[exchange], key, die["index"], die["die"])
        need(face == die["face"], f"{name} says {die['face']}, computed {face}")

# 5. What may stand in a record: every field, and no other; times are seconds since 1970
DAY, HOUR, MOST = 86400, 3600, 2**53 - 1
REFUSED = re.compile("[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
                     "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
                     "\U000e0000-\U000e0fff]")
BLANKS = "\t \xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

def legible(value):
    """No refused character in any text; the sheets of reveals and of the opening are judged as sheets."""
    if isinstance(value, dict):
        return all(legible(key) and (key == "sheet" or legible(one)) for key, one in value.items())
    if isinstance(value, list):
        return all(map(legible, value))
    return not isinstance(value, str) or not REFUSED.search(value)

def sheet(value):
    lines = value.split("\n")
    plain_lines = not any(REFUSED.search(line) or re.search(f"[{BLANKS}]$", line) for line in lines)
    ending = value.endswith("\n") and (value == "\n" or lines[-2] != "")
    return len(value) <= 200_000 and plain_lines and ending

def seconds(said):
    """The time that a text names; None if it names none."""
    if not isinstance(said, str) or not re.fullmatch(r"(19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", said, re.ASCII):
        return None
    fields = [int(part) for part in re.split(r"\D", said)[:6]]
    at = calendar.timegm(fields) if 1 <= fields[1] <= 12 else 0
    return at if time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)) == said else None

def among(*those):
    return lambda one: isinstance(one, str) and one in those

def match(form):
    return lambda one: isinstance(one, str) and re.fullmatch(form, one) is not None

def text(most=2000):
    return lambda one: isinstance(one, str) and len(one) <= most

def whole(least, most):
    return lambda one: type(one) is int and least <= one <= most

def listed(kind):
    return lambda one: isinstance(one, list) and all(map(kind, one))

def mapped(name, kind):
    return lambda one: isinstance(one, dict) and all(name(key) and kind(value) for key, value in one.items())

def either(*kinds):
    return lambda one: any(kind(one) for kind in kinds)

def both(*kinds):
    return lambda one: all(kind(one) for kind in kinds)

def shaped(fields, maybe=()):
    kinds = {**(maybe if isinstance(maybe, dict) else dict.fromkeys(maybe, lambda _: True)), **fields}
    return lambda one: (isinstance(one, dict) and {*fields} <= {*one} <= {*kinds}
                        and all(kinds[name](value) for name, value in one.items()))

anything, null, boolean = lambda _: True, lambda one: one is None, lambda one: isinstance(one, bool)
TEXT, DIGEST, WHO, EMPTY = text(), match("[0-9a-f]{64}"), match(SEAT.decode()), among("")
LINE = both(TEXT, match("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43}( .*)?"))
TIME, COUNT, MAP = lambda one: seconds(one) is not None, whole(0, 999_999), mapped(text(MOST), anything)
VERSIONS = shaped({"engine": TEXT, "ruleset": TEXT, "version": TEXT, "data": DIGEST})
RESULT = shaped({"winner": either(EMPTY, WHO), "case": TEXT})
NEXT = shaped({"seats": listed(WHO), "kind": among("part", "question", ""), "until": either(EMPTY, TIME),
               "decisions": listed(MAP), "result": either(null, RESULT)})
DIE = shaped({"die": whole(1, MOST), "exchange": COUNT, "face": whole(1, MOST), "hidden": boolean,
              "index": whole(0, MOST), "key": listed(text()), "name": text(MOST)})
ANSWER = shaped({"exchange": COUNT, "key": anything, "pick": anything, "source": anything}, ("note",))
ROLL = shaped(dict.fromkeys(("case", "die", "exchange", "faces", "key"), anything), ("drawn", "only"))
EVENT = both(MAP, lambda one: isinstance(one.get("is"), str))
ENTRY = shaped({"case": anything, "event": EVENT, "place": anything}, ("only",))
STRETCH = shaped({"step": TEXT, "turn": TEXT, "answers": listed(ANSWER), "rolls": listed(ROLL),
                  "entries": listed(ENTRY)})
OUTCOME = shaped({"stretches": listed(STRETCH), "dice": listed(DIE), "state": DIGEST, "parts": mapped(WHO, DIGEST),
                  "next": NEXT, "unreadable": listed(WHO), "versions": VERSIONS})
PART = ("dice", "due", "entry", "news", "notes", "own")
SHAPES = {
    "draft": {"id": DIGEST, "versions": VERSIONS, "scenario": TEXT, "options": mapped(text(), TEXT),
              "windows": mapped(text(), among("ask", "pass")), "seats": listed(WHO), "bots": mapped(WHO, TEXT),
              "mode": among("referee", "mutual", "alone"), "first": TIME, "turn": whole(1, 2160),
              "question": whole(1, 2160), "grace": whole(0, 720), "earliest": whole(0, 720),
              "clock": match("([01][0-9]|2[0-3]):[0-5][0-9]"), "days": TEXT, "misses": whole(1, 99),
              "away": shaped({"days": whole(0, 365), "times": whole(0, 99), "notice": whole(0, 720)}),
              "stalled": shaped({"after": whole(3, 365), "then": among("lost", "wait")}), "substitutes": boolean,
              "invited": mapped(WHO, LINE), "language": among("en")},
    "entry": {"key": LINE, "spare": either(EMPTY, LINE), "sealing": DIGEST, "tip": DIGEST,
              "hidden": either(EMPTY, DIGEST), "name": text(80)},
    "away": {"start": TIME, "end": TIME},
    "extension": {"until": TIME, "why": TEXT},
    "rekey": {"chain": among("kept", "lost"), "key": LINE, "sealing": DIGEST, "seat": WHO,
              "spare": either(EMPTY, LINE), "tip": DIGEST},
    "receipt": {"received": TIME},
    "close": {"at": TIME, "accepted": mapped(WHO, DIGEST), "missing": listed(WHO), "standing": mapped(WHO, DIGEST),
              "refused": listed(shaped({"digest": DIGEST, "seat": WHO, "reason": among("superseded")}))},
    "reveal": {"salt": either(EMPTY, DIGEST), "sheet": text(200_000)},
    "record": {"at": TIME, "documents": mapped(text(), DIGEST), "links": mapped(WHO, either(EMPTY, DIGEST)),
               "seed": DIGEST, "missed": listed(WHO), "outcome": either(null, OUTCOME)},
    "silence": {"at": TIME, "by": WHO, "owed": among("orders", "close", "reveal", "record"), "since": TIME},
    "agreement": {"at": TIME, "lapses": TIME, "kind": among("undo", "rejudge", "end"), "exchange": COUNT, "why": TEXT,
                  "until": either(EMPTY, TIME), "documents": mapped(text(), DIGEST), "outcome": either(null, OUTCOME),
                  "result": either(null, RESULT)},
    "opening": {"hidden": DIGEST, "parts": mapped(match("[1-9][0-9]*"), mapped(WHO, MAP)),
                "sheets": mapped(DIGEST, shaped({"salt": DIGEST, "sheet": text(200_000)}))},
}
OPTIONAL = {"draft": {"attach": among("html", "none"), "press": among("white", "grey")}}  # left out where as usual

def says(one):
    """What an open document says."""
    if one.type in ("orders", "standing"):
        need(sheet(one.body.decode()), "is no sheet")
        return None
    value = record(one.body)
    need(legible(value), "holds a character that is refused")
    fit = shaped(SHAPES[one.type], OPTIONAL.get(one.type, ()))(value)
    need(fit, "has not the fields that it should, or not as they should be")
    return value

def days_of(said):
    """The days of the week in `mon-fri, sun`, Monday being 0; spans may run over the week's end."""
    found = set()
    for part in said.replace(" ", "").split(","):
        first, last = (part.split("-") * 2)[:2] if part.count("-") < 2 else ("", "")
        need(first in NAMES and last in NAMES, "names days that there are not")
        start = NAMES.index(first)
        found |= {(start + more) % 7 for more in range((NAMES.index(last) - start) % 7 + 1)}
    return found

# 6. How files show records
WORDS = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
BARE = r"[A-Za-z][A-Za-z0-9]*([ _./()+-][A-Za-z0-9]+)*"

def in_line(value):
    if isinstance(value, str):
        if re.fullmatch(BARE, value) and value.lower() not in WORDS:
            return value
        quoted = json.dumps(value, ensure_ascii=False)
        return re.sub("[^\x20-\x7e\xa1-\xac\xae-\u024f]", lambda found: escaped(ord(found[0])), quoted)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{in_line(key)}: {in_line(value[key])}" for key in sorted(value)) + "}"
    return "[" + ", ".join(map(in_line, value)) + "]" if isinstance(value, list) else json.dumps(value)

def escaped(code):
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

def depth_of(value):
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inside is None else 1 + max(map(depth_of, inside), default=0)

def short(value):
    return depth_of(value) == 0 or not value or (depth_of(value) <= 2 and len(in_line(value)) <= 110)

def lines_of(value):
    """The lines of a value that is not short, or the one of a short one."""
    if short(value):
        return [in_line(value)]
    made = []
    for key in sorted(value) if isinstance(value, dict) else range(len(value)):
        inside = lines_of(value[key])
        if isinstance(value, list):
            made += ["- " + inside[0], *("  " + line for line in inside[1:])]
        elif short(value[key]):
            made += [f"{in_line(key)}: {inside[0]}"]
        else:
            made += [f"{in_line(key)}:", *("  " + line for line in inside)]
    return made

def as_shown(value):
    return ("\n".join(lines_of(value)) + "\n").encode()

# 7. The book: number 0 is the charter; every other is an exchange, an end by silence, an agreement, or the opening
BESIDE = {
    "exchange": "close orders standing away extension rekey receipt reveal agreement record",
    "silence": "close orders standing away extension rekey receipt reveal agreement record silence",
    "agreement": "agreement rekey away receipt close",
    "agreed silence": "close orders standing away extension rekey receipt reveal agreement silence",
    "opening": "opening", "charter": "draft entry",
}
SMALL = ("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
         "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")

def flow(mode, players, due, writer):
    """Who closes, who records, in which document each link is shown, in charter order, and whose orders are sealed."""
    if mode == "referee":
        return "referee", "referee", {**dict.fromkeys(due, "orders"), "referee": "record"}, due
    if mode == "mutual":
        return "referee", "referee", {**dict.fromkeys(players, "reveal"), "referee": "close"}, due
    first, shown = (due[0], "orders") if len(due) == 1 else (writer, "reveal")
    other = players[1] if first == players[0] else players[0]
    links = {one: shown if one == first else "close" for one in players}
    return (other, other, links, []) if shown == "orders" else (other, writer, links, [writer])

class Book:
    """Files by their names, such as 02/record.pbem; number by number and level by level what is broken in them."""

    def __init__(self, files, strays=()):
        self.files, self.checked, self.breaks = files, dict.fromkeys(LEVELS, 0), {}
        self.game, self.head, self.over, self.opened, self.result = b"", b"", False, False, None
        self.terms, self.seats, self.players, self.keys, self.used_keys, self.absences = {}, [], [], {}, {}, []
        self.seeds, self.dues, self.kinds, self.parts, self.sealed, self.judged = {}, {}, {}, {}, {}, {}
        numbers = {path.split("/")[0] for path in files}
        count = max([0, *(int(one) for one in numbers if re.fullmatch("[0-9]{1,9}", one))]) + 1
        folders = {f"{number:02}" for number in range(min(count, len(numbers) + 1))}
        extra = sorted({*strays, *(path for path in files if path.split("/")[0] not in folders)})
        if extra:
            self.breaks["shown"] = [f"book/{path}: has no place in a book" for path in extra]
        for self.number in range(len(folders)):
            if not self.carries():
                return  # what follows stands on nothing

    def carries(self):
        """Read one number, level by level; whether what follows has something to stand on."""
        for level in LEVELS:
            self.at(level, "", 0)
            if self.breaks.keys() - {"dice", "hidden", "shown"}:
                return False
            try:
                getattr(self, level)()
            except Exception as error:
                words = error if type(error) is ValueError else "cannot be understood"
                self.breaks.setdefault(level, []).append(f"book/{self.place}: {words}")
        return True

    def at(self, level, name, count=1):
        self.checked[level], self.place = self.checked[level] + count, f"{self.number:02}/{name}"

    # every document by itself

    def envelopes(self):
        """Every document is one envelope in armour, of this game and number, and signed by its seat."""
        self.page, self.said = {}, {}
        for path in sorted(path for path in self.files if re.fullmatch(f"{self.number:02}/.*[.]pbem", path)):
            self.at("envelopes", path.split("/")[1])
            data = base64.b64decode(b"".join(self.files[path].split(b"\n")[1:-2]), validate=True)
            lines = re.sub(b"(.{1,64})", b"\\1\n", base64.b64encode(data))
            armour = b"-----BEGIN PBEM ENVELOPE-----\n" + lines + b"-----END PBEM ENVELOPE-----\n"
            need(armour == self.files[path] and len(data) <= 2**24, "is not in armour as it is written")
            one = document(*unframed(data, 3))
            name = [one.type] if one.type in ("draft", "close", "record") else [one.type, one.seat, one.revision]
            need(path == f"{self.number:02}/{'-'.join(name).removesuffix('-0')}.pbem", "is another document")
            self.page[path.split("/")[1]], self.said[one.digest] = one, says(one) if one.body else None
        self.new_keys()
        for name, one in self.page.items():
            self.at("envelopes", name, 0)
            need((one.game, one.exchange) == (self.game, str(self.number)), "belongs to another game or exchange")
            need(self.number == 0 or one.seat in self.seats, f"is of {one.seat}, who has no seat")
            need(any(fits(key, one.header, one.signature) for key in self.signing(one)),
                 "has a signature that does not fit")

    def of(self, *types, seat=None):
        """The documents of some types, in charter order and by revision."""
        found = [one for one in self.page.values() if one.type in types and seat in (None, one.seat)]
        order = {seat: place for place, seat in enumerate(self.seats)}
        return sorted(found, key=lambda one: (order.get(one.seat, 99), int(one.revision)))

    def signing(self, one):
        """The keys by which a document may be signed."""
        if self.number == 0:
            return [public_key(self.said[entry.digest]["key"]) for entry in self.of("entry", seat=one.seat)]
        now = self.keys[one.seat]
        if one.type == "rekey":
            return [key for key in [now["spare" if int(one.revision) > 100 else "key"]] if key]
        return [now["key"], *(public_key(said["key"]) for said in self.named.get(one.seat, []))]

    def new_keys(self):
        """Entries and new keys: fit to be used, nobody else's; which of them come to something, and which count."""
        self.named, self.counting = {}, {}
        for one in self.of("entry", "rekey"):
            said = self.said[one.digest]
            self.at("envelopes", f"{one.type}-{one.seat}.pbem", 0)
            need(said is not None, "is sealed")
            seat, lines = said.get("seat", one.seat), [line for line in (said["key"], said["spare"]) if line]
            for line in lines:
                point(public_key(line))
            low = int.from_bytes(bytes.fromhex(said["sealing"]), "little") % 2**255 % P
            need(low not in (0, 1, P - 1) and said["sealing"] not in SMALL, "has a sealing key of small order")
            low_bytes = low.to_bytes(32, "little").hex()
            need(low_bytes not in SMALL, "has a sealing key of small order")
            values = [*(public_key(line).hex() for line in lines), said["sealing"], said["tip"]]
            need(len({*values}) == len(values), "names one value twice")
            theirs = {value for other, shown in self.used_keys.items() if other != seat for value in shown}
            need(not theirs & {*values}, "names what another seat has named")
            self.used_keys.setdefault(seat, set()).update(values)
        for seat in self.seats if self.number else ():
            said = {(one.seat, int(one.revision) > 100): self.said[one.digest]
                    for one in self.of("rekey") if self.said[one.digest]["seat"] == seat}
            others = [said[other, False] for other in self.seats if (other, False) in said and other != seat]
            alike = len(others) == len(self.seats) - 1 and all(one == others[0] for one in others)
            found = [*([said[seat, True]] if (seat, True) in said else []),
                     *([said[seat, False]] if (seat, False) in said else []), *(others[:1] if alike else [])]
            if found:
                self.named[seat], self.counting[seat] = found, found[0]

    # what stands in the folder

    def heads(self):
        """What ends a number, what stands beside it, who wrote it and what it answers; the next head."""
        self.kind = self.kind_of()
        over, first = self.kind == "opening", self.kind == "charter"
        need(not self.opened and self.over == over and (self.number == 0) == first, "is misplaced")
        for name, one in self.page.items():
            self.at("heads", name)
            need(one.type in BESIDE[self.kind].split(), f"has no place beside {self.kind}")
        if self.kind == "charter":
            self.charter()
            return
        self.close = self.page.get("close.pbem")
        closing = [self.close.digest] if self.close else []
        if self.kind == "opening":
            self.flow = "", "", {}, []
        else:
            self.flow = flow(self.terms["mode"], self.players, self.due, self.writer)
        for name, one in self.page.items():
            self.at("heads", name, 0)
            self.placed(one, closing)
        ends = self.of("opening") or self.of("record") or self.of("agreement")
        self.end, self.says = ends[0], self.said[ends[0].digest]
        if self.kind != "opening":
            self.names(ends)
        self.head = self.end.digest
        if self.end.type == "agreement":
            signed = {one.seat: one.digest for one in ends}
            fields = [one for seat in self.seats for one in (seat, signed.get(seat, b""))]
            self.head = digest("pbem/agreed/1", self.game, self.number, *fields)

    def kind_of(self):
        types = {one.type for one in self.page.values()}
        self.place = f"{self.number:02}/"
        if "record" in types:
            said = self.said[self.page["record.pbem"].digest]
            return "exchange" if said and said["outcome"] else "silence"
        kind = next((one for one in ("draft", "opening", "agreement") if one in types), "")
        need(kind, "has no record, agreement or opening")
        agreed = "agreed silence" if "silence" in types else "agreement"
        return {"draft": "charter", "opening": "opening", "agreement": agreed}[kind]

    def placed(self, one, closing):
        """Who may write a document, what it answers, its revision, and whether it is sealed."""
        closer, recorder, links, sealed = self.flow
        revision, kind, referee = int(one.revision), one.type, "referee" if "referee" in self.seats else ""
        silences = [silence.digest for silence in self.of("silence")]
        by = {"orders": self.due, "standing": self.players, "away": self.players, "extension": [referee],
              "close": [closer], "reveal": [seat for seat in links if links[seat] == "reveal"], "opening": [referee],
              "record": [recorder] if self.kind == "exchange" else [silence.seat for silence in self.of("silence")]}
        after = {"reveal": closing, "silence": [self.head, *closing], "agreement": [self.head, *closing],
                 "record": closing if self.kind == "exchange" else silences}
        need(one.seat in by.get(kind, self.seats), f"is not for {one.seat} to write")
        need(kind == "receipt" or one.after in after.get(kind, [self.head]), "answers another document")
        need(revision > 0 or kind in ("close", "reveal", "record", "opening"), "has no revision")
        need(revision == 0 or kind not in ("close", "reveal", "record", "opening"), "has a revision")
        want_sealed = one.seat in sealed if kind == "orders" else kind == "standing" and referee != ""
        need(want_sealed == (not one.body), "is open and should be sealed" if want_sealed else
             "is sealed and should be open")
        need(kind != "silence" or len(silences) == 1, "is not the only one of its kind")
        if kind == "rekey":
            self.rekeyed(one, self.said[one.digest], revision)
        if kind == "agreement":
            self.agreeable(self.said[one.digest])
        if kind == "reveal":
            said, opens = self.said[one.digest], one.seat in sealed and self.terms["mode"] == "alone"
            need(opens == (said["salt"] != "") and (opens or not said["sheet"]), "opens what it should not, or nothing")

    def rekeyed(self, one, said, revision):
        place, spare = 1 + self.seats.index(said["seat"]) if said["seat"] in self.seats else 0, revision > 100
        now = self.keys.get(said["seat"], {"waiting": None, "lost": False})
        need(place and revision == place + 100 * spare, "has another revision than its seat's place")
        own = one.seat == said["seat"]
        need(own or (not spare and self.terms["substitutes"] and said["seat"] != "referee"),
             f"may not rekey {said['seat']}")
        need(said["chain"] == "kept" or said["seat"] != "referee", "loses a chain that is never lost")
        if self.terms["mode"] == "referee":
            need(not now["waiting"] or now["waiting"][0].hex() == said["tip"], "names a second tip before the switch")
            need(not now["lost"] or said["chain"] == "lost", "has found a chain that was lost")

    def agreeable(self, said):
        """What an agreement may say at all."""
        kind, at = said["kind"], seconds(said["at"])
        need(0 <= seconds(said["lapses"]) - at <= 30 * DAY, "lapses at no time that is allowed")
        judged = self.kinds.get(said["exchange"]) == "exchange"
        fit = {"undo": said["exchange"] < self.number, "rejudge": judged, "end": said["exchange"] == 0}[kind]
        need(fit, "is about a number that cannot be meant")
        need((said["outcome"] is not None) == (kind == "rejudge"), "has an outcome without an exchange judged again")
        need((said["result"] is not None) == (kind == "end"), "has a result without an end")
        if said["result"]:
            self.proper_result(said["result"])
            need(said["result"]["case"] == "agreement", "ends by another case")
        over = kind == "end" or (kind == "rejudge" and said["outcome"]["next"]["result"] is not None)
        need(over == (said["until"] == ""), "is due at no time, or due though nobody is")
        need(over or 0 < seconds(said["until"]) - at <= 365 * DAY, "is due at no time that is allowed")
        if said["outcome"]:
            need(said["outcome"]["next"]["until"] == said["until"], "is due at two times")

    def proper_result(self, result):
        need(result["winner"] in ("", *self.players, *self.terms["bots"]), "is won by nobody who plays")

    def names(self, ends):
        """The end names every other file, and no more."""
        others = {name: one.digest.hex() for name, one in self.page.items() if one not in ends}
        named = self.says["documents"]
        for name in sorted({*others, *named}):
            self.at("heads", name, 0)
            need(name in others, "is missing")
            need(named.get(name) == others[name], "is not what ends the number names")
        if self.end.type == "agreement":
            self.place = f"{self.number:02}/"
            need(len({(one.body, one.after) for one in ends}) == 1, "has not one agreement")
            want = {*self.seats} - ({"referee"} if self.kind == "agreed silence" else set())
            need({one.seat for one in ends} == want and len(ends) == len(want), "is not signed by all seats")
            need(ends[0].after == (self.close.digest if self.close else self.head), "is from before the close")

    def charter(self):
        """Draft and entries: their bounds, and the id of the game."""
        self.at("heads", "draft.pbem", 0)
        draft = self.page["draft.pbem"]
        terms = self.terms = self.said[draft.digest]
        need(terms and (draft.exchange, draft.revision, draft.link) == ("0", "0", b""), "is no draft")
        self.end, self.says, self.draft, self.seats = draft, terms, draft.digest, terms["seats"]
        self.players = [seat for seat in self.seats if seat != "referee"]
        alone, judge = terms["mode"] == "alone", "referee" in self.seats
        need(len({*self.seats}) == len(self.seats) <= 16 and self.players, "has no proper seats")
        need(not judge or self.seats[-1] == "referee", "has its referee before a player")
        need(judge != alone and (not alone or len(self.players) == 2), "has seats that its mode does not have")
        need(not {*self.seats} & {*terms["bots"]} and "referee" not in terms["bots"], "has a bot in a seat")
        need({*terms["invited"]} <= {*self.seats}, "invites somebody without a seat")
        self.days, (hour, minute) = days_of(terms["days"]), terms["clock"].split(":")
        self.clock, self.writer, self.due = int(hour) * HOUR + int(minute) * 60, draft.seat, self.players
        entries = {one.seat: one for one in self.of("entry")}
        need({*entries} == {*self.seats} and len(self.page) == 1 + len(self.seats), "has not one entry of each seat")
        for seat, one in entries.items():
            self.at("heads", f"entry-{seat}.pbem", 0)
            said = self.said[one.digest]
            need(one.after == self.draft and (one.exchange, one.revision, one.link) == ("0", "0", b""), "is no entry")
            need((said["hidden"] != "") == (seat == "referee"), "has a hidden key where none is, or none")
            invited = terms["invited"].get(seat)
            need(invited is None or public_key(invited) == public_key(said["key"]), "is not the key that was invited")
            spare = public_key(said["spare"]) if said["spare"] else b""
            self.keys[seat] = {"key": public_key(said["key"]), "spare": spare, "known": (0, bytes.fromhex(said["tip"])),
                               "lost": False, "waiting": None, "used": 0}
        self.place = "00/"
        fields = [one for seat in self.seats for one in (seat, entries[seat].digest)]
        self.game = self.head = digest("pbem/charter/1", self.draft, *fields)
        self.commitment = self.said[entries["referee"].digest]["hidden"] if judge else ""
        self.versions, self.until, self.now = terms["versions"], seconds(terms["first"]), 0
        self.due_kind, self.flow, self.close = "part", ("", "", {}, []), None

    # what is claimed

    def claims(self):
        """Times, receipts, what counts, deadlines and silences follow from the folder."""
        if self.kind in ("charter", "opening"):
            return
        exchange = self.kind == "exchange"
        self.counters()
        self.receipts(complete=exchange)
        close = self.said[self.close.digest] if self.close else None
        self.closed = seconds(close["at"]) if close else None
        deadline = self.deadline()
        if exchange:
            self.listing(close, deadline)
        for one in self.of("silence"):
            self.silence(one, self.said[one.digest])
        at = seconds(self.says["at"])
        self.at("claims", "record.pbem" if self.end.type == "record" else "agreement")
        need(at >= self.now, "is dated before the number before")
        if exchange:
            need(at >= self.closed, "is dated before its close")
            need(self.says["missed"] == close["missing"], "says that others missed it than its close")
            self.outcome(self.says["outcome"], self.number, at)
        elif self.kind == "silence":
            self.ended(at)
        else:
            need(self.close is None or at >= self.closed, "is dated before the close")
            self.agreed(at)
        self.now = at

    def counters(self):
        """Orders and consents of a seat share one counter."""
        for seat in self.seats:
            used = [one.revision for one in self.of("orders", "agreement", seat=seat)]
            self.at("claims", f"orders-{seat}", 0)
            need(len({*used}) == len(used), "uses one revision twice")

    def wanted(self):
        """Every document that wants a receipt, and who gives it."""
        if self.terms["mode"] == "alone":
            one, other = self.players
            return {away.digest: (away, other if away.seat == one else one) for away in self.of("away")}
        found = [one for one in self.of("orders", "standing", "away", "rekey", "agreement") if one.seat != "referee"]
        return {one.digest: (one, "referee") for one in [*found, *self.of("extension")]}

    def receipts(self, complete):
        """Every receipt is for a document here that wants it; in an exchange each has one, in the order of its time."""
        wanted, self.received, numbers = self.wanted(), {}, {}
        for one in self.of("receipt"):
            self.at("claims", f"receipt-{one.seat}-{one.revision}.pbem")
            need(one.after in wanted, "is for nothing here that wants a receipt")
            document, giver = wanted[one.after]
            place, k = divmod(int(one.revision), 1000)
            need(one.seat == giver and k > 0 and place == 1 + self.seats.index(document.seat), "is numbered otherwise")
            need(one.after not in self.received, "is the second for one document")
            at = seconds(self.said[one.digest]["received"])
            need(at >= self.now, "is dated before the number before")
            self.received[one.after] = at, place, k
            numbers.setdefault(place, []).append((k, at))
        for digest_, (document, _) in wanted.items() if complete else ():
            self.at("claims", f"{document.type}-{document.seat}-{document.revision}.pbem", 0)
            need(digest_ in self.received, "has no receipt")
        for place, given in numbers.items() if complete else ():
            self.at("claims", f"receipt of {self.seats[place - 1]}", 0)
            need([k for k, _ in sorted(given)] == list(range(1, len(given) + 1)), "are numbered with gaps")
            times = [at for _, at in sorted(given)]
            need(times == sorted(times), "fall in time")

    def next_clock(self, at):
        """The first clock hour on an allowed day, no earlier than a time."""
        day = (at - self.clock + DAY - 1) // DAY
        while (day + 3) % 7 not in self.days:
            day += 1
        return day * DAY + self.clock

    def past(self, at, due, absences):
        """The time, moved behind the absences of those who are due."""
        moved = True
        while moved:
            moved = False
            for seat, start, end in absences:
                if seat in due and start <= at < end:
                    at, moved = self.next_clock(end), True
        return at

    def deadline(self, without=None):
        """The deadline of this number from its receipts; `without` the absences of a seat that is accused."""
        counted = [one for one in self.absences if one[0] != without]
        everybody, due = [*self.absences], self.due
        until = self.past(self.until, due, counted)
        came = [(self.received[one.digest], one) for one in self.of("away", "extension") if one.digest in self.received]
        for (at, _, _), one in sorted(came, key=lambda pair: pair[0]):
            self.at("claims", f"{one.type}-{one.seat}-{one.revision}.pbem", without is None)
            said, before = self.said[one.digest], at < until
            if one.type == "extension":
                later = seconds(said["until"])
                need(self.until < later <= self.until + 30 * DAY, "gives more time than it may")
                until = self.past(max(until, later), due, counted) if before else until
                continue
            start, end, limits = seconds(said["start"]), seconds(said["end"]), self.terms["away"]
            everybody.append((one.seat, start, end))
            own = [(start, end) for seat, start, end in everybody if seat == one.seat]
            need(start >= at + limits["notice"] * HOUR and end > start and len(own) <= limits["times"]
                 and sum(end - start for start, end in own) <= limits["days"] * DAY, "is no lawful absence")
            if one.seat != without:
                counted.append((one.seat, start, end))
            until = self.past(until, due, counted) if before else until
        self.counted = everybody
        return until

    def listing(self, close, deadline):
        """What a close accepts, misses and refuses follows from the folder; it was signed when it could be."""
        self.at("claims", "close.pbem")
        need(close, "is missing")
        orders = {seat: self.of("orders", seat=seat) for seat in self.players}
        standing = {seat: self.of("standing", seat=seat) for seat in self.players}
        missing = [seat for seat in self.due if not orders[seat]]
        rest = [{"digest": one.digest.hex(), "seat": seat, "reason": "superseded"}
                for found in (orders, standing) for seat in self.players for one in found[seat][:-1]]
        need(close["accepted"] == {seat: found[-1].digest.hex() for seat, found in orders.items() if found},
             "accepts other orders than the folder shows")
        need(close["missing"] == missing, "misses others than the folder shows")
        need(close["standing"] == {seat: found[-1].digest.hex() for seat, found in standing.items() if found},
             "takes other standing orders than the folder shows")
        need(close["refused"] == rest, "refuses others than the folder shows")
        need(all(self.closed >= at for at, _, _ in self.received.values()), "is dated before a receipt")
        need(self.closed >= self.now, "is dated before the number before")
        last = [found[-1] for found in orders.values() if found]
        if self.terms["mode"] == "alone":
            need(not missing, "misses somebody, and two alone wait")
            return
        final = all(one.revision == "999999" for one in last)
        free = self.closed >= max([0, *(self.received[one.digest][0] for one in last)]) + self.terms["earliest"] * HOUR
        late = self.closed >= deadline + self.terms["grace"] * HOUR
        need(late or (not missing and (final or free)), "was signed before its time")

    def silence(self, one, said):
        """The debt and its age follow from what stands beside the silence."""
        self.at("claims", f"silence-{one.seat}-{one.revision}.pbem")
        owed, by, accusers = self.debt(said["by"])
        need((said["owed"], said["by"]) == (owed, by) and one.seat in accusers, "claims what nobody owes")
        if owed in ("orders", "close"):
            grace = self.terms["grace"] * HOUR if self.terms["mode"] != "alone" else 0
            since, after = self.deadline(without=by) + grace, self.head_before
        else:
            since, after = self.closed, self.close.digest
        need(seconds(said["since"]) == since, "counts from another time")
        need(one.after == after, "answers another document")
        need(seconds(said["at"]) >= since + self.terms["stalled"]["after"] * DAY, "comes too early")
        need(self.terms["stalled"]["then"] == "lost" or self.kind == "agreed silence", "has no place where all wait")
        self.ripe = seconds(said["at"]) + self.terms["stalled"]["after"] * DAY
        self.accused = by

    def debt(self, accused):
        """What is owed next, by whom, and who may say so."""
        mode, shown = self.terms["mode"], {one.seat for one in self.of("reveal")}
        if mode == "alone":
            closer, recorder, _, sealed = self.flow
            first = next(seat for seat in self.players if seat != closer)
            order = [seat for seat in (first, closer) if seat in self.due and not self.of("orders", seat=seat)]
            wants = [(seat, "orders") for seat in order] + ([] if self.close else [(closer, "close")])
            wants += [(seat, "reveal") for seat in sealed if seat not in shown] + [(recorder, "record")]
            by, owed = wants[0]
            return owed, by, [seat for seat in self.players if seat != by]
        if accused == "referee":
            owing = {seat for seat in self.players if mode == "mutual" and self.close and seat not in shown}
            return "record" if self.close else "close", accused, [seat for seat in self.players if seat not in owing]
        owes = mode == "mutual" and self.close and accused in self.players and accused not in shown
        return ("reveal", accused, ["referee"]) if owes else ("", "", [])

    def ended(self, at):
        """An end by silence: after it is ripe, nothing judged."""
        need(at >= self.ripe, "ends the game before the silence is ripe")
        need(at >= max([0, *(received for received, _, _ in self.received.values())]), "is dated before a receipt")
        need((self.says["links"], self.says["missed"]) == ({}, []), "judges where nothing is judged")
        sides = [*self.players, *self.terms["bots"]]
        other = [side for side in sides if side != self.accused]
        self.result = {"winner": other[0] if len(sides) == 2 and len(other) == 1 else "", "case": "silence"}
        self.over = True

    def agreed(self, at):
        """An agreement: what it goes on from, and what is due then."""
        said = self.says
        if self.kind == "agreed silence":
            need(said["kind"] == "end" and self.accused == "referee", "stands beside a silence")
            need(at >= self.ripe, "ends the game before the silence is ripe")
        else:
            for one in self.of("away"):
                self.at("claims", f"away-{one.seat}-{one.revision}.pbem", 0)
                need(one.digest in self.received, "has no receipt")
            self.absences = self.counted
        self.until = seconds(said["until"]) if said["until"] else self.until
        if said["kind"] == "undo":
            self.due, self.due_kind = self.dues[said["exchange"]]
            need(self.due, "goes on where nobody is due")
        elif said["kind"] == "end":
            self.over, self.result = True, said["result"]
        else:
            self.outcome(said["outcome"], said["exchange"], at)
            self.versions = said["outcome"]["versions"]

    def outcome(self, outcome, number, at):
        """The form of what was judged, and when what comes next is due."""
        following, bots, mode = outcome["next"], self.terms["bots"], self.terms["mode"]
        due = following["seats"]
        need(due == [seat for seat in self.players if seat in due], "names who is due in another order")
        over = following["result"] is not None
        need(over == (not due) and over == (following["kind"] == "") and over == (following["until"] == ""),
             "is over and not over")
        if over:
            self.proper_result(following["result"])
        if self.end.type == "record":
            need(outcome["versions"] == self.versions, "was judged by another version")
            self.absences = self.counted
            if not over:
                hours = self.terms["turn" if following["kind"] == "part" else "question"]
                until = self.past(self.next_clock(at + hours * HOUR), due, self.absences)
                need(seconds(following["until"]) == until, "names another deadline than follows")
                self.until = until
        need(not outcome["parts"] if mode == "alone" else {*self.players, *bots} <= {*outcome["parts"]},
             "promises other parts than there are")
        need({*outcome["unreadable"]} <= {*self.players}, "could not read what nobody wrote")
        for stretch in outcome["stretches"]:
            alone = all("only" not in one for one in [*stretch["rolls"], *stretch["entries"]])
            need(mode == "alone" or (alone and all("note" not in one for one in stretch["answers"])),
                 "tells all what one alone may know")
        self.due, self.due_kind, self.over, self.result = due, following["kind"], over, following["result"]

    # links

    def links(self):
        """Links stand where the flow has them, lead to what is known of their chain, and make the seed."""
        _, recorder, links, _ = self.flow
        before, shown = self.seeds.get(self.number - 1, self.game), dict.fromkeys(links, b"")
        used = self.kind == "exchange"
        for name, one in self.page.items():
            wanted = links.get(one.seat) == one.type and (one.type != "record" or used)
            own = self.keys.get(one.seat)
            saying = self.counting.get(one.seat, {}).get("chain") == "lost" and self.terms["mode"] == "referee"
            need_link = wanted and not (one.type == "orders" and (own["lost"] or saying))
            if not one.link and not need_link:
                continue
            self.at("links", name)
            need(wanted and not own["lost"], "shows a link where none belongs")
            check_link(self.draft, one.seat, self.number, one.link, own["known"])
            accepted = self.said[self.close.digest]["accepted"].get(one.seat) if self.close else None
            if one.type != "orders" or accepted == one.digest.hex():
                shown[one.seat] = one.link
        self.seeds[self.number] = before
        if used:
            self.at("links", "record.pbem")
            lacks = [seat for seat in links if not shown[seat] and links[seat] != "orders"]
            need(not lacks, "lacks a link")
            self.seeds[self.number] = next_seed(before, self.number, shown)
            said = {seat: link.hex() for seat, link in shown.items()}
            need(self.says["links"] == said, "names other links than are shown")
        if self.end.type == "record":
            need(self.says["seed"] == self.seeds[self.number].hex(), "names another seed than its links make")
        for seat, link in shown.items() if used else ():
            if link:
                self.keys[seat]["known"], self.keys[seat]["used"] = (self.number, link), self.number
        if used:
            self.writer = recorder
        self.switch()
        self.kinds[self.number], self.head_before = self.kind, self.head
        self.dues[self.number] = self.due, self.due_kind

    def switch(self):
        """New keys come into force; new chains begin, with a referee not before all others have shown a link."""
        for seat, said in self.counting.items():
            own, tip = self.keys[seat], bytes.fromhex(said["tip"])
            own["key"], own["spare"] = public_key(said["key"]), public_key(said["spare"]) if said["spare"] else b""
            if self.terms["mode"] != "referee":
                own["known"] = 0, tip
                continue
            own["waiting"] = own["waiting"] or (tip, self.number)
            own["lost"] = own["lost"] or said["chain"] == "lost"
        ready = [seat for seat, own in self.keys.items() if own["waiting"] and all(
            other["lost"] or other["used"] > own["waiting"][1] for one, other in self.keys.items() if one != seat)]
        for seat in ready:
            own = self.keys[seat]
            own["known"], own["lost"], own["waiting"] = (0, own["waiting"][0]), False, None

    # dice, what was hidden, what is shown

    def dice(self):
        """Every logged die comes out the same when it is computed again."""
        if outcome := self.says.get("outcome"):
            at = self.says.get("exchange", self.number)
            self.parts |= {(self.number, holder): promise for holder, promise in outcome["parts"].items()}
            self.judged[self.number] = at
            self.at("dice", "dice.yaml", len(outcome["dice"]))
            need(all(die["key"] for die in outcome["dice"]), "throws a die for nothing")
            check_dice(outcome["dice"], {at: self.seeds[at]})

    def hidden(self):
        """Sealed orders and hidden parts, when they are opened, are what was promised; so are hidden dice."""
        close = self.said[self.close.digest] if self.close else {"accepted": {}, "standing": {}}
        counted = {*close["accepted"].values(), *close["standing"].values()}
        if self.kind == "exchange":
            self.sealed |= {one.digest.hex(): one for one in self.page.values() if not one.body and
                            one.digest.hex() in counted}
        for one in self.of("reveal"):
            said, name = self.said[one.digest], close["accepted"].get(one.seat, "")
            if said["salt"]:
                self.at("hidden", f"orders-{one.seat}")
                sealed = next((orders for orders in self.of("orders") if orders.digest.hex() == name), None)
                need(sealed, "are opened and were not accepted")
                self.sealed.pop(name, None)
                check_sheet(sealed, said)
        if self.kind == "opening":
            self.open(bytes.fromhex(self.says["hidden"]))
            self.opened = True

    def open(self, secret):
        self.at("hidden", "opening-referee.pbem")
        sheets, parts = self.says["sheets"], self.says["parts"]
        need(digest("pbem/hidden/1", self.draft, secret).hex() == self.commitment, "has another hidden key")
        need({*sheets} == {*self.sealed}, "opens other sheets than were sealed")
        for name, said in sheets.items():
            self.at("hidden", f"{self.sealed[name].type} of {self.sealed[name].exchange}")
            check_sheet(self.sealed[name], said)
        self.at("hidden", "opening-referee.pbem", 0)
        told = {(int(number), holder) for number, holders in parts.items() for holder in holders}
        need(told == {*self.parts}, "opens other parts than were promised")
        again = {at: hmac.digest(secret, framed("pbem/draw/1", seed), "sha256") for at, seed in self.seeds.items()}
        for (number, holder), promise in self.parts.items():
            self.at("hidden", f"{number}/{holder}")
            salt = hmac.digest(secret, framed("pbem/salt/1", number, holder), "sha256")
            part = parts[str(number)][holder]
            need(digest("pbem/part/1", salt, written(part)).hex() == promise, "is another part than was promised")
            need({*PART} == {*part} - {"papers"} and listed(DIE)(part["dice"]), "is no part as it should be")
            check_dice(part["dice"], {self.judged[number]: again[self.judged[number]]}, hidden=True)
        self.parts, self.sealed = {}, {}

    def shown(self):
        """Every file that shows a record to people shows it, and there is no other."""
        wanted, folder, said = {}, f"{self.number:02}/", self.says
        if self.kind == "charter":
            name = base64.b32encode(digest("pbem/name/1", self.draft)).decode()[:4].lower()
            entries = {one.seat: self.said[one.digest] for one in self.of("entry")}
            wanted["charter.yaml"] = {"draft": said, "entries": entries, "game": self.game.hex(), "name": name}
        else:
            brief = dict(said)
            if said.get("outcome"):
                hide = ("dice", "stretches")
                brief["outcome"] = {name: one for name, one in said["outcome"].items() if name not in hide}
                wanted |= {"dice.yaml": said["outcome"]["dice"], "events.yaml": said["outcome"]["stretches"]}
            wanted[f"{self.end.type}.yaml"] = brief
        texts = {name: as_shown(one) for name, one in wanted.items()}
        if self.close:
            texts["close.yaml"] = as_shown(self.said[self.close.digest])
            texts |= self.sheets()
        state = {"state.yaml"} if self.kind == "charter" or said.get("outcome") else set()
        there = {path.split("/")[1] for path in self.files if path.startswith(folder)}
        for name in sorted((there | texts.keys() | state) - self.page.keys()):
            self.at("shown", name)
            need(name in texts or name in state, "has no place in a book")
            need(name in there, "is missing")
            need(name in state or self.files[folder + name] == texts[name], "shows something else than was signed")

    def sheets(self):
        """The accepted orders that are open, or that a reveal in the folder opens."""
        found, accepted = {}, self.said[self.close.digest]["accepted"].values()
        reveals = {one.seat: self.said[one.digest] for one in self.of("reveal")}
        opened = {seat: said["sheet"] for seat, said in reveals.items() if said["salt"]}
        for one in self.of("orders"):
            if one.digest.hex() in accepted and (one.body or one.seat in opened):
                found[f"orders-{one.seat}-{one.revision}.yaml"] = one.body or opened[one.seat].encode()
        return found

def check_sheet(made, said):
    need(sheet(said["sheet"]), "is no sheet")
    check_opening(made, bytes.fromhex(said["salt"]), said["sheet"].encode())

def found_in(book):
    """The files of a book by their names, and what is no file of a book at all."""
    files, strays = {}, []
    for folder in sorted(book.iterdir()):
        if folder.is_symlink() or not folder.is_dir():
            strays.append(folder.name)
            continue
        for path in sorted(folder.iterdir()):
            name = f"{folder.name}/{path.name}"
            if path.is_symlink() or not path.is_file() or path.stat().st_size > 24 * 2**20:
                strays.append(name)
            else:
                files[name] = path.read_bytes()
    return files, strays

if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("python verify.py BOOK_DIR: the folder that holds 00, 01 and so on")
    book = Book(*found_in(Path(sys.argv[1])))
    for level in LEVELS:
        breaks, later = book.breaks.get(level, []), f"{len(book.sealed) + len(book.parts)} not yet open"
        ending = f"{later if level == 'hidden' else '':<18} {f'{len(breaks)} BREAK' if breaks else 'pass'}"
        print(f"{level:<10} {book.checked[level]:>3} checked   {ending}", *breaks, sep="\n  ")
    print(f"not looked at: {UNREAD}")
    print("NOT ok" if book.breaks else f"ok     head {book.head.hex()}")
    sys.exit(4 if book.breaks else 0)

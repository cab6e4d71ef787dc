# fmt: off
"""Check a book of pbem without pbem: signatures, heads, links, seeds and logged dice, from its public files alone.

`python verify.py BOOK_DIR` exits with 0 if the book verifies and with 4 if it does not.  This file needs Python 3.11
alone, shares no line with pbem, knows no rules, and reads from top to bottom as the protocol."""
import base64
import hashlib
import hmac
import json
import re
import sys
from collections import namedtuple
from functools import reduce
from pathlib import Path

LEVELS = ("envelopes", "heads", "links", "dice", "hidden")

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
    need(written(value) == data, "is no record as it is written")
    return value

# 2. Ed25519 (RFC 8032) on the curve -xx + yy = 1 + Dxxyy over P; a point (X, Y, Z) has x = X/Z and y = Y/Z
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = 0x216936D3CD6E53FEC0A4E231FDD6DC5C692CC7609525A7B2C9562D608F25D51A, 4 * pow(5, -1, P) % P, 1

def plus(a, b):
    """The sum of two points; the formula holds for all of them, equal and opposite ones too."""
    x, y, z = (one * other % P for one, other in zip(a, b, strict=True))
    t, cross = D * x * y, (a[0] + a[1]) * (b[0] + b[1]) - x - y
    return z * (z * z - t) * cross % P, z * (z * z + t) * (x + y) % P, (z * z - t) * (z * z + t) % P

def total(*terms):
    """The sum of multiples of points, each given as number and point."""
    result = (0, 1, 1)
    for bit in reversed(range(256)):
        result = reduce(plus, (place for times, place in terms if times >> bit & 1), plus(result, result))
    return result

def point(data):
    """The point of 32 bytes: y, then whether x is odd.  Under one of small order a signature would fit many texts."""
    odd, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(len(data) == 32 and y < P and x * x % P == square, "has a key that is no point of the curve")
    made = (x if x % 2 == odd else P - x, y, 1)
    zero = total((L, made))
    need(x and zero[0] == 0 and zero[1] == zero[2], "has a key of small or mixed order")
    return made

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
TYPES = b"draft|entry|orders|standing|away|extension|receipt|close|reveal|record|agreement|rekey|opening"
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

# 5. The book: page 0 is the charter; every other page ends in a record, an agreement or the opening
def flow(mode, players, due, writer):
    """Who closes, who writes the record, and in which document each link is shown, in charter order."""
    if mode == "referee":
        return "referee", "referee", dict.fromkeys(due, "orders") | {"referee": "record"}
    if mode == "mutual":
        return "referee", "referee", dict.fromkeys(players, "reveal") | {"referee": "close"}
    first, shown = (due[0], "orders") if len(due) == 1 else (writer, "reveal")
    [closer] = {*players} - {first}
    return closer, closer if shown == "orders" else writer, {one: shown if one == first else "close" for one in players}

class Book:
    """Files by their names, such as 02/record.pbem; page by page and level by level what is broken in them."""

    def __init__(self, files):
        self.files, self.checked, self.breaks = files, dict.fromkeys(LEVELS, 0), {}
        self.game, self.head, self.over, self.commitment = b"", b"", False, ""
        self.terms, self.keys, self.known, self.seeds, self.dues, self.parts, self.sealed = {}, {}, {}, {}, {}, {}, {}
        for self.number in range(1 + max(int(path.split("/")[0]) for path in [*files, "0/"])):
            for level in LEVELS:
                self.at(level, "", 0)
                if self.breaks.keys() - {"dice", "hidden"}:
                    return  # what follows stands on nothing
                try:
                    getattr(self, level)()
                except Exception as error:
                    words = error if type(error) is ValueError else "cannot be understood"
                    self.breaks.setdefault(level, []).append(f"book/{self.place}: {words}")

    def at(self, level, name, count=1):
        self.checked[level], self.place = self.checked[level] + count, f"{self.number:02}/{name}"

    def envelopes(self):
        """Every document is one envelope in armour, of this game and number, and signed by its seat."""
        self.page, self.new = {}, {}
        for path in sorted(path for path in self.files if re.fullmatch(f"{self.number:02}/.*[.]pbem", path)):
            self.at("envelopes", path.split("/")[1])
            data = base64.b64decode(b"".join(self.files[path].split(b"\n")[1:-2]), validate=True)
            lines = re.sub(b"(.{1,64})", b"\\1\n", base64.b64encode(data))
            armour = b"-----BEGIN PBEM ENVELOPE-----\n" + lines + b"-----END PBEM ENVELOPE-----\n"
            need(armour == self.files[path], "is not in armour as it is written")
            self.page[path.split("/")[1]] = one = document(*unframed(data, 3))
            name = [one.type] if one.type in ("draft", "close", "record") else [one.type, one.seat, one.revision]
            need(path == f"{self.number:02}/{'-'.join(name).removesuffix('-0')}.pbem", "is another document")
            if one.type in ("entry", "rekey"):
                says, seat = record(one.body), record(one.body).get("seat", one.seat)
                self.commitment = says.get("hidden") or self.commitment
                keys, tip = [*map(public_key, filter(None, (says["key"], says["spare"])))], bytes.fromhex(says["tip"])
                self.new.setdefault(seat, (keys, tip, set()))[2].add(one.seat)
                need(self.new[seat][:2] == (keys, tip), f"gives {seat} other keys")
        for name, one in self.page.items():
            self.at("envelopes", name, 0)
            need((one.game, one.exchange) == (self.game, str(self.number)), "belongs to another game or exchange")
            now, new = self.keys.get(one.seat, []), self.new.get(one.seat, [[]])[0]
            keys = now if one.type == "rekey" else now[:1] + new[:1]
            need(any(fits(key, one.header, one.signature) for key in keys), "has a signature that does not fit")
        for seat, (_, _, by) in self.new.items():
            need(by in ({seat}, self.terms.get("substitutes") and self.keys.keys() - {seat}), f"may not rekey {seat}")

    def heads(self):
        """Every document answers the one before it; what ends the page names them all, and makes the next head."""
        page, close, named, answers, writers = self.page, self.page.get("close.pbem"), {}, {}, {}
        ends = [one for one in page.values() if one.type in ("draft", "record", "agreement", "opening")]
        need(len({one.body for one in ends}) == 1, "has not one record, agreement or opening")
        self.end, self.says, self.links_in, kind = ends[0], record(ends[0].body), {}, ends[0].type
        need({"draft": self.number == 0, "opening": self.over}.get(kind, self.number and not self.over), "is misplaced")
        if kind == "draft":
            self.writer, self.terms, self.seats = self.end.seat, self.says, self.says["seats"]
            self.due = self.players = [seat for seat in self.seats if seat != "referee"]
            answers["entry"] = self.draft = self.end.digest
        if kind == "record":
            closer, writer, self.links_in = flow(self.terms["mode"], self.players, self.due, self.writer)
            self.writer = self.end.seat if self.says["stalled"] not in ("", self.end.seat) else writer
            answers["record"] = answers["reveal"] = close.digest if close else self.head
            writers = {"close": closer, "receipt": closer, "extension": "referee", "record": self.writer}
            named = {"record.pbem": self.end.digest.hex()} | self.says["documents"]
            counted = record(close.body) if close else {"accepted": {}, "standing": {}}
            sheets = {one.digest.hex() for one in page.values() if one.type in ("orders", "standing")}
            listed = {*counted["accepted"].values(), *counted["standing"].values()}
            need((close or self.says["stalled"]) and listed == sheets, "has no close on exactly these orders")
        for name, one in [(name, page.get(name)) for name in sorted({*page, *named})]:
            self.at("heads", name)
            need(one, "is missing")
            need(not named or one.digest.hex() == named.get(name), "is not what record.pbem names")
            need(one.type == "receipt" or one.after == answers.get(one.type, self.head), "answers another document")
            need(one.seat == writers.get(one.type, one.seat), f"is not for {one.seat} to write")
            need(named or one.type in (kind, *answers), f"has no place beside {kind}")
        signed = {one.seat: one.digest for one in page.values() if one.type in ("entry", "agreement")}
        fields = [one for seat in self.seats for one in (seat, signed.get(seat))]
        use = {"draft": ["pbem/charter/1", self.draft], "agreement": ["pbem/agreed/1", self.game, self.number]}
        need(kind not in use or signed.keys() == {*self.seats}, "is not signed by all seats")
        self.head = digest(*use[kind], *fields) if kind in use else self.end.digest
        self.game = self.game or self.head

    def links(self):
        """Every link the flow wants leads to the one known last, and together they make the seed."""
        shown, seed = dict.fromkeys(self.links_in, b""), self.seeds.get(self.number - 1, self.game)
        for name, one in self.page.items():
            if one.link or self.links_in.get(one.seat) == one.type:
                self.at("links", name)
                need(self.links_in.get(one.seat) == one.type, "shows a link where none belongs")
                check_link(self.draft, one.seat, self.number, one.link, self.known[one.seat])
                self.known[one.seat], shown[one.seat] = (self.number, one.link), one.link
        self.at("links", "record.pbem", len(shown) > 0)
        stalled = not shown or self.says["stalled"]
        self.seeds[self.number] = seed if stalled else next_seed(seed, self.number, shown)
        need(stalled or all(shown[seat] or self.links_in[seat] == "orders" for seat in shown), "lacks a link")
        said = {} if stalled else {seat: link.hex() for seat, link in shown.items()}, self.seeds[self.number].hex()
        need(not shown or (self.says["links"], self.says["seed"]) == said, "names another seed than its links make")
        for seat, (keys, tip, _) in self.new.items():
            self.keys[seat], self.known[seat] = keys, (0, tip)

    def dice(self):
        """Every logged die comes out the same when it is computed again, and dice.yaml shows what was signed."""
        outcome = self.says.get("outcome")
        if outcome or self.end.type == "record":
            self.due, self.over = outcome["next"]["seats"], outcome["next"]["result"]
            self.parts |= {(self.number, holder): promise for holder, promise in outcome["parts"].items()}
            self.at("dice", "dice.yaml", len(outcome["dice"]))
            check_dice(outcome["dice"], {(at := self.says.get("exchange", self.number)): self.seeds[at]})
            faces = [*re.finditer(r"\bface: (\d+)", text := self.files[self.place].decode())]
            need(len(faces) == len(outcome["dice"]), "shows more or fewer dice than were signed")
            for die, face in zip(outcome["dice"], faces, strict=True):
                self.at("dice", f"dice.yaml:{text.count(chr(10), 0, face.start()) + 1}", 0)
                need(face[1] == str(die["face"]), f"{die['name']} says {face[1]}, signed {die['face']}")
        elif self.end.type == "agreement":
            self.due, self.over = self.dues[self.says["exchange"]], self.says["kind"] == "end"
        self.dues[self.number] = self.due

    def hidden(self):
        """Sealed orders and hidden parts, when they are opened, are what was promised; so are hidden dice."""
        self.sealed |= {one.digest.hex(): one for one in self.page.values() if not one.body}
        reveals = {one[3:5]: record(one.body) for one in self.page.values() if one.type == "reveal"}
        opened = {name: reveals[one[3:5]] for name, one in self.sealed.items() if reveals.get(one[3:5], {}).get("salt")}
        for name, sheet in {**opened, **self.says.get("sheets", {})}.items():
            self.at("hidden", self.sealed[name].type)
            check_opening(self.sealed.pop(name), bytes.fromhex(sheet["salt"]), sheet["sheet"].encode())
        if self.end.type == "opening":
            secret = bytes.fromhex(self.says["hidden"])
            need(digest("pbem/hidden/1", self.draft, secret).hex() == self.commitment, "has another hidden key")
            again = {at: hmac.digest(secret, framed("pbem/draw/1", seed), "sha256") for at, seed in self.seeds.items()}
            for (number, holder), promise in self.parts.items():
                self.at("hidden", f"{number}/{holder}")
                part = self.says["parts"][str(number)][holder]
                salt = hmac.digest(secret, framed("pbem/salt/1", number, holder), "sha256")
                need(digest("pbem/part/1", salt, written(part)).hex() == promise, "is another part than was promised")
                check_dice(part["dice"], again, hidden=True)
            self.parts = {}

if __name__ == "__main__":
    paths = [path for path in Path(*sys.argv[1:]).glob("*/*") if path.parent.name.isdecimal() and path.is_file()]
    book = Book({f"{path.parent.name}/{path.name}": path.read_bytes() for path in paths})
    for level in LEVELS:
        breaks, later = book.breaks.get(level, []), f"{len(book.sealed) + len(book.parts)} not yet open"
        ending = f"{later if level == 'hidden' else '':<18} {f'{len(breaks)} BREAK' if breaks else 'pass'}"
        print(f"{level:<10} {book.checked[level]:>3} checked   {ending}", *breaks, sep="\n  ")
    print("NOT ok" if book.breaks else f"ok     head {book.head.hex()}")
    sys.exit(4 if book.breaks else 0)

#!/usr/bin/env python3
"""Check a book of pbem without pbem: signatures, heads, links, seeds and logged dice, from its public files alone.

    python verify.py BOOK_DIR          exit 0: it verifies; 4: it does not; 2: there is no book

This needs Python 3.11 and nothing else.  It shares no line with pbem and knows no rules, so it cannot tell that a
roll was called for, nor what it meant.  Read from top to bottom it is the protocol: bytes, keys, documents, dice, book.
"""
# fmt: off
import base64
import hashlib
import hmac
import json
import re
import sys
from collections import Counter, namedtuple
from pathlib import Path


class Broken(ValueError):
    """Something that does not verify, in a few words."""

def need(holds, words):
    if not holds:
        raise Broken(words)


# 1. Bytes: fields with their lengths in front, digests over them, records with one text only

def framed(*fields):
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return b"".join(len(field).to_bytes(4, "big") + field for field in data)

def unframed(data, count):
    fields = []
    for _ in range(count):
        end = 4 + int.from_bytes(data[:4], "big")
        need(4 <= len(data) >= end, "is cut off")
        fields.append(data[4:end])
        data = data[end:]
    need(not data, "goes on behind its end")
    return fields

def digest(*fields):
    """SHA-256.  The first field is the domain: every use has its own."""
    return hashlib.sha256(framed(*fields)).digest()

def mac(key, *fields):
    return hmac.digest(key, framed(*fields), "sha256")

def written(value):
    """Canonical JSON: sorted keys, no blanks, no floats."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

def record(data):
    """The value of canonical JSON, which comes out the same when it is written again."""
    value = json.loads(data.decode(), parse_float=Broken, parse_constant=Broken)
    need(written(value) == data, "is no record as it is written")
    return value


# 2. Ed25519 (RFC 8032) on the curve -xx + yy = 1 + Dxxyy over P; a point (X, Y, Z) has x = X/Z and y = Y/Z

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def plus(a, b):
    """The sum of two points; the formula holds for all of them, equal and opposite ones too."""
    x, y, z = (one * other % P for one, other in zip(a, b, strict=True))
    t, cross = D * x * y, (a[0] + a[1]) * (b[0] + b[1]) - x - y
    return z * (z * z - t) * cross % P, z * (z * z + t) * (x + y) % P, (z * z - t) * (z * z + t) % P

def total(*terms):
    """The sum of multiples of points, each given as number and point."""
    result = (0, 1, 1)
    for bit in reversed(range(256)):
        result = plus(result, result)
        for _, place in filter(lambda term: term[0] >> bit & 1, terms):
            result = plus(result, place)
    return result

def point(data):
    """The point of 32 bytes: y, and in the top bit whether x is odd.  It must be of prime order L: under a key of
    small order one signature fits many texts, about one of mixed order two verifiers may disagree."""
    odd, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(len(data) == 32 and y < P and x * x % P == square, "has a key that is no point of the curve")
    made = (x if x % 2 == odd else P - x, y, 1)
    zero = total((L, made))
    need(x and zero[0] == 0 and zero[1] == zero[2], "has a key of small or mixed order")
    return made

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def fits(key, message, signature):
    """Whether S times the base is R plus k times the key, without the cofactor; R is compared as it is written."""
    r, s, (x, y, _) = signature[:32], int.from_bytes(signature[32:], "little"), point(key)
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    found = total((s, BASE), (k, (P - x, y, 1))) if s < L and len(signature) == 64 else (0, 1, 1)
    x, y = (one * pow(found[2], -1, P) % P for one in found[:2])
    return x != 0 and (y | x % 2 << 255).to_bytes(32, "little") == r

def public_key(line):
    """The key in a line of OpenSSH: the type, base64 of type and key, maybe a comment."""
    found = re.fullmatch(r"ssh-ed25519 (AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43})( [^\r\n]*)?\n?", line)
    need(found, "has a line that is no public key")
    return base64.b64decode(found[1])[19:]

# 3. Documents: an envelope is a header of nine fields, a signature of the header, and an open document's payload

TYPES = b"draft|entry|orders|standing|answer|away|extension|receipt|close|reveal|record|agreement|rekey|opening"
SEAT, NUMBER, MAYBE = b"[a-z][a-z0-9_-]{0,31}", b"0|[1-9][0-9]{0,5}", b"|.{32}"
FORMS = [b"pbem/1", TYPES, MAYBE, NUMBER, SEAT, NUMBER, MAYBE, MAYBE, b".{32}"]
NAMES = ["format", "type", "game", "exchange", "seat", "revision", "after", "link", "promise"]
Document = namedtuple("Document", [*NAMES, "digest", "header", "signature", "body"])

def document(header, signature=b"", body=b""):
    """A header read; its digest is the document's."""
    fields = unframed(header, 9)
    for place, (name, form) in enumerate(zip(NAMES, FORMS, strict=True)):
        need(re.fullmatch(form, fields[place], re.DOTALL), f"has no proper {name} in its header")
        if form not in (MAYBE, FORMS[8]):
            fields[place] = int(fields[place]) if form == NUMBER else fields[place].decode()
    need(bool(fields[2]) == (fields[1] not in ("draft", "entry")), "has no proper game in its header")
    need(bool(fields[6]) == (fields[1] != "draft"), "has no proper after in its header")
    made = Document(*fields, digest("pbem/document/1", header), header, signature, body)
    if body:
        check_opening(made, b"", body)
    return made

def check_opening(made, salt, payload):
    """The header promises this payload: an open one without salt, a sealed one with."""
    promise = digest("pbem/payload/1", made.game, made.exchange, made.seat, salt, payload)
    need(len(salt) in (0, 32) and promise == made.promise, f"holds what {made.seat} did not sign")

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

def roll(seed, key, index, faces):
    """The face.  Values from the largest multiple of `faces` on would favour the low ones: they are passed over."""
    value, attempt = 2**64, 0
    while value >= 2**64 - 2**64 % faces:
        value = int.from_bytes(mac(seed, "pbem/die/1", *key, index, attempt)[:8], "big")
        attempt += 1
    return 1 + value % faces

def check_dice(log, seeds):
    """A die log, by the seeds of the exchanges; hidden dice, by the hidden seeds."""
    for die in log:
        name, exchange = die["name"], die["exchange"]
        need(name == "/".join([str(exchange), *die["key"]]), f"{name} is named for another key")
        need(exchange in seeds, f"{name} belongs to an exchange without a seed")
        face = roll(seeds[exchange], die["key"], die["index"], die["die"])
        need(face == die["face"], f"{name} says {die['face']}, computed {face}")


# 5. The book: page 0 is the charter; every other page ends in a record, an agreement or the opening

LEVELS = {"envelopes": "signatures, digests", "heads": "charter to the last record",
          "links": "lead to the tips, make seeds", "dice": "computed again", "hidden": "opened at the end"}

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
    """Page by page and level by level: what was checked, what is broken, what is not yet open."""

    def __init__(self, files):
        """`files` by their names in the book, such as 02/record.pbem."""
        self.files, self.checked, self.breaks, self.game, self.head = files, Counter(), Counter(), b"", b""
        self.keys, self.known, self.seeds, self.dues, self.parts, self.sealed, self.over = {}, {}, {}, {}, {}, {}, False
        self.first, self.terms = {}, {"seats": []}
        for self.number in range(1 + max(int(path.split("/")[0]) for path in files)):
            for level in LEVELS:
                self.at(level, "", 0)
                try:
                    getattr(self, level)()
                except Exception as error:
                    words = error if isinstance(error, Broken) else "cannot be understood"
                    self.first.setdefault(level, f"book/{self.place}: {words}")
                    self.breaks[level] += 1

    def at(self, level, name, count=1):
        """What is checked now: something in a file of this page."""
        self.checked[level], self.place = self.checked[level] + count, f"{self.number:02}/{name}"

    def envelopes(self):
        """Every document is one envelope in armour, of this game and number, and signed by its seat."""
        self.page, self.new = {}, {}
        for path in sorted(path for path in self.files if re.match(f"{self.number:02}/.*[.]pbem", path)):
            self.at("envelopes", path.split("/")[1])
            data = base64.b64decode("".join(self.files[path].decode().split("\n")[1:-2]))
            lines = re.findall(".{1,64}", base64.b64encode(data).decode())
            armour = ["-----BEGIN PBEM ENVELOPE-----", *lines, "-----END PBEM ENVELOPE-----", ""]
            need("\n".join(armour).encode() == self.files[path], "is not in armour as it is written")
            self.page[path.split("/")[1]] = one = document(*unframed(data, 3))
            if one.type in ("entry", "rekey"):
                says = record(one.body)
                keys = [public_key(line) for line in (says["key"], says["spare"]) if line and point(public_key(line))]
                self.new[says.get("seat", one.seat)] = keys, (0, bytes.fromhex(says["tip"]))
        for name, one in self.page.items():
            self.at("envelopes", name, 0)
            need((one.game, one.exchange) == (self.game, self.number), "belongs to another game or exchange")
            now, new = self.keys.get(one.seat, []), self.new.get(one.seat, [[]])[0]
            keys = now if one.type == "rekey" else now[:1] + new[:1]
            need(any(fits(key, one.header, one.signature) for key in keys), "has a signature that does not fit")

    def heads(self):
        """Every document answers the one before it, and the end of the page names them all: its digest is the new head."""
        page, ends = self.page, {one.type for one in self.page.values()} & {"draft", "record", "agreement", "opening"}
        need(len(ends) == 1 and ("draft" in ends) == (self.number == 0), "is no charter, record or agreement")
        need(not self.over or ends == {"opening"}, "follows the end of the game")
        self.kind, self.end = next((one.type, one) for one in page.values() if one.type in ends)
        self.says, close, writers, answers = record(self.end.body), page.get("close.pbem"), {}, {"entry": self.end.digest}
        if self.kind == "draft":
            self.terms, self.writer, self.draft = self.says, self.end.seat, self.end.digest
            self.due = self.players = [seat for seat in self.terms["seats"] if seat != "referee"]
        if self.kind == "record":
            closer, self.writer, self.links_in = flow(self.terms["mode"], self.players, self.due, self.writer)
            self.writer = self.end.seat if self.says["stalled"] not in ("", self.end.seat) else self.writer
            self.accepted = record(close.body)["accepted"] if close else {}
            answers["record"] = answers["reveal"] = close.digest if close else self.head
            writers = {"close": closer, "receipt": closer, "extension": "referee", "record": self.writer}
        named = self.says.get("documents", {})
        for name in sorted({*page, *named}):
            self.at("heads", name)
            need(name in page, "is missing")
            one = page[name]
            need(one.type == "receipt" or one.after == answers.get(one.type, self.head), "answers another document than it should")
            need(one.seat == writers.get(one.type, one.seat), f"is not for {one.seat} to write")
            need(self.kind != "record" or one == self.end or named.get(name) == one.digest.hex(), "is not what record.pbem names")
        signed = {one.seat: one.digest for one in page.values() if one.type in ("entry", "agreement")}
        fields = [field for seat in self.terms["seats"] for field in (seat, signed.get(seat, b""))]
        need(self.kind in ("record", "opening") or b"" not in fields, "is not signed by all seats")
        self.head = self.end.digest
        if self.kind == "draft":
            self.game = self.head = digest("pbem/charter/1", self.draft, *fields)
        if self.kind == "agreement":
            self.head = digest("pbem/agreed/1", self.game, self.number, *fields)
            need(all(one.body == self.end.body for one in page.values()), "is not the same agreement for all")

    def links(self):
        """Every link the flow wants leads to the one known last, and together they make the seed."""
        before = self.seeds[self.number] = self.seeds.get(self.number - 1, self.game)
        shown = {}
        for seat, kind in self.links_in.items() if self.kind == "record" else ():
            for name, one in self.page.items():
                if (one.seat, one.type) == (seat, kind) and (kind != "orders" or self.accepted.get(seat) == one.digest.hex()):
                    self.at("links", name)
                    check_link(self.draft, seat, self.number, one.link, self.known[seat])
                    self.known[seat], shown[seat] = (self.number, one.link), one.link
            need(seat in shown or kind == "orders" or self.says["stalled"], f"lacks the link of {seat}")
            shown.setdefault(seat, b"")
        if self.kind == "record":
            self.at("links", "record.pbem")
            self.seeds[self.number] = before if self.says["stalled"] else next_seed(before, self.number, shown)
            need(self.says["seed"] == self.seeds[self.number].hex(), "names another seed than the links make")
        for seat, (keys, known) in self.new.items():
            self.keys[seat], self.known[seat] = keys, known

    def dice(self):
        """Every logged die computed again; `dice.yaml` shows what was signed."""
        outcome = self.says.get("outcome")
        if outcome:
            self.at("dice", "dice.yaml", len(outcome["dice"]))
            shown = re.findall(r"\bface: (\d+)", self.files[f"{self.number:02}/dice.yaml"].decode())
            seeds = {self.number: self.seeds[self.number]} if self.kind == "record" else self.seeds
            check_dice(outcome["dice"], seeds)
            need(shown == [str(die["face"]) for die in outcome["dice"]], "shows other faces than were signed")
            self.due, self.over, self.parts[self.number] = outcome["next"]["seats"], outcome["next"]["result"], outcome["parts"]
        elif self.kind == "agreement":
            self.due, self.over = self.dues.get(self.says["exchange"]), self.says["kind"] == "end"
        self.dues[self.number] = self.due

    def hidden(self):
        """At the end: the referee's hidden key, and what was sealed."""
        self.sealed |= {one.digest.hex(): one for one in self.page.values() if not one.body}
        if self.kind == "opening":
            hidden = bytes.fromhex(self.says["hidden"])
            need(digest("pbem/hidden/1", self.draft, hidden).hex() == self.commitment, "has another hidden key")
            seeds = {number: mac(hidden, "pbem/draw/1", seed) for number, seed in self.seeds.items()}
            for number, holder, promise in [(n, h, d) for n, ds in self.parts.items() for h, d in ds.items()]:
                self.at("hidden", f"{number}, {holder}")
                part = self.says["parts"][str(number)][holder]
                salt = mac(hidden, "pbem/salt/1", number, holder)
                need(digest("pbem/part/1", salt, written(part)).hex() == promise, "is not what the record promised")
                check_dice(part["dice"], seeds)
            for name, sheet in self.says["sheets"].items():
                self.at("hidden", name)
                check_opening(self.sealed[name], bytes.fromhex(sheet["salt"]), sheet["sheet"].encode())


def main(folder):
    root = Path(folder)
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.glob("[0-9]*/*"))}
    if not files:
        sys.exit(2)
    book = Book(files)
    for level, what in LEVELS.items():
        print(f"{level:<10} {book.checked[level]:>3} checked   {f'{book.breaks[level]} BREAK' if book.breaks[level] else f'{what:<30} pass'}")
        if ...: print(f"  {book.first[level]}")
    print("NOT ok" if book.first else f"ok     head {book.head.hex()}")
    return 4 if book.first else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

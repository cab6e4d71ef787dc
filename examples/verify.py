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

def record(data):
    """What canonical JSON says: sorted keys, no blanks, no floats.  Printed again, it must come out the same."""
    try:
        value = json.loads(data.decode(), parse_float=Broken, parse_constant=Broken)
        again = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise Broken("is no record") from error
    need(again == data, "is no record as it is written")
    return value


# 2. Ed25519 (RFC 8032) on the curve -xx + yy = 1 + Dxxyy over P; a point (X, Y, Z) has x = X/Z and y = Y/Z

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def point(data):
    """The point of 32 bytes: y, and in the top bit whether x is odd."""
    odd, y = divmod(int.from_bytes(data, "little"), 2**255)
    need(len(data) == 32 and y < P, "has a key that is not in its canonical form")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == square and (x or not odd), "has a key that is no point of the curve")
    return (x if x % 2 == odd else P - x, y, 1)

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

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

def check_key(key):
    """Under a key of small order one signature fits many texts; about one of mixed order verifiers disagree."""
    x, y, z = total((L, point(key)))
    need(x == 0 and y == z and point(key)[0], "has a key of small or mixed order")

def check_signature(key, message, signature):
    """S times the base is R plus k times the key: without the cofactor, and R as it is written."""
    need(len(signature) == 64, f"has a signature of {len(signature)} bytes")
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    need(s < L, "has a signature whose S is too large")
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    x, y, _ = point(key)
    found = total((s, BASE), (k, (P - x, y, 1)))
    x, y = (one * pow(found[2], -1, P) % P for one in found[:2])
    need((y | x % 2 << 255).to_bytes(32, "little") == r, "has a signature that does not fit")
    need(total((8, found))[0], "has a signature whose R has small order")

def public_key(line):
    """The key in a line of OpenSSH: its type, base64 of type and key, maybe a comment."""
    found = re.fullmatch(r"ssh-ed25519 ([A-Za-z0-9+/]{68})( [^\r\n]*)?\n?", line)
    need(found, "has a line that is no public key")
    kind, key = unframed(base64.b64decode(found[1]), 2)
    need(kind == b"ssh-ed25519" and len(key) == 32, "has a line that is no public key")
    return key


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
    return Document(*fields, digest("pbem/document/1", header), header, signature, body)

def envelope(data):
    made = document(*unframed(data, 3))
    need(len(made.signature) == 64, f"has a signature of {len(made.signature)} bytes")
    if made.body:
        check_opening(made, b"", made.body)
    return made

def check_opening(made, salt, payload):
    """The header promises this payload: an open one without salt, a sealed one with."""
    need(len(salt) in (0, 32), f"is opened with a salt of {len(salt)} bytes")
    promise = digest("pbem/payload/1", made.game, made.exchange, made.seat, salt, payload)
    need(promise == made.promise, f"holds what {made.seat} did not sign")


# 4. Dice: a chain of links for each seat, a seed for each exchange, a face for each key

def check_link(draft, seat, number, link, known):
    """From a link, hashing leads back to the one known last, at first the tip, which is number 0."""
    need(len(link) == 32, f"shows a link of {seat} of {len(link)} bytes")
    need(known[0] < number <= 4096, f"shows link {number} of {seat} after link {known[0]}")
    for step in range(number, known[0], -1):
        link = digest("pbem/chain/1", draft, seat, step, link)
    need(link == known[1], f"shows a link of {seat} that does not lead to link {known[0]}")

def next_seed(before, number, links):
    """`links` are pairs of seat and link in charter order; the link of a missing seat is empty."""
    need(len(dict(links)) == len(links), "counts a seat twice")
    need(all(len(link) in (0, 32) for _, link in links), "counts a link of another length")
    return digest("pbem/seed/1", before, number, *(field for pair in links for field in pair))

def roll(seed, key, index, faces):
    """The face.  Values from the largest multiple of `faces` on would favour the low ones: they are passed over."""
    value, attempt = 2**64, 0
    while value >= 2**64 - 2**64 % faces:
        value = int.from_bytes(mac(seed, "pbem/die/1", *key, index, attempt)[:8], "big")
        attempt += 1
    return 1 + value % faces

def check_die(die, seeds):
    """A line of a die log, by the seeds of the exchanges; for a hidden die, by the hidden ones."""
    need({*die} == {"die", "exchange", "face", "hidden", "index", "key", "name"}, "is no line of a die log")
    numbers = die["die"], die["exchange"], die["face"], die["index"]
    need([type(one) for one in (*numbers, die["hidden"])] == [int] * 4 + [bool], "has no number")
    need(die["key"] and die["name"] == "/".join([str(die["exchange"]), *die["key"]]), "has another name than its key")
    need(die["die"] > 0 <= die["index"] and die["exchange"] in seeds, "belongs to an exchange without a seed")
    face = roll(seeds[die["exchange"]], die["key"], die["index"], die["die"])
    need(face == die["face"], f"says {die['face']}, computed {face}")


# 5. The book: page 0 is the charter; every other page ends in a record, an agreement or the opening

def flow(mode, players, due, writer):
    """Who closes, who writes the record, in which document each link is shown, in charter order."""
    if mode == "referee":
        return "referee", "referee", dict.fromkeys(due, "orders") | {"referee": "record"}
    if mode == "mutual":
        return "referee", "referee", dict.fromkeys(players, "reveal") | {"referee": "close"}
    first, shown = (due[0], "orders") if len(due) == 1 else (writer, "reveal")
    [closer] = {*players} - {first}
    return closer, closer if shown == "orders" else writer, {one: shown if one == first else "close" for one in players}

class Book:
    """What was checked, what is broken, what is not yet open; and where the game stands after the last page."""

    def __init__(self, files):
        """`files` by their names in the book, such as 02/record.pbem."""
        self.checked, self.closed, self.breaks, self.over = Counter(), Counter(), [], False
        self.keys, self.known, self.parts, self.sealed, self.dues, self.files = {}, {}, {}, {}, {}, files
        for self.number in range(1 + max(int(name.split("/")[0]) for name in files if re.match("[0-9]+/", name))):
            self.page = {}
            for name in sorted(files):
                folder, _, file = name.partition("/")
                if folder == f"{self.number:02}" and file.endswith(".pbem"):
                    self.check("envelopes", file, self.read, file, files[name])
            ends = {one.type for one in self.page.values()} & {"draft", "record", "agreement", "opening"}
            proper = len(ends) == 1 and ends <= ({"draft"} if self.number == 0 else {"opening"} if self.over else TYPES)
            if not self.check("heads", "", self.turn, ends):
                break

    def check(self, level, name, test, *given):
        """One thing checked; `name` is that of a file of the page."""
        self.checked[level] += 1
        try:
            test(*given)
        except Exception as error:
            words = error if isinstance(error, Broken) else "cannot be understood"
            self.breaks.append((level, f"book/{self.number:02}{name and '/'}{name}: {words}"))

    def read(self, name, data):
        """The document in a file of this page."""
        lines = re.fullmatch("-{5}BEGIN PBEM ENVELOPE-{5}\n((.{64}\n)*.{1,64}\n)-{5}END PBEM ENVELOPE-{5}\n", data.decode())
        need(lines, "is no envelope in armour")
        made = base64.b64decode(lines[1])
        need(base64.b64encode(made).decode() == lines[1].replace("\n", ""), "is no envelope in armour")
        self.page[name] = envelope(made)

    def check_signed(self, one, after, keys):
        """A document of this game and number, which answers the right one and is signed by one of these keys."""
        need((one.game, one.exchange) == (self.game, self.number), "belongs to another game or exchange")
        need(one.after in after, "answers another document than the one before it")
        for key in keys[:-1]:
            with suppress(Broken):
                return check_signature(key, one.header, one.signature)
        return check_signature(keys[-1], one.header, one.signature)

    def take_keys(self, seat, says):
        """A seat's key, maybe a spare one, and a chain, of which the tip is known."""
        self.keys[seat] = [public_key(line) for line in (says["key"], says["spare"]) if line]
        self.known[seat] = 0, bytes.fromhex(says["tip"])
        for key in self.keys[seat]:
            check_key(key)

    def after_draft(self):
        draft, fields = self.page["draft.pbem"], []
        self.terms, self.draft = record(draft.body), draft.digest
        self.seats = self.terms["seats"]
        for seat in self.seats:
            name, entry = f"entry-{seat}.pbem", self.page[f"entry-{seat}.pbem"]
            self.check("heads", name, need, entry.after == draft.digest, "belongs to another draft")
            self.check("envelopes", name, self.take_keys, seat, record(entry.body))
            self.check("envelopes", name, check_signature, self.keys[seat][0], entry.header, entry.signature)
            fields += [seat, entry.digest]
        self.check("envelopes", "draft.pbem", check_signature, self.keys[draft.seat][0], draft.header, draft.signature)
        self.game = self.head = digest("pbem/charter/1", draft.digest, *fields)
        self.due, self.writer, self.seeds = [seat for seat in self.seats if seat != "referee"], draft.seat, {0: self.game}

    def after_record(self):
        made, close = self.page["record.pbem"], self.page.get("close.pbem")
        says, closed = record(made.body), close.digest if close else self.head
        accepted = record(close.body)["accepted"] if close else {}
        players = [seat for seat in self.seats if seat != "referee"]
        closer, writer, links = flow(self.terms["mode"], players, self.due, self.writer)
        writer = made.seat if says["stalled"] not in ("", made.seat) else writer
        signers = {"close": closer, "receipt": closer, "extension": "referee", "record": writer}
        digests = {name: one.digest for name, one in self.page.items()}
        answers = {"reveal": [closed], "record": [closed], "receipt": digests.values()}
        new = self.new_keys()
        for name, one in self.page.items():
            keys = self.keys[one.seat] if one.type == "rekey" else [self.keys[one.seat][0], *new.get(one.seat, [])]
            self.check("envelopes", name, self.check_signed, one, answers.get(one.type, [self.head]), keys)
            self.check("heads", name, need, signers.get(one.type, one.seat) == one.seat, f"is not for {one.seat} to write")
            ...

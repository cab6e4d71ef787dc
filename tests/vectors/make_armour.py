"""Vectors of armour, of sheets' text and of records: one function, one file of the same name in `seal/`."""

from __future__ import annotations

import re

from seal_samples import GERMAN, HEAD, SHEET, header, orders, sealed_orders
from vector_form import Maker, Vector

from pbem.seal.armour import armour
from pbem.seal.envelope import Envelope
from pbem.seal.signing import signed
from pbem.seal.words import label


def _armour(expect: str, text: str, *documents: Envelope, line: int = 0) -> Vector:
    fields = {"documents": " ".join(document.header.digest().hex() for document in documents)}
    return Vector("armour", expect, text, fields | ({"line": str(line)} if line else {}))


def _text() -> str:
    return armour(orders().encode(), readable=SHEET)


def _quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def _older() -> Envelope:
    return signed(GERMAN, header(exchange=2), SHEET.encode())


def armour_good() -> Vector:
    """a sheet and its envelope"""
    return _armour("ok", _text(), orders())


def armour_without_text() -> Vector:
    """an envelope alone"""
    return _armour("ok", armour(sealed_orders().encode()), sealed_orders())


def armour_in_a_letter() -> Vector:
    """words before and after the block"""
    return _armour("ok", f"Hello,\n\nmy orders:\n\n{_text()}\n-- \nAnna\n", orders())


def armour_quoted() -> Vector:
    """quoted once"""
    return _armour("ok", _quoted(_text()), orders())


def armour_quoted_twice() -> Vector:
    """quoted twice, as >> and as > >"""
    return _armour("ok", _quoted(_quoted(_text())).replace("> > 1", ">> 1"), orders())


def armour_reply_below_quote() -> Vector:
    """a new block above the quoted old one"""
    return _armour("ok", _text() + "\nYou wrote:\n" + _quoted(armour(_older().encode())), orders(), _older())


def armour_two_blocks() -> Vector:
    """two blocks, one after the other"""
    return _armour("ok", _text() + armour(sealed_orders().encode()), orders(), sealed_orders())


def armour_with_windows_line_ends() -> Vector:
    """CRLF throughout"""
    return _armour("ok", _text().replace("\n", "\r\n"), orders())


def armour_wrapped_anew() -> Vector:
    """base64 in lines of 40 with blanks about them"""
    body = re.sub(r"(?m)^([A-Za-z0-9+/]{40})([A-Za-z0-9+/]{24})$", r"  \1 \n\2", _text())
    return _armour("ok", body, orders())


def armour_with_long_dashes() -> Vector:
    """a mail program made long dashes of the marks"""
    return _armour("ok", _text().replace("-----", "\u2014\u2014-"), orders())


def armour_with_curly_quotes() -> Vector:
    """a mail program made the quotation marks curly"""
    return _armour("ok", _text().replace(' "1409', " \u201c1409").replace('allied"', "allied\u201d"), orders())


def armour_with_text_flowed() -> Vector:
    """a long line of the sheet was broken and quoted"""
    return _armour("ok", _quoted(_text()).replace("with: [2/2SS", "with:\n> [2/2SS"), orders())


def armour_edited_text() -> Vector:
    """a hex in the readable text was changed after signing"""
    return _armour("edited", _text().replace("attack: 1812", "attack: 1813"), orders(), line=8)


def armour_text_with_line_added() -> Vector:
    """a line was added after signing"""
    return _armour("edited", _text().replace("combat:", "  - 9/9SS: 0101\ncombat:"), orders(), line=7)


def armour_text_with_line_taken_out() -> Vector:
    """the last line was taken out after signing"""
    return _armour("edited", _text().replace(SHEET.splitlines(keepends=True)[-1], ""), orders(), line=8)


def armour_text_look_alike() -> Vector:
    """an a in the readable text became a Cyrillic one"""
    return _armour("edited", _text().replace("game: kh7f", "g\u0430me: kh7f"), orders(), line=1)


def armour_text_of_another() -> Vector:
    """the readable text of one envelope above the base64 of another"""
    other = signed(GERMAN, header(payload="game: kh7f\nexchange: 5\n"), b"game: kh7f\nexchange: 5\n")
    return _armour("edited", armour(other.encode(), readable=SHEET), other, line=2)


def armour_bad_character() -> Vector:
    """a character that is not of the alphabet"""
    return _armour("damaged", _in_base64(_text(), lambda line: line[:10] + "*" + line[11:]), orders())


def armour_url_alphabet() -> Vector:
    """the other alphabet, with - and _"""
    return _armour("damaged", _in_base64(_text(), lambda line: line[:10] + "-_" + line[12:]), orders())


def armour_line_missing() -> Vector:
    """one line of base64 is gone"""
    return _armour("cut-off", _in_base64(_text(), lambda line: ""), orders())


def armour_character_missing() -> Vector:
    """one character of base64 is gone"""
    return _armour("damaged", _in_base64(_text(), lambda line: line[1:]), orders())


def armour_padding_missing() -> Vector:
    """the = at the end are gone"""
    return _armour("damaged", _padded_text().replace("=\n-----END", "\n-----END"), orders())


def armour_padding_twice() -> Vector:
    """= in the middle, as when two files are put together"""
    return _armour("damaged", _in_base64(_text(), lambda line: line[:-1] + "="), orders())


def armour_loose_bits() -> Vector:
    """bits set that the padding throws away: a second text for the same bytes"""
    text = _padded_text()
    at = text.index("=")
    spoilt = text[: at - 1] + chr(ord(text[at - 1]) + 1) + text[at:]
    return _armour("damaged", spoilt, orders())


def armour_without_end() -> Vector:
    """the mail ends within the block"""
    return _armour("no-end", _text()[: _text().rindex("-----END")], orders())


def armour_with_another_end() -> Vector:
    """an envelope that ends as a box"""
    return _armour("no-end", _text().replace("END PBEM ENVELOPE", "END PBEM BOX"), orders())


def armour_nested() -> Vector:
    """a block begins within another, which is therefore cut off; the inner one stands"""
    lines = armour(_older().encode()).splitlines(keepends=True)
    return _armour("no-end", "".join([*lines[:3], _text(), *lines[3:]]), _older(), orders())


def sheet_good() -> Vector:
    """a sheet as `sign` writes it"""
    return Vector("sheet", "ok", SHEET)


def sheet_windows_line_ends() -> Vector:
    """CRLF"""
    return Vector("sheet", "forbidden-character", SHEET.replace("\n", "\r\n").encode())


def sheet_tab() -> Vector:
    """a tab"""
    return Vector("sheet", "forbidden-character", SHEET.replace("  -", "\t-").encode())


def sheet_escape() -> Vector:
    """a terminal escape in a comment"""
    return Vector("sheet", "forbidden-character", f"{SHEET}# \x1b[1A\n".encode())


def sheet_bidirectional() -> Vector:
    """a mark that makes the rest of the line run leftwards"""
    return Vector("sheet", "forbidden-character", f"{SHEET}# \u202e2181\n".encode())


def sheet_zero_width() -> Vector:
    """a blank of no width within a unit's name"""
    return Vector("sheet", "forbidden-character", SHEET.replace("9/2SS", "9/\u200b2SS").encode())


def sheet_byte_order_mark() -> Vector:
    """a byte order mark at the beginning"""
    return Vector("sheet", "forbidden-character", b"\xef\xbb\xbf" + SHEET.encode())


def sheet_trailing_blank() -> Vector:
    """a blank at the end of a line"""
    return Vector("sheet", "trailing-blanks", SHEET.replace("combat:\n", "combat: \n").encode())


def sheet_no_final_newline() -> Vector:
    """the last line has no end"""
    return Vector("sheet", "final-newline", SHEET.rstrip("\n").encode())


def sheet_two_final_newlines() -> Vector:
    """an empty line at the end"""
    return Vector("sheet", "final-newline", SHEET.encode() + b"\n")


def sheet_not_utf_8() -> Vector:
    """a letter in Latin-1"""
    return Vector("sheet", "not-utf-8", SHEET.encode() + b"# f\xfcr\n")


def sheet_surrogate() -> Vector:
    """half of a surrogate pair, encoded as if it were a character"""
    return Vector("sheet", "not-utf-8", SHEET.encode() + b"# \xed\xa0\x80\n")


def record_good() -> Vector:
    """every kind of value"""
    return Vector("record", "ok", '{"a":[],"b":{"c":-9007199254740991},"d":"ü\\n\\u0007\U0001f3b2","e":[true,null]}')


def record_keys_unsorted() -> Vector:
    """b before a"""
    return Vector("record", "not-canonical-record", '{"b":1,"a":2}')


def record_key_twice() -> Vector:
    """one key, two values"""
    return Vector("record", "not-canonical-record", '{"a":1,"a":2}')


def record_blanks() -> Vector:
    """a blank after a colon"""
    return Vector("record", "not-canonical-record", '{"a": 1}')


def record_escape_needless() -> Vector:
    """a letter written as an escape"""
    return Vector("record", "not-canonical-record", '"\\u0041"')


def record_minus_zero() -> Vector:
    """-0, a second text for 0"""
    return Vector("record", "not-canonical-record", "[-0]")


def record_key_not_ascii() -> Vector:
    """an umlaut in a key"""
    return Vector("record", "key-not-ascii", '{"ü":1}')


def record_float() -> Vector:
    """a number with a point"""
    return Vector("record", "no-whole-number", "[1.0]")


def record_exponent() -> Vector:
    """a number with an exponent"""
    return Vector("record", "no-whole-number", "[1e3]")


def record_nan() -> Vector:
    """NaN, which many readers know and JSON does not"""
    return Vector("record", "no-whole-number", "[NaN]")


def record_number_too_large() -> Vector:
    """2^53, where readers begin to round"""
    return Vector("record", "number-too-large", "[9007199254740992]")


def record_number_long() -> Vector:
    """a number of five thousand digits"""
    return Vector("record", "number-too-large", "[" + "9" * 5000 + "]")


def record_deep() -> Vector:
    """65 lists, one within the other"""
    return Vector("record", "too-deep", "[" * 65 + "]" * 65)


def record_very_deep() -> Vector:
    """two thousand lists, enough to exhaust many readers"""
    return Vector("record", "too-deep", "[" * 2000 + "]" * 2000)


def record_trailing_newline() -> Vector:
    """a newline at the end"""
    return Vector("record", "not-canonical-record", "{}\n")


def record_two() -> Vector:
    """two records, one after the other"""
    return Vector("record", "not-json", "{}{}")


def record_half_a_pair() -> Vector:
    """half of a surrogate pair as an escape"""
    return Vector("record", "half-a-pair", '"\\ud800"')


def record_not_utf_8() -> Vector:
    """a letter in Latin-1"""
    return Vector("record", "record-not-utf-8", b'"\xfc"')


def label_four_words() -> Vector:
    """the label of a head: its first 44 bits"""
    return Vector("label", "ok", HEAD, {"words": label(HEAD)})


def label_twelve_words() -> Vector:
    """what is compared by voice: the first 132 bits"""
    return Vector("label", "ok", HEAD, {"words": label(HEAD, 12)})


def label_first_and_last_word() -> Vector:
    """the ends of the list"""
    head = bytes.fromhex("001ffc007ff0") + bytes(26)
    return Vector("label", "ok", head, {"words": label(head)})


def _in_base64(text: str, change: object) -> str:
    """The second line of base64 changed."""
    lines = text.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if "BEGIN PBEM ENVELOPE" in line) + 2
    assert callable(change)
    lines[at] = change(lines[at].rstrip("\n")) + "\n"
    return "".join(lines)


def _padded_text() -> str:
    """A block whose base64 ends in padding."""
    text = _text()
    assert "=\n-----END" in text
    return text


MAKERS: list[Maker] = [
    make for name, make in list(globals().items()) if name.startswith(("armour_", "sheet_", "record_", "label_"))
]

"""HTML, format=flowed and character sets into plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.post.charsets import header_text, to_text
from pbem.post.flowed import unflow
from pbem.post.html_text import html_to_text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a<br>b<BR/>c", "a\nb\nc\n"),
        ("<p>a\n  b</p><p>c</p>", "a b\nc\n"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n"),
        ("<pre>a\n  b\n\nc</pre>d", "a\n  b\n\nc\nd\n"),
        ("a&nbsp;&lt;b&gt; &amp; &#252;&#xfc;", "a\u00a0<b> & üü\n"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>d", "> a\n> > b\n> c\nd\n"),
        ("<style>p {}</style><script>if (a < b) { c }</script><title>t</title>a", "a\n"),
        ("a<!-- b --><!--[if mso]>c<![endif]-->d<!-- e", "ad<!-- e\n"),
        ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b\n"),
        ("1 < 2 > 0", "1 < 2 > 0\n"),
        ("</blockquote></pre>a<b", "a<b\n"),
        ("&#99999999999999999999;&#x110000;a", "\ufffda\n"),
    ],
)
def test_html(source: str, text: str) -> None:
    assert html_to_text(source) == text


def test_html_with_the_lines_of_its_source() -> None:
    assert html_to_text("<div>a\n b</div>c", keep_breaks=True) == "a\n b\nc\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a \nb\nc", "a b\nc"),
        ("> a \n> b\nc", "> a b\nc"),
        (">> a \n> b", ">> a \n> b"),
        (" From x\n  y", "From x\n y"),
        ("a \n-- \nname", "a \n-- \nname"),
    ],
)
def test_flowed(source: str, text: str) -> None:
    assert unflow(source) == text


def test_flowed_with_blanks_deleted() -> None:
    assert unflow("ab \ncd \nef\n", delete_space=True) == "abcdef"


@given(st.binary(max_size=60), st.text(max_size=12))
def test_any_bytes_are_some_text(source: bytes, charset: str) -> None:
    assert isinstance(to_text(source, charset), str)


@pytest.mark.parametrize(
    ("source", "declared", "text"),
    [
        ("ü".encode(), "us-ascii", "ü"),
        (b"\xfc", "utf-8", "ü"),
        (b"\x93", None, "“"),
        (b"\x81", None, "\x81"),
        (b"\xa4", "iso-8859-15", "€"),
        (b"a-", "punycode", "a-"),
        (b"78", "hex", "78"),
        ("ab".encode("utf-16"), "utf-8", "ab"),
        (b"a\0b\0", None, "ab"),
    ],
)
def test_charsets(source: bytes, declared: str | None, text: str) -> None:
    assert to_text(source, declared) == text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=?utf-8?q?Z=C3=BCge?= =?iso-8859-1?q?_4?=", "Züge 4"),
        ("Z\udcc3\udcbcge", "Züge"),
        ("=?utf-8?b?a?=", "=?utf-8?b?a?="),
        ("=?utf-8?q?=1B[2J?=x\n y", "x y"),
        ("x" * 3_000, "x" * 197 + "..."),
    ],
)
def test_headers(raw: str, shown: str) -> None:
    assert header_text(raw) == shown

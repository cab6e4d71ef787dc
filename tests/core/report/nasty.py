"""Strings that hostile mails may carry, and documents and maps that carry one of them everywhere."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from report_samples import hex_map

from pbem.model.document import (
    Cite,
    Code,
    Column,
    DieRef,
    Document,
    Emphasis,
    Flow,
    Item,
    Items,
    LetteredOption,
    Paragraph,
    PlaceRef,
    Question,
    Row,
    Rows,
    Secret,
    Section,
    Strong,
    Table,
    UnitRef,
    Verbatim,
)
from pbem.model.picture import Picture

NASTY = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</title></svg><script>1</script>",
    "]]> <!-- --> <![CDATA[ &amp; &#60;",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07",
    "\x00\x08\x7f\x9b31m",
    "abc\u202edcba\u2066x\u2069\u200b\ufeff",
    "line\none\r\ntwo\u2028three\u0085four",
    "Z\u0336\u0337\u0338\u0339\u033a\u033b\u033cALGO",
    "[b]bold[/b] [url=http://a.example]x[/url] [/code] [/quote] [*]",
    "**bold** _it_ `code` [link](http://a.example) ![i](x)",
    "http://a.example www.a.example <http://a.example>",
    "- list",
    "1. list",
    "# head",
    "> quote",
    "| a | b |",
    "```\nfence",
    "~~~",
    "$ x $ #import \"a\" #read(\"/etc/passwd\") @ref <label> \\",
    "\") #eval(\"1\") (\"",
    "{{7*7}} ${7*7}",
    "\ud800 lone half",
    "\U000e0041\U000e0042 tags \u3164 filler",
    "x" * 300,
    "漢字" * 40,
    "&lt;b&gt;",
    "---",
    "    indented",
    "",
    " ",
)  # fmt: skip

ANY_TEXT = st.one_of(
    st.sampled_from(NASTY),
    st.text(alphabet=st.characters(), max_size=40),
    st.text(alphabet="[]()<>*_`#|~\\\"'&;:/.-+=$@!{}^ \n\tab1\x1b\u202e", max_size=40),
)


def hostile_document(text: str) -> Document:
    """A document that carries the text wherever text can stand."""
    spans = (
        text,
        Strong(text),
        Emphasis(text),
        Cite(text, text),
        DieRef(text),
        PlaceRef(text, text),
        UnitRef(text),
        Code(text),
    )
    table = Table((Column(text), Column("b", "right")), ((text, spans), (spans, text)), caption=text, notes=(spans,))
    question = Question(text, spans, (LetteredOption(text, spans),), text, text, spans, (spans,))
    return Document(
        title=text,
        tags=(text, text),
        subtitle=text,
        audience=text,
        lines=(text,),
        system="FO",
        blocks=(
            text,
            Paragraph(spans),
            Flow((text, spans)),
            Rows((Row(text, spans, (text,)),)),
            Items((Item(text, spans, (table,)),)),
            table,
            Verbatim(text, text),
            Section(text, spans, (question, Section(text, text, (text,)))),
            Secret(text, spans, (text, Verbatim(text))),
        ),
    )


def hostile_map(text: str) -> Picture:
    """The sample map with the text as every name."""
    picture = hex_map()
    return replace(
        picture,
        title=text,
        note=text,
        rebuilt=text,
        terrains=tuple(replace(terrain, name=text) for terrain in picture.terrains),
        forces=tuple(replace(force, name=text) for force in picture.forces),
        spaces=tuple(replace(space, name=text, label=text, row=text) for space in picture.spaces),
        lines=tuple(replace(line, name=text) for line in picture.lines[:1]),
        towns=tuple(replace(town, name=text, short=text, worth=text) for town in picture.towns),
        counters=tuple(
            replace(c, id=text, name=text, strength=text, size=text, short=text, marks=(text,), note=text)
            for c in picture.counters
        ),
        moves=tuple(replace(move, note=text) for move in picture.moves),
        battles=tuple(replace(battle, label=text, note=text) for battle in picture.battles),
    )

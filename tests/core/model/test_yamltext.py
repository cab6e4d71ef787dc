"""YAML as plain text: what was written comes back as it was written, and every fault has its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.model.problem import Problem, Where
from pbem.model.yamltext import MOST_PROBLEMS, Node, locate, plain, read
from pbem.model.yamltree import DEEPEST, MOST_NODES


def good(text: str) -> Node:
    node, problems = read(text, "a.yaml")
    assert problems == []
    assert node is not None
    return node


def faults(text: str) -> list[str]:
    return [f"{p.where}: {p.message}" for p in read(text, "a.yaml")[1]]


def test_every_scalar_stays_the_text_it_was() -> None:
    text = "0312: no\nat: 12:30\nodds: 3-1\nn: ~\ndate: 1944-12-16\nx: 0x1F\nf: 1e3\nq: '0101'\nempty:\n<<: on\n"
    assert plain(good(text)) == {
        "0312": "no",
        "at": "12:30",
        "odds": "3-1",
        "n": "~",
        "date": "1944-12-16",
        "x": "0x1F",
        "f": "1e3",
        "q": "0101",
        "empty": "",
        "<<": "on",
    }


def test_the_order_of_keys_is_kept() -> None:
    assert list(plain(good("b: 1\na: 2\nc: 3\n"))) == ["b", "a", "c"]  # type: ignore[call-overload]


def test_lists_and_mappings_in_both_ways_of_writing() -> None:
    text = "movement:\n  - 2/2SS: 1208 1307\n  - {if: 1409 held by allied, 9/2SS: hold}\nwith: [2 Pz, 26 VG]\n"
    assert plain(good(text)) == {
        "movement": [{"2/2SS": "1208 1307"}, {"if": "1409 held by allied", "9/2SS": "hold"}],
        "with": ["2 Pz", "26 VG"],
    }


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_change_nothing(newline: str, mark: str) -> None:
    node = good(mark + newline.join(["a:", "  b: 1", "  c: |", "    x", "    y", ""]))
    assert plain(node) == {"a": {"b": "1", "c": "x\ny\n"}}
    assert locate(node, ("a", "b")) == Where(file="a.yaml", line=2, column=6)


def test_places_of_what_a_pydantic_error_names() -> None:
    node = good("attacks:\n  - attack: 1812\n    with: [a, b]\n")

    def place(*loc: str | int, key: bool = False) -> str:
        return str(locate(node, loc, key=key))

    assert place() == "a.yaml:1:1"
    assert place("attacks", 0, "with", 1) == "a.yaml:3:15"
    assert place("attacks", 0, "with") == "a.yaml:3:11"
    assert place("attacks", 0, "with", key=True) == "a.yaml:3:5"
    assert place("attacks", 0, "with", "[key]") == "a.yaml:3:5"
    assert place("attacks", "function-after[check()]", 0, "Attack", "with", 1) == "a.yaml:3:15"
    assert place("attacks", 0, "target") == "a.yaml:2:5"  # missing: the mapping it should be in
    assert place("attacks", 7) == "a.yaml:2:3"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a:\n\tb: 1\n", "a.yaml:2:1: a tab at the start of the line"),
        ("a:\n  \t- b\n", "a.yaml:2:3: a tab at the start of the line"),
        ("movement:\n  2/2SS:1208\n  x: 1\n", 'a.yaml:2:8: no blank after the ":"'),
        ("a:b\nc: d\n", 'a.yaml:1:2: no blank after the ":"'),
        ("a: 1\n9:1208\nb: 2\n", 'a.yaml:2:2: no blank after the ":"'),
        ("-a\n-b\nc: d\n", 'a.yaml:2:1: no blank after the "-"'),
        ("a: 1\nfoo\nb: 2\n", 'a.yaml:2:1: no ":" after "foo"'),
        ("foo\nb: 2\n", 'a.yaml:1:1: no ":" after "foo"'),
        ("a: b: c\n", 'a.yaml:1:5: a second ":" in one line'),
        ("a: 1\n  b: 2\n", "a.yaml:2:1: the line is indented, but the line above already has its value"),
        ("a:\n    b: 1\n   c: 2\n", "a.yaml:3:4: the line does not fit to those above it"),
        ("  a: 1\nb: 2\n", "a.yaml:2:1: the line does not fit to those above it"),
        ("a: [1, 2\nb: 3\n", "a.yaml:1:4: [ is not closed, or a comma is missing in it"),
        ("a: {x: 1\nb: 3\n", "a.yaml:1:4: { is not closed, or a comma is missing in it"),
        ("a: ]\n", "a.yaml:1:4: ] does not belong here"),
        ("{a: b}}\n", "a.yaml:1:7: } does not belong here"),
        ("a: [[[", "a.yaml:1:7: the text ends before a bracket is closed"),
        ("a: 'open\nb: c\n", "a.yaml:1:4: a quote that is never closed"),
        ("a: 'x' y\n", "a.yaml:1:8: words after a closing quote"),
        ('a: "\\p"\n', "a.yaml:1:5: a backslash with a letter it cannot have"),
        ("a: @x\n", "a.yaml:1:4: nothing can begin with @"),
        ("a: *\n", "a.yaml:1:4: nothing can begin with * or & or !"),
        ("a: |x\n  t\n", "a.yaml:1:4: nothing can begin with | or >"),
        ("a: - b\n", "a.yaml:1:4: a list begins in the line of its name"),
        ("- a\nb: 1\n", 'a.yaml:2:1: the line belongs to a list, but does not begin with "- "'),
        ("a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document begins here"),
        ("%YAML 3.0\n---\na: 1\n", "a.yaml:1:1: nothing can begin with %"),
        ("[a]: b\n", "a.yaml:1:1: a list or a mapping where a name should stand"),
        ("a: !!int 3\n", "a.yaml:1:4: a tag, tag:yaml.org,2002:int"),
        ("a: !x 3\n", "a.yaml:1:4: a tag, !x"),
        ("x\0y: 1\n", "a.yaml:1:2: an invisible character, U+0000"),
        ("x: \x1b[31m\n", "a.yaml:1:4: an invisible character, U+001B"),
        ("x: a\u202eb\n", "a.yaml:1:5: an invisible character, U+202E right-to-left override"),
        ("x: \ud800\n", "a.yaml:1:4: an invisible character, U+D800"),
        ("- 2/2SS:\u00a01208\n", "a.yaml:1:9: an invisible character, U+00A0 no-break space"),
        ('x: "\\0"\n', "a.yaml:1:4: an escape that stands for an invisible character"),
        ("", "a.yaml: there is nothing in it but blanks and comments"),
        ("# only words\n", "a.yaml: there is nothing in it but blanks and comments"),
    ],
)
def test_a_fault_has_its_place_and_plain_words(text: str, fault: str) -> None:
    column = fault.replace("a.yaml:1:5: a backslash", "a.yaml:1:6: a backslash")  # one parser counts differently
    assert faults(text) in ([fault], [column])


def test_a_text_that_breaks_off_gives_no_data() -> None:
    assert read("a: 1\nb: [1\n", "a.yaml")[0] is None


def test_faults_that_do_not_stop_reading_are_told_all_at_once() -> None:
    text = "a: &x 1\nb: *x\na: 2\nc: {d: 1, d: 2}\ne: \u200b\n"
    assert faults(text) == [
        "a.yaml:1:4: an anchor, &x",
        "a.yaml:2:4: an alias, *x",
        'a.yaml:3:1: "a" a second time, first in line 1',
        'a.yaml:4:11: "d" a second time, first in line 4',
        "a.yaml:5:4: an invisible character, U+200B zero width space",
    ]
    node, _ = read(text, "a.yaml")
    assert node is not None
    assert plain(node) == {"a": "1", "b": "", "c": {"d": "1"}, "e": "\ufffd"}


def test_the_value_of_a_refused_key_is_read_and_dropped() -> None:
    node, problems = read("a: 1\na: {b: [1, 2], c: {d: 3}}\ne: 5\n", "a.yaml")
    assert node is not None
    assert (plain(node), len(problems)) == ({"a": "1", "e": "5"}, 1)


def test_tabs_are_told_line_by_line() -> None:
    assert faults("a:\n\tb: 1\n\tc: 2\n") == [
        "a.yaml:2:1: a tab at the start of the line",
        "a.yaml:3:1: a tab at the start of the line",
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_whatever_ends_them(newline: str) -> None:
    assert faults(newline.join(["a: 1", "b: x\x01", "c: *d"])) == [
        "a.yaml:2:5: an invisible character, U+0001",
        "a.yaml:3:4: an alias, *d",
    ]


def test_there_are_never_more_problems_than_help() -> None:
    assert len(read("\ta\x01\n" * 2 * MOST_PROBLEMS, "a.yaml")[1]) == MOST_PROBLEMS


def test_every_problem_is_of_one_kind_and_has_a_hint_where_one_helps() -> None:
    problem = read("a: @x\n", "a.yaml")[1][0]
    assert problem == Problem(
        kind="invalid",
        case="yaml",
        message="nothing can begin with @",
        hint="put the text in quotes",
        where=Where(file="a.yaml", line=1, column=4),
    )


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n" + "b: [*a, *a]\n" * 5000,
        "[" * 100_000,
        "- " * 50_000,
        "\0" * 100_000,
        "a: 1\n" * 20_000,
        "{" * 9999,
    ],
)
def test_bombs_end_in_a_few_problems(text: str) -> None:
    node, problems = read(text, "a.yaml")
    assert node is None or problems
    assert 0 < len(problems) <= MOST_PROBLEMS


def test_too_much_text_is_not_even_looked_at() -> None:
    node, problems = read("[" * 101, "a.yaml", limit=100)
    assert node is None
    assert [p.message for p in problems] == ["the text has 101 characters, at most 100 are read"]


def test_too_many_pieces_are_not_read_to_their_end() -> None:
    node, problems = read("[" + "a," * MOST_NODES + "]", "a.yaml")
    assert node is None
    assert [p.message for p in problems] == ["more than 100000 texts, lists and mappings"]


def test_nesting_is_allowed_as_deep_as_said() -> None:
    assert faults("[" * DEEPEST + "]" * DEEPEST) == []
    assert len(faults("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))) == 1


@settings(max_examples=300)
@given(st.text(alphabet=st.sampled_from("ab01 \n\t:-[]{},'\"#&*!|>%@?\\\0\ufeff\u2028\r\ud800~"), max_size=40))
def test_no_text_raises_and_every_fault_lies_within_the_text(text: str) -> None:
    node, problems = read(text, "a.yaml")
    assert node is not None or problems
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for problem in problems:
        assert problem.where.line <= lines
        assert "\n" not in problem.message + problem.hint
        (problem.message + problem.hint).encode()


texts = st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=12)


@given(
    st.recursive(
        texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    )
)
def test_whatever_was_written_in_quotes_comes_back(data: object) -> None:
    def written(value: object) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(map(written, value)) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{written(k)}: {written(v)}" for k, v in value.items()) + "}"
        return "'" + str(value).replace("'", "''") + "'"

    assert plain(good(written(data))) == data

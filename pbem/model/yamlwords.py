"""What a YAML parser complains of, in words that say what to look for.

The parser tells where it gave up; the mistake is often a line earlier.  So the words go by its complaint
and by the lines around that place.
"""

from __future__ import annotations

import re

import yaml

from pbem.model.records import frozen

NO_BLANK_AFTER_COLON = re.compile(r"""^(?P<before>\s*(?:- +)*[^\s:'"\[{#][^:'"\[{#]*):\S""")
KEY_AND_VALUE = re.compile(r"^\s*(?:- +)*[^\s#][^#]*?:\s+[^\s#|>&!]")
Told = tuple[int, int, str, str]  # line and column from 1, message, hint


@frozen
class _Fault:
    """A complaint with its two places: where the parser gave up, and where the thing at fault began."""

    lines: list[str]
    complaint: str
    about: str
    at: tuple[int, int]
    since: tuple[int, int]

    def line(self, number: int) -> str:
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def told(self, message: str, hint: str, at: tuple[int, int] | None = None) -> Told:
        line, column = at or self.at
        return line + 1, column + 1, message, hint


def in_plain_words(error: yaml.MarkedYAMLError, text: str) -> Told:
    """Line, column, message and hint for a complaint of the parser."""
    lines = text.split("\n")
    at = _inside(error.problem_mark, lines) or (0, 0)
    since = _inside(error.context_mark, lines) or at
    fault = _Fault(lines, error.problem or "", error.context or "", at, since)
    for words in (_character, _colon, _quote, _bracket, _list, _indent):
        if told := words(fault):
            return told
    return fault.told(f"not readable as YAML: {fault.complaint}", "put texts with signs of their own in quotes")


def _inside(mark: yaml.Mark | None, lines: list[str]) -> tuple[int, int] | None:
    """A mark as line and column from 0; one after the end of the text goes to the end of its last words."""
    if mark is None:
        return None
    if mark.line < len(lines) and (mark.column or lines[mark.line].strip()):
        return mark.line, mark.column
    words = [number for number, line in enumerate(lines[: mark.line + 1]) if line.strip()]
    return (words[-1], len(lines[words[-1]].rstrip())) if words else (0, 0)


def _character(fault: _Fault) -> Told | None:
    sign = fault.line(fault.at[0])[fault.at[1] : fault.at[1] + 1]
    if "tab" in fault.complaint.split() or (sign == "\t" and "cannot start any token" in fault.complaint):
        return fault.told("a tab where only blanks may stand", "indent with blanks, never with tabs")
    if "cannot start any token" in fault.complaint or sign == "%":
        return fault.told(f"nothing can begin with {sign}", "put the text in quotes")
    if "escape" in fault.complaint:
        hint = "use single quotes: in double quotes a backslash has a meaning of its own"
        return fault.told("a backslash with a letter it cannot have", hint)
    if "alias" in fault.about or "anchor" in fault.about or "tag" in fault.about:
        return fault.told("nothing can begin with * or & or !", "put the text in quotes", fault.since)
    if "block scalar" in fault.about:
        return fault.told("nothing can begin with | or >", "put the text in quotes", fault.since)
    return None


def _colon(fault: _Fault) -> Told | None:
    if "mapping values are not allowed" in fault.complaint:
        return _second_colon(fault)
    if "could not find expected ':'" in fault.complaint:
        return _no_blank(fault, fault.since[0]) or fault.told(
            f'no ":" after {_quoted(fault.line(fault.since[0]))}',
            "write the name, a colon and a blank",
            fault.since,
        )
    return None


def _second_colon(fault: _Fault) -> Told:
    """A colon came where the parser did not want one: why, the words before it tell."""
    number, column = fault.at
    if re.search(r":\s", fault.line(number)[:column]):
        hint = "put the text after the first colon in quotes, or begin a new line"
        return fault.told('a second ":" in one line', hint)
    above = next((n for n in range(number - 1, -1, -1) if fault.line(n).strip()), None)
    if above is None:
        return fault.told('a ":" that does not belong here', "put the text in quotes")
    if told := _no_blank(fault, above):
        return told
    if KEY_AND_VALUE.match(fault.line(above)):
        hint = "begin it under the first letter of its neighbours"
        return fault.told("the line is indented, but the line above already has its value", hint, (number, 0))
    hint = "write the name, a colon and a blank"
    return fault.told(f'no ":" after {_quoted(fault.line(above))}', hint, (above, _first_word(fault.line(above))))


def _no_blank(fault: _Fault, number: int) -> Told | None:
    if found := NO_BLANK_AFTER_COLON.match(fault.line(number)):
        return fault.told('no blank after the ":"', "write a blank after the colon", (number, found.end("before")))
    if re.match(r"\s*-[^\s-]", fault.line(number)):
        at = (number, _first_word(fault.line(number)))
        return fault.told('no blank after the "-"', "write a blank after the dash", at)
    return None


def _quote(fault: _Fault) -> Told | None:
    if "quoted scalar" in fault.about:
        return fault.told("a quote that is never closed", "close it, or put the text in the other quotes", fault.since)
    before = fault.line(fault.at[0])[: fault.at[1]].rstrip()
    if before.endswith(("'", '"')) and re.search("expected (key|<block end>)", fault.complaint):
        return fault.told("words after a closing quote", "put the whole text in quotes, or none of it")
    return None


def _bracket(fault: _Fault) -> Told | None:
    for kind, sign in (("flow sequence", "["), ("flow mapping", "{")):
        if kind in fault.about:
            hint = "close it, put a comma between its parts, and a blank after each colon"
            return fault.told(f"{sign} is not closed, or a comma is missing in it", hint, fault.since)
    sign = fault.line(fault.at[0])[fault.at[1] : fault.at[1] + 1]
    if "node content" in fault.complaint and sign == "":
        return fault.told("the text ends before a bracket is closed", "close every [ and {")
    if "node content" in fault.complaint or sign in ("]", "}"):
        return fault.told(f"{sign} does not belong here", "take it out, or put the text in quotes")
    return None


def _list(fault: _Fault) -> Told | None:
    if "sequence entries are not allowed" in fault.complaint:
        return fault.told("a list begins in the line of its name", 'begin "- " on a line of its own, or use [a, b]')
    if "block collection" in fault.about:
        return fault.told(
            'the line belongs to a list, but does not begin with "- "', "begin it with a dash and a blank"
        )
    if "keys are not allowed" in fault.complaint:
        return fault.told("nothing can begin with ? and a blank", "put the text in quotes")
    return None


def _indent(fault: _Fault) -> Told | None:
    if "document start" in fault.complaint or "block mapping" in fault.about:
        hint = "begin every line under the first letter of its neighbours, names with a colon and a blank"
        return fault.told("the line does not fit to those above it", hint)
    return None


def _first_word(line: str) -> int:
    return len(line) - len(line.lstrip())


def _quoted(line: str) -> str:
    words = line.strip()
    return f'"{words if len(words) <= 40 else words[:37] + "..."}"'

"""Standing orders: `retreat at 1308: ask`."""

from __future__ import annotations

import re

from pbem.model.names import did_you_mean, resolve_name
from pbem.model.problem import Problem, Where
from pbem.model.sheet import ASK, StandingOrder, Wish
from pbem.model.yamltext import Node
from pbem.sheets.form import SheetForm, TopicForm
from pbem.sheets.notes import MOST_PROBLEMS, Notes, fold, is_none, quoted, seen


def read_standing_orders(node: Node, form: SheetForm, notes: Notes) -> tuple[StandingOrder, ...]:
    """What a side wants done, topic by topic; `none` takes all of it back."""
    if is_none(node):
        return ()
    if not isinstance(node.value, dict):
        notes.add(node.where, f"standing: read {seen(node.value)}, wanted topics", "write TOPIC: words, one to a line")
        return ()
    orders: list[StandingOrder] = []
    for written, said in node.value.items():
        if notes.fatal >= MOST_PROBLEMS:
            break
        where = node.keys[written]
        topic, places = _topic(written, where, form, notes)
        wish = _wish(topic, said, notes) if topic else ""
        if topic is not None and places is not None:
            _once(topic, places, orders, where, notes)
            orders.append(StandingOrder(topic.name, wish, places, Where(line=where.line, column=where.column)))
    return tuple(orders)


def _topic(
    written: str, where: Where, form: SheetForm, notes: Notes
) -> tuple[TopicForm | None, tuple[str, ...] | None]:
    """The topic of `topic at PLACE, PLACE`, and the places."""
    words = " ".join(written.split())
    for topic in form.topics:
        name = "[ _-]".join(map(re.escape, fold(topic.name).split()))
        if fold(words) == fold(topic.name):
            return topic, ()
        if found := re.fullmatch(rf"{name} (?:at|from) (?P<places>.+)", words, re.IGNORECASE):
            return topic, _places(found["places"], topic, where, form, notes)
    topic_alone = re.split(r" (?:at|from) ", words)[0]
    notes.unknown(where, "no topic", topic_alone, [topic.name for topic in form.topics])
    return None, ()


def _places(words: str, topic: TopicForm, where: Where, form: SheetForm, notes: Notes) -> tuple[str, ...] | None:
    """The places named; None if one of them is not understood."""
    if topic.places is None:
        notes.add(where, f"{topic.name} holds everywhere, not at {quoted(words)} alone", f"write {topic.name}: ...")
        return None
    before, places = notes.fatal, []
    for word in filter(None, map(str.strip, words.split(","))):
        if notes.fatal >= MOST_PROBLEMS:
            break
        known = form.names.get(topic.places)
        place = word if known is None else resolve_name(word, known, topic.places)
        if isinstance(place, Problem):
            notes.take(place, where)
        else:
            places.append(place)
    if not words.strip(", "):
        notes.add(where, f"{quoted(words)} is no place")
    return tuple(dict.fromkeys(places)) if notes.fatal == before else None


def _once(topic: TopicForm, places: tuple[str, ...], orders: list[StandingOrder], where: Where, notes: Notes) -> None:
    """Two orders for one topic at one place would leave open which is meant."""
    for earlier in orders:
        if earlier.topic != topic.name or bool(earlier.places) != bool(places):
            continue
        shared = [place for place in places if place in earlier.places]
        if shared or not places:
            at = f" at {shared[0]}" if shared else ""
            message = f"{topic.name}{at} a second time, first in line {earlier.at.line}"
            notes.add(where, message, "say it once")
            return


def _wish(topic: TopicForm, node: Node, notes: Notes) -> Wish:
    """Words of the ruleset, a list of picks in order of preference, or `ask`."""
    if isinstance(node.value, list):
        for item in node.value:
            if not isinstance(item.value, str) or not item.value.strip():
                notes.add(item.where, f"{topic.name}: read {seen(item.value)} in a list of picks, wanted text")
        return tuple(" ".join(item.value.split()) for item in node.value if isinstance(item.value, str))
    words = " ".join(node.value.split()) if isinstance(node.value, str) else ""
    if not words:
        wanted = "words, a list of picks, or ask"
        notes.add(node.where, f"{topic.name}: read {seen(node.value)}, wanted {wanted}")
    elif words != ASK and (topic.misread is not None or words not in topic.words):
        _judge(topic, words, node.where, notes)
    return words


def _judge(topic: TopicForm, words: str, where: Where, notes: Notes) -> None:
    """The ruleset judges words, if it can: some on the topic's list, `toward HEX`, only say what may be written."""
    if topic.misread is not None:
        if (wrong := topic.misread(words)) is not None:
            notes.take(wrong, where, did_you_mean(words, (*topic.words, ASK)))
    elif topic.words:
        known = (*topic.words, ASK)
        notes.unknown(where, f"{topic.name}: it does not know", words, known)
    else:
        notes.add(where, f"{topic.name}: read {quoted(words)}, wanted a list of picks, or ask", f"write [{words}]")

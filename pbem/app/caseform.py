"""The form of a file of written cases, and how it is read."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from pbem.model.problem import Problem
from pbem.model.yamltext import Node, locate, plain, read

PLACED = "placed"
"""`only: placed`: what the position names stays in the game, and nothing else."""


class CaseForm(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class ExpectedQuestion(CaseForm):
    """Somebody is asked in the end."""

    side: str
    topic: str
    case: str = ""
    options: tuple[str, ...] | None = None


class Expectation(CaseForm):
    """What must come of a case.  What is not named may be anything, but for problems and questions."""

    events: tuple[tuple[str, str, dict[str, Any]], ...] = ()
    no_events: tuple[str, ...] = Field((), alias="no events")
    problems: tuple[tuple[str, str, str], ...] = ()
    check: tuple[tuple[str, str, str], ...] | None = None
    asks: tuple[ExpectedQuestion, ...] | None = None
    state: dict[str, Any] = {}
    secrets: dict[str, dict[str, Any]] = {}
    then: str = ""
    ending: dict[str, str] = {}

    @field_validator("events", mode="before", json_schema_input_type=list[str | dict[str, Any]])
    @classmethod
    def read_events(cls, events: Any) -> Any:
        """`5.2 Marched: {unit: 1 Foot}`, or `5.2 Marched` alone."""
        return [_event(event) for event in events] if isinstance(events, list) else events

    @field_validator("problems", "check", mode="before", json_schema_input_type=list[str | dict[str, str]] | None)
    @classmethod
    def read_problems(cls, problems: Any) -> Any:
        """`blue 5.4: must stop`: the side, the case, some of the words."""
        return [_problem(problem) for problem in problems] if isinstance(problems, list) else problems


def _event(event: Any) -> tuple[str, str, Any]:
    if isinstance(event, dict) and len(event) == 1:
        head, fields = next(iter(event.items()))
    else:
        head, fields = event, {}
    case, _, name = str(head).partition(" ")
    if not name:
        raise ValueError(f'an event is written "5.2 Marched: {{unit: 1 Foot}}", read {head!r}')
    return case, name, fields


def _problem(problem: Any) -> tuple[str, str, str]:
    text = ": ".join(next(iter(problem.items()))) if isinstance(problem, dict) and problem else str(problem)
    head, _, words = text.partition(": ")
    side, _, case = head.partition(" ")
    if not case:
        raise ValueError(f'a problem is written "blue 5.4: must stop", read {head!r}')
    return side, case, words


class Case(CaseForm):
    name: str
    line: int = 0
    proves: tuple[str, ...] = ()
    scenario: str = ""
    options: dict[str, str] = {}
    ground: dict[str, Any] = {}
    only: tuple[str, ...] = ()
    position: dict[str, Any] = {}
    secrets: dict[str, dict[str, Any]] = {}
    step: str = ""
    sheets: dict[str, str] = {}
    answers: tuple[tuple[str, str], ...] = ()
    standing: dict[str, str] = {}
    windows: dict[str, str] = {}
    silent: tuple[str, ...] = ()
    faces: dict[str, tuple[int, ...]] = {}
    queries: tuple[dict[str, Any], ...] = ()
    expect: Expectation = Expectation()

    @field_validator("only", mode="before", json_schema_input_type=str | list[str])
    @classmethod
    def read_only(cls, only: Any) -> Any:
        """`placed`, one name, or a list of them."""
        return [only] if isinstance(only, str) else only

    @field_validator("answers", mode="before", json_schema_input_type=list[dict[str, str | list[str]]])
    @classmethod
    def read_answers(cls, answers: Any) -> Any:
        """A list of `red retreat: 0603`, in the order in which they are asked for."""
        if not isinstance(answers, list):
            return answers
        pairs = [next(iter(answer.items())) for answer in answers if isinstance(answer, dict) and answer]
        return [(name, f"[{', '.join(text)}]" if isinstance(text, list) else text) for name, text in pairs]

    @field_validator("faces", mode="before", json_schema_input_type=dict[str, str | list[str]])
    @classmethod
    def read_faces(cls, faces: Any) -> Any:
        if not isinstance(faces, dict):
            return faces
        return {name: [face] if isinstance(face, str) else face for name, face in faces.items()}


class CaseFile(CaseForm):
    system: str
    cases: tuple[Case, ...]


def read_cases(text: str, file: str) -> tuple[CaseFile | None, list[Problem]]:
    """A file of cases, or everything that is wrong with its form."""
    node, problems = read(text, file)
    if node is None or problems:
        return None, problems
    try:
        return CaseFile.model_validate(_with_lines(node)), []
    except ValidationError as error:
        return None, [
            Problem(
                kind="invalid",
                case="case",
                message=f"{'.'.join(map(str, fault['loc']))}: {fault['msg'].removeprefix('Value error, ').lower()}",
                where=locate(node, fault["loc"]),
            )
            for fault in error.errors()
        ]


def _with_lines(node: Node) -> Any:
    """The plain data; every case learns the line it begins on."""
    data = plain(node)
    cases = node.value.get("cases") if isinstance(node.value, dict) else None
    if isinstance(data, dict) and cases is not None and isinstance(cases.value, list):
        for found, case in zip(cases.value, data["cases"], strict=True):
            if isinstance(case, dict):
                case["line"] = found.where.line
    return data

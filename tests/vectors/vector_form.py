"""The form of a vector file: short `key: value` lines, a blank line, then the bytes.  One file, one reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

Maker = Callable[[], "Vector"]
WIDTH = 64


@dataclass(frozen=True)
class Vector:
    """One case: what is done with the bytes, what must come of it, and what else is needed."""

    kind: str
    expect: str
    body: bytes | str = b""
    fields: dict[str, str] = field(default_factory=dict)
    what: str = ""

    @property
    def data(self) -> bytes:
        """The bytes; a text stands for its UTF-8."""
        return self.body if isinstance(self.body, bytes) else self.body.encode("utf-8")


def written(vector: Vector) -> str:
    """The text of a vector file."""
    is_text = isinstance(vector.body, str)
    head = {"what": vector.what, "kind": vector.kind, "expect": vector.expect, **vector.fields}
    lines = [f"{key}: {value}".rstrip() for key, value in head.items()]
    lines.append(f"body: {'text' if is_text else 'hex'}")
    return "\n".join(lines) + "\n\n" + (vector.body if isinstance(vector.body, str) else _hex_lines(vector.body))


def read(text: str) -> Vector:
    """The vector of such a text."""
    head, _, body = text.partition("\n\n")
    fields = {key: value.lstrip() for key, _, value in (line.partition(":") for line in head.splitlines())}
    what, kind, expect, form = (fields.pop(key) for key in ("what", "kind", "expect", "body"))
    return Vector(kind, expect, body if form == "text" else bytes.fromhex(body), fields, what)


def made(makers: list[Maker]) -> dict[str, str]:
    """Every file name with its text: the name is the function's, the reason its docstring."""
    files = {}
    for maker in makers:
        vector = maker()
        reason = (maker.__doc__ or "").strip()
        text = written(Vector(vector.kind, vector.expect, vector.body, vector.fields, reason))
        files[f"{maker.__name__}.txt"] = text
    return files


def write(folder: Path, makers: list[Maker]) -> None:
    """Write all files of a folder anew and take out those nobody makes."""
    store(folder, made(makers))


def store(folder: Path, files: dict[str, str]) -> None:
    """Write these files, and take out all others."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        if old.name not in files:
            old.unlink()
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8"))


def stored(folder: Path) -> dict[str, str]:
    """Every file of a folder with its text, line ends as they are."""
    return {path.name: path.read_bytes().decode("utf-8") for path in sorted(folder.glob("*.txt"))}


def _hex_lines(data: bytes) -> str:
    text = data.hex()
    return "".join(text[at : at + WIDTH] + "\n" for at in range(0, len(text), WIDTH))

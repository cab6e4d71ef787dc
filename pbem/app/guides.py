"""The documents that come with the program: guides, the protocol, programs to check by hand, schemas."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from pbem.model.errors import Refused, RulesBug
from pbem.model.names import did_you_mean

SEEN = "// 8. What is seen"
"""Where the verifier of `verify.html` ends."""
DOCUMENTS = ("docs/*.md", "GLOSSARY.md", "examples/*", "examples/*/README.md", "schemas/*.json")


def share() -> Path:
    """Where they lie: in the installed package, or in the project's own folder."""
    package = Path(str(files("pbem")))
    installed = package / "share"
    return installed if installed.is_dir() else package.parent


def documents() -> dict[str, Path]:
    """All of them but the schemas, by short name: `protocol`, `verify.html`."""
    found = [path for pattern in DOCUMENTS[:4] for path in sorted(share().glob(pattern)) if path.is_file()]
    return {name: path for path in found if (name := _short(path)) != "docs"}


def _short(path: Path) -> str:
    """What a README is about is called by its folder."""
    if path.name == "README.md":
        return path.parent.name
    return path.stem.lower() if path.suffix == ".md" else path.name


def document(name: str) -> Path:
    """One document by its name, with or without what it ends in."""
    known = documents()
    wanted = name.lower().removesuffix(".md").removeprefix("docs/").removeprefix("examples/")
    for guess in (wanted, f"guide-{wanted}"):
        if guess in known:
            return known[guess]
    raise Refused(f"no document {name!r}", did_you_mean(wanted, known) or f"there are: {', '.join(known)}")


def verifier() -> str:
    """The code by which `verify.html` verifies, without what it shows: there is no other copy of it."""
    program = document("verify.html").read_text(encoding="utf-8").partition("<script>")[2]
    core, seen, _ = program.partition(SEEN)
    if not seen:
        raise RulesBug("verify.html does not say where its verifier ends")
    return core.replace('"use strict";', "", 1).strip() + "\n"


def title(path: Path) -> str:
    """What a document is about: the first line that says so."""
    opens = {".md": "# ", ".py": '"""'}.get(path.suffix)
    lines = path.read_text(encoding="utf-8").splitlines() if opens else []
    marked = (line.strip(' #"') for line in lines if opens and line.startswith(opens))
    return next(marked, "the same in any browser, without a network")

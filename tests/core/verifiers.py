"""The two verifiers in `examples/` as tests use them: one imported by its path, one opened in a browser."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from browsing import launched, new_page

ROOT = Path(__file__).parents[2]
SCRIPT, PAGE = ROOT / "examples" / "verify.py", ROOT / "examples" / "verify.html"


def module_at(path: Path) -> ModuleType:
    """A module that lies in no package."""
    spec = importlib.util.spec_from_file_location(f"at_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def open_page(path: Path = PAGE, **more: Any) -> Iterator[Any]:
    """The page in a headless browser; skips where there is none.  It must ask for nothing and complain of nothing."""
    troubles: list[str] = []
    with launched() as browser:
        page = new_page(browser, **more)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda asked: troubles.append(asked.url) if not asked.url.startswith("file:") else None)
        page.goto(path.as_uri())
        yield page
    assert not troubles, troubles


@cache
def printed_by_script(book: Path) -> list[str]:
    """What `verify.py` prints about a book; its exit code says the same.  Asked once of each."""
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(book)], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    assert done.returncode == (0 if lines[-1].startswith("ok ") else 4)
    return lines


def printed_by_page(page: Any, book: Path, *, own: bool = False) -> list[str]:
    """What the page finds in a book, as it says `verify.py` prints it.  `own`: by its own arithmetic."""
    page.reload()
    if own:
        page.check("#own")
    page.set_input_files("#folder", book)
    page.wait_for_selector("#printed", state="attached")
    return str(page.locator("#printed").text_content()).splitlines()

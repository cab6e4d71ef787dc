"""The two verifiers in `examples/` as tests use them: one imported by its path, one opened in a browser."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT, PAGE = ROOT / "examples" / "verify.py", ROOT / "examples" / "verify.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


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
    driver = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install 'pbem[dev]'")
    found = next((browser for name in BROWSERS if (browser := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    troubles: list[str] = []
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS])
        page = browser.new_page(**more)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda asked: troubles.append(asked.url) if not asked.url.startswith("file:") else None)
        page.goto(path.as_uri())
        yield page
        browser.close()
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
    page.wait_for_selector("#printed", state="attached", timeout=60_000)
    return str(page.locator("#printed").text_content()).splitlines()

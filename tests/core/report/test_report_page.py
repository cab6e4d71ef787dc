"""The HTML page: complete in itself, allowed by its own policy, usable without sight or mouse."""

from __future__ import annotations

import base64
import hashlib
import re

from report_samples import hex_map, report

from pbem.model.document import Document, MapBlock, Section
from pbem.report import render

PAGE = str(render(report(), "html"))


def digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def test_the_policy_names_the_one_style_and_the_one_script() -> None:
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', PAGE)
    styles, scripts = re.findall(r"<style>(.*?)</style>", PAGE, re.S), re.findall(r"<script>(.*?)</script>", PAGE, re.S)
    assert len(policy) == len(styles) == len(scripts) == 1
    assert "default-src 'none'" in policy[0]
    assert f"style-src {digest(styles[0])}" in policy[0]
    assert f"script-src {digest(scripts[0])}" in policy[0]
    assert "unsafe" not in policy[0]


def test_nothing_is_loaded_from_elsewhere() -> None:
    addresses = set(re.findall(r"https?://[^\"' )<]+", PAGE))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\s(?:src|srcset|action|style|on\w+)=", PAGE)
    assert set(re.findall(r'href="(.)', PAGE)) == {"#"}
    assert "@import" not in PAGE


def test_landmarks_headings_and_targets() -> None:
    for element in ('<a class="skip" href="#report">', "<header>", "<nav aria-label=", '<main id="report">'):
        assert PAGE.count(element) == 1
    assert PAGE.count("<h1>") == 1
    ids = re.findall(r'\sid="([^"]+)"', PAGE)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', PAGE)) | set(re.findall(r'labelledby="([^"]+)"', PAGE)) <= set(ids)


def test_headings_go_one_step_deeper_at_a_time() -> None:
    nested = Document("T", (Section("A", "", (Section("B", "", (Section("C"),)),)), Section("D")))
    assert re.findall(r"<h(\d)", str(render(nested, "html"))) == ["1", "2", "3", "4", "2"]


def test_tables_name_their_rows_and_columns() -> None:
    combat = re.search(r"<table><caption>Meadow table</caption>.*?</table>", PAGE, re.S)
    assert combat
    assert combat[0].count('<th scope="col"') == 7
    assert combat[0].count('<th scope="row"') == 2


def test_two_maps_share_no_id() -> None:
    page = str(render(Document("T", (MapBlock(hex_map()), MapBlock(hex_map()))), "html"))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert page.count("<svg") == 2
    assert len(ids) == len(set(ids))

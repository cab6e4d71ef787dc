"""The page: one seat's report and the composer of its next sheet in one HTML file.  `render_page` is the door."""

from __future__ import annotations

from pbem.report.webpage.frame import render_page
from pbem.report.webpage.workplace import Workplace

__all__ = ["Workplace", "render_page"]

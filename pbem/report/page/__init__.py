"""The page: one seat's report and the composer of its next sheet in one HTML file.  `render_page` is the door."""

from __future__ import annotations

from pbem.report.page.desk import Desk
from pbem.report.page.layout import render_page

__all__ = ["Desk", "render_page"]

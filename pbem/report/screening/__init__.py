"""The replay: a whole game in one page that moves, and that proves itself.  `render_replay` is the door."""

from __future__ import annotations

from pbem.report.screening.proofs import Vouchers
from pbem.report.screening.stage import render_replay

__all__ = ["Vouchers", "render_replay"]

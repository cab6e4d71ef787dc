"""Players' sheets: from text to typed orders with their places, with all problems at once, and back to text.

What a sheet may say comes as a plain value, the SheetForm; nothing here knows a game or touches a file.
"""

from __future__ import annotations

from pbem.model.wording import DraftLine
from pbem.sheets.draft import draft
from pbem.sheets.form import PartForm, SheetForm, TopicForm, letters, passive
from pbem.sheets.legible import Legible, read_legible
from pbem.sheets.read import read_sheet, read_standing
from pbem.sheets.write import print_line, print_lines, print_sheet

__all__ = [
    "DraftLine",
    "Legible",
    "PartForm",
    "SheetForm",
    "TopicForm",
    "draft",
    "letters",
    "passive",
    "print_line",
    "print_lines",
    "print_sheet",
    "read_legible",
    "read_sheet",
    "read_standing",
]

"""What the page's script needs to know of what orders can say besides; what is empty is left out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pbem.model.detail import Detail, Extra
from pbem.report.clean import clean


def details_of(details: Iterable[Detail]) -> dict[str, Any]:
    """Each detail with the numbers of its extras, which some have in common, and the rows of places that these need."""
    rows: dict[tuple[str, ...], int] = {}
    extras: dict[str, int] = {}
    found = []
    for detail in details:
        told = [json.dumps(extra_of(extra, rows), separators=(",", ":")) for extra in detail.extras]
        found.append(
            {
                "part": detail.part, "field": detail.field, "within": detail.within, "several": detail.several,
                "extras": [extras.setdefault(one, len(extras)) for one in told],
            }
        )  # fmt: skip
    return {"each": found, "extras": [json.loads(one) for one in extras], "rows": [" ".join(row) for row in rows]}


def extra_of(extra: Extra, rows: dict[tuple[str, ...], int]) -> dict[str, Any]:
    """What it says; its weights as the number of a row of places, and a number for each place."""
    least = [rows.setdefault((*extra.least,), len(rows)), *extra.least.values()] if extra.least else []
    told = {
        "text": extra.text, "note": clean(extra.note), "places": extra.places, "units": extra.units, "at": extra.at,
        "allAt": extra.all_at, "company": extra.company, "least": least, "having": extra.having, "takes": extra.takes,
    }  # fmt: skip
    return {key: value for key, value in told.items() if value}

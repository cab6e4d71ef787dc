"""What the page's script needs to know of what orders can say besides; what is empty is left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.model.detail import Detail, Extra
from pbem.report.clean import clean


def details_of(details: Iterable[Detail]) -> list[dict[str, Any]]:
    return [
        {
            "part": detail.part, "field": detail.field, "within": detail.within, "several": detail.several,
            "extras": [extra_of(extra) for extra in detail.extras],
        }
        for detail in details
    ]  # fmt: skip


def extra_of(extra: Extra) -> dict[str, Any]:
    told = {
        "text": extra.text, "note": clean(extra.note), "places": extra.places, "units": extra.units, "at": extra.at,
        "allAt": extra.all_at, "company": extra.company, "least": dict(extra.least), "having": extra.having,
        "takes": extra.takes,
    }  # fmt: skip
    return {key: value for key, value in told.items() if value}

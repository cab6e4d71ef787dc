"""The models of a ruleset's data files: those that its own program reads them into.

By convention a ruleset has, somewhere in its package, a function without arguments that is annotated to return its
`Pack`; so nothing has to be declared twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pbem.engine.spec import RulesetSpec
from pbem.kit.data import Pack

GIVES_A_PACK = ({"return": "Pack"}, {"return": Pack})
"""The annotations of such a function, with and without postponed evaluation."""


def data_models(spec: RulesetSpec) -> dict[str, type[BaseModel]]:
    """Model by file name without its ending; files of one folder that are alike go by the folder's name."""
    models: dict[str, type[BaseModel]] = {}
    for opened in _packs(spec):
        for name in opened.data:
            kind = type(opened.take(object, name))
            if issubclass(kind, BaseModel):
                models[Path(name).parts[0].removesuffix(".yaml")] = kind
    return dict(sorted(models.items()))


def _packs(spec: RulesetSpec) -> list[Pack]:
    """What the functions that return a Pack give, each once."""
    openers: dict[int, Callable[[], Any]] = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if path is None or Path(path).parent != Path(spec.folder):
            continue
        for found in vars(module).values():
            if callable(found) and getattr(found, "__annotations__", {}) in GIVES_A_PACK:
                openers[id(found)] = found
    return [opener() for opener in openers.values()]

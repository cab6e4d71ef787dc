"""The models of a ruleset's data files: those that its own program reads them into."""

from __future__ import annotations

from pathlib import Path

from pbem.engine.spec import RulesetSpec
from pbem.model.formwork import Form


def data_models(spec: RulesetSpec) -> dict[str, type[Form]]:
    """Model by file name without its ending; files of one folder that are alike go by the folder's name."""
    files = spec.shelf.models if spec.shelf is not None else {}
    models = {Path(name).parts[0].removesuffix(".yaml"): kind for name, kind in files.items()}
    return {name: kind for name, kind in sorted(models.items()) if issubclass(kind, Form)}

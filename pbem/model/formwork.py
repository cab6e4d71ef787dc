"""Forms and what is said in them: pydantic's own to type checkers, and made when they are wanted to everybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import (
        AfterValidator,
        BaseModel,
        BeforeValidator,
        ConfigDict,
        Field,
        StringConstraints,
        field_validator,
        model_validator,
    )

    class Form(BaseModel):
        model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

        @classmethod
        def called(cls, name: str) -> str | None: ...
else:
    from pbem.model.lateforms import LateForm as Form
    from pbem.model.marks import (
        AfterValidator,
        BeforeValidator,
        Field,
        StringConstraints,
        field_validator,
        model_validator,
    )

__all__ = [
    "AfterValidator",
    "BeforeValidator",
    "Field",
    "Form",
    "StringConstraints",
    "field_validator",
    "model_validator",
]

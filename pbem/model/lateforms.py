"""Forms: what people fill in, a line of a sheet or a data file; they cost nothing until somebody judges by them.

To type checkers and in use a form is pydantic's `BaseModel`: its fields, `Field`, validators, `model_validate` and the
like.  What differs is when the work is done.  What people wrote is judged by pydantic, which is loaded for it then, by
a model of the same fields.  What the program wrote, and a signed book or a kept pack holds, is read by the types of the
fields and by the same validators, without pydantic: most commands judge nobody's typing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from operator import attrgetter
from typing import Any, ClassVar, Self

from pbem.model.errors import RulesBug
from pbem.model.formfields import FormField, fields_of, is_judged, judges_of, once_a_form, whole_of
from pbem.model.marks import as_list, exchanged, field_validator, model_validator
from pbem.model.strict import Unfit, Way, way_of

_put = object.__setattr__


class _FieldsOf:
    """The fields of a form by name; they are looked through when somebody asks."""

    def __get__(self, form: object, kind: type[LateForm]) -> Mapping[str, FormField]:
        return fields_of(kind)


class LateForm:
    """A form: nothing unknown in it, nothing changed later."""

    __slots__ = ("__dict__", "__pydantic_extra__", "__pydantic_fields_set__", "__pydantic_private__")

    model_config: ClassVar[dict[str, Any]] = {
        "frozen": True,
        "extra": "forbid",
        "populate_by_name": True,
        "allow_inf_nan": False,
        "defer_build": True,
    }
    model_fields: ClassVar[_FieldsOf] = _FieldsOf()

    @classmethod
    def called(cls, name: str) -> str | None:
        """By which other name a field goes that says none itself."""
        return None

    def __init_subclass__(cls, *, extra: str = "", **more: Any) -> None:
        """`extra="ignore"`: what it has no field for is left unread."""
        super().__init_subclass__(**more)
        if extra:
            cls.model_config = cls.model_config | {"extra": extra}
        for name, value in vars(cls).items():
            if type(value).__module__.startswith("pydantic"):
                raise RulesBug(f"{cls.__name__}.{name}: a form takes its validators and fields from where forms are")

    def __init__(self, /, **said: Any) -> None:
        """As somebody filled it in: judged."""
        if said or is_judged(type(self)):
            _adapter(type(self)).validator.validate_python(said, self_instance=self)
        else:
            _filled(self, {})

    @classmethod
    def model_validate(cls, said: Any, *, context: Any = None) -> Self:
        """As somebody filled it in: judged."""
        made: Self = _adapter(cls).validate_python(said, context=context)
        return made

    @classmethod
    def model_construct(cls, **said: Any) -> Self:
        """With these fields, which nobody judges."""
        made: Self = _filled(cls.__new__(cls), {_names(cls)[name]: value for name, value in said.items()})
        return made

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """The same with other values, which nobody judges."""
        fields = {name: getattr(self, name) for name in fields_of(type(self))}
        made: Self = _filled(self.__class__.__new__(self.__class__), {**fields, **update})
        return made

    def model_dump(
        self,
        *,
        mode: str = "python",
        by_alias: bool = False,
        exclude_defaults: bool = False,
        include: Collection[str] | None = None,
        exclude: Collection[str] = (),
    ) -> dict[str, Any]:
        """Its fields as plain data."""
        return {
            field.alias or name if by_alias else name: _plain(value, mode, by_alias, exclude_defaults)
            for name, field in fields_of(type(self)).items()
            if name not in exclude and (include is None or name in include)
            for value in [getattr(self, name)]
            if not (exclude_defaults and field.is_usual(value))
        }

    @classmethod
    def model_json_schema(cls, *, mode: Any = "validation") -> dict[str, Any]:
        made: dict[str, Any] = _adapter(cls).json_schema(mode=mode)
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """That of pydantic's own model of these fields; but what it makes is a form."""
        schema = handler.generate_schema(_model(cls))
        model = handler.resolve_ref_schema(schema)
        while model["type"] != "model":
            model = model["schema"]
        model["cls"] = cls
        return schema

    @classmethod
    def way_of_plain(cls) -> Way:
        """How it is read out of plain data that the program wrote."""
        return _way(cls)

    def __setattr__(self, name: str, value: object = None) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} never changes: {name}")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        values = _values(self.__class__)
        return self.__dict__ == other.__dict__ or values(self) == values(other)

    def __hash__(self) -> int:
        return hash(_values(self.__class__)(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields_of(type(self)))
        return f"{type(self).__name__}({shown})"

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        _put(self, "__dict__", state)


# a form with its fields


def _filled(form: Any, said: dict[str, Any]) -> Any:
    """The form with these fields, and the others as they are where nothing is said."""
    _put(form, "__dict__", whole_of(type(form))(said))
    return form


@once_a_form
def _names(kind: type[Any]) -> dict[str, str]:
    """What fields may be called, and what they are called here."""
    names = {name: name for name in fields_of(kind)}
    return {field.alias: name for name, field in fields_of(kind).items() if field.alias} | names


@once_a_form
def _values(kind: type[Any]) -> Any:
    names = tuple(fields_of(kind))
    return attrgetter(*names) if names else lambda form: ()


# judged by pydantic


@once_a_form
def _adapter(kind: type[Any]) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


@once_a_form
def _model(kind: type[Any]) -> Any:
    """A model of pydantic's with the same fields and validators."""
    from pydantic import create_model

    return create_model(
        kind.__name__,
        __config__=kind.model_config,
        __doc__=kind.__doc__,
        __module__=kind.__module__,
        __qualname__=kind.__qualname__,
        __validators__={name: judge.of(kind) for name, judge in judges_of(kind).items()},
        **{name: field.real() for name, field in fields_of(kind).items()},
    )


# read without it


@once_a_form
def _way(kind: Any) -> Way:
    """How plain data are read into a form: every field by its type and marks, then what judges all of it."""
    ways: dict[str, tuple[str, Way]] = {}
    judges = [judge for judge in judges_of(kind).values() if isinstance(judge, model_validator)]
    before = [judge.method.__get__(None, kind) for judge in judges if judge.before]
    after = [judge.method for judge in judges if not judge.before]
    wanted = {name for name, field in fields_of(kind).items() if field.is_required()}

    def read(plain: Any) -> Any:
        if type(plain) is not dict:
            raise Unfit("a mapping is wanted")
        if not ways:
            ways.update(_ways(kind))
        said = plain
        for judge in reversed(before):
            said = judge(said)
        made = {}
        for key, value in said.items():
            if key not in ways:
                if kind.model_config["extra"] == "ignore":
                    continue
                raise Unfit("there is no such field").within(key)
            name, way = ways[key]
            try:
                made[name] = way(as_list(value))
            except Unfit as error:
                raise error.within(key) from None
        for name in sorted(wanted - made.keys()):
            raise Unfit("is missing").within(name)
        form = _filled(kind.__new__(kind), made)
        for judge in after:
            form = judge(form)
        return form

    def guarded(plain: Any) -> Any:
        try:
            return read(plain)
        except Unfit:
            raise
        except ValueError as error:
            raise Unfit(str(error)) from None

    return guarded


def _ways(kind: Any) -> Iterator[tuple[str, tuple[str, Way]]]:
    """By everything that a field may be called: what it is called here, and how it is read."""
    judges = [judge for judge in judges_of(kind).values() if isinstance(judge, field_validator)]
    for name, field in fields_of(kind).items():
        hint = exchanged(field.hint, lambda one: kind if one is Self else one)
        way = field.told.around(way_of(hint))
        for judge in judges:
            if name in judge.said:
                way = judge.around_field(way, kind)
        for called in {name, field.alias or name}:
            yield called, (name, way)


# written as plain data


def _plain(value: Any, mode: str, by_alias: bool, exclude_defaults: bool) -> Any:
    if isinstance(value, LateForm):
        return value.model_dump(mode=mode, by_alias=by_alias, exclude_defaults=exclude_defaults)
    if isinstance(value, tuple | list):
        inner = [_plain(one, mode, by_alias, exclude_defaults) for one in value]
        return inner if mode == "json" else type(value)(inner)
    if isinstance(value, dict):
        return {key: _plain(one, mode, by_alias, exclude_defaults) for key, one in value.items()}
    if is_dataclass(value):
        told = [(each.name, getattr(value, each.name), each.default) for each in fields(value)]
        return {name: one for name, one, default in told if not (exclude_defaults and one == default)}
    return value

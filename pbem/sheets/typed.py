"""Lines given their types: from shapes to a ruleset's orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from pbem.model.names import Reading
from pbem.model.problem import Where
from pbem.model.records import mutable
from pbem.model.sheet import Order
from pbem.model.yamltext import Node, plain
from pbem.sheets.form import QUIET, SheetForm
from pbem.sheets.notes import MOST_PROBLEMS, Notes, is_none, seen
from pbem.sheets.shapes import Shape, in_place_of, orders_within, shapes_of

T = TypeVar("T", bound=Order)


@mutable(slots=False)
class LineReader:
    """Reads lines of orders.  Problems go into the notes; a line with problems is left out."""

    form: SheetForm
    notes: Notes
    reading: Reading
    planning: bool = False
    """The line stands under `ahead:`, where `if: quiet` has a meaning."""

    def lines(self, node: Node, kind: type[T]) -> tuple[T, ...]:
        """A list of lines, or one line, or none."""
        if is_none(node):
            return ()
        items = node.value if isinstance(node.value, list) else [node]
        return tuple(order for item in items for order in self.line(item, kind))

    def line(self, node: Node, kind: type[T]) -> list[T]:
        """One line of the sheet: several orders, if names are joined by +."""
        read = (self.order(shape, kind) for shape in shapes_of(node, kind, self.notes))
        return [order for order in read if order is not None]

    def one(self, shapes: list[Shape], kind: type[T], where: Where) -> T | None:
        """Where one order is wanted and no more."""
        if len(shapes) > 1:
            self.notes.add(where, "read several orders where one should stand", "write one name, without +")
        return self.order(shapes[0], kind) if len(shapes) == 1 else None

    def order(self, shape: Shape, kind: type[T]) -> T | None:
        """An order with its types; None if anything is wrong with it."""
        from pydantic import ValidationError  # loaded where there is typing to judge

        from pbem.sheets.complaints import complain

        before = self.notes.fatal
        if before >= MOST_PROBLEMS or self.notes.too_much(shape.fields.values(), shape.where):
            return None
        read = {key: self._field(shape, key, node) for key, node in shape.fields.items()}
        self._look_at_else(shape)
        data = {key: value for key, value in read.items() if value is not None}
        data["at"] = Where(line=shape.where.line, column=shape.where.column)
        try:
            order = kind.model_validate(data, context=self.reading)
        except ValidationError as error:
            told = read.keys() - data.keys()
            complain(error, shape, told, self.form.mark, self.notes)
            return None
        return order if self.notes.fatal == before else None

    def _field(self, shape: Shape, key: str, node: Node) -> Any:
        """What goes into one field; None if there is something wrong that has been told."""
        if key == "else":
            return self.one(in_place_of(shape, node, self.notes), shape.kind, node.where)
        if key in ("if", "unless"):
            return self.conditions(node)
        if key in orders_within(shape.kind):
            return self._orders_within(node, *orders_within(shape.kind)[key])
        return plain(node)

    def _orders_within(self, node: Node, kind: type[Order], several: bool) -> Any:
        inner = replace(self, planning=False)
        before = self.notes.fatal
        if several:
            orders = inner.lines(node, kind)
            return orders if self.notes.fatal == before else None
        return inner.one(shapes_of(node, kind, self.notes), kind, node.where)

    def conditions(self, node: Node) -> tuple[str, ...] | None:
        """The words after `if:` or `unless:`: one condition or a list of them."""
        items = node.value if isinstance(node.value, list) else [node]
        told = [" ".join(item.value.split()) if isinstance(item.value, str) else "" for item in items]
        before = self.notes.fatal
        for item, words in zip(items, told, strict=True):
            if not words:
                self.notes.add(item.where, f"read {seen(item.value)}, wanted a condition", "put one text after if:")
            elif words == QUIET and self.planning:
                continue
            elif words == QUIET:
                self.notes.add(item.where, "only plans ahead can be quiet", "other lines are played at once")
            elif (wrong := self.form.read_condition(words)) is not None:
                self.notes.take(wrong, item.where)
        return tuple(told) if self.notes.fatal == before else None

    def _look_at_else(self, shape: Shape) -> None:
        if "else" in shape.fields and not {"if", "unless"} & {*shape.fields}:
            where = shape.fields["else"].where
            message = "without if or unless the order after else is never given"
            self.notes.add(where, message, kind="doubtful")

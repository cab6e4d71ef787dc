"""Who goes through a set, as far as the text of a function shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

ORDERLESS = ("sorted", "len", "sum", "min", "max", "any", "all", "set", "frozenset")
"""What may be done with a set, or with a generator over one, without its order being seen."""


def walks_through_sets(tree: ast.AST) -> Iterator[ast.AST]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            yield from _walks(function, _set_names(function), _orderless(function))


def _walks(function: ast.FunctionDef, names: set[str], orderless: list[ast.expr]) -> Iterator[ast.AST]:
    for node in ast.walk(function):
        if isinstance(node, ast.For) and _is_set(node.iter, names):
            yield node
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp) and node not in orderless:
            yield from (node for part in node.generators if _is_set(part.iter, names))
        elif isinstance(node, ast.Call) and node.args and _is_set(node.args[0], names):
            called = ast.unparse(node.func)
            if called in ("list", "tuple", "next", "iter", "enumerate") or called.endswith(".join"):
                yield node


def _set_names(function: ast.FunctionDef) -> set[str]:
    """Names that are known to be sets: by annotation, or by what is assigned to them."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    names = {arg.arg for arg in arguments if arg.annotation is not None and _says_set(arg.annotation)}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _says_set(node.annotation):
            names.add(node.target.id)
        if isinstance(node, ast.Assign) and _is_set(node.value, names):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _orderless(function: ast.FunctionDef) -> list[ast.expr]:
    """What stands as an argument where no order is seen."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return [argument for call in calls if ast.unparse(call.func) in ORDERLESS for argument in call.args]


def _says_set(annotation: ast.expr) -> bool:
    return ast.unparse(annotation).split("[")[0] in ("set", "frozenset", "AbstractSet")


def _is_set(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).split("[")[0] in ("set", "frozenset")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, names) or _is_set(node.right, names)
    return isinstance(node, ast.Name) and node.id in names

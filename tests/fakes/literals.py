"""The names and literals in the source code of a module."""

import ast
from collections.abc import Iterator


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every identifier and literal of a module with its line, docstrings left out."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.keyword(arg=str(name)) | ast.alias(name=name, asname=None):
                yield getattr(node, "lineno", line), name
            case ast.alias(name=name, asname=str(other)):
                yield line, f"{name} {other}"
            case ast.ImportFrom(module=str(name)):
                yield line, name
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield line, text
            case ast.Constant(value=bytes(data)):
                yield line, data.decode("latin-1")

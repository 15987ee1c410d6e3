"""One template per IDL, which the codecs of all languages share."""

import re
from pathlib import Path

import pytest
from render.schemas import schema_of

from serbench.languages.go.lowering import PlainTags, lower_to_go
from serbench.languages.lowering import wire_names
from serbench.locations import CHECKOUT
from serbench.render.engine import render_folder
from serbench.render.idls import IDLS, idl_file, render_idl

_FILES = {idl_file(idl) for idl in IDLS} - {""}
_HEADER = re.compile(
    r'\{% extends "idls/\w+\.j2" %\}\n\{% block header %\}\n(?:(?!\{%).)*\{% endblock %\}\n', re.DOTALL
)


def context_of(idl: str) -> dict[str, object]:
    schema = schema_of(
        "message Item { int32 a = 1; oneof b { bool c = 2; } Kind d = 3; } enum Kind { X = 0; }"
    )
    return {"schema": lower_to_go(schema, PlainTags(), wire_names(idl, schema)), "workload": "items"}


def test_every_idl_but_avro_has_a_template() -> None:
    assert {idl: idl_file(idl) for idl in IDLS} == {
        "avro": "",
        "capnp": "message.capnp",
        "fbs": "message.fbs",
        "fbs_struct": "message.fbs",
        "proto": "message.proto",
        "proto2": "message.proto",
        "proto_cases": "message.proto",
        "proto_sint": "message.proto",
        "sbe": "message.xml",
        "thrift": "message.thrift",
    }
    assert idl_file("") == ""


def test_a_codec_without_an_idl_file_gets_none() -> None:
    assert render_idl("", {}) == render_idl("avro", {}) == {}


def test_the_file_declares_all_that_the_schema_has() -> None:
    (text,) = render_idl("proto", context_of("proto")).values()
    assert (
        text.partition("syntax = ")[2]
        == """"proto3";

package wire;

enum Kind {
  Kind_0 = 0;
}

message Item {
  int32 a = 1;
  oneof oneof_1 {
    bool c = 2;
  }
  Kind d = 3;
}

"""
    )


def test_a_codec_fills_the_header(tmp_path: Path) -> None:
    own = '{% extends "idls/thrift.j2" %}\n{% block header %}\nnamespace x wire\n{% endblock %}\n'
    (tmp_path / "message.thrift.j2").write_text(own)
    context = context_of("thrift")
    ((name, text),) = render_folder(tmp_path, context).items()
    (shared,) = render_idl("thrift", context).values()
    assert name == "message.thrift"
    assert text.replace("namespace x wire\n", "") == shared


@pytest.mark.parametrize(
    "path", [path for path in CHECKOUT.glob("*/codecs/*/*.j2") if path.stem in _FILES], ids=str
)
def test_a_codecs_idl_template_has_only_a_header(path: Path) -> None:
    assert _HEADER.fullmatch(path.read_text("utf-8"))

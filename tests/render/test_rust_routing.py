"""The code that is generated for a router changes objects as FORMAT.md, section 7, says."""

import shutil
import subprocess
from pathlib import Path

import pytest
from render.schemas import schema_of

from serbench.languages.routing import Routing, routing_steps
from serbench.languages.rust.lowering import PlainStyle, lower_to_rust
from serbench.languages.rust.sources import HARNESS
from serbench.render.engine import render_folder

BATCH = """
message Batch { string name = 1; map<int32, Item> left = 2; repeated Item items = 3; repeated Item more = 4;
                int64 last = 5; }
message Item { oneof which { int32 not_this = 1; Inner nor_this = 2; } Item next = 3; Inner inner = 4;
               int32 nor_that = 5; }
message Inner { repeated int64 numbers = 1; optional int32 maybe = 2; repeated Id type = 3; }
message Id { int64 self = 1; }
"""
MAIN = """
mod plain { include!("plain.rs"); }
use plain::{Batch, Id, Inner, Item};
use serbench_harness::Object;

fn item(numbers: &[i64]) -> Item {
    let ids = numbers.iter().map(|number| Id { self_: *number }).collect();
    Item { inner: Some(Inner { r#type: ids, ..Default::default() }), ..Default::default() }
}

fn numbers(batch: &Batch) -> Vec<Vec<i64>> {
    let of = |item: &Item| item.inner.iter().flat_map(|inner| &inner.r#type).map(|id| id.self_).collect();
    batch.items.iter().map(of).collect()
}

fn main() {
    let mut batch = Batch { name: "a".to_owned(), last: 7, ..Default::default() };
    batch.items = vec![item(&[i64::MAX, 4]), item(&[]), Item::default(), item(&[-1])];
    batch.more = vec![item(&[9])];
    batch.update_number();
    assert_eq!(numbers(&batch), [vec![i64::MIN, 5], vec![], vec![], vec![0]]);
    assert_eq!(batch.last, 7);

    let given = [vec![-1, 4], vec![], vec![5], vec![3]];
    let mut parts = Vec::new();
    for (by_number, expected) in [
        (false, [vec![vec![-1, 4], vec![3]], vec![vec![]], vec![vec![5]]]),
        (true, [vec![vec![-1, 4], vec![], vec![3]], vec![], vec![vec![5]]]),
    ] {
        batch.items = given.iter().map(|numbers| item(numbers)).collect();
        batch.split_into(&mut parts, 3, by_number);
        assert_eq!(parts.iter().map(numbers).collect::<Vec<_>>(), expected);
        assert!(batch.items.is_empty());
        assert!(parts.iter().all(|part| part.name == "a" && part.last == 7 && part.more.len() == 1));
    }
    assert!(Batch::HAS_NUMBER && Batch::HAS_BATCH && !Batch::IS_ENVELOPE);
}
"""


def routing_of(text: str) -> Routing:
    schema = schema_of(text)
    return routing_steps(schema, lower_to_rust(schema, PlainStyle()).messages)


def test_the_steps_lead_to_the_number_of_the_root_and_of_an_element() -> None:
    text = "message A { repeated B b = 1; int32 c = 2; } message B { C c = 1; } message C { int64 d = 1; }"
    routing = routing_of(text)
    assert [level.step.name for level in routing.number] == ["b", "c", "d"]
    assert routing.batch is not None
    assert routing.batch.name == "b"
    assert [level.step.name for level in routing.key] == ["c", "d"]
    first = routing.number[0]
    assert ([*first.before], [step.name for step in first.behind], first.below) == ([], ["c"], 1)
    assert routing.payload is None


def test_a_schema_may_have_nothing_to_change() -> None:
    assert routing_of("message A { string a = 1; optional int32 b = 2; }") == Routing(
        (), None, (), None, None
    )


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not here")
def test_rendered_objects_are_updated_and_split(tmp_path: Path) -> None:
    schema = schema_of(BATCH)
    lowered = lower_to_rust(schema, PlainStyle())
    routing = routing_steps(schema, lowered.messages)
    about = {"codec": '""', "workload": '""', "libraries": (), "compiler": '""', "flags": '""'}
    context = {"schema": lowered, "routing": routing, "study_key": None, "workload": "batch", "about": about}
    (tmp_path / "plain.rs").write_text(render_folder(HARNESS, context)["plain.rs"])
    (tmp_path / "main.rs").write_text(MAIN)
    common = ("--edition=2021", "--out-dir", str(tmp_path))
    run("rustc", *common, "--crate-type=rlib", "--crate-name=serbench_harness", f"{HARNESS}/src/lib.rs")
    library = f"serbench_harness={tmp_path / 'libserbench_harness.rlib'}"
    run("rustc", *common, "-A", "warnings", "--extern", library, str(tmp_path / "main.rs"))
    run(str(tmp_path / "main"))


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

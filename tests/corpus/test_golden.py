import json
from typing import Any

import pytest
from corpus.tours import TOURS, tour
from golden.make import FOLDER, golden

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import UNITS
from serbench.corpus.touch import MASK, Touch
from serbench.schema.access import access_plans


def _stored(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", TOURS)
def test_the_reference_still_gives_the_golden_vectors(name: str) -> None:
    stored, made = _stored(name), golden(tour(name))
    assert {key: stored[key] for key in stored if key != "each"} == {
        key: made[key] for key in made if key != "each"
    }
    for index, (old, new) in enumerate(zip(stored["each"], made["each"], strict=True)):
        assert old == new, f"object {index} of {name}"


@pytest.mark.parametrize("name", TOURS)
def test_what_is_read_from_the_golden_bytes_gives_the_golden_sums(name: str) -> None:
    schema = tour(name).schema
    encoder, decoder = Encoder(schema), Decoder(schema)
    whole = [each for each in _stored(name)["each"] if "hex" in each]
    assert whole and access_plans(schema)
    for each in whole:
        data = bytes.fromhex(each["hex"])
        obj = decoder.decode(data)
        assert encoder.encode(obj) == data
        for plan in access_plans(schema):
            for unit in UNITS:
                assert Touch(schema, plan, unit)(obj) == each["touch"][unit][plan.name]


@pytest.mark.parametrize("name", TOURS)
def test_the_sums_of_a_corpus_are_those_of_its_objects(name: str) -> None:
    stored = _stored(name)
    assert set(stored["touch"]) == set(UNITS) and all(stored["touch"].values())
    for unit, by_plan in stored["touch"].items():
        for plan, total in by_plan.items():
            assert sum(each["touch"][unit][plan] for each in stored["each"]) & MASK == total


def test_the_vectors_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.json")) < 1_000_000

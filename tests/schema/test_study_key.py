"""The schemas that have the fields by which the complex-object study sorts its tweets."""

import pytest
from corpus.tours import schema_of

from serbench.corpus.workload import find_workloads
from serbench.schema.study_key import study_fields

TWEET = """message T { int64 id = 1; string text = 2; Quote quoted_status = 3; T retweeted_status = 4;
    uint32 retweet_count = 5; }
    message Quote { bool seen = 1; string text = 2; }"""


def test_the_fields_are_found_in_the_root_and_below_it() -> None:
    schema = schema_of(TWEET)
    found = study_fields(schema)
    assert found is not None
    assert (found.text, found.retweet_count) == (
        schema.message("p.T").members[1],
        schema.message("p.T").members[4],
    )
    assert found.quoted_text is schema.message("p.Quote").members[1]
    assert (found.quoted.name, found.retweeted.name) == ("quoted_status", "retweeted_status")


@pytest.mark.parametrize(
    ("was", "other"),
    [
        ("int64 id = 1; string text = 2", "int64 id = 1; bytes text = 2"),
        ("string text = 2; Quote", "optional string text = 2; Quote"),
        ("Quote quoted_status", "repeated Quote quoted_status"),
        ("Quote quoted_status", "string quoted_status"),
        ("bool seen = 1; string text", "bool seen = 1; string words"),
        ("uint32 retweet_count", "double retweet_count"),
        ("T retweeted_status", "T retweeted"),
        ("string text = 2; Quote quoted_status = 3", "oneof o { string text = 2; } Quote quoted_status = 3"),
    ],
)
def test_fields_of_another_form_are_not_those(was: str, other: str) -> None:
    assert was in TWEET
    assert study_fields(schema_of(TWEET.replace(was, other))) is None


def test_tweets_have_them_and_other_workloads_have_not() -> None:
    schemas = {workload.name: workload.schema for workload in find_workloads(("tweet", "record", "nested"))}
    assert {name for name, schema in schemas.items() if study_fields(schema)} == {"tweet"}

"""The key by which the complex-object study sorts its tweets, as steps (FORMAT.md, section 8). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.languages.routing import HasSteps, steps_by_member
from serbench.languages.steps import Step
from serbench.schema.model import Schema
from serbench.schema.study_key import study_fields


@dataclass(frozen=True, slots=True)
class StudyKey:
    """The steps of ``serbench.schema.study_key.StudyFields``."""

    text: Step
    quoted: Step
    quoted_text: Step
    retweeted: Step
    retweet_count: Step


def study_key_steps(schema: Schema, lowered: Sequence[HasSteps]) -> StudyKey | None:
    """The study key of a schema whose messages were lowered in its order; None where it has no such key."""
    fields, steps = study_fields(schema), steps_by_member(schema, lowered)
    if fields is None:
        return None
    return StudyKey(
        steps[schema.root, fields.text.name],
        steps[schema.root, fields.quoted.name],
        steps[fields.quoted.type.name, fields.quoted_text.name],
        steps[schema.root, fields.retweeted.name],
        steps[fields.retweeted.type.name, fields.retweet_count.name],
    )

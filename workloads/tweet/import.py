"""Statuses of Twitter's API v1.1 as this workload's schema holds them.

Unknown members are left alone: whoever reads the result leaves them out. What the API sets to null stays
null.
"""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]


def canonical(document: Any) -> Any:
    """The status with its inner statuses; anything but an object is given back as it is."""
    if not isinstance(document, dict):
        return document
    status = dict(document)
    retweet = status.get("current_user_retweet")
    if isinstance(retweet, dict):
        status["current_user_retweet"] = retweet.get("id")
    if isinstance(status.get("user"), dict):
        status["user"] = _user(status["user"])
    if isinstance(status.get("place"), dict):
        status["place"] = _place(status["place"])
    for inner in ("quoted_status", "retweeted_status"):
        if inner in status:
            status[inner] = canonical(status[inner])
    return status


def _user(user: JSON) -> JSON:
    """The links of a description lie in the user itself."""
    entities = user.get("entities")
    description = entities.get("description") if isinstance(entities, dict) else None
    urls = description.get("urls") if isinstance(description, dict) else None
    return user if urls is None else {**user, "description_url_entities": urls}


def _place(place: JSON) -> JSON:
    """Rings and positions are messages, as no list holds lists."""
    box = place.get("bounding_box")
    if not isinstance(box, dict) or not isinstance(box.get("coordinates"), list):
        return place
    rings = [
        {"positions": [{"values": position} for position in ring]} if isinstance(ring, list) else ring
        for ring in box["coordinates"]
    ]
    return {**place, "bounding_box": {**box, "coordinates": rings}}

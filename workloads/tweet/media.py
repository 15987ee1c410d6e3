"""The pictures and videos of a tweet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workloads.tweet.fields import Fields

JSON = dict[str, Any]

# Pixels of the pictures as they were sent.
PICTURES = (
    (1200, 675),
    (2048, 1536),
    (960, 1280),
    (1080, 1080),
    (1536, 2048),
    (720, 1280),
    (1200, 1200),
    (640, 360),
)
SIDES = (("small", 680), ("medium", 1200), ("large", 2048))
VARIANTS = (
    (256_000, "video/mp4", "mp4"),
    (832_000, "video/mp4", "mp4"),
    (2_176_000, "video/mp4", "mp4"),
    (0, "application/x-mpegURL", "m3u8"),
)


def _sizes(width: int, height: int) -> JSON:
    """The sizes in which Twitter offers a picture: each fits a square, and none is enlarged."""
    sizes: JSON = {"thumb": {"w": 150, "h": 150, "resize": "crop"}}
    longest = max(width, height)
    for name, side in SIDES:
        fitted = min(side, longest)
        sizes[name] = {"w": width * fitted // longest, "h": height * fitted // longest, "resize": "fit"}
    return sizes


SIZES = [_sizes(width, height) for width, height in PICTURES]


class Media:
    """Draws MediaEntity objects."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def photo(self, status: JSON, ms: int) -> JSON:
        """A photo of a status, without its indices."""
        fields, place = self._fields, f"{status['user']['screen_name']}/status/{status['id']}"
        return {
            "type": "photo",
            "url": fields.link(),
            "display_url": f"pic.twitter.com/{fields.letters(10)}",
            "expanded_url": f"https://twitter.com/{place}/photo/1",
            "sizes": fields.pick(SIZES),
            **self._picture(ms),
        }

    def gallery(self, photo: JSON, ms: int) -> list[JSON]:
        """The media of the extended_entities of a tweet with this photo: all its pictures, or its video.

        The study counts as many sizes as there are media in entities, so that these here have none.
        """
        again = {name: value for name, value in photo.items() if name != "sizes"}
        if self._fields.chance() < 0.25:
            return [{**again, **self._film()}]
        more = self._fields.pick((0, 0, 0, 0, 0, 1, 1, 2, 3))
        return [again, *({**again, **self._picture(ms)} for _ in range(more))]

    def _picture(self, ms: int) -> JSON:
        """The fields in which the pictures of one tweet differ."""
        id_ = self._fields.recent_id(ms)
        url = f"pbs.twimg.com/media/{self._fields.letters(14)}.jpg"
        names = {"media_url": f"http://{url}", "media_url_https": f"https://{url}"}
        return {"id": id_, "id_str": str(id_), **names}

    def _film(self) -> JSON:
        """The fields in which a video differs from a photo."""
        fields = self._fields
        place = f"https://video.twimg.com/ext_tw_video/{fields.bits(59)}/pu"
        variants = [
            {"bitrate": rate, "content_type": kind, "url": f"{place}/{fields.letters(16)}.{end}"}
            for rate, kind, end in VARIANTS
        ]
        film: JSON = {
            "type": "video",
            "video_info": {
                "aspect_ratio": fields.pick(([16, 9], [9, 16], [1, 1])),
                "duration_millis": 1000 + fields.number(17),
                "variants": variants,
            },
        }
        if fields.chance() < 0.3:
            film["additional_media_info"] = {
                "title": fields.title(),
                "description": f"{fields.title()}, {fields.title()}",
                "embeddable": fields.chance() < 0.9,
                "monetizable": fields.chance() < 0.3,
            }
        return film

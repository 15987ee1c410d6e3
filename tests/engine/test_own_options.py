"""The options that name a user's data again."""

from pathlib import Path

from serbench.engine.own_options import OwnData, data_words
from serbench.terminal.options import OwnDataOptions


def words(data: str, **options: object) -> str:
    return " ".join(OwnData(data, OwnDataOptions(**options), "", ()).words)  # type: ignore[arg-type]


def test_a_command_has_each_option_of_data_again_and_no_place_of_the_users() -> None:
    assert words("/home/me/orders.jsonl") == "--data FILE"
    assert words("-", data_format="csv", message_field="kind") == (
        "--data FILE --data-format csv --message-field kind"
    )
    given = words(
        "/home/me/o.jsonl",
        schema=Path("/home/me/shop.avsc"),
        message="shop.Order",
        import_paths=(Path("/home/me/a"), Path("/home/me/b")),
        without=("user.address", "note"),
        relaxed=True,
        bytes_text="hex",
    )
    assert given == (
        "--data FILE --schema FILE.avsc --message shop.Order --bytes hex --proto-path DIR --proto-path DIR"
        " --without user.address --without note --relaxed"
    )
    drawn = words("", schema=Path("a.proto"), synthesize=40, distribution="list=1-9")
    assert drawn == "--schema FILE.proto --synthesize 40 --distribution list=1-9"


def test_a_run_that_recorded_no_options_had_at_least_data() -> None:
    assert data_words({"family": ""}) == ("--data", "FILE")

"""An honest runner that takes twice the time."""

from fakes.honest import Honest, start


class Dawdler(Honest):
    def say(self, tag: str, **fields: object) -> None:
        for name in ("cpu_ns", "wall_ns"):
            if name in fields:
                fields[name] = 2 * int(str(fields[name]))
        super().say(tag, **fields)


if __name__ == "__main__":
    start(Dawdler)

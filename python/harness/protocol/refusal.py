"""The sentence of an error line: the request cannot be served at all."""


class RequestError(Exception):
    """A request that is refused; its text is one sentence."""


def refuse(sentence: str) -> RequestError:
    """The refusal with this sentence, to be raised."""
    return RequestError(sentence)


def refuse_file(path: str, why: str) -> RequestError:
    """The refusal of a file that is not there, cannot be written, or is not what it should be."""
    return RequestError(f"The file {path} {why}.")


def because(fault: OSError) -> str:
    """What the system says of a fault."""
    return fault.strerror or str(fault)

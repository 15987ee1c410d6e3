"""Names from a schema made safe for Java."""

from serbench.render.idl import ReservedWords

_KEYWORDS = frozenset(
    """abstract assert boolean break byte case catch char class const continue default do double else enum
    extends final finally float for goto if implements import instanceof int interface long native new
    package private protected public return short static strictfp super switch synchronized this throw throws
    transient try void volatile while true false null _ var yield record sealed permits""".split()
)

# The first parts of the qualified names in rendered code: a variable or type of such a name would hide them.
_PACKAGES = frozenset({"java", "plain", "serbench", "codec", "com", "org", "io"})

# A class file is named by up to three of these names, and file systems allow 255 bytes.
_LONGEST = 70


def java_identifier(name: str) -> str:
    """The name as a Java identifier that is neither a keyword nor hides a package; one that is too long for a
    file name is cut."""
    if name in _KEYWORDS or name in _PACKAGES:
        return name + "_"
    return name if len(name) <= _LONGEST else name[:_LONGEST] + "_"


# Annotations of java.lang, which annotation processors write without their package into the code that
# they generate next to the plain types.
_ANNOTATIONS = frozenset("Deprecated FunctionalInterface Override SafeVarargs SuppressWarnings".split())


def java_class_name(name: str) -> str:
    """The name of a message or enum as that of a plain type."""
    return f"{name}_" if name in _ANNOTATIONS else java_identifier(name)


def java_type_name(name: str) -> str:
    """The name of a field or oneof as that of a type: ``int_value`` becomes ``IntValue``."""
    words = [word for word in name.split("_") if word]
    joined = "".join(word[0].upper() + word[1:] for word in words)
    return java_identifier(joined if joined[:1].isalpha() else f"N{joined}")


# What generated Java cannot have as the name of a field or of a type: keywords, members of every object,
# packages that a field would hide, and classes of java.lang and java.util.
RESERVED = ReservedWords(
    fields=_KEYWORDS
    | frozenset("get_class getclass hash_code java notify notify_all org to_string wait".split()),
    types=frozenset(
        """Boolean Byte Class Double Enum Error Exception Float Integer Iterable List Long Map Math Number
        Object Override Short String System Thread Throwable Void""".split()
    ),
)

"""Names from a schema made safe for Rust."""

from serbench.render.idl import ReservedWords

# Keywords of every edition, the reserved ones included; those in _NEVER_RAW have no raw form.
RUST_KEYWORDS = frozenset(
    """abstract as async await become box break const continue do dyn else enum extern false final fn for gen
    if impl in let loop macro match mod move mut override priv pub ref return static struct trait true try
    type typeof unsafe unsized use virtual where while yield""".split()
)
_NEVER_RAW = frozenset(("crate", "self", "super", "Self", "_"))

_PRELUDE_VARIANTS = frozenset(("Err", "None", "Ok", "Some"))

ROOT_ALIAS = "SerbenchRoot"


def rust_identifier(name: str) -> str:
    """The name as a Rust identifier, raw where it is a keyword and altered where even that is refused, where
    it is the name that every runner gives to its root type, or where no variable can have it, as a derive may
    want."""
    if name in RUST_KEYWORDS:
        return f"r#{name}"
    if name in _NEVER_RAW or name in _PRELUDE_VARIANTS or name == ROOT_ALIAS:
        return f"{'n' if name == '_' else name}_"
    return name


def rust_variant(name: str) -> str:
    """The name as that of an enum's variant, altered where it is a keyword: derives make other names of it by
    adding to it, which a raw one does not survive."""
    return f"{name}_" if name in RUST_KEYWORDS else rust_identifier(name)


# Names that library derives may use without a path, and that a type of the same name would shadow.
_COMMON_TYPES = frozenset(
    """bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
    alloc core std AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err
    ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator Hash Into IntoIterator Iterator None Ok Option
    Ord PartialEq PartialOrd Result Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin
    Vec""".split()
)


def rust_type_name(name: str) -> str:
    """The name as the identifier of a type: one that shadows neither a primitive nor the prelude."""
    return f"{name}_" if name in _COMMON_TYPES else rust_identifier(name)


# What generated Rust cannot have as the name of a field or of a type; modules are called like types, in lower
# case.
RESERVED = ReservedWords(
    fields=RUST_KEYWORDS | {"clone", "crate", "raw", "self", "super"},
    types=frozenset(word.capitalize() for word in RUST_KEYWORDS)
    | frozenset("Default Err None Ok Option Result Self Some String Vec".split()),
)

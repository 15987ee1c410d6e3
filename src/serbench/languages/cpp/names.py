"""Names from a schema made safe for C++."""

import re

from serbench.render.idl import ReservedWords

CPP_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t
    class compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield
    decltype default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if import inline int long module mutable namespace new noexcept not not_eq nullptr operator or or_eq
    private protected public register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename
    union unsigned using virtual void volatile wchar_t while xor xor_eq final override""".split()
)

# Macros in lower case that the C library, POSIX headers or compilers define; those in upper case are
# recognised by their shape.
LOWER_CASE_MACROS = frozenset(
    """alloca assert bool clrbit complex environ errno howmany htonl htons i386 imaginary isclr isfinite
    isgreater isinf isless isnan isnormal isset isunordered linux major makedev math_errhandling minor
    noreturn ntohl ntohs offsetof powerof2 roundup setbit setjmp sigsetjmp signbit stderr stdin stdout unix
    va_arg va_copy va_end va_start""".split()
)


def cpp_identifier(name: str) -> str:
    """The name as a C++ identifier that is neither a keyword nor likely to be a macro.

    A name without a lower-case letter may be a macro (NULL, EOF, BIG_ENDIAN), and one that begins
    with an underscore or holds two in a row belongs to the implementation.
    """
    risky = (
        name in CPP_KEYWORDS
        or name in LOWER_CASE_MACROS
        or name == name.upper()
        or name.startswith("_")
        or "__" in name
    )
    if not risky:
        return name
    collapsed = re.sub("__+", "_", name).rstrip("_")
    return ("n" if collapsed.startswith("_") or not collapsed else "") + collapsed + "_"


# What generated C++ cannot have as the name of a field or of a type.
RESERVED = ReservedWords(
    fields=CPP_KEYWORDS | LOWER_CASE_MACROS | {"std", "string"},
    types=frozenset({"Cxx"}),
)

"""The package of Go."""

from serbench.languages.language import Colours, Language
from serbench.locations import CHECKOUT
from serbench.render.idl import ReservedWords
from serbench.toolchain.requirements import Requirement

# Since this release a module pins the tools that its code is generated with.
_LEAST = (1, 24)
_INSTALL = "curl -sSfL https://go.dev/dl/go1.26.8.linux-amd64.tar.gz | sudo tar -C /usr/local -xz"
# What changes the garbage collector and the scheduler of every program.
_READ_BY_RUNTIME = ("GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG", "GOTRACEBACK", "GOEXPERIMENT", "GORACE")
# What libraries read.
_READ_BY_LIBRARIES = ("GOPROTODEBUG", "GOLANG_PROTOBUF_*")


LANGUAGE = Language(
    name="go",
    title="Go",
    aliases=("golang",),
    project_file="go.mod",
    folder=CHECKOUT / "go",
    takes_libraries="a module's folder",
    colours=Colours(light="#00a4b0", dark="#63dffe", terminal="cyan"),
    shape="diamond",
    requirements=(
        Requirement(
            "compiler",
            ("go", "/usr/local/go/bin/go"),
            ((r"go version go(\d+\.\d+(?:\.\d+)?)", _LEAST),),
            (),
            command=_INSTALL,
            version_option="version",
        ),
    ),
    counts_allocations=True,
    collects_garbage=True,
    collects_rarely=True,
    runner_bytes=600 * 2**20,
    heap_bytes=512 * 2**20,
    wide_integers="signed and unsigned machine words",
    # What generated structs have as methods, so that no field of an IDL file may be called so.
    reserved=ReservedWords(fields=frozenset({"equals", "init", "table"})),
    adapter_suffixes=frozenset({".go"}),
    lexers={".go": "go"},
    hidden_variables=(
        "GOFLAGS",
        "GOTOOLCHAIN",
        "GOWORK",
        "GOOS",
        "GOARCH",
        "GO111MODULE",
        "GOROOT",
        "GOFIPS140",
        # Versions of an instruction set.
        *("GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS*", "GOPPC64", "GORISCV64", "GOWASM"),
        "CGO_*",
        "GOCACHE",
        "GOMODCACHE",
        *_READ_BY_RUNTIME,
        *_READ_BY_LIBRARIES,
    ),
    hidden_from_runners=(*_READ_BY_RUNTIME, *_READ_BY_LIBRARIES),
    runtime_tags=("goruntime",),
)

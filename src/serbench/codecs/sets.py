"""The named sets of codecs, and what each is for. Which codecs are in one, their manifests say."""

DEFAULT, FLOW, FASTEST, LATEST, ALL = "default", "flow", "fastest", "latest", "all"
# Those that are taken where no codecs are named.
USUAL = (DEFAULT, FLOW)

SETS = {
    DEFAULT: "Used if --codecs is not given: the best-known libraries of each language, and one hand-written"
    " reference per language.",
    FLOW: "Used by commands whose objects pass through processes and files, if --codecs is not given: the"
    " part of the default set that ends within minutes.",
    "classic": "The eleven serializers of cpp-serializers.",
    "study": "The nineteen methods of the complex-object study.",
    FASTEST: "The libraries that lead the public benchmarks of their language, as their manifests say.",
    LATEST: "Current releases of libraries, built by `./serbench setup --latest all` from the packages of"
    " registries.",
    ALL: "Every codec; `./serbench list codecs` names them.",
}

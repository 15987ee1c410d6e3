"""The named sets of codecs, and what each is for. Which codecs are in one, their manifests say."""

DEFAULT, LATEST, ALL = "default", "latest", "all"

SETS = {
    DEFAULT: "Taken where no codecs are named: of each language code written by hand for the schema, and the"
    " libraries that most people know.",
    "classic": "The eleven serializers of cpp-serializers.",
    "study": "The nineteen methods of the complex-object study.",
    "fastest": "The libraries that lead the boards of their language, as their manifests say.",
    LATEST: "Current releases of libraries, built by `./serbench setup --latest all` from the packages of"
    " registries.",
    ALL: "Every codec.",
}

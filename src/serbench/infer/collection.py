"""Finds that the only object of a file is a collection of what may be meant as the objects."""

import json

from serbench.infer.observation import Place, Seen

_FEWEST_ENTRIES = 20


def collection_note(root: Place) -> str | None:
    """A sentence with the way to the elements, where one object holds many of one kind: as its members, or in
    the list of one of them. The places are those after unification."""
    if root.shape is None or root.shape.count != 1 or root.declared is not None:
        return None
    members = root.shape.members
    shapes = {place.shape for place in members.values()}
    if len(members) >= _FEWEST_ENTRIES and len(shapes) == 1 and None not in shapes:
        return f"the one object has {len(members)} members of one kind; {_way('.[]')} makes objects of them"
    for name, place in members.items():
        elements = place.element
        if elements is not None and elements.kinds == {Seen.OBJECT} and elements.values >= _FEWEST_ENTRIES:
            return (
                f"the one object has {elements.values} objects in its list {name};"
                f" {_way(f'.[{json.dumps(name)}][]')} makes objects of them"
            )
    return None


def _way(path: str) -> str:
    """The command to elements, for any kind of file."""
    return f"`./serbench convert FILE | jq -c '{path}'`"

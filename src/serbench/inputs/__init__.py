"""Inputs: the objects of the user's files, whatever their kind, as a stream. One folder for each kind
of file, which says by which first bytes and names it is recognised; ``opening`` finds the kind."""

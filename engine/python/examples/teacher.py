"""A teacher: how many leaves does alpha-beta read in this tree, in each order? Writes the tree for the slides."""

import sys
from pathlib import Path

from plyd import Engine, PlydError

tree = sys.argv[1] if len(sys.argv) > 1 else "((3 5 10) (2 a b) (2 7 3))"
with Engine("leaftree") as engine:
    engine.position(tree)
    for order in ("left", "right"):
        try:
            facts = engine.explain(order=order, format="json").json or {}
        except PlydError as error:
            # From the right, the search needs the leaves that have no number.
            print(f"{order}: {error}")
        else:
            print(f"{order}: value {facts['value']}, {facts['leaves']} leaves read, {facts['cuts']} cuts")
    shown = engine.explain()
    print(shown.text)
    if shown.svg:
        Path("tree.svg").write_text(shown.svg, encoding="utf-8")

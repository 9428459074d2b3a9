"""A tuner: does a technique of the search pay in this game? Plays it with and without, until a test is sure or 40 games
are over."""

import sys

import plyd

technique = sys.argv[1] if len(sys.argv) > 1 else "Null Move"
result = plyd.match(
    [
        {"name": "with", "builtin": None, f"option.{technique}": True},
        {"name": "without", "builtin": None, f"option.{technique}": False},
    ],
    game="breakthrough",
    each={"nodes": 300, "option.Hash": 1},
    rounds=20,
    random_plies=4,
    seed=1,
    sprt="elo0=0 elo1=50 alpha=0.05 beta=0.05",
    progress=lambda row: print(f"game {row['number']}: {row['winner'] or 'draw'}", file=sys.stderr),
)
for engine in result.standings:
    print(f"{engine['name']:8} {engine['points']:5} points of {engine['games']}")
print(f"{technique}: {result.verdict}, LLR {result.summary['sprt']['llr']:.2f}")

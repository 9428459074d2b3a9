"""A data scientist: is it better to begin, and do short games end otherwise than long ones? A table of 60 games."""

import statistics

import plyd

games = plyd.match(
    ["name=A builtin nodes=200", "name=B builtin nodes=200"],
    game="cfour",
    each="option.Hash=1",
    rounds=30,
    random_plies=2,
    seed=3,
)
try:
    import pandas

    table = pandas.DataFrame(games.rows)
    print(table.groupby("score")["plies"].describe().round(1).to_string())
except ImportError:
    for score in (0, 0.5, 1):
        plies = [row["plies"] for row in games.rows if row["score"] == score]
        print(f"score {score}: {len(plies)} games, {statistics.mean(plies) if plies else 0:.1f} plies")
print(f"the first player has {statistics.mean(row['score'] for row in games.rows):.0%} of the points")

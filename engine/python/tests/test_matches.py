"""Matches: rows while they run, the summary, and their end."""

from __future__ import annotations

import asyncio
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List, Mapping, Tuple, Union

from common import PATIENCE, children, plyd, program

Words = Union[str, Mapping[str, Union[bool, int, str, None]]]
ENGINES: List[Words] = ["algorithm=pvs depth=4", {"name": "two plies", "algorithm": "alphabeta", "depth": 2}]
PLAN: Dict[str, Any] = {"game": "cfour", "rounds": 3, "random_plies": 4, "seed": 1, "each": {"option.Hash": 1}}


def play(**others: Any) -> plyd.MatchResult:
    """A match of six games."""
    return plyd.match(ENGINES, program=program(), **{**PLAN, "timeout": PATIENCE, **others})


class Matches(unittest.TestCase):
    def test_rows_are_games_that_the_rules_agree_with(self) -> None:
        heard: List[Dict[str, Any]] = []
        result = play(progress=heard.append)
        self.assertEqual(result.rows, heard)
        self.assertEqual([row["number"] for row in result.rows], [1, 2, 3, 4, 5, 6])
        self.assertEqual({row["first"] for row in result.rows}, {"pvs", "two plies"})
        self.assertEqual((result.summary["played"], result.verdict), (6, None))
        with plyd.Engine("cfour", program=program()) as referee:
            for row in result.rows:
                referee.position(moves=row["moves"].split())
                winner = {"p1win": row["first"], "p2win": row["second"], "draw": None}[referee.result or ""]
                self.assertEqual(row["winner"], winner)
                self.assertEqual(row["plies"], len(referee.moves))
        for engine in result.standings:
            points = sum(
                row["score"] if row["first"] == engine["name"] else 1 - row["score"] for row in result.rows
            )
            self.assertEqual(engine["points"], points)

    def test_a_record_is_kept_if_it_is_wanted(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            play(record=Path(folder) / "kept.db")
            self.assertTrue((Path(folder) / "kept.db").is_file())

    def test_a_test_has_a_verdict(self) -> None:
        # Engines that are the same cannot decide it in so few games.
        same = ["name=a builtin depth=2", "name=b builtin depth=2"]
        result = plyd.match(same, sprt="elo0=0 elo1=5 alpha=0.05 beta=0.05", program=program(), **PLAN)
        self.assertEqual(result.verdict, "undecided")

    def test_a_match_that_cannot_begin(self) -> None:
        cases: List[Tuple[List[Words], int]] = [
            (["algorithm=nonsense depth=1", ENGINES[0]], 1),
            (["cmd=/missing depth=1", ENGINES[0]], 3),
        ]
        for engines, code in cases:
            with self.subTest(engines=engines), self.assertRaises(plyd.MatchFailed) as caught:
                plyd.match(engines, program=program(), **PLAN)
            self.assertEqual((caught.exception.exit_code, caught.exception.rows), (code, []))
            self.assertTrue(caught.exception.stderr)
        with self.assertRaises(TypeError):
            plyd.match(ENGINES, program=program(), round=1)  # type: ignore[call-arg]

    def test_a_match_is_left_and_nothing_stays(self) -> None:
        threads, processes = threading.active_count(), children()
        begun = time.monotonic()
        with plyd.start_match(ENGINES, program=program(), **{**PLAN, "rounds": 100_000}) as running:
            self.assertEqual(next(running)["number"], 1)
            running.close()
            with self.assertRaises(plyd.MatchFailed):
                running.result()
        with self.assertRaises(plyd.NoAnswer):
            play(rounds=100_000, timeout=0.3)
        self.assertLess(time.monotonic() - begun, PATIENCE)
        self.assertEqual((threading.active_count(), children()), (threads, processes))

    def test_a_match_in_an_event_loop(self) -> None:
        async def run() -> "list[int]":
            async with plyd.AsyncMatch(ENGINES, program=program(), timeout=PATIENCE, **PLAN) as running:
                numbers = [row["number"] async for row in running]
                self.assertEqual((await running.result()).summary["played"], 6)
                return numbers

        self.assertEqual(asyncio.run(run()), [1, 2, 3, 4, 5, 6])

    def test_pandas_takes_the_rows(self) -> None:
        try:
            import pandas  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            self.skipTest("pandas is not installed")
        table = pandas.DataFrame(play().rows)
        self.assertEqual((len(table), int(table["number"].sum())), (6, 21))


if __name__ == "__main__":
    unittest.main()

"""`AsyncEngine`: the same answers as `Engine`, and what an event loop adds."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import unittest
from typing import Any

from common import PATIENCE, children, engine, plyd, program


def opened(game: str = "chess", **others: Any) -> plyd.AsyncEngine:
    """An engine of the program under test."""
    return plyd.AsyncEngine(game, program=program(), **{"timeout": PATIENCE, **others})


class Async(unittest.IsolatedAsyncioTestCase):
    def test_both_engines_have_the_same_methods(self) -> None:
        def public(kind: type) -> "set[str]":
            return {name for name in vars(kind) if not name.startswith("_")}

        self.assertEqual(public(plyd.AsyncEngine) - public(plyd.Engine), {"open"})
        self.assertEqual(public(plyd.Engine) - public(plyd.AsyncEngine), set())
        self.assertEqual(public(plyd.AsyncAnalysis), public(plyd.Analysis))
        for name in public(plyd.Engine):
            one, other = getattr(plyd.Engine, name), getattr(plyd.AsyncEngine, name)
            if callable(one) and callable(other):
                self.assertEqual(list(inspect.signature(one).parameters), list(inspect.signature(other).parameters))

    async def test_the_answers_are_those_of_the_other_engine(self) -> None:
        async with opened("leaftree") as here:
            with engine("leaftree") as other:
                for each in (other, here):
                    done = each.position("((3 5 10) (2 a b) (2 7 3))", ["0"])
                    if done is not None:
                        await done
                self.assertEqual(await here.legal(), other.legal())
                self.assertEqual(await here.turn(), other.turn)
                self.assertEqual(await here.fen(), other.fen)
                self.assertEqual(await here.over(), other.over)
                self.assertEqual(await here.result(), other.result)
                self.assertEqual(await here.chances(), other.chances())
                self.assertEqual((await here.view()).data, other.view().data)
                self.assertEqual(await here.picture(), other.picture())
                self.assertEqual(await here.known(), other.known())
                self.assertEqual(await here.eval(), other.eval())
                self.assertEqual(await here.perft(1), other.perft(1))
                self.assertEqual(await here.explain(), other.explain())
                self.assertEqual(await here.worksheet(1, seed=2), other.worksheet(1, seed=2))
                key = other.worksheet(1).key
                self.assertEqual(await here.grade(key, "Ada,1,0"), other.grade(key, "Ada,1,0"))
                self.assertEqual(await here.games(), other.games())
                self.assertEqual((await here.go()).best, other.go().best)
                self.assertEqual(await here.read("0 0"), other.read("0 0"))
                self.assertEqual((here.game, here.moves, here.options), (other.game, other.moves, other.options))

    async def test_an_analysis_tells_while_it_runs(self) -> None:
        async with opened() as here:
            async with here.analyse(infinite=True) as analysis:
                async for info in analysis:
                    self.assertEqual(len(await here.legal()), 20)
                    if info.depth == 5:
                        break
                self.assertTrue(analysis.running)
                with self.assertRaises(plyd.Busy):
                    await here.play("e2e4")
            self.assertIsNotNone(analysis.result.best)

    async def test_a_search_is_watched(self) -> None:
        async with opened(options={"Algorithm": "minimax"}) as here:
            async with here.watch(depth=3) as watching:
                trees = [tree async for tree in watching]
            # All positions of its first two plies, a move of each player.
            self.assertEqual((len(trees[-1].nodes), trees[-1].last), (1 + 20 + 20 * 20, True))
            self.assertEqual(len(trees[-1].children()), 20)

    async def test_a_search_ponders_until_the_expected_move_has_come(self) -> None:
        async with opened() as here:
            async with here.analyse(ponder=True, movetime=1) as pondering:
                async for info in pondering:
                    if info.time is not None and info.time > 150:
                        break
                self.assertTrue(pondering.running)
                self.assertIn((await pondering.ponderhit(timeout=PATIENCE)).best, await here.legal())

    async def test_a_cancelled_call_leaves_the_engine_usable(self) -> None:
        async with opened() as here:
            for work in (lambda: here.go(depth=60), lambda: here.perft(9)):
                task = asyncio.ensure_future(work())
                await asyncio.sleep(0.05)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertEqual(len(await here.legal()), 20)
            with self.assertRaises(plyd.NoAnswer):
                await here.go(depth=60, timeout=0.1)
            self.assertIsNotNone((await here.go(infinite=True, timeout=0.1)).best)

    async def test_calls_at_the_same_time_come_one_after_the_other(self) -> None:
        async with opened("tictactoe") as here:
            legal, turn, result = await asyncio.gather(here.legal(), here.turn(), here.go(depth=3))
            self.assertEqual((len(legal), turn), (9, "first"))
            self.assertIn(result.best, legal)

    async def test_engines_search_at_the_same_time(self) -> None:
        async with opened() as one, opened("hex") as other:
            results = await asyncio.gather(one.go(movetime=200), other.go(movetime=200))
            self.assertTrue(all(result.best for result in results))

    async def test_ends(self) -> None:
        processes = children()
        with self.assertRaises(plyd.EngineEnded):
            await opened().legal()
        with self.assertRaises(plyd.UnknownGame):
            await opened("shogi").open()
        async with opened() as here:
            assert here.pid
            asyncio.get_running_loop().call_later(0.1, os.kill, here.pid, signal.SIGKILL)
            with self.assertRaises(plyd.EngineEnded) as caught:
                await here.go(depth=60, timeout=PATIENCE)
            self.assertEqual(caught.exception.exit_code, -signal.SIGKILL)
        self.assertEqual(children(), processes)

    async def test_a_long_line(self) -> None:
        async with opened("leaftree") as here:
            await here.position("(" + " ".join(map(str, range(50_000))) + ")")
            self.assertEqual(len(await here.legal()), 50_000)


if __name__ == "__main__":
    unittest.main()

"""`Engine` on pipes: positions, searches, errors, timeouts, and its end."""

from __future__ import annotations

import gc
import os
import re
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple, Type

from common import PATIENCE, PYTHON, ROOT, children, engine, plyd, program


class Positions(unittest.TestCase):
    def test_a_game_is_played_by_names_and_moves(self) -> None:
        with engine("Connect Four") as here:
            self.assertEqual(here.game, "cfour")
            here.play("d", "d")
            self.assertEqual(here.moves, ("d", "d"))
            self.assertEqual(here.turn, "first")
            self.assertIn("P@d3", here.legal())
            here.position(here.fen, ["a"])
            self.assertEqual(here.turn, "second")
            self.assertIn("Turn: p2", here.picture())
            self.assertIn("cfour", repr(here))

    def test_options_have_types_and_values(self) -> None:
        with engine("cfour", options={"cfour.Files": 5, "Hash": 1}) as here:
            self.assertEqual(len(here.legal()), 5)
            self.assertEqual(here.options["Hash"].default, 1)
            self.assertEqual((here.options["Hash"].type, here.options["Hash"].min), ("spin", 0))
            self.assertIs(here.options["Null Move"].default, True)
            self.assertIn("alphabeta", here.options["Algorithm"].choices)
            here.set("null move", False)
            self.assertIs(here.options["Null Move"].default, False)
            here.set("Clear Hash")
            here.set("UCI_Variant", "hex")
            self.assertEqual(here.game, "hex")

    def test_what_plyd_knows(self) -> None:
        with engine() as here:
            here.position("PP1/pp1/3 w")
            known = here.known()["P@c3"]
            self.assertEqual((known.mate, known.finished, known.proven), (1, True, True))
            self.assertEqual(here.eval(), 0)
            here.position()
            counts = here.perft(2)
            self.assertEqual((counts.total, counts.moves["P@a3"]), (72, 8))
            self.assertEqual([node["move"] for node in here.read("b2 a1")["nodes"]], ["P@b2", "P@a1"])
            here.position("PPP/pp1/3 b")
            self.assertEqual((here.over, here.result, here.legal()), (True, "p1win", []))

    def test_chance_has_weights_and_an_expectation(self) -> None:
        with engine("leaftree") as here:
            here.position("(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4})")
            self.assertEqual(here.chances(), {})
            self.assertEqual(here.go().expectation, 2.1)
            here.play("0")
            self.assertEqual((here.turn, here.chances()), ("chance", {"0": 9, "1": 1}))
            self.assertIsNone(here.go().best)

    def test_a_long_line_goes_both_ways(self) -> None:
        with engine("leaftree") as here:
            tree = "(" + " ".join(map(str, range(50_000))) + ")"
            here.position(tree)
            self.assertGreater(len(here.fen), 280_000)
            self.assertEqual(len(here.legal()), 50_000)
            with self.assertRaises(plyd.LineTooLong):
                here.position("(" + "1 " * 600_000 + ")")
            self.assertEqual(len(here.legal()), 50_000)


class Searches(unittest.TestCase):
    def test_a_search_has_typed_lines(self) -> None:
        with engine(options={"MultiPV": 3, "UCI_ShowWDL": True}) as here:
            result = here.go(depth=4)
            self.assertEqual([info.multipv for info in result.lines], [1, 2, 3])
            info = result.info
            assert info is not None and info.wdl is not None
            self.assertEqual((info.depth, info.pv[0], sum(info.wdl)), (4, result.best, 1000))
            here.position("PpP/1p1/P2 w")
            self.assertEqual((here.go().best, here.go().mate), ("P@a2", 1))
            here.position("PpP/1p1/P2 w")
            self.assertEqual(here.go(depth=1, searchmoves=["b1"]).best, "P@b1")

    def test_an_analysis_tells_while_it_runs(self) -> None:
        with engine("chess") as here:
            with here.analyse(infinite=True) as analysis:
                depths = []
                for info in analysis:
                    depths.append(info.depth)
                    # Questions are answered meanwhile, and lose no line of the search.
                    self.assertEqual(len(here.legal()), 20)
                    if info.depth == 5:
                        break
                self.assertTrue(analysis.running)
                self.assertEqual(sorted(set(depths)), [1, 2, 3, 4, 5])
                refusals: List[Callable[[], object]] = [lambda: here.perft(1), lambda: here.play("e2e4"), here.explain]
                for refused in refusals:
                    with self.assertRaises(plyd.Busy):
                        refused()
                with self.assertRaises(plyd.NoSearch):
                    _ = analysis.result
            self.assertIn(analysis.result.best, here.legal())
            # What came before the end can still be read.
            self.assertEqual(analysis.result.infos[len(depths) :], tuple(analysis))
            self.assertEqual(list(here.analyse(depth=2))[-1].depth, 2)

    def test_a_search_ponders_until_the_expected_move_has_come(self) -> None:
        with engine("chess") as here:
            here.play("e2e4", "e7e5")
            searches: List[plyd.Limits] = [{"ponder": True, "movetime": 1}, {"ponder": True, "wtime": 99, "btime": 99}]
            for limits in searches:
                with here.analyse(**limits) as pondering:
                    # It goes on beyond its time, as its clock does not run yet.
                    self.assertTrue(any(info.time is not None and info.time > 150 for info in pondering))
                    self.assertTrue(pondering.running)
                    result = pondering.ponderhit(timeout=PATIENCE)
                    self.assertIn(result.best, here.legal())
            with here.analyse(ponder=True, movetime=1) as pondering:
                # The opponent has played something else.
                self.assertIsNotNone(pondering.stop().best)
                self.assertEqual(pondering.ponderhit(), pondering.result)
            with here.analyse(depth=1) as analysis, self.assertRaises(plyd.NoSearch):
                analysis.ponderhit()
            with self.assertRaises(plyd.BadGo):
                here.analyse(ponder=True, depth=0).ponderhit()
            with self.assertRaises(ValueError):
                here.go(ponder=True)
            self.assertEqual(here.turn, "first")

    def test_a_search_is_watched(self) -> None:
        with engine("leaftree", options={"Algorithm": "alphabeta"}) as here:
            here.position("((3 5 10) (2 a b) (2 7 3))")
            with here.watch(plies=1) as watching:
                trees = list(watching)
            self.assertEqual((trees[-1].last, trees[-1].visited, watching.result.best), (True, 9, "0"))
            root, *children = trees[-1].nodes.values()
            self.assertEqual((root.turn, root.value, root.best, root.nodes), ("max", 3, 1, 9))
            self.assertEqual(trees[-1].children(), children)
            told = [(child.move, child.value, child.bound, child.cuts) for child in children]
            self.assertEqual(told, [("0", 3, "exact", 0), ("1", 2, "upper", 1), ("2", 2, "upper", 1)])
            with self.assertRaises(plyd.BadCommand):
                here.watch(plies=9)
            here.set("Algorithm", "mcts")
            with here.watch(nodes=10) as watching:
                self.assertEqual(list(watching), [])
            self.assertIn("the algorithm mcts has no tree to watch", watching.result.notes)

    def test_a_tree_grows_while_it_is_watched(self) -> None:
        with engine("chess") as here:
            with here.watch(told=30, infinite=True) as watching:
                visited = [next(watching).visited for _ in range(3)]
                self.assertTrue(watching.running)
                self.assertEqual(visited, sorted(visited))
                self.assertTrue(here.legal())
            trees = list(watching)
            # A tenth of them is left to the first ply.
            self.assertEqual((len(trees[-1].nodes), trees[-1].last), (27, True))
            self.assertGreater(trees[-1].omitted, 0)
            # The next search is not watched, and has its lines.
            self.assertEqual(list(here.analyse(depth=2))[-1].depth, 2)

    def test_a_timeout_stops_the_search_and_leaves_the_engine_usable(self) -> None:
        with engine("chess") as here:
            with self.assertRaises(plyd.NoAnswer) as caught:
                here.go(depth=60, timeout=0.1)
            self.assertIsInstance(caught.exception, TimeoutError)
            self.assertEqual(here.go(depth=1, timeout=PATIENCE).info.depth, 1)  # type: ignore[union-attr]
            with self.assertRaises(plyd.NoAnswer):
                here.perft(9, timeout=0.1)
            here.play("e2e4")
            self.assertEqual(here.turn, "second")
            self.assertIsNotNone(here.go(infinite=True, timeout=0.1).best)
            with self.assertRaises(ValueError):
                here.go(infinite=True)

    def test_another_thread_stops_a_search(self) -> None:
        with engine("chess") as here:
            timer = threading.Timer(0.1, here.stop)
            timer.start()
            self.assertIsNotNone(here.go(depth=60, timeout=PATIENCE).best)
            timer.join()

    def test_ctrl_c_leaves_the_engine_usable(self) -> None:
        with engine("chess") as here:
            timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                here.go(depth=60, timeout=PATIENCE)
            timer.join()
            self.assertEqual(len(here.legal()), 20)


class Explanations(unittest.TestCase):
    TREE = "((3 5 10) (2 a b) (2 7 3))"

    def test_a_tree_has_text_and_data(self) -> None:
        with engine("leaftree") as here:
            here.position(self.TREE)
            shown = here.explain()
            assert shown.text and shown.json
            self.assertIn("MAX 3", shown.text.splitlines()[0])
            self.assertEqual((shown.json["value"], shown.json["cuts"]), (3, 2))
            self.assertTrue(shown._repr_html_())
            walk = here.explain(format="walk", lang="it").walk
            self.assertTrue(walk and walk.startswith("Gioco"))
            with self.assertRaises(plyd.BadExplain):
                here.explain(lang="xx")
            here.choose("chess")
            with self.assertRaises(plyd.TooLarge):
                here.explain(depth=5)
            self.assertTrue(here.legal())

    def test_a_tree_has_a_drawing(self) -> None:
        with engine("leaftree") as here:
            here.position(self.TREE)
            try:
                svg = here.explain(format="svg").svg
            except plyd.BadExplain as error:
                if "`svg`" not in error.text.partition("not")[2]:
                    raise
                self.skipTest("this plyd has no `explain format svg` yet")
            assert svg
            self.assertTrue(svg.startswith("<svg") and svg.endswith("</svg>"))
            self.assertEqual(here.explain()._repr_svg_(), svg)


class Worksheets(unittest.TestCase):
    def test_answers_are_marked_by_the_key(self) -> None:
        with engine("leaftree") as here:
            sheet = here.worksheet(2, seed=7, depth=2)
            self.assertEqual(here.worksheet(2, seed=7, depth=2), sheet)
            self.assertNotEqual(here.worksheet(2, seed=8, depth=2).key, sheet.key)
            self.assertTrue(sheet.exercises.startswith("<!DOCTYPE html>") and sheet.exercises != sheet.answers)
            self.assertEqual((len(sheet.key["exercises"]), sheet.table.splitlines()[0]), (2, "student,exercise,answer"))
            answers = "Ada,1,1.1\nBob,1,none"
            tree = {**sheet.key, "exercises": ["((3 5) (2 9))"]}
            marks = here.grade(tree, answers)
            self.assertEqual((marks.right, marks.wrong, marks.unjudged), (1, 1, 0))
            self.assertTrue(marks.table.startswith("student,exercise,mark,remark\nAda,1,1,"))
            self.assertNotEqual(here.grade(tree, answers, lang="it").table, marks.table)
            with self.assertRaises(plyd.BadExplain):
                here.worksheet(51)
            with self.assertRaises(plyd.BadExplain):
                here.grade({}, answers)
            here.choose("chess")
            with self.assertRaises(plyd.BadExplain):
                here.worksheet(1)


class Errors(unittest.TestCase):
    def test_the_classes_are_the_table_of_the_protocol(self) -> None:
        protocol = (ROOT / "protocol.md").read_text(encoding="utf-8")
        table = protocol.split("\n### Errors\n")[1].split("```")[0]
        codes = re.findall(r"^\| `([a-z0-9-]+)` \|", table, re.MULTILINE)
        self.assertGreater(len(codes), 20)
        self.assertEqual(list(plyd.ERRORS), codes)
        for kind in plyd.ERRORS.values():
            self.assertIs(getattr(plyd, kind.__name__), kind)

    def test_errors_have_their_class_and_leave_the_position(self) -> None:
        with engine() as here:
            here.play("b2")
            cases: List[Tuple[Type[plyd.PlydError], Callable[[], object]]] = [
                (plyd.IllegalMove, lambda: here.play("b2")),
                (plyd.BadPosition, lambda: here.position("3/3 w")),
                (plyd.UnknownGame, lambda: here.choose("shogi")),
                (plyd.UnknownOption, lambda: here.set("Hsah", 1)),
                (plyd.BadValue, lambda: here.set("Hash", "much")),
                (plyd.BadGo, lambda: here.go(depth=0)),
                (plyd.IllegalMove, lambda: here.go(searchmoves=["b2"])),
                (plyd.BadGo, lambda: here.perft(-1)),
                (plyd.BadRead, lambda: here.read("hello")),
            ]
            for kind, act in cases:
                with self.subTest(kind=kind):
                    with self.assertRaises(kind) as caught:
                        act()
                    self.assertEqual(caught.exception.code, kind.code)
                    self.assertTrue(caught.exception.text)
                    self.assertEqual((here.game, here.moves, here.turn), ("tictactoe", ("b2",), "second"))

    def test_an_error_of_a_search_has_its_answer(self) -> None:
        with engine("leaftree", options={"Algorithm": "minimax"}) as here:
            here.position("((3 5 10) (2 a b) (2 7 3))")
            with self.assertRaises(plyd.PluginFailed) as caught:
                here.go()
            assert caught.exception.result is not None
            self.assertEqual(caught.exception.result.best, "0")

    def test_a_line_break_is_no_second_command(self) -> None:
        with engine() as here:
            acts: List[Callable[[], object]] = [
                lambda: here.play("b2\nquit"),
                lambda: here.set("Hash", "1\nquit"),
                lambda: here.position("x\r"),
            ]
            for act in acts:
                with self.assertRaises(ValueError):
                    act()
            with self.assertRaises(TypeError):
                here.go(deep=3)  # type: ignore[call-arg]
            with self.assertRaises(TypeError):
                here.position(moves="b2")
            self.assertEqual(here.turn, "first")

    def test_arguments_that_contradict_each_other(self) -> None:
        cases: List[Dict[str, Any]] = [
            {"token": "x"}, {"tls": True}, {"address": "h:1", "program": "p"}, {"address": "h"},
            {"address": "unix:p", "tls": True},
        ]  # fmt: skip
        for arguments in cases:
            with self.subTest(arguments=arguments), self.assertRaises(ValueError):
                plyd.Engine(**arguments)


def script(folder: str, line: str) -> Path:
    """A program of one line."""
    path = Path(folder) / "program"
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o700)
    return path


class Ends(unittest.TestCase):
    def test_nothing_is_left_behind(self) -> None:
        threads, processes = threading.active_count(), children()
        for _ in range(3):
            with engine() as here:
                self.assertTrue(here.legal())
        here.close()
        with self.assertRaises(plyd.EngineEnded):
            here.legal()
        engine()
        gc.collect()
        self.assertEqual(threading.active_count(), threads)
        self.assertEqual(children(), processes)

    def test_a_killed_process_is_an_error(self) -> None:
        with engine("chess") as here:
            timer = threading.Timer(0.1, os.kill, (here.pid, signal.SIGKILL))
            timer.start()
            begun = time.monotonic()
            with self.assertRaises(plyd.EngineEnded) as caught:
                here.go(depth=60, timeout=PATIENCE)
            self.assertLess(time.monotonic() - begun, 10)
            timer.join()
            self.assertEqual(caught.exception.exit_code, -signal.SIGKILL)
            with self.assertRaises(plyd.EngineEnded):
                here.legal()

    def test_the_error_tells_what_a_process_wrote(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(plyd.EngineEnded) as caught:
                plyd.Engine(program=script(folder, "echo 'no luck today' >&2; exit 3"))
            self.assertEqual((caught.exception.exit_code, caught.exception.stderr), (3, "no luck today\n"))
            self.assertIn("no luck today", str(caught.exception))

    def test_a_program_that_never_answers_is_given_up(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            silent = script(folder, "exec sleep 60")
            processes = children()
            begun = time.monotonic()
            with self.assertRaises(plyd.NoAnswer):
                plyd.Engine(program=silent, timeout=0.2)
            self.assertLess(time.monotonic() - begun, 10)
            self.assertEqual(children(), processes)
            with self.assertRaises(plyd.ProgramMissing):
                plyd.Engine(program=Path(folder) / "missing")

    def test_a_stopped_process_gives_no_answer(self) -> None:
        with engine() as here:
            assert here.pid
            os.kill(here.pid, signal.SIGSTOP)
            with self.assertRaises(plyd.NoAnswer):
                here.legal(timeout=0.1)
            os.kill(here.pid, signal.SIGCONT)
            self.assertEqual(len(here.legal()), 9)
            os.kill(here.pid, signal.SIGSTOP)
            with self.assertRaises(plyd.NoAnswer):
                # More than a pipe holds. As half of it is out, the engine is closed, by force as it does not listen.
                here.position("(" + "1 " * 100_000 + ")", timeout=0.1)
            with self.assertRaises(plyd.EngineEnded):
                here.legal()

    def test_the_version_is_that_of_plyd(self) -> None:
        version = re.search(r'^version = "(.*)"$', (PYTHON / "pyproject.toml").read_text(), re.MULTILINE)
        assert version
        with engine() as here:
            self.assertEqual(here.name.split()[:2], ["plyd", version[1]])

    def test_the_program_beside_the_package_is_found(self) -> None:
        self.assertEqual(plyd.find_program(program()), program())


if __name__ == "__main__":
    unittest.main()

"""The core without a program: what it sends, and what it makes of lines that a real plyd seldom says."""

from __future__ import annotations

import unittest
from typing import List, Optional, Tuple, TypeVar

from common import plyd
from plyd.answers import Info, Option
from plyd.links import Lines, parse_address
from plyd.matches import Plan
from plyd.session import Session, Talk

T = TypeVar("T")


def drive(talk: Talk[T], *lines: str) -> Tuple[T, List[str]]:
    """Drives a talk with the lines of plyd, and the end behind them. Gives the answer, and what was sent."""
    sent: List[str] = []
    waiting = list(lines)
    try:
        item: Optional[str] = next(talk)
        while True:
            if item is not None:
                sent.append(item)
                item = talk.send("")
            elif waiting:
                item = talk.send(waiting.pop(0))
            else:
                item = talk.throw(plyd.EngineEnded("the end"))
    except StopIteration as done:
        assert not waiting, waiting
        answer: T = done.value
        return answer, sent


class Sessions(unittest.TestCase):
    def test_a_drawing_is_one_line(self) -> None:
        svg = "<svg xmlns='http://www.w3.org/2000/svg'><text>svg done</text></svg>"
        tree, sent = drive(Session().explain("svg", {"depth": 2, "order": "best"}), f"svg {svg}", "explain done")
        self.assertEqual(sent, ["explain depth 2 order best format svg"])
        self.assertEqual((tree.svg, tree._repr_svg_(), tree._repr_html_(), tree.text), (svg, svg, svg, None))

    def test_a_plyd_without_drawings_leaves_them_out(self) -> None:
        refusal = "info string error bad-explain `format` needs `text`, `json`, `walk` or `page`, not `svg`"
        lines = ("MAX 3", "└─ 3", "explain done", '{"value":3}', "explain done", refusal, "explain done")
        tree, _ = drive(Session().explain(None, {}), *lines)
        self.assertEqual((tree.text, tree.json, tree.svg), ("MAX 3\n└─ 3", {"value": 3}, None))
        with self.assertRaises(plyd.BadExplain):
            drive(Session().explain("svg", {}), refusal, "explain done")

    def test_an_unknown_code_is_an_error_too(self) -> None:
        with self.assertRaises(plyd.PlydError) as caught:
            drive(Session().legal(), "info string error brand-new never seen", "uciok")
        self.assertEqual((caught.exception.code, caught.exception.text), ("brand-new", "never seen"))

    def test_the_last_error_of_a_connection_is_raised_and_not_its_end(self) -> None:
        line = "info string error kicked the operator has ended the session"
        for talk in (Session().legal(), Session().go({}), Session().explain("text", {}), Session().set("Hash", 1)):
            with self.assertRaises(plyd.Kicked):
                drive(talk, line)

    def test_a_refused_position_owes_two_errors(self) -> None:
        session = Session()
        refusal = ("info string error illegal-move no", "info string error no-position none", "id name plyd 1", "uciok")
        with self.assertRaises(plyd.IllegalMove):
            drive(session.play(["z9"]), *refusal, "response first")
        self.assertEqual(session.moves, ())
        # The same where the library fails for the question alone: there is one error, and nothing is waited for.
        with self.assertRaises(plyd.PluginCrashed):
            drive(session.play(["a1"]), "info string error plugin-crashed gone", "uciok", "response first")

    def test_lines_of_a_search_between_those_of_an_answer(self) -> None:
        session = Session()
        search, sent = drive(session.begin({"infinite": True, "searchmoves": [], "depth": 3}))
        self.assertEqual(sent, ["go infinite depth 3 searchmoves 0000"])
        info = "info depth 3 seldepth 5 multipv 1 score mate -2 lowerbound wdl 0 1 999 nodes 7 nps 8 hashfull 9 time 1"
        legal, _ = drive(session.legal(), info + " pv a1 b1", "info nodes 9 nps 9 time 9", "response a1 b1")
        self.assertEqual(legal, ["a1", "b1"])
        known, _ = drive(session.known(), "bestmove a1 ponder b1", 'known {"moves":{}}')
        self.assertEqual(known, {})
        expected = Info(3, None, -2, "lower", 5, 1, 7, 8, 9, 1, (0, 1, 999), ("a1", "b1"))
        talk = session.next_of(search, search.fresh)
        self.assertEqual(drive(talk)[0], expected)
        result, _ = drive(session.finish(search))
        self.assertEqual((result.best, result.ponder, result.infos), ("a1", "b1", (expected,)))

    def test_a_search_is_watched_and_the_next_one_is_not(self) -> None:
        session = Session()
        search, sent = drive(session.begin({"depth": 2}, (1, 9)), "uciok")
        self.assertEqual(sent, ["watch on plies 1 nodes 9", "uci", "go depth 2"])
        root = '{"id":0,"turn":"max","depth":2,"visits":0,"nodes":1,"cuts":0}'
        child = '{"id":1,"in":0,"move":null,"turn":"min","depth":1,"mate":-3,"bound":"upper","visits":1,"nodes":4,"cuts":0,"new":1}'
        one = f'tree {{"time":1,"visited":1,"omitted":0,"tree":[{root}]}}'
        other = f'tree {{"time":2,"visited":5,"omitted":3,"last":true,"tree":[{child}]}}'
        result, _ = drive(session.finish(search), one, other, "bestmove a1")
        self.assertEqual(result.best, "a1")
        first, second = search.trees
        self.assertEqual((first.changed, list(first.nodes), first.last), ((0,), [0], False))
        self.assertEqual((second.changed, list(second.nodes), second.last, second.omitted), ((1,), [0, 1], True, 3))
        node = second.nodes[1]
        self.assertEqual(second.children(), [node])
        self.assertEqual((node.parent, node.move, node.value, node.mate, node.bound), (0, None, None, -3, "upper"))
        search, sent = drive(session.begin({}), "uciok")
        self.assertEqual(sent, ["watch off", "uci", "go"])
        drive(session.finish(search), "bestmove a1")
        self.assertEqual(drive(session.begin({}))[1], ["go"])

    def test_a_refused_watch_begins_no_search(self) -> None:
        session = Session()
        with self.assertRaises(plyd.BadCommand):
            drive(session.begin({}, (9, 1)), "info string error bad-command `watch on plies` needs less", "uciok")
        self.assertEqual(drive(session.begin({}))[1], ["go"])

    def test_a_ponderhit_that_comes_too_late_leaves_no_error_behind(self) -> None:
        session = Session()
        search, sent = drive(session.begin({"ponder": True, "wtime": 9}))
        self.assertEqual(sent, ["go ponder wtime 9"])
        late = "info string error no-search `ponderhit` without a `go ponder` before it"
        with self.assertRaises(plyd.PluginFailed):
            lines = ("info string error plugin it fails", "bestmove (none)", late, "readyok")
            drive(session.ponderhit(search), *lines)
        self.assertEqual(drive(session.legal(), "response a1")[0], ["a1"])


class Texts(unittest.TestCase):
    def test_options(self) -> None:
        for line, option in (
            ("option name A B type spin default -1 min -5 max 5", Option("A B", "spin", -1, -5, 5)),
            ("option name C type combo default x y var x y var z", Option("C", "combo", "x y", None, None, ("x y", "z"))),
            ("option name D type check default true", Option("D", "check", True)),
            ("option name E type button", Option("E", "button")),
            ("option name F type string default", Option("F", "string", "")),
        ):
            self.assertEqual(Option.of(line), option)
        self.assertIsNone(Option.of("id name plyd"))

    def test_lines_come_in_any_pieces(self) -> None:
        text = "é\nlong " + "x" * 1000 + "\r\n\nrest"
        for size in (1, 2, 7, 5000):
            lines, data, taken = Lines(), text.encode(), []
            for at in range(0, len(data), size):
                lines.feed(data[at : at + size])
            lines.feed(b"")
            line = lines.take()
            while line is not None:
                taken.append(line)
                line = lines.take()
            self.assertEqual(taken, ["é", "long " + "x" * 1000, "", "rest"])

    def test_addresses(self) -> None:
        self.assertEqual(parse_address("host:1"), ("host", 1))
        self.assertEqual(parse_address("[::1]:7878"), ("::1", 7878))
        self.assertEqual(parse_address("unix:/a:b"), "/a:b")

    def test_words_of_engines(self) -> None:
        plan = Plan([{"name": "two plies", "builtin": None, "option.Null Move": True}], {"program": "/bin/sh", "games": 1})
        self.addCleanup(plan.clear)
        at = plan.command.index("--engine")
        self.assertEqual(plan.command[at + 1], "'name=two plies' builtin 'option.Null Move=true'")
        self.assertEqual(plan.command[-2:], ["--games", "1"])


if __name__ == "__main__":
    unittest.main()

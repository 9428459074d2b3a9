"""All games, played by `legal` and `play`, beside the lines of the protocol."""

from __future__ import annotations

import random
import unittest
import xml.etree.ElementTree as tree

from common import Raw, engine, plyd
from plyd.board import NAMED

#: The most plies of a random game: some games have no end that random play finds.
PLIES = 120


class Games(unittest.TestCase):
    def test_random_games_are_those_of_the_protocol(self) -> None:
        with engine() as here:
            games = [game.id for game in here.games()]
            self.assertGreaterEqual(len(games), 18)
            ended = 0
            for game in games:
                with self.subTest(game=game):
                    ended += self.compare(here, game)
            # Else the outcomes would have been compared in no game.
            self.assertGreater(ended, 9)

    def compare(self, here: plyd.Engine, game: str) -> bool:
        choice = random.Random(game)
        raw = Raw(game)
        self.addCleanup(raw.close)
        here.choose(game)
        moves: "list[str]" = []
        for ply in range(PLIES + 1):
            words = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            raw.say(words)
            legal = raw.ask("query moves").split()[1:]
            self.assertEqual(here.legal(), legal)
            self.assertEqual(f"response {here.turn}", raw.ask("query turn"))
            over = raw.ask("query gameover") == "response true"
            self.assertEqual(here.over, over)
            self.assertEqual(f"response {here.result or 'none'}", raw.ask("query result"))
            chances = raw.ask("query chances").split()[1:]
            self.assertEqual([word for pair in here.chances().items() for word in map(str, pair)], chances)
            if over or not legal or ply == PLIES:
                break
            move = choice.choice(legal)
            moves.append(move)
            here.play(move)
        self.assertEqual(here.moves, tuple(moves))
        self.assertEqual(f"response {here.fen}", raw.ask("query fen"))
        return here.over

    def test_every_game_has_a_drawing(self) -> None:
        with engine() as here:
            for game in here.games():
                with self.subTest(game=game.id):
                    here.choose(game.id)
                    here.play(here.legal()[0])
                    view = here.view()
                    svg = view.svg
                    assert svg is not None
                    drawing = tree.fromstring(svg)
                    self.assertTrue(drawing.tag.endswith("svg"))
                    # Something is drawn for every spot that has a shape of its own.
                    shapes = [spot for spot in view.data["spots"] if spot["shape"] not in ("point", "token")]
                    self.assertGreaterEqual(len(list(drawing.iter())), len(shapes) + len(view.data["tokens"]))
                    self.assertIn(svg, here._repr_html_() or "")
                    self.assertEqual(set(view.moves or ()), set(here.legal()))

    def test_the_view_says_why_the_game_ended_and_the_score(self) -> None:
        with engine() as here:
            here.choose("cfour")
            self.assertEqual((here.view().reason, here.view().points), (None, None))
            here.play(*"d e d e d e d".split())
            self.assertEqual(here.view().reason, "line")
            here.choose("flipello")
            self.assertEqual(here.view().points, (2.0, 2.0))

    def test_the_caption_shows_the_piece_of_the_side_to_move(self) -> None:
        cases = [
            # game, moves, the shape below the board, and the words behind it
            ("cfour", "d d c", f'fill="{NAMED["Yellow"]}"', "O to move"),
            ("cfour", "d d", f'fill="{NAMED["Red"]}"', "X to move"),
            # Only one player has a disc on the board.
            ("cfour", "d", f'fill="{NAMED["Yellow"]}"', "O to move"),
            ("cfour", "d e d e d e d", f'fill="{NAMED["Red"]}"', "X has won"),
            # An empty board: the names are colours, or nothing tells.
            ("hex", "", f'fill="{NAMED["Red"]}"', "Red to move"),
            ("go", "", f'fill="{NAMED["Black"]}"', "Black to move"),
            ("tictactoe", "", None, "X to move"),
            ("tictactoe", "b2", None, "O to move"),
            ("tictactoe", "b2 a1", "<line", "X to move"),
            ("tictactoe", "b2 a1 a2", 'fill="none"', "O to move"),
            ("checkers", "", f'fill="{NAMED["Black"]}"', "Black to move"),
            ("flipello", "", f'fill="{NAMED["Black"]}"', "X to move"),
            ("chess", "e2e4", f'fill="{NAMED["Black"]}"', "Black to move"),
            ("backgammon", "", None, "The turn of chance"),
        ]
        with engine() as here:
            for game, moves, shape, words in cases:
                with self.subTest(game=game, moves=moves):
                    here.choose(game)
                    here.play(*moves.split())
                    view = here.view()
                    board, _, caption = (here._repr_html_() or "").rpartition("<div>")
                    self.assertIn(view.svg or "no board", board)
                    self.assertEqual(view.caption, words)
                    picture, _, text = caption.rpartition("</svg>")
                    self.assertEqual(text, f"{words}</div></div>")
                    if shape is None:
                        self.assertEqual(picture, "")
                    else:
                        self.assertIn(shape, picture)
                        self.assertIn('aria-hidden="true"', picture)
                        tree.fromstring(f"{picture}</svg>")


if __name__ == "__main__":
    unittest.main()

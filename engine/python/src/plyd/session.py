"""The client's side of the protocol, without any input or output.

Each command is a *talk*: a generator that yields a line to send, or `None` where it needs a line of plyd, and that
returns the answer. `Engine` and `AsyncEngine` carry the lines. A talk that is interrupted stays where it is, so that
its answer can be read later.
"""

from __future__ import annotations

import json
from collections import deque
from typing import Any, Callable, Deque, Dict, Generator, Iterable, List, Mapping, Optional, Sequence
from typing import Tuple, TypedDict, TypeVar, Union

from .answers import Explanation, Game, Info, Known, Marks, Node, Option, Perft, Result, Tree, Value, Worksheet
from .board import View
from .errors import BadExplain, Busy, EngineEnded, NoSearch, PlydError, Stopped, TooLarge, error_of

T = TypeVar("T")
Talk = Generator[Optional[str], str, T]

#: The forms of an explanation that are fetched without a word: those that a notebook shows, and the data.
FORMATS = ("text", "json", "svg")


class Limits(TypedDict, total=False):
    """The limits of a search; times are in milliseconds. A search without limits ends when the game is solved."""

    depth: int
    nodes: int
    mate: int
    movetime: int
    wtime: int
    btime: int
    winc: int
    binc: int
    movestogo: int
    infinite: bool
    ponder: bool
    searchmoves: Sequence[str]


class _Textbook(TypedDict, total=False):
    depth: int
    algorithm: str
    order: str
    cut: str
    fail: str
    lang: str


class Conventions(_Textbook, total=False):
    """How `explain` searches and speaks, see docs/explain.md."""

    nodes: int


class Exercises(_Textbook, total=False):
    """The trees of a worksheet, and how its answers search and speak, see docs/explain.md."""

    seed: int
    branching: int


class Search:
    """A search that runs, or has run: its lines are fed, its infos and trees taken."""

    def __init__(self, ponders: bool, watched: bool) -> None:
        self.ponders = ponders
        self.watched = watched
        self.fresh: Deque[Info] = deque()
        self.trees: Deque[Tree] = deque()
        self._nodes: Dict[int, Node] = {}
        self.infos: List[Info] = []
        self.notes: List[str] = []
        self.expectation: Optional[float] = None
        self.result: Optional[Result] = None
        self.error: Optional[PlydError] = None

    def feed(self, line: str) -> bool:
        """Takes a line if it is one of a search."""
        kind, _, rest = line.partition(" ")
        if kind == "bestmove":
            words = rest.split()
            best = None if words[0] == "(none)" else words[0]
            ponder = words[2] if len(words) > 2 else None
            self.result = Result(best, ponder, tuple(self.infos), self.expectation, tuple(self.notes))
            if self.error:
                self.error.result = self.result
        elif kind == "info" and rest.startswith("string expectation "):
            self.expectation = float(rest.rpartition(" ")[2])
        elif kind == "info" and rest.startswith("string "):
            self.notes.append(rest.partition(" ")[2])
        elif kind == "info":
            info = Info.of(line)
            if info:
                self.infos.append(info)
                self.fresh.append(info)
        elif kind == "tree":
            if self.watched:
                self.trees.append(Tree.of(json.loads(rest), self._nodes))
        else:
            return False
        return True


class Session:
    """What a client knows of its session, and the talks for all commands."""

    def __init__(self) -> None:
        #: The id of the game.
        self.game = ""
        #: The setup of the position; `None` is the start position.
        self.setup: Optional[str] = None
        self.moves: Tuple[str, ...] = ()
        self.options: Dict[str, Option] = {}
        self.name = ""
        self._search: Optional[Search] = None
        self._watches = False

    # The beginning, and choices.

    def start(self, game: str, options: Mapping[str, Value], token: Optional[str]) -> Talk[None]:
        """Proves who we are, chooses the game, and sets the options."""
        if token is not None:
            words = token.split()
            if len(words) != 1:
                # Without the text, as it may be secret.
                raise ValueError("a token is one word")
            yield from self._answer(f"auth {words[0]}", "authok")
        yield from self.choose(game)
        for option, value in options.items():
            yield from self.set(option, value)
        if options:
            yield from self.position(None, ())

    def choose(self, game: str) -> Talk[None]:
        """Chooses a game, and its start position. After a refusal all is as before."""
        self._idle("the choice of a game")
        before = self.game
        try:
            yield f"setoption name UCI_Variant value {_checked(game)}"
            yield from self._uci(self._chosen)
        except EngineEnded:
            raise
        except PlydError:
            if before:
                yield f"setoption name UCI_Variant value {before}"
                yield from self._uci()
                yield from self._restore()
            raise
        self.setup, self.moves = None, ()

    def _chosen(self, line: str) -> None:
        words = line.split()
        if words[:3] == ["info", "string", "variant"]:
            self.game = words[3]

    def set(self, option: str, value: Value) -> Talk[None]:
        """Sets an option. Names are not case-sensitive."""
        self._idle("`set`")
        words = f"setoption name {_checked(option)}"
        if value is not None:
            words += f" value {str(value).lower() if isinstance(value, bool) else _checked(str(value))}"
        yield words
        yield from self._uci(self._chosen)

    def forget(self) -> Talk[None]:
        """Forgets what searches have learnt."""
        self._idle("`new_game`")
        yield "ucinewgame"
        yield from self._uci()

    # The position.

    def position(self, setup: Optional[str], moves: Iterable[str]) -> Talk[None]:
        """Sets a position. After a refusal the position is as before."""
        self._idle("`position`")
        if isinstance(moves, str):
            raise TypeError("`moves` is a list of moves, not a text")
        moves = tuple(moves)
        try:
            yield from self._place(setup, moves)
        except EngineEnded:
            raise
        except PlydError:
            yield from self._restore()
            raise
        self.setup, self.moves = setup, moves

    def play(self, moves: Iterable[str]) -> Talk[None]:
        """Plays further moves."""
        yield from self.position(self.setup, self.moves + tuple(moves))

    def _place(self, setup: Optional[str], moves: Tuple[str, ...]) -> Talk[None]:
        words = "position startpos" if setup is None else f"position fen {_checked(setup)}"
        yield words + (" moves " + " ".join(map(_checked, moves)) if moves else "")
        # Success is silent, and `isready` may be answered before a slow library has set the position up.
        yield from self._answer("query turn", "response")

    def _restore(self) -> Talk[None]:
        try:
            yield from self._place(self.setup, self.moves)
        except EngineEnded:
            raise
        except PlydError:
            # The first refusal is what the caller hears of.
            pass

    def query(self, what: str) -> Talk[str]:
        """Asks about the position."""
        return (yield from self._answer(f"query {what}", "response"))

    def over(self) -> Talk[bool]:
        """Whether the game is over, also by a draw that can be claimed."""
        return (yield from self.query("gameover")) == "true"

    def result(self) -> Talk[Optional[str]]:
        """`p1win`, `p2win` or `draw`; `None` while the game goes on."""
        result = yield from self.query("result")
        return None if result == "none" else result

    def legal(self) -> Talk[List[str]]:
        """The legal moves, or the outcomes of chance."""
        return (yield from self.query("moves")).split()

    def chances(self) -> Talk[Dict[str, int]]:
        """The outcomes of chance with their weights."""
        words = (yield from self.query("chances")).split()
        return {outcome: int(weight) for outcome, weight in zip(words[::2], words[1::2])}

    def view(self) -> Talk[View]:
        """The board as data."""
        return View(json.loads((yield from self._answer("view", "view"))))

    def picture(self) -> Talk[str]:
        """The position as text."""
        lines: List[str] = []
        yield "d"
        while not lines or not lines[-1].startswith("Outcome: "):
            line = yield from self._line()
            error = error_of(line)
            if error:
                yield from self._refused(error)
            lines.append(line)
        return "\n".join(lines)

    def known(self) -> Talk[Dict[str, Known]]:
        """What the table knows of the legal moves."""
        data = json.loads((yield from self._answer("known", "known")))
        return {move: Known.of(known) for move, known in data["moves"].items()}

    def eval(self) -> Talk[int]:
        """The static value from the first player's view."""
        return int((yield from self._answer("eval", "Evaluation:")).split()[0])

    def read(self, text: str) -> Talk[Dict[str, Any]]:
        """Reads a game that somebody has written."""
        game: Dict[str, Any] = json.loads((yield from self._answer(f"read {json.dumps(text)}", "read")))
        return game

    def games(self) -> Talk[List[Game]]:
        """The loaded games."""
        lines: List[str] = []
        yield "games"
        yield from self._uci(lines.append)
        return Game.all_of(lines)

    def perft(self, depth: int) -> Talk[Perft]:
        """Counts move sequences."""
        self._idle("`perft`")
        moves: Dict[str, int] = {}
        yield f"go perft {int(depth)}"
        while True:
            line = yield from self._line()
            error = error_of(line)
            if error:
                yield from self._refused(error)
            if line.startswith("info string perft was stopped"):
                raise Stopped("the count was stopped before its end")
            move, colon, count = line.rpartition(": ")
            if colon and move == "Nodes searched":
                return Perft(int(depth), int(count), moves)
            if colon and not line.startswith("info "):
                moves[move] = int(count)

    # Searches.

    def begin(self, limits: Limits, watch: Optional[Tuple[int, int]] = None) -> Talk[Search]:
        """Begins a search, of whose tree so many plies and nodes are told."""
        self._idle("a search")
        words = ["go"]
        for name, value in limits.items():
            if name not in Limits.__annotations__:
                raise TypeError(f"a search has no limit `{name}`; the limits are {', '.join(Limits.__annotations__)}")
            if name == "searchmoves":
                # Last, as each word behind it is a move.
                continue
            if isinstance(value, bool):
                words += [name] if value else []
            elif value is not None:
                words += [name, str(value)]
        moves = limits.get("searchmoves")
        if moves is not None:
            # A list without moves leaves no move to consider, which is what the protocol's null move means.
            words += ["searchmoves", *(map(_checked, moves))] if moves else ["searchmoves", "0000"]
        if watch is not None or self._watches:
            yield "watch off" if watch is None else f"watch on plies {int(watch[0])} nodes {int(watch[1])}"
            yield from self._uci()
            self._watches = watch is not None
        yield " ".join(words)
        self._search = Search(limits.get("ponder", False), watch is not None)
        return self._search

    def next_of(self, search: Search, fresh: Deque[T]) -> Talk[Optional[T]]:
        """The next one of what a search tells; `None` behind the last one."""
        while not fresh and search.result is None:
            yield from self._feed(search)
        if fresh:
            return fresh.popleft()
        if search.error:
            raise search.error
        return None

    def ponderhit(self, search: Search) -> Talk[Result]:
        """Lets the clock of a search run that ponders, and waits for its answer."""
        if not search.ponders:
            raise NoSearch("this search does not ponder")
        if search.result is None:
            yield "ponderhit"
            # It is refused if the search has ended by itself meanwhile; this is answered behind that.
            yield "isready"
            line = ""
            while line != "readyok":
                line = yield from self._line()
                if search.result is None:
                    search.error = search.error or error_of(line)
        return (yield from self.finish(search))

    def finish(self, search: Search) -> Talk[Result]:
        """Waits for the answer of a search."""
        while search.result is None:
            yield from self._feed(search)
        if search.error:
            raise search.error
        return search.result

    def go(self, limits: Limits) -> Talk[Result]:
        """Searches, and waits for the answer."""
        search = yield from self.begin(limits)
        return (yield from self.finish(search))

    def _feed(self, search: Search) -> Talk[None]:
        try:
            line = yield None
        except EngineEnded as end:
            self._search = None
            if search.error:
                raise search.error from end
            raise
        error = error_of(line)
        if error:
            search.error = search.error or error
        else:
            search.feed(line)
        if search.result is not None:
            self._search = None

    # Explanations.

    def explain(self, formats: Union[str, Sequence[str], None], how: Conventions) -> Talk[Explanation]:
        """Shows a search as a tree."""
        wanted = FORMATS if formats is None else (formats,) if isinstance(formats, str) else tuple(formats)
        fields: Dict[str, Any] = {}
        for format in wanted:
            try:
                lines = yield from self._explained(f"explain{_words(how)} format {_checked(format)}")
            except (BadExplain, TooLarge):
                # A plyd without drawings, or a tree too large to draw, after the same search was shown as text.
                if formats is None and format == "svg":
                    continue
                raise
            if format in ("json", "page"):
                fields[format] = json.loads(lines[-1])
            elif format == "svg":
                fields[format] = lines[-1][len("svg ") :]
            else:
                fields[format] = "\n".join(lines)
        return Explanation(**fields)

    def worksheet(self, count: int, how: Exercises) -> Talk[Worksheet]:
        """Makes a worksheet of random trees."""
        lines = yield from self._explained(f"explain worksheet {int(count)}{_words(how)}")
        data = json.loads(lines[-1])
        return Worksheet(data["exercises"], data["answers"], data["key"], data["table"])

    def grade(self, key: Mapping[str, Any], answers: str, lang: Optional[str]) -> Talk[Marks]:
        """Marks answers to a worksheet."""
        text = json.dumps({"key": key, "answers": answers})
        lines = yield from self._explained(f"explain{_words({'lang': lang})} grade {text}")
        data = json.loads(lines[-1])
        return Marks(data["table"], data["right"], data["wrong"], data["unjudged"])

    def _explained(self, command: str) -> Talk[List[str]]:
        lines: List[str] = []
        error: Optional[PlydError] = None
        self._idle("`explain`")
        yield command
        while True:
            try:
                line = yield None
            except EngineEnded as end:
                if error:
                    raise error from end
                raise
            if line == "explain done":
                break
            fault = error_of(line)
            if fault:
                error = error or fault
            elif not line.startswith("info string "):
                lines.append(line)
        if error:
            raise error
        if not lines:
            raise Stopped("the search was stopped before its end")
        return lines

    # Lines.

    def _line(self) -> Talk[str]:
        """The next line that does not belong to a running search."""
        while True:
            line = yield None
            search = self._search
            if search is None or error_of(line) or not search.feed(line):
                return line
            if search.result is not None:
                self._search = None

    def _answer(self, command: str, word: str) -> Talk[str]:
        yield command
        while True:
            line = yield from self._line()
            first, _, rest = line.partition(" ")
            if first == word:
                return rest
            error = error_of(line)
            if error:
                yield from self._refused(error)

    def _uci(self, hear: Optional[Callable[[str], None]] = None) -> Talk[None]:
        """Reads all that was owed, and the options with their values. Raises the first error."""
        options: Dict[str, Option] = {}
        error: Optional[PlydError] = None
        try:
            yield "uci"
            while True:
                line = yield from self._line()
                if line == "uciok":
                    break
                error = error or error_of(line)
                option = Option.of(line)
                if option:
                    options[option.name] = option
                elif line.startswith("id name "):
                    self.name = line[len("id name ") :]
                elif hear:
                    hear(line)
        except EngineEnded as end:
            if error:
                raise error from end
            raise
        self.options = options
        if error:
            raise error

    def _refused(self, error: PlydError) -> Talk[None]:
        """Reads what else is owed after an error, so that the next command begins afresh. Raises the error.

        A refused `position` has one error, or two with the question behind it; `uci` is answered behind them all.
        """
        try:
            yield from self._uci()
        except PlydError as other:
            raise error from other
        raise error

    def _idle(self, what: str) -> None:
        if self._search is not None:
            raise Busy(f"{what} is not allowed during a search; stop the analysis first")


def _checked(text: str) -> str:
    """A text within a line. A line break would begin another command."""
    if any(sign in text for sign in "\n\r\0"):
        raise ValueError(f"a line break within {text!r}")
    return text


def _words(named: Mapping[str, object]) -> str:
    """Names with their values, behind a command."""
    return "".join(f" {name} {_checked(str(value))}" for name, value in named.items() if value is not None)


class Client:
    """What both kinds of engines know without asking plyd."""

    _session: Session

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._session.game

    @property
    def name(self) -> str:
        """The name and the version of plyd."""
        return self._session.name

    @property
    def options(self) -> Dict[str, Option]:
        """The options with their values, by name."""
        return dict(self._session.options)

    @property
    def setup(self) -> Optional[str]:
        """The setup with which the position begins; `None` is the start position."""
        return self._session.setup

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves since the setup."""
        return self._session.moves

"""`Engine`: plyd for programs that wait for each answer."""

from __future__ import annotations

import inspect
import os
import threading
from typing import TYPE_CHECKING, Any, Deque, Dict, Generic, Iterable, List, Mapping, Optional, Sequence, TypeVar, Union
from typing import cast

from .answers import Explanation, Game, Info, Known, Marks, Perft, Result, Tree, Value, Worksheet
from .board import View
from .errors import EngineEnded, NoAnswer, NoSearch, PlydError
from .links import FAREWELL, Deadline, Link, PipeLink, SocketLink, Tls, command_line
from .session import Client, Conventions, Exercises, Limits, Search, Session, Talk

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")

#: The seconds that an answer may take, unless you say otherwise. A library has 60 for a position.
TIMEOUT = 70.0
#: The seconds that a search has for its answer after `stop`.
GRACE = 10.0


class _Default:
    """Stands for the timeout of the engine, where `None` is no timeout."""

    def __repr__(self) -> str:
        return "engine.timeout"


DEFAULT = _Default()
Timeout = Union[float, None, _Default]


def seconds_of(timeout: Timeout, default: Optional[float]) -> Optional[float]:
    """The seconds of a timeout, which may be the default of an engine."""
    return default if isinstance(timeout, _Default) else timeout


class Engine(Client):
    """A session of plyd.

        with Engine("cfour") as engine:
            engine.play("d")
            print(engine.legal(), engine.go(depth=8).best)

    Without `address` it starts the program `plyd`: the one given, else that beside the scripts of this package, else
    that on `PATH`. With `address` (`HOST:PORT` or `unix:PATH`) it connects to `plyd serve`, with the token of the
    server if it has one; `tls` is `True`, a file of certificates to trust, or an `ssl.SSLContext`.

    Every call that waits takes `timeout` in seconds; the default is that of the engine, and `None` waits for ever. A
    call that ends early, by its timeout or by Ctrl-C, stops what runs, and the engine stays usable. Threads can share
    an engine: their calls come one after the other, except `stop`.
    """

    def __init__(
        self,
        game: str = "chess",
        *,
        options: Optional[Mapping[str, Value]] = None,
        plugin_dirs: Sequence[Union[str, "os.PathLike[str]"]] = (),
        program: Union[str, "os.PathLike[str]", None] = None,
        address: Optional[str] = None,
        token: Optional[str] = None,
        tls: Tls = None,
        server_name: Optional[str] = None,
        timeout: Optional[float] = TIMEOUT,
    ) -> None:
        check_place(address, program, plugin_dirs, token, tls)
        self.timeout = timeout
        self._session = Session()
        self._lock = threading.RLock()
        self._unfinished: Optional[Talk[Any]] = None
        self._link: Optional[Link] = None
        deadline = Deadline(timeout)
        if address is not None:
            self._link = SocketLink(address, tls, server_name, deadline)
        else:
            self._link = PipeLink(command_line(None if program is None else os.fspath(program), plugin_dirs))
        try:
            self._drive(self._session.start(game, options or {}, token), deadline)
        except BaseException as error:
            # A plyd that did not answer at the beginning does not read `quit` either.
            self._end(farewell=not isinstance(error, NoAnswer))
            raise

    # The session.

    @property
    def pid(self) -> Optional[int]:
        """The number of the started process; `None` for a connection."""
        return self._link.pid if isinstance(self._link, PipeLink) else None

    def games(self, *, timeout: Timeout = DEFAULT) -> List[Game]:
        """The games that plyd has loaded."""
        return self._run(self._session.games(), timeout)

    def set(self, option: str, value: Value = None, *, timeout: Timeout = DEFAULT) -> None:
        """Sets an option. One of the game counts from the next `position`; a button has no value."""
        if option.lower() == "uci_variant":
            self.choose(str(value), timeout=timeout)
        else:
            self._run(self._session.set(option, value), timeout)

    def choose(self, game: str, *, timeout: Timeout = DEFAULT) -> None:
        """Plays another game from now on, from its start position. Takes ids, and names as people know them."""
        self._run(self._session.choose(game), timeout)

    def new_game(self, *, timeout: Timeout = DEFAULT) -> None:
        """Forgets what searches have learnt. Position and options stay."""
        self._run(self._session.forget(), timeout)

    # The position.

    def position(self, setup: Optional[str] = None, moves: Iterable[str] = (), *, timeout: Timeout = DEFAULT) -> None:
        """Sets a position: a setup (`None` is the start position), then moves. After an error it is as before."""
        self._run(self._session.position(setup, moves), timeout)

    def play(self, *moves: str, timeout: Timeout = DEFAULT) -> None:
        """Plays moves, or outcomes of chance. After an error the position is as before."""
        self._run(self._session.play(moves), timeout)

    def legal(self, *, timeout: Timeout = DEFAULT) -> List[str]:
        """The legal moves, at the turn of chance its outcomes. After the end of a game there are none, unless it is
        a draw that a player can claim."""
        return self._run(self._session.legal(), timeout)

    def chances(self, *, timeout: Timeout = DEFAULT) -> Dict[str, int]:
        """The outcomes of chance with their weights; none if it is a player's turn."""
        return self._run(self._session.chances(), timeout)

    @property
    def fen(self) -> str:
        """The position as a setup."""
        return self._run(self._session.query("fen"), DEFAULT)

    @property
    def turn(self) -> str:
        """`first`, `second` or `chance`."""
        return self._run(self._session.query("turn"), DEFAULT)

    @property
    def over(self) -> bool:
        """Whether the game is over, also by a draw that a player can claim."""
        return self._run(self._session.over(), DEFAULT)

    @property
    def result(self) -> Optional[str]:
        """`p1win`, `p2win` or `draw`; `None` while the game goes on."""
        return self._run(self._session.result(), DEFAULT)

    def view(self, *, timeout: Timeout = DEFAULT) -> View:
        """The board as data, which a notebook shows as a drawing."""
        return self._run(self._session.view(), timeout)

    def picture(self, *, timeout: Timeout = DEFAULT) -> str:
        """The position as text, with its setup, whose turn it is and the outcome."""
        return self._run(self._session.picture(), timeout)

    def known(self, *, timeout: Timeout = DEFAULT) -> Dict[str, Known]:
        """What the table knows of each legal move, without a search."""
        return self._run(self._session.known(), timeout)

    def eval(self, *, timeout: Timeout = DEFAULT) -> int:
        """The static value of the position from the first player's view, without a search."""
        return self._run(self._session.eval(), timeout)

    def read(self, text: str, *, timeout: Timeout = DEFAULT) -> Dict[str, Any]:
        """Reads a game that somebody has written (PGN, SGF, moves): its tree of moves, as protocol.md describes it."""
        return self._run(self._session.read(text), timeout)

    def perft(self, depth: int, *, timeout: Timeout = None) -> Perft:
        """Counts the move sequences of so many plies. By default there is no timeout."""
        return self._run(self._session.perft(depth), timeout)

    def explain(
        self,
        *,
        format: Union[str, Sequence[str], None] = None,
        timeout: Timeout = DEFAULT,
        **how: Unpack[Conventions],
    ) -> Explanation:
        """Searches, and shows the search as a tree: `explain(depth=2)`.

        `format` is one of `text`, `json`, `svg`, `walk` and `page`, or a list; by default the first three.
        """
        return self._run(self._session.explain(format, how), timeout)

    def worksheet(self, count: int, *, timeout: Timeout = DEFAULT, **how: Unpack[Exercises]) -> Worksheet:
        """Makes exercises on so many random trees: `worksheet(10, seed=7)`. The game must be one of trees."""
        return self._run(self._session.worksheet(count, how), timeout)

    def grade(
        self, key: Mapping[str, Any], answers: str, *, lang: Optional[str] = None, timeout: Timeout = DEFAULT
    ) -> Marks:
        """Marks answers to a worksheet by its key. `answers` is CSV with the columns student, exercise and answer."""
        return self._run(self._session.grade(key, answers, lang), timeout)

    # Searches.

    def go(self, *, timeout: Timeout = None, **limits: Unpack[Limits]) -> Result:
        """Searches within limits, such as `go(depth=8)` or `go(movetime=500)`, and waits for the answer.

        By default there is no timeout, as a search may take any time. After a timeout the search is stopped, and
        `NoAnswer` raised; with `infinite=True` the timeout is the length of the search instead.
        """
        seconds = seconds_of(timeout, self.timeout)
        check_end(limits, seconds)
        try:
            return self._run(self._session.go(limits), seconds)
        except NoAnswer:
            if not limits.get("infinite") or self._unfinished is None:
                raise
            # The timeout has sent `stop`, and the answer of this search is on its way.
            return cast(Result, self._drive(self._unfinished, Deadline(GRACE), resumed=True))

    def analyse(self, *, timeout: Timeout = DEFAULT, **limits: Unpack[Limits]) -> Analysis[Info]:
        """Searches, and yields each line of the search while it runs. `timeout` is the longest wait for a line.

            with engine.analyse(infinite=True) as analysis:
                for info in analysis:
                    if info.depth >= 10:
                        break
            print(analysis.result.best)

        With `ponder=True` it searches in the opponent's time, until `ponderhit` or `stop`.
        """
        search = self._run(self._session.begin(limits), timeout)
        return Analysis(self, self._session, search, search.fresh, timeout)

    def watch(
        self, *, plies: int = 2, told: int = 1024, timeout: Timeout = DEFAULT, **limits: Unpack[Limits]
    ) -> Analysis[Tree]:
        """Searches as `analyse` does, and yields the first `plies` of its tree as it grows, with at most `told` nodes:
        the first ones that the search enters. `minimax`, `alphabeta` and `pvs` have such a tree."""
        search = self._run(self._session.begin(limits, (plies, told)), timeout)
        return Analysis(self, self._session, search, search.trees, timeout)

    def stop(self) -> None:
        """Ends the search that runs; its answer goes to whoever waits for it. Any thread may call this."""
        self._write("stop", Deadline(GRACE))

    # The end.

    def close(self) -> None:
        """Ends the session, and the process or the connection. Does nothing the second time."""
        self._end(farewell=True)

    def _end(self, farewell: bool) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close(farewell)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Of an engine that was left open nothing may stay behind.
        if getattr(self, "_link", None) is not None:
            self._end(farewell=True)

    def __repr__(self) -> str:
        moves = f", moves {' '.join(self.moves)}" if self.moves else ""
        return f"<plyd.Engine {self.game}: {self.setup or 'startpos'}{moves}>"

    def _repr_svg_(self) -> Optional[str]:
        return self.view().svg if self._link else None

    def _repr_html_(self) -> Optional[str]:
        return self.view()._repr_html_() if self._link else None

    # Lines.

    def _write(self, line: str, deadline: Deadline) -> None:
        link = self._link
        if link is None:
            raise EngineEnded("this engine is closed")
        link.write(line, deadline)

    def _read(self, deadline: Deadline) -> str:
        link = self._link
        if link is None:
            raise EngineEnded("this engine is closed")
        return link.read(deadline)

    def _run(self, talk: Talk[T], timeout: Timeout, owed: bool = True) -> T:
        deadline = Deadline(seconds_of(timeout, self.timeout))
        left = deadline.left()
        if not self._lock.acquire(timeout=-1 if left is None else left):
            raise deadline.missed()
        try:
            if self._unfinished is not None:
                self._settle(deadline)
            return self._drive(talk, deadline, owed)
        finally:
            self._lock.release()

    def _settle(self, deadline: Deadline) -> None:
        """Reads the answer that an interrupted call has left."""
        assert self._unfinished is not None
        try:
            self._drive(self._unfinished, deadline, resumed=True)
        except (NoAnswer, EngineEnded):
            raise
        except PlydError:
            # It was for the call that has ended.
            pass

    def _drive(self, talk: Talk[T], deadline: Deadline, owed: bool = True, resumed: bool = False) -> T:
        item: Optional[str] = None
        try:
            item = None if resumed else next(talk)
            while True:
                try:
                    if item is None:
                        line = self._read(deadline)
                    else:
                        line = ""
                        self._write(item, deadline)
                except EngineEnded as end:
                    item = talk.throw(end)
                else:
                    item = talk.send(line)
        except StopIteration as done:
            self._unfinished = None
            return cast(T, done.value)
        except BaseException:
            if inspect.getgeneratorstate(talk) == inspect.GEN_CLOSED:
                # The talk has ended by this error.
                self._unfinished = None
            elif item is not None:
                # Half a line may be out, so nothing can follow.
                self._end(farewell=False)
            elif owed:
                self._unfinished = talk
                if self._link and not resumed:
                    try:
                        self._write("stop", Deadline(FAREWELL))
                    except NoAnswer:
                        pass
            raise


class Analysis(Generic[T]):
    """A search that runs. Iterate over it for its lines, or its trees; `stop` or the end of `with` ends it."""

    def __init__(
        self, engine: Engine, session: Session, search: Search, fresh: Deque[T], timeout: Timeout
    ) -> None:
        self._engine = engine
        self._session = session
        self._search = search
        self._fresh = fresh
        self._timeout = timeout

    def __iter__(self) -> Analysis[T]:
        return self

    def __next__(self) -> T:
        item = self.next()
        if item is None:
            raise StopIteration
        return item

    def next(self, *, timeout: Timeout = DEFAULT) -> Optional[T]:
        """The next one; `None` behind the last one. After a `NoAnswer` the search goes on."""
        wait = self._timeout if isinstance(timeout, _Default) else timeout
        talk = self._session.next_of(self._search, self._fresh)
        return self._engine._run(talk, wait, owed=False)

    @property
    def running(self) -> bool:
        """Whether the answer has not come yet, as far as lines have been read."""
        return self._search.result is None

    @property
    def result(self) -> Result:
        """The answer. Raises `NoSearch` while the search runs."""
        if self._search.result is None:
            raise NoSearch("the search still runs; stop it first")
        return self._search.result

    def stop(self, *, timeout: Timeout = GRACE) -> Result:
        """Ends the search, and gives its answer."""
        if self._search.result is None:
            self._engine.stop()
        return self._engine._run(self._session.finish(self._search), timeout)

    def ponderhit(self, *, timeout: Timeout = None) -> Result:
        """Says that the opponent has made the expected move: the clock runs from now on. Waits for the answer, by
        default without a timeout, as `go` does."""
        return self._engine._run(self._session.ponderhit(self._search), timeout)

    def __enter__(self) -> Analysis[T]:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            self.stop()
        except PlydError:
            # What is on its way already says more.
            if kind is None:
                raise


def check_end(limits: Limits, seconds: Optional[float]) -> None:
    """Refuses a search that `go` would wait for without an end."""
    if limits.get("ponder"):
        raise ValueError("a search with `ponder` waits for `ponderhit`; use `analyse`")
    if limits.get("infinite") and seconds is None:
        raise ValueError("a search with `infinite` has no end; give a timeout, or use `analyse`")


def check_place(
    address: Optional[str], program: object, plugin_dirs: Sequence[object], token: object, tls: Tls
) -> None:
    """Refuses arguments that contradict each other."""
    if address is None and (token is not None or tls):
        raise ValueError("`token` and `tls` are for a server, so they need an `address`")
    if address is not None and (program is not None or plugin_dirs):
        raise ValueError("a server has its own program and plugins; leave out `program` and `plugin_dirs`")
    if address is not None and address.startswith("unix:") and tls:
        raise ValueError("there is no TLS on a Unix socket")

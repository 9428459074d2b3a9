"""`AsyncEngine`: plyd for programs with an event loop."""

from __future__ import annotations

import asyncio
import inspect
import os
from typing import TYPE_CHECKING, Any, Callable, Deque, Dict, Generic, Iterable, List, Mapping, Optional, Sequence
from typing import TypeVar, Union, cast

from .answers import Explanation, Game, Info, Known, Marks, Perft, Result, Tree, Value, Worksheet
from .board import View
from .engine import DEFAULT, GRACE, TIMEOUT, Timeout, check_end, check_place, seconds_of
from .errors import EngineEnded, NoAnswer, NoSearch, PlydError
from .links import CHUNK, FAREWELL, STDERR_KEPT, Deadline, Lines, Tls, command_line, ended_process, parse_address
from .links import tls_context
from .session import Client, Conventions, Exercises, Limits, Search, Session, Talk

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class AsyncLink:
    """A started program or a connection. One task reads what comes, so that a wait that ends loses nothing."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        process: Optional[asyncio.subprocess.Process] = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self.process = process
        self._lines = Lines()
        self._news = asyncio.Event()
        self._ended = False
        self._stderr = b""
        self._tasks = [asyncio.ensure_future(self._read_output())]
        if process is not None and process.stderr is not None:
            self._tasks.append(asyncio.ensure_future(self._read_errors(process.stderr)))

    @staticmethod
    async def start(command: Sequence[str]) -> AsyncLink:
        """Starts a program."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        assert process.stdin and process.stdout
        return AsyncLink(process.stdout, process.stdin, process)

    @staticmethod
    async def connect(address: str, tls: Tls, server_name: Optional[str], deadline: Deadline) -> AsyncLink:
        """Connects to a server."""
        place = parse_address(address)
        context = tls_context(tls)
        # Outside `try`: `NoAnswer` is a `TimeoutError`, and so an `OSError`.
        left = deadline.left()
        try:
            if isinstance(place, str):
                opening = asyncio.open_unix_connection(place)
            else:
                name = (server_name or place[0]) if context else None
                opening = asyncio.open_connection(*place, ssl=context, server_hostname=name)
            return AsyncLink(*await asyncio.wait_for(opening, left))
        except asyncio.TimeoutError:
            raise deadline.missed() from None
        except OSError as error:
            raise EngineEnded(f"no connection to {address}: {error}") from error

    async def _read_output(self) -> None:
        while not self._ended:
            try:
                data = await self._reader.read(CHUNK)
            except OSError:
                data = b""
            self._lines.feed(data)
            self._ended = not data
            self._news.set()

    async def _read_errors(self, stream: asyncio.StreamReader) -> None:
        while True:
            data = await stream.read(CHUNK)
            if not data:
                return
            self._stderr = (self._stderr + data)[-STDERR_KEPT:]

    def send(self, line: str) -> None:
        """Sends a line, without a wait for it to be gone. A closed way is told by the next `read`."""
        if not self._writer.is_closing():
            self._writer.write(line.encode() + b"\n")

    async def write(self, line: str, deadline: Deadline) -> None:
        """Sends a line."""
        self.send(line)
        left = deadline.left()
        try:
            await asyncio.wait_for(self._writer.drain(), left)
        except asyncio.TimeoutError:
            raise deadline.missed() from None
        except OSError:
            pass

    async def read(self, deadline: Deadline) -> str:
        """The next line. Raises `EngineEnded` behind the last one."""
        while True:
            line = self._lines.take()
            if line is not None:
                return line
            if self._ended:
                raise await self._end()
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), deadline.left())
            except asyncio.TimeoutError:
                raise deadline.missed() from None

    async def _end(self) -> EngineEnded:
        if self.process is None:
            return EngineEnded("the server has closed the connection")
        await self.wait(FAREWELL)
        await asyncio.wait(self._tasks, timeout=FAREWELL)
        return ended_process(self.process.returncode, self._stderr)

    async def wait(self, seconds: Optional[float]) -> Optional[int]:
        """Waits for the end of the process; its exit code, or `None` if it still runs."""
        assert self.process is not None
        try:
            return await asyncio.wait_for(self.process.wait(), seconds)
        except asyncio.TimeoutError:
            return None

    @property
    def stderr(self) -> str:
        """The end of what the process wrote to standard error."""
        return self._stderr.decode("utf-8", "replace")

    def terminate(self) -> None:
        """Asks the process to end."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()

    async def close(self, farewell: bool) -> None:
        """Ends the process, by force if it has to be, or the connection, and the tasks."""
        if farewell:
            self.send("quit")
        self._writer.close()
        if self.process is not None and await self.wait(FAREWELL if farewell else 0.01) is None:
            if self.process.returncode is None:
                self.process.kill()
            await self.wait(FAREWELL)
        try:
            await asyncio.wait_for(self._writer.wait_closed(), FAREWELL)
        except (OSError, asyncio.TimeoutError):
            pass
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class AsyncEngine(Client):
    """`Engine` for an event loop: the same arguments, and the same methods with `await`.

        async with AsyncEngine("cfour") as engine:
            await engine.play("d")
            print(await engine.legal())

    What is a property of `Engine` and asks plyd is a method here: `await engine.fen()`. Outside `async with`, begin
    with `await engine.open()` and end with `await engine.close()`.
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
        self._unfinished: Optional[Talk[Any]] = None
        self._link: Optional[AsyncLink] = None
        self._lock: Optional[asyncio.Lock] = None
        self._first = (game, dict(options or {}), token)
        self._place = (address, tls, server_name)
        self._program = (None if program is None else os.fspath(program), tuple(plugin_dirs))

    async def open(self) -> AsyncEngine:
        """Starts the program or connects, and chooses the game. Does nothing the second time."""
        if self._link is not None:
            return self
        deadline = Deadline(self.timeout)
        self._lock = asyncio.Lock()
        address, tls, server_name = self._place
        if address is not None:
            self._link = await AsyncLink.connect(address, tls, server_name, deadline)
        else:
            self._link = await AsyncLink.start(command_line(*self._program))
        try:
            await self._drive(self._session.start(*self._first), deadline)
        except BaseException:
            await self.close()
            raise
        return self

    # The session.

    @property
    def pid(self) -> Optional[int]:
        """The number of the started process; `None` for a connection."""
        return self._link.process.pid if self._link and self._link.process else None

    async def games(self, *, timeout: Timeout = DEFAULT) -> List[Game]:
        """The games that plyd has loaded."""
        return await self._run(self._session.games(), timeout)

    async def set(self, option: str, value: Value = None, *, timeout: Timeout = DEFAULT) -> None:
        """Sets an option. One of the game counts from the next `position`; a button has no value."""
        if option.lower() == "uci_variant":
            await self.choose(str(value), timeout=timeout)
        else:
            await self._run(self._session.set(option, value), timeout)

    async def choose(self, game: str, *, timeout: Timeout = DEFAULT) -> None:
        """Plays another game from now on, from its start position."""
        await self._run(self._session.choose(game), timeout)

    async def new_game(self, *, timeout: Timeout = DEFAULT) -> None:
        """Forgets what searches have learnt. Position and options stay."""
        await self._run(self._session.forget(), timeout)

    # The position.

    async def position(
        self, setup: Optional[str] = None, moves: Iterable[str] = (), *, timeout: Timeout = DEFAULT
    ) -> None:
        """Sets a position: a setup (`None` is the start position), then moves."""
        await self._run(self._session.position(setup, moves), timeout)

    async def play(self, *moves: str, timeout: Timeout = DEFAULT) -> None:
        """Plays moves, or outcomes of chance."""
        await self._run(self._session.play(moves), timeout)

    async def legal(self, *, timeout: Timeout = DEFAULT) -> List[str]:
        """The legal moves, at the turn of chance its outcomes."""
        return await self._run(self._session.legal(), timeout)

    async def chances(self, *, timeout: Timeout = DEFAULT) -> Dict[str, int]:
        """The outcomes of chance with their weights."""
        return await self._run(self._session.chances(), timeout)

    async def fen(self, *, timeout: Timeout = DEFAULT) -> str:
        """The position as a setup."""
        return await self._run(self._session.query("fen"), timeout)

    async def turn(self, *, timeout: Timeout = DEFAULT) -> str:
        """`first`, `second` or `chance`."""
        return await self._run(self._session.query("turn"), timeout)

    async def over(self, *, timeout: Timeout = DEFAULT) -> bool:
        """Whether the game is over, also by a draw that a player can claim."""
        return await self._run(self._session.over(), timeout)

    async def result(self, *, timeout: Timeout = DEFAULT) -> Optional[str]:
        """`p1win`, `p2win` or `draw`; `None` while the game goes on."""
        return await self._run(self._session.result(), timeout)

    async def view(self, *, timeout: Timeout = DEFAULT) -> View:
        """The board as data, which a notebook shows as a drawing."""
        return await self._run(self._session.view(), timeout)

    async def picture(self, *, timeout: Timeout = DEFAULT) -> str:
        """The position as text."""
        return await self._run(self._session.picture(), timeout)

    async def known(self, *, timeout: Timeout = DEFAULT) -> Dict[str, Known]:
        """What the table knows of each legal move."""
        return await self._run(self._session.known(), timeout)

    async def eval(self, *, timeout: Timeout = DEFAULT) -> int:
        """The static value of the position from the first player's view."""
        return await self._run(self._session.eval(), timeout)

    async def read(self, text: str, *, timeout: Timeout = DEFAULT) -> Dict[str, Any]:
        """Reads a game that somebody has written."""
        return await self._run(self._session.read(text), timeout)

    async def perft(self, depth: int, *, timeout: Timeout = None) -> Perft:
        """Counts the move sequences of so many plies."""
        return await self._run(self._session.perft(depth), timeout)

    async def explain(
        self,
        *,
        format: Union[str, Sequence[str], None] = None,
        timeout: Timeout = DEFAULT,
        **how: Unpack[Conventions],
    ) -> Explanation:
        """Searches, and shows the search as a tree."""
        return await self._run(self._session.explain(format, how), timeout)

    async def worksheet(self, count: int, *, timeout: Timeout = DEFAULT, **how: Unpack[Exercises]) -> Worksheet:
        """Makes exercises on so many random trees."""
        return await self._run(self._session.worksheet(count, how), timeout)

    async def grade(
        self, key: Mapping[str, Any], answers: str, *, lang: Optional[str] = None, timeout: Timeout = DEFAULT
    ) -> Marks:
        """Marks answers to a worksheet by its key."""
        return await self._run(self._session.grade(key, answers, lang), timeout)

    # Searches.

    async def go(self, *, timeout: Timeout = None, **limits: Unpack[Limits]) -> Result:
        """Searches within limits, and waits for the answer; see `Engine.go`."""
        seconds = seconds_of(timeout, self.timeout)
        check_end(limits, seconds)
        try:
            return await self._run(self._session.go(limits), seconds)
        except NoAnswer:
            if not limits.get("infinite") or self._unfinished is None:
                raise
            return cast(Result, await self._drive(self._unfinished, Deadline(GRACE), resumed=True))

    def analyse(self, *, timeout: Timeout = DEFAULT, **limits: Unpack[Limits]) -> AsyncAnalysis[Info]:
        """Searches, and yields each line of the search while it runs: `async with engine.analyse(...) as analysis:`,
        then `async for info in analysis`."""
        return AsyncAnalysis(self, self._session, self._session.begin(limits), lambda search: search.fresh, timeout)

    def watch(
        self, *, plies: int = 2, told: int = 1024, timeout: Timeout = DEFAULT, **limits: Unpack[Limits]
    ) -> AsyncAnalysis[Tree]:
        """Searches as `analyse` does, and yields the first plies of its tree as it grows; see `Engine.watch`."""
        begin = self._session.begin(limits, (plies, told))
        return AsyncAnalysis(self, self._session, begin, lambda search: search.trees, timeout)

    def stop(self) -> None:
        """Ends the search that runs; its answer goes to whoever waits for it."""
        self._open_link().send("stop")

    # The end.

    async def close(self) -> None:
        """Ends the session, and the process or the connection."""
        link, self._link = self._link, None
        if link is not None:
            await link.close(farewell=True)

    async def __aenter__(self) -> AsyncEngine:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        moves = f", moves {' '.join(self.moves)}" if self.moves else ""
        return f"<plyd.AsyncEngine {self.game}: {self.setup or 'startpos'}{moves}>"

    # Lines.

    def _open_link(self) -> AsyncLink:
        if self._link is None:
            raise EngineEnded("this engine is not open")
        return self._link

    async def _run(self, talk: Talk[T], timeout: Timeout, owed: bool = True) -> T:
        deadline = Deadline(seconds_of(timeout, self.timeout))
        if self._lock is None:
            raise EngineEnded("this engine is not open")
        try:
            await asyncio.wait_for(self._lock.acquire(), deadline.left())
        except asyncio.TimeoutError:
            raise deadline.missed() from None
        try:
            if self._unfinished is not None:
                await self._settle(deadline)
            return await self._drive(talk, deadline, owed)
        finally:
            self._lock.release()

    async def _settle(self, deadline: Deadline) -> None:
        """Reads the answer that an interrupted call has left."""
        assert self._unfinished is not None
        try:
            await self._drive(self._unfinished, deadline, resumed=True)
        except (NoAnswer, EngineEnded):
            raise
        except PlydError:
            # It was for the call that has ended.
            pass

    async def _drive(self, talk: Talk[T], deadline: Deadline, owed: bool = True, resumed: bool = False) -> T:
        item: Optional[str] = None
        try:
            item = None if resumed else next(talk)
            while True:
                try:
                    if item is None:
                        line = await self._open_link().read(deadline)
                    else:
                        line = ""
                        await self._open_link().write(item, deadline)
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
            elif owed and self._link:
                self._leave(talk, self._link, item, resumed)
            raise

    def _leave(self, talk: Talk[Any], link: AsyncLink, item: Optional[str], resumed: bool) -> None:
        """Leaves an interrupted talk where it waits for a line; what it sent lies in the buffer of the way."""
        self._unfinished = talk
        try:
            while item is not None:
                item = talk.send("")
                if item is not None:
                    link.send(item)
        except StopIteration:
            self._unfinished = None
        if not resumed:
            link.send("stop")


class AsyncAnalysis(Generic[T]):
    """A search that runs. Iterate over it for its lines, or its trees; `stop` or the end of `async with` ends it."""

    def __init__(
        self,
        engine: AsyncEngine,
        session: Session,
        begin: Talk[Search],
        fresh: Callable[[Search], Deque[T]],
        timeout: Timeout,
    ) -> None:
        self._engine = engine
        self._session = session
        self._begin = begin
        self._fresh = fresh
        self._timeout = timeout
        self._search: Optional[Search] = None

    async def _begun(self) -> Search:
        if self._search is None:
            self._search = await self._engine._run(self._begin, self._timeout)
        return self._search

    def __aiter__(self) -> AsyncAnalysis[T]:
        return self

    async def __anext__(self) -> T:
        item = await self.next()
        if item is None:
            raise StopAsyncIteration
        return item

    async def next(self, *, timeout: Timeout = DEFAULT) -> Optional[T]:
        """The next one; `None` behind the last one. After a `NoAnswer` the search goes on."""
        search = await self._begun()
        wait = self._timeout if timeout is DEFAULT else timeout
        talk = self._session.next_of(search, self._fresh(search))
        return await self._engine._run(talk, wait, owed=False)

    @property
    def running(self) -> bool:
        """Whether the answer has not come yet, as far as lines have been read."""
        return self._search is not None and self._search.result is None

    @property
    def result(self) -> Result:
        """The answer. Raises `NoSearch` while the search runs."""
        if self._search is None or self._search.result is None:
            raise NoSearch("the search still runs, or has not begun; stop it first")
        return self._search.result

    async def stop(self, *, timeout: Timeout = GRACE) -> Result:
        """Ends the search, and gives its answer."""
        search = await self._begun()
        if search.result is None:
            self._engine.stop()
        return await self._engine._run(self._session.finish(search), timeout)

    async def ponderhit(self, *, timeout: Timeout = None) -> Result:
        """Says that the opponent has made the expected move, and waits for the answer; see `Analysis.ponderhit`."""
        search = await self._begun()
        return await self._engine._run(self._session.ponderhit(search), timeout)

    async def __aenter__(self) -> AsyncAnalysis[T]:
        await self._begun()
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        try:
            await self.stop()
        except PlydError:
            # What is on its way already says more.
            if kind is None:
                raise

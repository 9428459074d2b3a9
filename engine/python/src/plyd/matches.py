"""Matches: `plyd match` with its games as rows."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, TypedDict, Union

from .aio import AsyncLink
from .answers import Value
from .errors import EngineEnded, MatchFailed
from .links import FAREWELL, Deadline, PipeLink, command_line

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The words of an engine, see docs/match-reference.md: a text, or a mapping such as `{"algorithm": "pvs", "depth": 5}`.
Words = Union[str, Mapping[str, Value]]
Row = Dict[str, Any]

#: Exit codes of a match that has reached its end: finished or H1 accepted, H0 accepted, undecided.
ENDED_WELL = (0, 4, 5)


@dataclass
class MatchResult:
    """A match. `pandas.DataFrame(result.rows)` is a table of its games."""

    #: The games, one dictionary each.
    rows: List[Row] = field(default_factory=list)
    #: Standings, pairings and the test, as `plyd report --output json` has them.
    summary: Dict[str, Any] = field(default_factory=dict)
    #: The games with all that plyd records, in the order of `rows`.
    games: List[Dict[str, Any]] = field(default_factory=list)
    #: `H1`, `H0` or `undecided` for a match with `sprt`.
    verdict: Optional[str] = None
    #: What plyd wrote to standard error.
    notes: str = ""

    @property
    def standings(self) -> List[Dict[str, Any]]:
        """The engines, best first, with points and Elo."""
        standings: List[Dict[str, Any]] = self.summary.get("standings", [])
        return standings

    def take(self, line: str) -> Optional[Row]:
        """Takes a line of `plyd match --output jsonl`; the row, if it is a game."""
        if not line.strip():
            return None
        data: Dict[str, Any] = json.loads(line)
        if "number" not in data:
            self.summary = data
            return None
        self.games.append(data)
        self.rows.append(row_of(data))
        return self.rows[-1]

    def end(self, exit_code: Optional[int], stderr: str, tested: bool) -> None:
        """Notes how the match has ended. Raises `MatchFailed` if it did not reach its end."""
        self.notes = stderr
        if exit_code not in ENDED_WELL:
            code = -1 if exit_code is None else exit_code
            raise MatchFailed(f"plyd match ended with exit code {code}: {stderr.strip()}", code, stderr, self.rows)
        if tested:
            self.verdict = {0: "H1", 4: "H0", 5: "undecided"}[exit_code]


def row_of(game: Mapping[str, Any]) -> Row:
    """A game as a row of plain values. `score` is that of the first player: 1, 0.5 or 0."""
    score = game["half_points"] / 2
    moves = [move["m"] for move in game["moves"]]
    return {
        "number": game["number"],
        "round": game["round"],
        "first": game["first"],
        "second": game["second"],
        "score": score,
        "winner": game["first"] if score == 1 else game["second"] if score == 0 else None,
        "termination": game["termination"],
        "detail": game["detail"],
        "setup": game["setup"],
        "plies": len(moves),
        "moves": " ".join(moves),
        "started": game["started"],
        "ended": game["ended"],
    }


class MatchOptions(TypedDict, total=False):
    """The flags of `plyd match`, see docs/match-reference.md."""

    game: str
    each: Words
    rounds: int
    games: int
    concurrency: int
    random_plies: int
    seed: int
    openings: Words
    tournament: str
    draw: Words
    resign: Words
    sprt: Words
    maxmoves: int
    options: Mapping[str, Value]
    #: The file of the record; by default it is removed at the end.
    record: Union[str, "os.PathLike[str]"]
    #: Further flags, as they are.
    arguments: Sequence[str]
    plugin_dirs: Sequence[Union[str, "os.PathLike[str]"]]
    program: Union[str, "os.PathLike[str]"]


#: The flags that take words.
WORDED = ("each", "openings", "draw", "resign", "sprt")
#: What is not a flag with one value.
OTHERS = (*WORDED, "options", "record", "arguments", "plugin_dirs", "program")


class Plan:
    """The command line of a match, and the folder of its record if nobody wants to keep that."""

    def __init__(self, engines: Iterable[Words], options: MatchOptions) -> None:
        given: Dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        for name in given:
            if name not in MatchOptions.__annotations__:
                raise TypeError(f"a match has no option `{name}`; use `arguments` for other flags")
        self.tested = "sprt" in given
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None
        program = given.get("program")
        self.command = command_line(None if program is None else os.fspath(program), given.get("plugin_dirs", ()))
        if "record" in given:
            record = os.fspath(given["record"])
        else:
            self._folder = tempfile.TemporaryDirectory(prefix="plyd-match-")
            record = os.path.join(self._folder.name, "match.db")
        self.command += ["match", "--output", "jsonl", "--progress", "none", "--record", record]
        for name, value in given.get("options", {}).items():
            self.command += ["--option", f"{name}={_text(value)}"]
        for name in WORDED:
            if given.get(name):
                self.command += [f"--{name}", *_words(given[name])]
        for engine in engines:
            self.command += ["--engine", *_words(engine)]
        for name, value in given.items():
            if name not in OTHERS:
                self.command += [f"--{name.replace('_', '-')}", str(value)]
        self.command += given.get("arguments", ())

    def clear(self) -> None:
        """Removes a record that nobody keeps."""
        if self._folder:
            self._folder.cleanup()


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(words: Words) -> List[str]:
    """One argument, which plyd splits at its blanks."""
    if isinstance(words, str):
        return [words]
    return [" ".join(_quoted(name if value is None else f"{name}={_text(value)}") for name, value in words.items())]


def _quoted(word: str) -> str:
    if not any(sign.isspace() or sign in "'\"" for sign in word):
        return word
    quote = '"' if "'" in word else "'"
    if quote in word:
        raise ValueError(f"plyd cannot read both kinds of quotes in one word: {word}")
    return f"{quote}{word}{quote}"


class _Running:
    """What both kinds of matches know of one that runs."""

    def __init__(
        self, engines: Iterable[Words], *, timeout: Optional[float] = None, **plan: Unpack[MatchOptions]
    ) -> None:
        self._plan = Plan(engines, plan)
        self._deadline = Deadline(timeout)
        self._result = MatchResult()
        self._done = False

    @property
    def rows(self) -> List[Row]:
        """The games that have ended, as far as they have been read."""
        return self._result.rows

    def _end(self, end: EngineEnded) -> None:
        self._result.end(end.exit_code, end.stderr, self._plan.tested)
        self._done = True

    def _whole(self) -> MatchResult:
        if not self._done:
            raise MatchFailed("the match was closed before its end", -1, "", self.rows)
        return self._result


class Match(_Running):
    """A match that runs. Iterate over it for the row of each game as soon as it has ended; leaving `with` ends it.

    The arguments are those of `match`, without `progress`.
    """

    def __init__(
        self, engines: Iterable[Words], *, timeout: Optional[float] = None, **plan: Unpack[MatchOptions]
    ) -> None:
        super().__init__(engines, timeout=timeout, **plan)
        try:
            self._link: Optional[PipeLink] = PipeLink(self._plan.command)
        except BaseException:
            self._plan.clear()
            raise

    def __iter__(self) -> Match:
        return self

    def __next__(self) -> Row:
        while self._link is not None:
            try:
                line = self._link.read(self._deadline)
            except EngineEnded as end:
                self.close()
                self._end(end)
            except BaseException:
                self.close()
                raise
            else:
                row = self._result.take(line)
                if row is not None:
                    return row
        raise StopIteration

    def result(self) -> MatchResult:
        """Waits for the end of the match. Raises `MatchFailed` if it was closed before."""
        for _ in self:
            pass
        return self._whole()

    def close(self) -> None:
        """Ends the match. Games that are played at this moment are lost."""
        link, self._link = self._link, None
        if link is not None:
            if link.wait(0) is None:
                link.terminate()
                link.wait(FAREWELL)
            link.close(farewell=False)
            self._plan.clear()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncMatch(_Running):
    """`Match` for an event loop: `async with AsyncMatch(...) as match`, then `async for row in match`."""

    def __init__(
        self, engines: Iterable[Words], *, timeout: Optional[float] = None, **plan: Unpack[MatchOptions]
    ) -> None:
        super().__init__(engines, timeout=timeout, **plan)
        self._link: Optional[AsyncLink] = None

    async def __aenter__(self) -> AsyncMatch:
        self._link = await AsyncLink.start(self._plan.command)
        return self

    def __aiter__(self) -> AsyncMatch:
        return self

    async def __anext__(self) -> Row:
        while self._link is not None:
            try:
                line = await self._link.read(self._deadline)
            except EngineEnded as end:
                await self.close()
                self._end(end)
            except BaseException:
                await self.close()
                raise
            else:
                row = self._result.take(line)
                if row is not None:
                    return row
        raise StopAsyncIteration

    async def result(self) -> MatchResult:
        """Waits for the end of the match. Raises `MatchFailed` if it was closed before."""
        async for _ in self:
            pass
        return self._whole()

    async def close(self) -> None:
        """Ends the match. Games that are played at this moment are lost."""
        link, self._link = self._link, None
        if link is not None:
            link.terminate()
            await link.wait(FAREWELL)
            await link.close(farewell=False)
        self._plan.clear()

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def start_match(engines: Iterable[Words], *, timeout: Optional[float] = None, **plan: Unpack[MatchOptions]) -> Match:
    """Begins a match, and gives its rows while it runs; see `match` for the arguments."""
    return Match(engines, timeout=timeout, **plan)


def match(
    engines: Iterable[Words],
    *,
    progress: Optional[Callable[[Row], None]] = None,
    timeout: Optional[float] = None,
    **plan: Unpack[MatchOptions],
) -> MatchResult:
    """Plays a match between engines, and waits for its end.

        result = match([{"algorithm": "pvs", "depth": 5}, {"algorithm": "alphabeta", "depth": 3}],
                       game="cfour", rounds=20, random_plies=4, progress=lambda row: print(row["winner"]))

    `progress` is called with the row of each game as soon as it has ended. The other arguments are the flags of `plyd
    match`, see docs/match-reference.md: `game`, `each`, `rounds`, `games`, `concurrency`, `random_plies`, `seed`,
    `openings`, `tournament`, `draw`, `resign`, `sprt`, `maxmoves`, `options`, `record` (a file to keep; by default none
    is kept), `arguments` (further flags as they are), `plugin_dirs` and `program`. After `timeout` seconds the match is
    ended, and `NoAnswer` raised.
    """
    with start_match(engines, timeout=timeout, **plan) as running:
        for row in running:
            if progress:
                progress(row)
        return running.result()

"""What plyd answers, as values, and how its lines are read."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, fields
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

#: The value of an option. A button has none.
Value = Union[bool, int, str, None]


@dataclass(frozen=True)
class Info:
    """One line of a search: a finished iteration, or its latest result. Scores are from the side to move."""

    depth: int
    #: The value in the units of the game (`score cp`); `None` if a win or a loss is proven.
    score: Optional[int] = None
    #: Moves to a proven win; below zero, to a proven loss.
    mate: Optional[int] = None
    #: `exact`, or whether the true score is at least (`lower`) or at most (`upper`) this.
    bound: str = "exact"
    seldepth: Optional[int] = None
    multipv: int = 1
    nodes: Optional[int] = None
    nps: Optional[int] = None
    #: Thousandths of the table that are in use.
    hashfull: Optional[int] = None
    #: Milliseconds since the search began.
    time: Optional[int] = None
    #: Chances of a win, a draw and a loss in thousandths, with the option `UCI_ShowWDL`.
    wdl: Optional[Tuple[int, int, int]] = None
    pv: Tuple[str, ...] = ()

    @staticmethod
    def of(line: str) -> Optional[Info]:
        """Reads a line `info ...`; `None` if it has no score."""
        words = line.split()
        numbers: Dict[str, int] = {}
        bound = "exact"
        wdl: Optional[Tuple[int, int, int]] = None
        pv: Tuple[str, ...] = ()
        at = 1
        while at < len(words):
            word = words[at]
            if word == "pv":
                pv = tuple(words[at + 1 :])
                break
            if word == "score" and at + 2 < len(words):
                numbers[words[at + 1]] = int(words[at + 2])
                at += 3
            elif word == "wdl" and at + 3 < len(words):
                wdl = (int(words[at + 1]), int(words[at + 2]), int(words[at + 3]))
                at += 4
            elif word in ("lowerbound", "upperbound"):
                bound = word[:5]
                at += 1
            elif word in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time") and at + 1 < len(words):
                numbers[word] = int(words[at + 1])
                at += 2
            else:
                at += 1
        score, mate = numbers.pop("cp", None), numbers.pop("mate", None)
        if (score is None and mate is None) or "depth" not in numbers:
            return None
        return Info(score=score, mate=mate, bound=bound, wdl=wdl, pv=pv, **numbers)


@dataclass(frozen=True)
class Result:
    """The answer to a search."""

    #: The best move; `None` if there is none to choose, as in a finished game.
    best: Optional[str]
    #: The reply that plyd expects.
    ponder: Optional[str]
    #: The lines of the search, in their order.
    infos: Tuple[Info, ...] = ()
    #: In a game with chance, the value that the score rounds.
    expectation: Optional[float] = None
    #: What plyd said to people meanwhile.
    notes: Tuple[str, ...] = ()

    @property
    def info(self) -> Optional[Info]:
        """The last line about the best move."""
        return next((info for info in reversed(self.infos) if info.multipv == 1), None)

    @property
    def score(self) -> Optional[int]:
        """The value in the units of the game, from the side to move; `None` if a win or a loss is proven."""
        return self.info.score if self.info else None

    @property
    def mate(self) -> Optional[int]:
        """Moves to a proven win; below zero, to a proven loss."""
        return self.info.mate if self.info else None

    @property
    def pv(self) -> Tuple[str, ...]:
        """The line of best play."""
        return self.info.pv if self.info else ()

    @property
    def lines(self) -> List[Info]:
        """The last state of each line, best first, with the option `MultiPV`."""
        last = {info.multipv: info for info in self.infos}
        return [last[rank] for rank in sorted(last)]


@dataclass(frozen=True)
class Node:
    """A node of a tree that is watched: a position that the search has entered."""

    id: int
    #: `max`, `min` or `chance`.
    turn: str
    #: The plies that were left when it was last entered.
    depth: int
    #: How often it was left.
    visits: int
    #: The nodes below it and itself, in all visits.
    nodes: int
    #: How often its other children were skipped.
    cuts: int
    #: The number of the parent, and the move from there; `None` at the root. Below it a move of `None` is a turn that
    #: was given up.
    parent: Optional[int] = None
    move: Optional[str] = None
    #: The value from the first player's view; `None` if a win is proven, or before the first visit has ended.
    value: Optional[float] = None
    #: Plies from the root to the end of a won game; below zero, if the second player wins.
    mate: Optional[int] = None
    #: `exact`, or whether the value is a `lower` or an `upper` bound.
    bound: Optional[str] = None
    #: The window when it was last entered; `None` is open.
    alpha: Optional[float] = None
    beta: Optional[float] = None
    #: The number of the child that gave the value.
    best: Optional[int] = None
    #: Why it had no children in the last visit: `finished`, `horizon`, `table`, `pruned` or `distance`.
    leaf: Optional[str] = None

    @staticmethod
    def of(data: Mapping[str, Any]) -> Node:
        """Reads a node of a line `tree {...}`."""
        given = {"parent": data.get("in"), **data}
        return Node(**{field.name: given[field.name] for field in fields(Node) if field.name in given})


@dataclass(frozen=True)
class Tree:
    """The first plies of a search's tree, as far as it has grown."""

    #: All nodes that have been told, by their numbers. The root is 0.
    nodes: Dict[int, Node]
    #: The numbers of those that are new or have changed.
    changed: Tuple[int, ...]
    #: Milliseconds since the search began.
    time: int
    #: The nodes that the search has entered.
    visited: int
    #: How often it has entered a node of these plies that is not told, as others are.
    omitted: int
    #: Whether the search has ended. It tells every node once more, in one or several trees.
    last: bool

    def children(self, of: int = 0) -> List[Node]:
        """The children of a node, in the order in which the search entered them."""
        return [node for number, node in sorted(self.nodes.items()) if node.parent == of]

    @staticmethod
    def of(data: Mapping[str, Any], nodes: Dict[int, Node]) -> Tree:
        """Reads what a line `tree {...}` adds to these nodes, which are changed."""
        fresh = [Node.of(node) for node in data["tree"]]
        nodes.update((node.id, node) for node in fresh)
        changed = tuple(node.id for node in fresh)
        return Tree(dict(nodes), changed, data["time"], data["visited"], data["omitted"], data.get("last", False))


@dataclass(frozen=True)
class Option:
    """An option of plyd or of a game."""

    name: str
    #: `check`, `spin`, `combo`, `string` or `button`.
    type: str
    #: The value in force, as the protocol has it.
    default: Value = None
    min: Optional[int] = None
    max: Optional[int] = None
    choices: Tuple[str, ...] = ()

    @staticmethod
    def of(text: str) -> Optional[Option]:
        """Reads `option name NAME type TYPE ...`."""
        found = re.fullmatch(r"option name (.+?) type (\w+)(.*)", text)
        if not found:
            return None
        name, kind, rest = found.groups()
        fields = re.findall(r" (default|min|max|var)(?: (.*?))?(?= default | min | max | var |$)", rest)
        single = {key: value for key, value in fields if key != "var"}
        default: Value = single.get("default")
        if isinstance(default, str) and kind == "check":
            default = default == "true"
        elif isinstance(default, str) and kind == "spin":
            default = int(default)
        return Option(
            name,
            kind,
            default,
            int(single["min"]) if "min" in single else None,
            int(single["max"]) if "max" in single else None,
            tuple(value for key, value in fields if key == "var"),
        )


@dataclass(frozen=True)
class Game:
    """A game that plyd has loaded."""

    id: str
    #: The name that people know.
    name: str
    startpos: str
    file: str
    version: Optional[str]
    #: The plugin interface that the library was built for.
    interface: str
    options: Tuple[Option, ...] = ()

    @staticmethod
    def all_of(lines: List[str]) -> List[Game]:
        """Reads the answer to `games`."""
        facts: Dict[str, Dict[str, str]] = {}
        options: Dict[str, List[Option]] = {}
        for line in lines:
            kind, _, rest = line.partition(" ")
            id, _, rest = rest.partition(" ")
            if kind != "game" or not rest:
                continue
            about = facts.setdefault(id, {})
            word, _, value = rest.partition(" ")
            head = re.fullmatch(r"(?:version (\S+) )?interface (\S+) (?:selected )?name (.*)", rest)
            if head:
                version, about["interface"], about["name"] = head.groups()
                if version:
                    about["version"] = version
            elif word in ("file", "startpos"):
                about[word] = value
            elif word == "option":
                option = Option.of(rest)
                if option:
                    options.setdefault(id, []).append(option)
        return [
            Game(
                id,
                about.get("name", id),
                about.get("startpos", ""),
                about.get("file", ""),
                about.get("version"),
                about.get("interface", ""),
                tuple(options.get(id, ())),
            )
            for id, about in facts.items()
        ]


@dataclass(frozen=True)
class Known:
    """What the table knows of a move. The score is that of `Info`."""

    score: Optional[int]
    mate: Optional[int]
    bound: str
    depth: int
    proven: bool
    finished: bool
    line: Tuple[str, ...]
    expectation: Optional[float]

    @staticmethod
    def of(data: Mapping[str, Any]) -> Known:
        """Reads the value of one move in the answer to `known`."""
        score = data.get("score", {})
        return Known(
            score.get("cp"),
            score.get("mate"),
            data.get("bound", "exact"),
            data.get("depth", 0),
            data.get("proven", False),
            data.get("finished", False),
            tuple(data.get("line", ())),
            data.get("expectation"),
        )


@dataclass(frozen=True)
class Perft:
    """A count of move sequences."""

    depth: int
    total: int
    #: The count behind each first move.
    moves: Dict[str, int]


@dataclass(frozen=True)
class Explanation:
    """A search as a tree. A notebook shows it as a drawing, or as text where plyd has none.

    Each field has the form of its name, or is `None` if it was not asked for. A plyd without drawings leaves `svg`
    `None` too.
    """

    text: Optional[str] = None
    #: The tree and its events, see docs/explain.md.
    json: Optional[Dict[str, Any]] = None
    svg: Optional[str] = None
    #: A numbered sentence for each event.
    walk: Optional[str] = None
    #: What the page of `plyd explain` shows.
    page: Optional[Dict[str, Any]] = None

    def __str__(self) -> str:
        return self.text or self.walk or ""

    def _repr_svg_(self) -> Optional[str]:
        return self.svg

    def _repr_html_(self) -> Optional[str]:
        if self.svg:
            return self.svg
        return f"<pre style='font-family:monospace'>{html.escape(str(self))}</pre>" if str(self) else None


@dataclass(frozen=True)
class Worksheet:
    """Exercises on random trees. The key is for `Engine.grade`."""

    #: The page for print, as HTML.
    exercises: str
    #: The same page with the answers.
    answers: str
    #: What the answers are marked by: the trees, and how they are searched.
    key: Dict[str, Any]
    #: An empty table of answers, as CSV.
    table: str


@dataclass(frozen=True)
class Marks:
    """The marks of a worksheet."""

    #: The marks with their reasons, as CSV.
    table: str
    right: int
    wrong: int
    #: The answers that plyd leaves to a person.
    unjudged: int

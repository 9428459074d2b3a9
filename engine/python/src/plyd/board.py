"""A position as data, and a small drawing of it. docs/view.md describes the data."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

# Colours of this drawing alone: light and dark themes of notebooks both show them on the paper below the board.
PAPER = "#ffffff"
INK = "#1c1c22"
RULE = "#8a8a96"
TONES = {"plain": "#f1e9d8", "light": "#f0d9b5", "dark": "#b58863", "green": "#5b8f5f", "frame": "#4a6fa5"}
# The colours of those who have one, or are called by one, and of the others: the things on the board, and strokes.
NAMED = {
    "White": "#ffffff", "Black": "#2b2b33", "Red": "#c0392b", "Orange": "#e08a2e", "Yellow": "#f0c23b", "Green": "#4b9b5b",
    "Blue": "#2c5fa8", "Purple": "#8355a8",
}
OWNERS = {"max": "#ffffff", "min": "#2b2b33", "none": "#c9b458"}
SIDES = {"max": "#c0392b", "min": "#2c5fa8", "none": RULE}
MARKS = {"last": "#e0a800", "check": "#d62828", "line": "#2a9d4a", "hint": "#7b4fc9", "here": "#7b4fc9"}
MEN = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}
# The letters that other glyphs become where there is no shape for them.
SIGNS = {"fire": "✖", "stroke": "|"}
# Where the pips of each face of a die are.
PIPS = {
    1: ((0, 0),), 2: ((-1, 1), (1, -1)), 3: ((-1, 1), (0, 0), (1, -1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
#: Pixels of a cell, which is 1 wide and high in the data.
CELL = 40


@dataclass(frozen=True)
class View:
    """The board of a position. `data` has everything that plyd says; a notebook shows it as a drawing."""

    data: Dict[str, Any]

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.data["game"])

    @property
    def turn(self) -> str:
        """`max` (the first player), `min` or `chance`."""
        return str(self.data["turn"])

    @property
    def outcome(self) -> str:
        """`ongoing`, `max`, `min` or `draw`."""
        return str(self.data["outcome"])

    @property
    def sides(self) -> Tuple[str, str]:
        """The names of the two players."""
        first, second = self.data["sides"]
        return str(first), str(second)

    @property
    def reason(self) -> Optional[str]:
        """Why the game ended, such as `stalemate`; `None` while it goes on, and where nobody knows."""
        reason: Optional[str] = self.data.get("result", {}).get("reason")
        return reason

    @property
    def points(self) -> Optional[Tuple[float, float]]:
        """The score of the first and of the second player; `None` in a game without one."""
        if "points" not in self.data:
            return None
        first, second = self.data["points"]
        return float(first), float(second)

    @property
    def moves(self) -> Optional[Dict[str, List[str]]]:
        """The clicks that make each legal move; `None` if there are too many."""
        moves: Optional[Dict[str, List[str]]] = self.data["moves"]
        return moves

    @property
    def svg(self) -> Optional[str]:
        """The board as a drawing; `None` if the game draws no board as data."""
        return draw(self.data) if "spots" in self.data else None

    @property
    def caption(self) -> str:
        """Whose turn it is, or who has won, as a sentence."""
        names = dict(zip(("max", "min"), self.sides))
        name = names.get(self._subject)
        if self.outcome == "ongoing":
            return f"{name} to move" if name else "The turn of chance"
        return f"{name} has won" if name else "A draw"

    @property
    def _subject(self) -> str:
        """Of whom the caption tells: `max`, `min`, or another word for nobody."""
        return self.turn if self.outcome == "ongoing" else self.outcome

    def _repr_svg_(self) -> Optional[str]:
        return self.svg

    def _repr_html_(self) -> str:
        picture = self.svg or f"<pre style='font-family:monospace'>{html.escape(str(self.data.get('picture', '')))}</pre>"
        return f"<div>{picture}<div>{_sample(self.data, self._subject)}{html.escape(self.caption)}</div></div>"


def draw(view: Dict[str, Any]) -> str:
    """The drawing of a view that has spots."""
    spots = {spot["id"]: spot for spot in view["spots"]}
    parts: List[str] = []
    for spot in view["spots"]:
        parts.append(_place(spot))
    for border in view.get("borders", ()):
        colour = SIDES[border.get("owner", "none")]
        points = _points(border["points"])
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="4"/>')
    for x1, y1, x2, y2 in view.get("lines", ()):
        parts.append(_line((x1, y1), (x2, y2), INK, 1.5))
    for x, y in view.get("dots", ()):
        parts.append(f'<circle cx="{_px(x)}" cy="{_px(y)}" r="3" fill="{INK}"/>')
    heights: Dict[str, int] = {}
    owners = _owners(view)
    for token in view["tokens"]:
        level = heights[token["on"]] = heights.get(token["on"], -1) + 1
        parts.append(_token(token, spots[token["on"]], level, owners))
    for mark in view.get("marks", ()):
        parts.append(_mark(mark, spots, owners))
    for label in view.get("labels", ()):
        x, y = label["at"]
        parts.append(_text(x, y, label["text"], 13, INK))
    left, top, right, bottom = _extent(view)
    box = f"{_px(left)} {_px(top)} {_px(right - left)} {_px(bottom - top)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_px(right - left)}" '
        f'height="{_px(bottom - top)}" role="img" font-family="sans-serif"><title>{html.escape(view["game"])}</title>'
        f'<rect x="{_px(left)}" y="{_px(top)}" width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _owners(view: Dict[str, Any]) -> Dict[str, str]:
    """The colours of the things on the board, by their owners."""
    named = {owner: NAMED.get(name, OWNERS[owner]) for owner, name in zip(("max", "min"), _colours(view))}
    return {**OWNERS, **named}


def _colours(view: Dict[str, Any]) -> List[str]:
    """The names of the colours of both players, or their own, which may be such."""
    return [colour.capitalize() for colour in view["colours"]] if "colours" in view else list(view["sides"])


def _sample(view: Dict[str, Any], side: str) -> str:
    """What this player plays with, small, for the line below the board; nothing where the board does not tell it."""
    glyphs = [(token.get("owner"), token["glyph"]) for token in view.get("tokens", ()) if token["glyph"] != "text"]
    own = [glyph for owner, glyph in glyphs if owner == side]
    # Who has no disc yet gets one if the opponent has. On an empty board, `X` may be a cross as well.
    discs = any(glyph == "disc" and owner in SIDES and owner != "none" for owner, glyph in glyphs)
    name = dict(zip(("max", "min"), _colours(view))).get(side)
    if name is None or not (own or discs or name in NAMED):
        return ""
    glyph = own[0] if own and own[0] in ("cross", "ring") else "disc"
    shape = _token({"glyph": glyph, "owner": side}, {"at": (0, 0)}, 0, _owners(view))
    box = f"{_px(-0.5)} {_px(-0.5)} {_px(1)} {_px(1)}"
    style = f"background:{PAPER};border-radius:3px;vertical-align:-0.25em;margin-right:0.3em"
    # The words beside it say the same to those who do not see it.
    return f'<svg viewBox="{box}" width="1.2em" height="1.2em" aria-hidden="true" style="{style}">{shape}</svg>'


def _px(length: float) -> str:
    return f"{length * CELL:.6g}"


def _points(points: List[List[float]]) -> str:
    return " ".join(f"{_px(x)},{_px(y)}" for x, y in points)


def _line(start: Tuple[float, float], end: Tuple[float, float], colour: str, width: float) -> str:
    (x1, y1), (x2, y2) = start, end
    return (
        f'<line x1="{_px(x1)}" y1="{_px(y1)}" x2="{_px(x2)}" y2="{_px(y2)}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )


def _text(x: float, y: float, text: str, size: float, colour: str) -> str:
    return (
        f'<text x="{_px(x)}" y="{_px(y)}" font-size="{size:.4g}" fill="{colour}" text-anchor="middle" '
        f'dominant-baseline="central">{html.escape(text)}</text>'
    )


def _size(spot: Dict[str, Any]) -> Tuple[float, float]:
    width, height = spot.get("size", (1, 1))
    return float(width), float(height)


def _place(spot: Dict[str, Any]) -> str:
    (x, y), (width, height), shape = spot["at"], _size(spot), spot["shape"]
    tone = spot.get("tone", "plain")
    fill = TONES.get(tone, "none")
    owner = spot.get("owner", "none")
    stroke = SIDES[owner] if owner != "none" else RULE
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="1"'
    if shape in ("square", "leaf"):
        corner = f'x="{_px(x - width / 2)}" y="{_px(y - height / 2)}"'
        return f'<rect {corner} width="{_px(width)}" height="{_px(height)}" {look}/>'
    if shape == "hex":
        # Pointed at the top: the distance of two centres in a row is the width.
        side = width / 3**0.5
        corners = [
            [x, y - side], [x + width / 2, y - side / 2], [x + width / 2, y + side / 2],
            [x, y + side], [x - width / 2, y + side / 2], [x - width / 2, y - side / 2],
        ]
        return f'<polygon points="{_points(corners)}" {look}/>'
    if shape in ("pit", "node"):
        return f'<ellipse cx="{_px(x)}" cy="{_px(y)}" rx="{_px(width / 2.2)}" ry="{_px(height / 2.2)}" {look}/>'
    if shape == "edge":
        return _line(tuple(spot["from"]), tuple(spot["to"]), "#d9d9e0" if owner == "none" else SIDES[owner], 5)
    if shape == "area":
        return f'<polygon points="{_points(spot["outline"])}" {look}/>'
    # Crossings are where lines meet, and a token has no place of its own.
    return ""


def _token(token: Dict[str, Any], spot: Dict[str, Any], level: int, owners: Dict[str, str]) -> str:
    x, y = spot["at"]
    glyph, owner = token["glyph"], token.get("owner", "none")
    # A stack grows upwards, a little for each token.
    y -= 0.12 * level
    fill = owners[owner]
    ink = INK if fill in (OWNERS["max"], OWNERS["none"]) else PAPER
    name = f"<title>{html.escape(token['name'])}</title>" if "name" in token else ""
    parts: List[str] = []
    radius = 0.4 * min(1.0, *_size(spot))
    if glyph == "seed" and "count" in token:
        # Seeds are many, and their number says more.
        pass
    elif glyph in ("disc", "crowned", "seed"):
        size = radius * (0.4 if glyph == "seed" else 1)
        parts.append(f'<circle cx="{_px(x)}" cy="{_px(y)}" r="{_px(size)}" fill="{fill}" stroke="{INK}"/>')
        if glyph == "crowned":
            parts.append(_text(x, y, "♛", 0.5 * CELL, ink))
    elif glyph == "ring":
        parts.append(
            f'<circle cx="{_px(x)}" cy="{_px(y)}" r="{_px(0.75 * radius)}" fill="none" '
            f'stroke="{SIDES[owner]}" stroke-width="5"/>'
        )
    elif glyph == "cross":
        far = 0.7 * radius
        parts.append(_line((x - far, y - far), (x + far, y + far), SIDES[owner], 5))
        parts.append(_line((x - far, y + far), (x + far, y - far), SIDES[owner], 5))
    elif glyph == "stroke" and "from" in spot:
        parts.append(_line(tuple(spot["from"]), tuple(spot["to"]), SIDES[owner], 6))
    elif glyph in MEN:
        parts.append(
            f'<text x="{_px(x)}" y="{_px(y)}" font-size="{0.85 * CELL:.4g}" fill="{fill}" stroke="{INK}" '
            f'stroke-width="0.8" text-anchor="middle" dominant-baseline="central">{MEN[glyph]}</text>'
        )
    elif glyph == "die":
        far = 0.37
        parts.append(
            f'<rect x="{_px(x - far)}" y="{_px(y - far)}" width="{_px(2 * far)}" height="{_px(2 * far)}" rx="5" '
            f'fill="{PAPER if owner == "none" else fill}" stroke="{INK}"/>'
        )
        ink = INK if owner == "none" else ink
        for right, down in PIPS.get(token["count"], ()):
            parts.append(f'<circle cx="{_px(x + 0.2 * right)}" cy="{_px(y + 0.2 * down)}" r="3" fill="{ink}"/>')
    elif glyph == "path":
        parts.append(_form(token["path"], x, y, fill))
    elif glyph != "text":
        parts.append(_text(x, y, SIGNS.get(glyph, token.get("text", "?")), 0.7 * CELL, INK))
    if glyph == "text":
        parts.append(_text(x, y, token["text"], 15, INK))
    elif "count" in token and glyph != "die":
        parts.append(_text(x, y, str(token["count"]), 14, ink if glyph in ("disc", "crowned") else INK))
    elif "text" in token and glyph in ("disc", "path"):
        parts.append(_text(x, y, token["text"], min(20, 40 / len(token["text"])), ink))
    elif "text" in token:
        parts.append(_text(x + 0.26, y + 0.3, token["text"], 10, INK))
    return f"<g>{name}{''.join(parts)}</g>"


def _form(path: str, x: float, y: float, fill: str) -> str:
    """A form of a game's own: parts that end with `Z` are filled, the others are lines."""
    parts = [f"M{part}".strip() for part in path.split("M")[1:]]
    look = f'stroke="{INK}" stroke-width="0.03" transform="translate({_px(x)} {_px(y)}) scale({CELL})"'
    drawn = []
    for is_closed in (True, False):
        data = html.escape("".join(part for part in parts if part.endswith("Z") == is_closed))
        if data:
            inside = f'fill="{fill}" fill-rule="evenodd"' if is_closed else 'fill="none"'
            drawn.append(f'<path d="{data}" {inside} {look}/>')
    return "".join(drawn)


def _mark(mark: Dict[str, Any], spots: Dict[str, Dict[str, Any]], owners: Dict[str, str]) -> str:
    places = [spots[id] for id in mark["on"]]
    if mark["kind"] == "territory":
        look = f'width="{_px(0.3)}" height="{_px(0.3)}" fill="{owners[mark["owner"]]}" stroke="{INK}"'
        corners = [(x - 0.15, y - 0.15) for x, y in (spot["at"] for spot in places)]
        return "".join(f'<rect x="{_px(x)}" y="{_px(y)}" {look}/>' for x, y in corners)
    if mark["kind"] == "arrow" and len(places) > 1:
        return "".join(_line(tuple(a["at"]), tuple(b["at"]), MARKS["hint"], 3) for a, b in zip(places, places[1:]))
    colour = MARKS.get(mark["kind"], RULE)
    parts = []
    for spot in places:
        (x, y), (width, height) = spot["at"], _size(spot)
        parts.append(
            f'<rect x="{_px(x - width * 0.46)}" y="{_px(y - height * 0.46)}" width="{_px(width * 0.92)}" '
            f'height="{_px(height * 0.92)}" rx="4" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        )
    return "".join(parts)


def _extent(view: Dict[str, Any]) -> Tuple[float, float, float, float]:
    xs: List[float] = []
    ys: List[float] = []

    def take(at: Sequence[float], wide: float, high: float) -> None:
        x, y = at
        xs.extend((x - wide, x + wide))
        ys.extend((y - high, y + high))

    for spot in view["spots"]:
        width, height = _size(spot)
        take(spot["at"], width / 2, height / 2)
        for at in (*spot.get("outline", ()), *(spot[end] for end in ("from", "to") if end in spot)):
            take(at, 0.1, 0.1)
    for label in view.get("labels", ()):
        take(label["at"], 0.12 * max(2, len(label["text"])), 0.25)
    for border in view.get("borders", ()):
        for at in border["points"]:
            take(at, 0.1, 0.1)
    if not xs:
        return 0.0, 0.0, 1.0, 1.0
    return min(xs) - 0.1, min(ys) - 0.1, max(xs) + 0.1, max(ys) + 0.1

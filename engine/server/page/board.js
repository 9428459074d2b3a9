/**
 * Draws a view. It knows spots with coordinates, and no game and no grid.
 *
 * @typedef {import("./types.js").Mark} Mark
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Spot} Spot
 * @typedef {import("./types.js").View} View
 */
import { sidesOf } from "./about.js";
import { drawToken } from "./glyphs.js";
import { ABOVE, aloft, centres, falls, isPile, things } from "./places.js";
import { svg } from "./svg.js";
import { t } from "./words.js";

const MARGIN = 0.15;
/** So much higher lies each token of a stack. */
const STACK_STEP = 0.12;
/** The height of a label, as a share of the width of a small board. */
const LABEL_SHARE = 0.05;
/** Spots of these shapes are the ground; lines run over them. */
const GROUND = new Set(["square", "hex", "pit", "area"]);
/** Under spots of these shapes lies a plate of wood, so much wider than they are. */
const ON_PLATE = new Set(["point", "pit"]);
const PLATE_EDGE = 0.12;
/** The size of a hole in a frame, and that of the mark on a point that is a player's territory. */
const HOLE = 0.42;
const TERRITORY = 0.3;
const HINT = 0.13;
/** The size of a node of a tree. */
const NODE = 0.4;
/** The ring of the last move on a thing that covers its place. */
const LAST = 0.2;
/** The marks that lie under what stands there. */
const ON_GROUND = new Set(["last", "check", "hint", "here"]);
/** The colours of players that have the name of a colour. */
const COLOURS = new Set(["white", "black", "red", "blue", "yellow", "green"]);

/**
 * A board on the screen.
 * @typedef {{svg: SVGElement, spots: Map<string, Spot>, hits: Map<string, SVGElement>, tokens: Map<string, SVGElement[]>,
 *   centres: Map<string, Point[]>, top: number}} Board what stands on each spot, and where; the y of the upper edge
 */

/**
 * @param {View} view a view with spots
 * @param {boolean} turned whether the second player sits below
 * @returns {Board}
 */
export function drawBoard(view, turned) {
  const turn = turned ? turnedRound(view) : (/** @type {Point} */ point) => point;
  const spots = new Map((view.spots ?? []).map((spot) => [spot.id, placed(spot, turn)]));
  const all = [...spots.values()];
  const labels = (view.labels ?? []).map((label) => ({ ...label, at: turn(label.at) }));
  const top = extent(all.flatMap(corners))[1];
  const drawn = svg("svg", { viewBox: box(all, labels, falls(view) ? top - 2 * ABOVE : top).join(" "), role: "group" });
  const isWooden = all.some(({ shape }) => ON_PLATE.has(shape));
  drawn.setAttribute("class", `${colours(view)}${isWooden ? " wooden" : ""}`);
  const marks = view.marks ?? [];
  const at = (/** @type {string} */ id) => spots.get(id);

  const layer = (/** @type {string} */ name, /** @type {SVGElement[]} */ parts) => {
    drawn.append(svg("g", { class: name }, ...parts));
  };
  const ground = all.filter(({ shape }) => GROUND.has(shape));
  layer("ground", [...(isWooden ? plate(all) : []), ...ground.map((spot) => (isHole(spot) ? behind(spot) : drawSpot(spot)))]);
  layer("lines", [
    ...(view.lines ?? []).map(([x1, y1, x2, y2]) => line(turn([x1, y1]), turn([x2, y2]), "line")),
    ...(view.borders ?? []).map(({ points, owner }) => polyline(points.map(turn), `border ${owner ?? "none"}`)),
  ]);
  layer("places", all.filter(({ shape }) => !GROUND.has(shape)).map(drawSpot));
  layer("dots", (view.dots ?? []).map(turn).map(([cx, cy]) => svg("circle", { cx, cy, r: 0.09, class: "dot" })));
  layer("marks", marks.flatMap((mark) => below(mark, at)));
  /** @type {Map<string, SVGElement[]>} */
  const tokens = new Map();
  /** @type {Map<string, Point[]>} */
  const places = new Map();
  for (const token of view.tokens ?? []) {
    const spot = at(token.on);
    if (spot === undefined) continue;
    for (const [one, [x, y]] of things(token, spot)) {
      const stack = tokens.get(token.on) ?? [];
      const element = drawToken(one, spot);
      const lift = isPile(token, spot) ? 0 : stack.length * STACK_STEP;
      element.setAttribute("transform", `translate(${x} ${y - lift})`);
      // A text lies on the page itself where its spot has no ground.
      element.classList.toggle("bare", ["node", "leaf", "token"].includes(spot.shape) || spot.tone === "none");
      tokens.set(token.on, [...stack, element]);
      places.set(token.on, [...(places.get(token.on) ?? []), [x, y - lift]]);
    }
  }
  if (falls(view)) layer("ghost", []);
  layer("tokens", [...tokens.values()].flat());
  layer("frame", [...rim(ground.filter(isHole)), ...ground.filter(isHole).map(frame)]);
  layer("marks above", marks.flatMap((mark) => above(mark, at)));
  const height = Math.min(0.32, LABEL_SHARE * extent(all.flatMap(corners))[2]);
  layer("labels", labels.map(({ at: [x, y], text }) => {
    const element = svg("text", { x, y, "font-size": height });
    element.textContent = text;
    return element;
  }));
  layer("advice", []);
  const hits = new Map(all.filter(({ inert }) => !inert).map((spot) => [spot.id, drawHit(spot, places.get(spot.id)?.length ?? 0)]));
  layer("hits", [...hits.values()]);
  return { svg: drawn, spots, hits, tokens, centres: places, top };
}

/**
 * A board that nobody can click on.
 * @param {View} view a view with spots
 * @param {string} name what it is for those who do not see it
 */
export function drawStill(view, name) {
  const drawn = drawBoard(view, false).svg;
  drawn.querySelector(".hits")?.remove();
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return drawn;
}

/**
 * Shows what the mover would let fall above a column, or nothing.
 * @param {Board} board
 * @param {View} view
 * @param {string | null} id a spot of the column
 */
export function showGhost(board, view, id) {
  const spot = id === null ? undefined : board.spots.get(id);
  const { turn } = view;
  const parts = [];
  if (spot !== undefined && turn !== "chance") {
    const glyph = (view.tokens ?? []).find(({ owner }) => owner === turn)?.glyph ?? "disc";
    const ghost = drawToken({ on: "", glyph, owner: turn }, spot);
    ghost.setAttribute("transform", `translate(${aloft(board.top, spot.at).join(" ")})`);
    parts.push(ghost);
  }
  board.svg.querySelector(".ghost")?.replaceChildren(...parts);
}

/**
 * Says what stands on each spot, and shows which can be clicked.
 * @param {Board} board
 * @param {View} view
 * @param {Set<string>} live
 * @param {string[]} clicks
 */
export function showClicks(board, view, live, clicks) {
  const standing = new Map();
  for (const token of view.tokens ?? []) {
    standing.set(token.on, [...(standing.get(token.on) ?? []), tokenName(token, view)]);
  }
  for (const [id, hit] of board.hits) {
    const parts = [board.spots.get(id)?.name ?? id, ...(standing.get(id) ?? [])];
    if (clicks.includes(id)) parts.push(t("clicked"));
    else if (live.has(id)) parts.push(t(clicks.length === 0 ? "can-move" : "can-go"));
    hit.setAttribute("aria-label", parts.join(", "));
    hit.setAttribute("aria-disabled", String(!live.has(id) && !clicks.includes(id)));
    hit.classList.toggle("live", live.has(id));
    hit.classList.toggle("target", live.has(id) && clicks.length > 0);
    hit.classList.toggle("taken", standing.has(id));
    hit.classList.toggle("clicked", clicks.includes(id));
  }
}

/**
 * Shows moves as advice: an arrow over the spots of each, or a ring on its only one. The first one lies on top.
 * @param {Board} board
 * @param {{steps: string[], kind: string}[]} moves with the words that tell them apart in the style sheets
 */
export function showAdvice(board, moves) {
  const parts = moves.map(({ steps, kind }) => {
    const places = steps.map((step) => board.spots.get(step)).filter((spot) => spot !== undefined);
    const one = places.length === 1 ? [svg("circle", { cx: places[0].at[0], cy: places[0].at[1], r: 0.36 })] : arrow(places.map(({ at }) => at));
    return svg("g", { class: kind }, ...one);
  });
  board.svg.querySelector(".advice")?.replaceChildren(...parts.reverse());
}

/** What a token is called. */
function tokenName(/** @type {import("./types.js").Token} */ token, /** @type {View} */ view) {
  if (token.name !== undefined) return token.name;
  if (token.glyph === "text") return token.text ?? "";
  const isDie = token.glyph === "die";
  const count = token.count === undefined || isDie ? "" : `${token.count} `;
  const [first, second] = sidesOf(view);
  const owner = token.owner === "max" ? `${first} ` : token.owner === "min" ? `${second} ` : "";
  const behind = [isDie ? token.count : undefined, token.text].filter((part) => part !== undefined);
  return [`${count}${owner}${t(`glyph-${token.glyph}`)}`, ...behind].join(" ");
}

/**
 * What a side plays with, small, so that people know which is theirs.
 * @param {View} view
 * @param {import("./types.js").Side} side
 * @returns {SVGElement}
 */
export function drawSample(view, side) {
  const own = (view.tokens ?? []).find(({ owner, glyph }) => owner === side && (glyph === "cross" || glyph === "ring"));
  // Who has no disc yet will have one if the opponent has.
  const isKnown = view.colours !== undefined || hasColours(view)
    || (view.tokens ?? []).some(({ owner, glyph }) => owner === side || (glyph === "disc" && (owner === "max" || owner === "min")));
  // The colours of a board that is still empty are no colours of players with other names.
  const token = isKnown && drawToken({ on: "", glyph: own?.glyph ?? "disc", owner: side }, { id: "", at: [0, 0], shape: "token" });
  const sample = svg("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, ...(token ? [token] : []));
  sample.setAttribute("class", `sample ${colours(view)}`);
  return sample;
}

/** The colours of both as words of style sheets; `plain` where light and dark tell them apart, without a ring. */
function colours(/** @type {View} */ view) {
  const [max, min] = view.colours ?? (hasColours(view) ? view.sides.map((side) => side.toLowerCase()) : ["white", "black"]);
  const isPlain = view.colours !== undefined && [max, min].sort().join() === "black,white";
  return `max-${max} min-${min}${isPlain ? " plain" : ""}`;
}

/** Whether the players have the names of two colours. */
function hasColours(/** @type {View} */ { sides }) {
  const [max, min] = sides.map((side) => side.toLowerCase());
  return COLOURS.has(max) && COLOURS.has(min) && max !== min;
}

/** The board from its other side: turned by half a circle, or as seen from behind where things fall. */
function turnedRound(/** @type {View} */ view) {
  const [left, top, width, height] = extent((view.spots ?? []).flatMap(corners));
  return (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([2 * left + width - x, falls(view) ? y : 2 * top + height - y]);
}

/** A spot as it is to be drawn. */
function placed(/** @type {Spot} */ spot, /** @type {(point: Point) => Point} */ turn) {
  const { from, to, outline, pile } = spot;
  const ends = pile && /** @type {[Point, Point]} */ (pile.map(turn));
  return { ...spot, at: turn(spot.at), from: from && turn(from), to: to && turn(to), outline: outline?.map(turn), pile: ends };
}

/** @returns {Point[]} */
function corners(/** @type {Spot} */ { at: [x, y], size: [width, height] = [1, 1], from, to, outline }) {
  if (outline !== undefined) return outline;
  if (from !== undefined && to !== undefined) return [from, to];
  return [[x - width / 2, y - height / 2], [x + width / 2, y + height / 2]];
}

/** @returns {[number, number, number, number]} */
function extent(/** @type {Point[]} */ points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const least = (/** @type {number[]} */ all) => all.reduce((least, one) => Math.min(least, one), Infinity);
  const most = (/** @type {number[]} */ all) => all.reduce((most, one) => Math.max(most, one), -Infinity);
  return [least(xs), least(ys), most(xs) - least(xs), most(ys) - least(ys)];
}

/** What has to be seen, from this y at the latest. */
function box(/** @type {Spot[]} */ spots, /** @type {{at: Point, text: string}[]} */ labels, /** @type {number} */ from) {
  const texts = labels.flatMap(({ at: [x, y], text }) => {
    const half = 0.1 * text.length + 0.1;
    return /** @type {Point[]} */ ([[x - half, y - 0.25], [x + half, y + 0.25]]);
  });
  const points = [...spots.flatMap(corners), ...texts];
  const [left, top, width, height] = extent([...points, [points[0]?.[0] ?? 0, from]]);
  return [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
}

/** The shape of a spot; `grown` is added to what is thin, so that a finger hits it. */
function outline(/** @type {Spot} */ spot) {
  const { at: [x, y], shape, size: [width, height] = [1, 1], owner } = spot;
  switch (shape) {
    case "square":
      return svg("rect", { x: x - width / 2, y: y - height / 2, width, height });
    case "hex":
      return svg("polygon", { points: hexagon(spot.at).join(" ") });
    case "pit":
      return svg("rect", { x: x - width / 2 + 0.04, y: y - height / 2 + 0.04, width: width - 0.08, height: height - 0.08,
        rx: Math.min(width, height) / 2 - 0.04 });
    case "area":
      return svg("polygon", { points: (spot.outline ?? []).join(" ") });
    case "edge":
      return line(spot.from ?? spot.at, spot.to ?? spot.at, "");
    case "node":
      return owner === "max" || owner === "min" ? svg("polygon", { points: triangle(spot.at, owner === "max").join(" ") }) : svg("circle", { cx: x, cy: y, r: NODE });
    default:
      return svg("circle", { cx: x, cy: y, r: shape === "leaf" ? NODE : 0.45 });
  }
}

function drawSpot(/** @type {Spot} */ spot) {
  const drawn = outline(spot);
  drawn.setAttribute("class", `spot ${spot.shape} tone-${spot.tone ?? "plain"} ${spot.owner ?? "none"}`);
  return drawn;
}

/** What is clicked; over a pile all of its things are, and the sign is where the next one will be. */
function drawHit(/** @type {Spot} */ spot, /** @type {number} */ things) {
  const { pile, shape } = spot;
  const form = outline(pile === undefined ? spot : { ...spot, shape: "square" });
  const hit = svg("g", { class: `hit ${shape}${isHole(spot) ? " hole" : ""}`, role: "button", tabindex: -1, "data-id": spot.id }, form);
  const [cx, cy] = centres(spot, things + 1).at(-1) ?? spot.at;
  hit.append(svg("circle", { cx, cy, r: 0.14, class: "sign" }));
  return hit;
}

/** Whether a spot is a hole in a frame, through which its things are seen. */
const isHole = (/** @type {Spot} */ { shape, tone, inert }) => shape === "square" && tone === "frame" && !inert;

/** What is seen through a hole. */
function behind(/** @type {Spot} */ { at: [x, y], size: [width, height] = [1, 1] }) {
  return svg("rect", { x: x - width / 2, y: y - height / 2, width, height, class: "behind" });
}

/** A part of a frame, with its hole. */
function frame(/** @type {Spot} */ { at: [x, y], size: [width, height] = [1, 1] }) {
  const hole = `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
  const d = `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}Z${hole}`;
  return svg("g", {}, svg("path", { d, "fill-rule": "evenodd", class: "bars" }), svg("circle", { cx: x, cy: y, r: HOLE, class: "brim" }));
}

/** A rectangle around spots, with its edge so far from them. */
function around(/** @type {Spot[]} */ spots, /** @type {number} */ edge, /** @type {string} */ kind) {
  const [x, y, width, height] = extent(spots.flatMap(corners));
  return svg("rect", { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge, rx: edge, class: kind });
}

/** The wood under points and pits. */
function plate(/** @type {Spot[]} */ spots) {
  return [around(spots.filter(({ shape }) => shape !== "token"), PLATE_EDGE, "plate")];
}

/** What lies around a frame: a line, as nothing may lie over what falls behind it. */
function rim(/** @type {Spot[]} */ holes) {
  return holes.length === 0 ? [] : [around(holes, PLATE_EDGE / 2, "edge")];
}

/** The node of a player in a tree, as books draw it: MAX points up, MIN points down. */
function triangle(/** @type {Point} */ [x, y], /** @type {boolean} */ isUp) {
  const [tip, base] = isUp ? [y - 1.15 * NODE, y + 0.85 * NODE] : [y + 1.15 * NODE, y - 0.85 * NODE];
  return [`${x},${tip}`, `${x + 1.15 * NODE},${base}`, `${x - 1.15 * NODE},${base}`];
}

function hexagon(/** @type {Point} */ [x, y]) {
  return [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = Math.PI / 6 + (corner * Math.PI) / 3;
    return `${x + Math.cos(angle) / Math.sqrt(3)},${y + Math.sin(angle) / Math.sqrt(3)}`;
  });
}

function line(/** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2], /** @type {string} */ kind) {
  return svg("line", { x1, y1, x2, y2, class: kind });
}

function polyline(/** @type {Point[]} */ points, /** @type {string} */ kind) {
  return svg("polyline", { points: points.join(" "), class: kind });
}

/** Whether a mark lies on the thing: on a point a thing hides all that is below it. */
const isCovered = (/** @type {string} */ kind, /** @type {Spot} */ { shape }) => kind === "last" && shape === "point";

/** Marks under the tokens. */
function below(/** @type {Mark} */ { kind, on, owner = "none" }, /** @type {(id: string) => Spot | undefined} */ at) {
  const spots = on.map(at).filter((spot) => spot !== undefined);
  if (kind === "territory") return spots.map((spot) => territory(spot, owner));
  if (!ON_GROUND.has(kind)) return [];
  return spots.filter((spot) => !isHole(spot) && !isCovered(kind, spot)).map((spot) => {
    const [cx, cy] = spot.at;
    const mark = kind === "hint" ? svg("circle", { cx, cy, r: HINT }) : outline(spot);
    mark.setAttribute("class", `mark ${kind} ${spot.shape}`);
    return mark;
  });
}

/** The place of a player: a square in the player's colour, which fills a cell, but is small on a crossing of lines. */
function territory(/** @type {Spot} */ { at: [x, y], size, shape }, /** @type {string} */ owner) {
  const [width, height] = shape === "square" ? size ?? [1, 1] : [TERRITORY, TERRITORY];
  return svg("rect", { x: x - width / 2, y: y - height / 2, width, height, class: `mark territory ${shape} ${owner}` });
}

/** Marks over them. */
function above(/** @type {Mark} */ { kind, on }, /** @type {(id: string) => Spot | undefined} */ at) {
  const spots = on.map(at).filter((spot) => spot !== undefined);
  const places = spots.map((spot) => spot.at);
  if (ON_GROUND.has(kind)) {
    return spots.filter((spot) => isHole(spot) || isCovered(kind, spot)).map((spot) => {
      const [cx, cy] = spot.at;
      return svg("circle", { cx, cy, r: isHole(spot) ? HOLE : LAST, class: `mark ${kind} point` });
    });
  }
  if (kind === "captured") {
    return places.map(([x, y]) => svg("path", { d: "M-.25-.25L.25.25M.25-.25L-.25.25", transform: `translate(${x} ${y})`, class: "mark captured" }));
  }
  if (kind === "line") return [polyline(places, "mark line")];
  if (kind === "arrow") return arrow(places).map((part) => (part.classList.add("mark", "arrow"), part));
  return [];
}

/** A line over points with a head at its end. */
function arrow(/** @type {Point[]} */ points) {
  if (points.length < 2) return [];
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const head = svg("path", { d: "M0 0L-.34-.2V.2Z", transform: `translate(${x2} ${y2}) rotate(${angle})`, class: "head" });
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const end = /** @type {Point} */ ([x2 - (0.3 * (x2 - x1)) / length, y2 - (0.3 * (y2 - y1)) / length]);
  return [polyline([...points.slice(0, -1), end], "shaft"), head];
}

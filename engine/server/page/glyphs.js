/**
 * The things on a board, drawn around the point 0, 0 of a cell that is 1 wide. The pieces are drawn for plyd.
 *
 * @typedef {import("./types.js").Spot} Spot
 * @typedef {import("./types.js").Token} Token
 */
import { svg } from "./svg.js";

const BASE = "M-27 40C-27 32-22 30-22 30H22C22 30 27 32 27 40Z";
/** Outlines in a box from -50 to 50. */
const PIECES = {
  pawn: ["M0-34A14 14 0 0 1 9-10C13 8 20 16 21 30H-21C-20 16-13 8-9-10A14 14 0 0 1 0-34Z", BASE],
  rook: ["M-25-36H-14V-27H-6V-36H6V-27H14V-36H25V-17L17-10V16L22 30H-22L-17 16V-10L-25-17Z", BASE, "M-17-10H17"],
  knight: ["M-22 30C-20 10-3 4-4-10C-10-4-14 4-22 5C-29 5-32-2-28-8C-22-15-20-20-17-27L-17-40L-7-32C14-36 27-16 24 30Z",
    BASE, "M-15-21L-12-18"],
  bishop: ["M0-34C17-22 20-4 9 10L16 30H-16L-9 10C-20-4-17-22 0-34Z", BASE, "M0-40m-4.500 0a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0-9 0Z",
    "M-1-20L8-6"],
  queen: ["M-33-25L-18 3L-17-33L-5 0L0-38L5 0L17-33L18 3L33-25L22 30H-22Z", BASE, "M-21 18H21"],
  king: ["M-2-16V-36H-8V-40H-2V-46H2V-40H8V-36H2V-16Z", "M0-18C8-32 34-30 33-9C32 4 22 10 21 30H-21C-22 10-32 4-33-9C-34-30-8-32 0-18Z",
    BASE, "M-20 18H20"],
};
/** The glyphs that have a shape. */
const KNOWN = new Set([...Object.keys(PIECES), "disc", "crowned", "ring", "cross", "stroke", "seed", "fire", "die", "path"]);
/** Where the pips of each face of a die are. @type {[number, number][][]} */
const PIPS = [[], [[0, 0]], [[-1, 1], [1, -1]], [[-1, 1], [0, 0], [1, -1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]];
/** How much of a cell a piece takes. */
const PIECE_SCALE = 0.0094;
const MOST_SEEDS = 16;
/** The angle between seeds of a sunflower, in radians: they fill a pit evenly, whatever their number. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * @param {Token} token
 * @param {Spot} spot where it stands, with its ends if it is an edge, as they are to be drawn
 * @returns {SVGElement}
 */
export function drawToken(token, spot) {
  const group = svg("g", { class: `token ${token.owner ?? "none"} ${token.glyph}` });
  group.append(...shapes(token, spot), ...caption(token));
  return group;
}

/** The text on a token that is no text itself: in the middle of a disc or a form, small at the lower right of others. */
function caption(/** @type {Token} */ { glyph, text: content, count }) {
  if (content === undefined || glyph === "text" || !KNOWN.has(glyph)) return [];
  if ((glyph === "disc" || glyph === "path") && count === undefined) return [text(content, 0.8 * size(content), "number")];
  const small = text(content, Math.min(0.26, 0.8 / Math.max(1, [...content].length)), "caption");
  small.setAttribute("x", "0.26");
  small.setAttribute("y", "0.3");
  return [small];
}

/**
 * @param {Token} token
 * @param {Spot} spot
 * @returns {SVGElement[]}
 */
function shapes(token, spot) {
  const number = token.count === undefined ? [] : [text(String(token.count), 0.3, "number")];
  switch (token.glyph) {
    case "king": case "queen": case "rook": case "bishop": case "knight": case "pawn": {
      const piece = svg("g", { transform: `scale(${PIECE_SCALE})` });
      for (const path of PIECES[token.glyph]) {
        piece.append(svg("path", { d: path, class: path.endsWith("Z") ? "body" : "trait" }));
      }
      return [piece, ...number];
    }
    case "cross":
      return [svg("path", { d: "M-.27-.27L.27.27M.27-.27L-.27.27" })];
    case "ring":
      return [svg("circle", { r: 0.29 })];
    case "stroke": {
      const [from, to] = [spot.from ?? spot.at, spot.to ?? spot.at];
      const [x, y] = spot.at;
      return [svg("line", { x1: from[0] - x, y1: from[1] - y, x2: to[0] - x, y2: to[1] - y })];
    }
    case "seed":
      return seeds(token.count ?? 1);
    case "fire":
      return [svg("path", { d: "M0-.36C.06-.2.26-.12.24.1A.24.24 0 0 1-.24.1C-.25-.02-.16-.08-.14-.18C-.08-.14-.05-.1-.05-.04C.02-.12.04-.24 0-.36Z" })];
    case "die":
      return die(token.count ?? 0);
    case "path":
      return [...form(token.path ?? ""), ...number];
    case "text":
      // A circle has less room than a square.
      return [text(token.text ?? "", (spot.shape === "leaf" ? 0.75 : 1) * size(token.text ?? ""), "")];
    case "crowned":
      return [...disc(token, spot), svg("path", { class: "crown", d: "M-.19.13L-.23-.13L-.09-.01L0-.2L.09-.01L.23-.13L.19.13Z" })];
    case "disc":
      return [...disc(token, spot), ...number];
    default:
      return token.text === undefined ? [...disc(token, spot), ...number] : [text(token.text, size(token.text), "")];
  }
}

/**
 * A disc; the second player's has a ring, so that nobody has to tell colours. Where lines cross, discs nearly touch.
 * @param {Token} token
 * @param {Spot} spot
 */
function disc({ owner }, { shape }) {
  const r = shape === "point" ? 0.45 : 0.39;
  const body = [svg("circle", { cy: 0.03, r, class: "shade" }), svg("circle", { r, class: "body" })];
  return owner === "min" ? [...body, svg("circle", { r: 0.29, class: "inner" })] : body;
}

/** A die with a face from 1 to 6. */
function die(/** @type {number} */ face) {
  const pips = (PIPS[face] ?? []).map(([x, y]) => svg("circle", { cx: 0.2 * x, cy: 0.2 * y, r: 0.075, class: "pip" }));
  return [svg("rect", { x: -0.37, y: -0.37, width: 0.74, height: 0.74, rx: 0.13, class: "body" }), ...pips];
}

/** A form of the game's own. The daemon has read the path letter by letter; here it is an attribute, and nothing else. */
function form(/** @type {string} */ path) {
  const parts = path.split(/(?=M)/);
  const isClosed = (/** @type {string} */ part) => part.trimEnd().endsWith("Z");
  const [bodies, lines] = [parts.filter(isClosed).join(""), parts.filter((part) => !isClosed(part)).join("")];
  return [
    ...(bodies === "" ? [] : [svg("path", { d: bodies, class: "body form", "fill-rule": "evenodd" })]),
    ...(lines === "" ? [] : [svg("path", { d: lines, class: "trait form" })]),
  ];
}

function seeds(/** @type {number} */ count) {
  const drawn = [];
  const shown = Math.min(count, MOST_SEEDS);
  for (let seed = 0; seed < shown; seed++) {
    const radius = 0.085 * Math.sqrt(seed + (shown > 1 ? 0.4 : 0));
    const angle = seed * GOLDEN_ANGLE;
    drawn.push(svg("circle", { cx: radius * Math.cos(angle), cy: radius * Math.sin(angle) - 0.06, r: 0.07, class: "seed" }));
  }
  const number = text(String(count), 0.22, "number");
  number.setAttribute("y", "0.3");
  return [...drawn, number];
}

function text(/** @type {string} */ content, /** @type {number} */ height, /** @type {string} */ kind) {
  const element = svg("text", { "font-size": height, class: kind });
  element.textContent = content;
  return element;
}

/** Up to eight letters fit. */
const size = (/** @type {string} */ content) => Math.min(0.5, 1.4 / Math.max(1, [...content].length));

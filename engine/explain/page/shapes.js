// What nodes look like, and how much room they take.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes, a text and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A text of a drawing, which is told with its node. */
function svgText(attributes) {
  return svg("text", { "aria-hidden": "true", ...attributes });
}

export const INNER = 38;
export const LEAF = 28;
const FOLD = 9;
const CAPTION_LINE = 14;
/** Between the captions and the node, for the tip of the edge. */
export const TIP = 13;
/** Between a node and what stands beside it. */
const ASIDE = 8;
const BOARD_LINE = 10.5;
const BOARD_PAD = 5;

/** Measures texts, each of them once, see `takeFonts`. */
const measure = (() => {
  const known = new Map();
  const contexts = new Map();
  const context = (kind) => {
    if (!contexts.has(kind)) {
      contexts.set(kind, document.createElement("canvas").getContext("2d"));
      contexts.get(kind).font = getComputedStyle(fonts ?? document.documentElement).getPropertyValue(`--font-${kind}`);
    }
    return contexts.get(kind);
  };
  return (text, kind) => {
    const key = `${kind} ${text}`;
    if (!known.has(key)) known.set(key, context(kind).measureText(text).width);
    return known.get(key);
  };
})();

/** The text that takes the most room; empty without any. */
export function widest(texts, font) {
  return texts.reduce((most, text) => (measure(text, font) > measure(most, font) ? text : most), "");
}

/** The element that has the fonts; the page itself, unless another one is named before anything is drawn. */
let fonts = null;

/** Names it. */
export function takeFonts(element) {
  fonts ??= element;
}

/** An outline of a node: a triangle up for MAX, one down for MIN, a circle for chance, a square for a leaf. */
export function outline(kind, width) {
  const half = width / 2;
  if (kind === "max") return `M0 0L${half} ${INNER}H${-half}Z`;
  if (kind === "min") return `M0 ${INNER}L${half} 0H${-half}Z`;
  if (kind === "chance") return `M${-half} ${INNER / 2}A${half} ${INNER / 2} 0 1 1 ${half} ${INNER / 2}A${half} ${INNER / 2} 0 1 1 ${-half} ${INNER / 2}Z`;
  const top = (INNER - LEAF) / 2;
  return `M${-half} ${top}h${width}v${LEAF}h${-width}Z`;
}

/**
 * The sizes of a node, which never change while stepping: of its outline, and how far it reaches from its middle. `texts`
 * has what it keeps room for: values, bounds on the edge, bounds beside it.
 */
export function sizes(node, texts, edges, ground) {
  const isLeaf = node.children.length === 0;
  const kind = isLeaf ? "leaf" : node.turn;
  const widthOf = (list, font) => Math.max(0, ...list.map((text) => measure(text, font)));
  const value = widthOf(texts.values, "value");
  // A long text stands beside a triangle rather than in it.
  const isInside = value <= 46;
  let width = isLeaf ? Math.max(LEAF, value + 12) : kind === "chance" ? Math.max(INNER, Math.min(value, 46) + 14) : 46;
  if (kind !== "chance" && !isLeaf && isInside) width = Math.max(width, value * 1.35 + 20);
  const board = node.board === null ? [] : node.board.split("\n");
  const isDrawn = node.pieces !== null;
  const boardWidth = isDrawn ? ground.width + 2 * BOARD_PAD : board.length === 0 ? 0 : widthOf(board, "board") + 2 * BOARD_PAD;
  const boardHeight = isDrawn ? ground.height + 2 * BOARD_PAD : board.length === 0 ? 0 : board.length * BOARD_LINE + 2 * BOARD_PAD;
  const captions = (node.move === "" ? 0 : 1) + (node.chance === null ? 0 : 1) + (edges && node.up !== null ? 2 : 0);
  const caption = Math.max(measure(node.move, "small"), measure(node.chance ?? "", "small"), edges ? widthOf(texts.handed, "small") : 0);
  const besides = node.hidden === null ? [] : [measure(node.hidden, "small")];
  if (!isLeaf && !isInside) besides.push(value);
  if (!isLeaf && !edges) besides.push(widthOf(texts.bounds, "small"));
  const beside = Math.max(0, ...besides);
  const name = node.label === null ? 0 : measure(node.label, "value") + 6;
  const half = Math.max(width, boardWidth, caption) / 2;
  return {
    kind, width, isInside, captions, board, boardWidth, boardHeight, hasBounds: !isLeaf && !edges,
    above: TIP + captions * CAPTION_LINE,
    below: INNER + (boardHeight > 0 ? boardHeight + 4 : 0) + (isLeaf ? 0 : 2 * FOLD + 5),
    left: Math.max(half, width / 2 + name),
    right: Math.max(half, beside > 0 ? width / 2 + ASIDE + beside : 0),
  };
}

/** The parts of a node that never change, and places for those that do. */
export function build(id, node, size, ground) {
  const group = svg("g", { class: `node ${size.kind}`, role: "treeitem", tabindex: "-1", "data-node": id });
  const middle = size.kind === "max" ? INNER * 0.68 : size.kind === "min" ? INNER * 0.34 : INNER / 2;
  const parts = { group };
  const reach = size.width / 2 + 5;
  parts.ring = svg("rect", { class: "ring", x: -reach, y: -5, width: 2 * reach, height: INNER + 10, rx: 7 });
  parts.outer = svg("path", { class: "outer", d: outline(size.kind, size.width) });
  parts.inner = svg("path", { class: "inner", d: outline(size.kind, size.width) });
  const long = { class: "value long", x: size.width / 2 + ASIDE, y: 2 };
  parts.value = svgText(size.isInside || size.kind === "leaf" ? { class: "value", x: 0, y: middle } : long);
  parts.cross = svg("path", { class: "cross", d: `M${size.width / 2 - 7} -4l12 12m0 -12l-12 12` });
  group.append(parts.outer, parts.inner, parts.value, parts.cross);
  if (node.label !== null) {
    const name = svgText({ class: "name", x: -size.width / 2 - 3, y: INNER / 2 });
    name.textContent = node.label;
    group.append(name);
  }
  const places = size.hasBounds ? [16, 30] : [];
  parts.bounds = places.map((y) => svgText({ class: "bound", x: size.width / 2 + ASIDE, y }));
  group.append(...parts.bounds);
  if (node.hidden !== null) {
    const hidden = svgText({ class: "bound", x: size.width / 2 + ASIDE, y: size.hasBounds ? 44 : 16 });
    hidden.textContent = node.hidden;
    group.append(hidden);
  }
  parts.captions = [];
  for (let line = 0; line < size.captions; line += 1) {
    const text = svgText({ class: line === 0 ? "caption" : "caption bound", x: 0 });
    text.setAttribute("y", -TIP - 6 - CAPTION_LINE * (size.captions - 1 - line));
    parts.captions.push(text);
    group.append(text);
  }
  const fixed = [node.move, node.chance ?? ""].filter((text) => text !== "");
  fixed.forEach((text, at) => { parts.captions[at].textContent = text; });
  // The windows come below.
  parts.handed = parts.captions.slice(fixed.length);
  if (node.pieces !== null) group.append(figures(node.pieces, size, ground));
  else if (size.board.length > 0) group.append(...board(size));
  if (size.kind !== "leaf") {
    parts.fold = svg("g", { class: "fold", transform: `translate(0 ${size.below - FOLD})` });
    parts.foldMark = svg("path");
    parts.foldCount = svgText({ class: "hidden-count", x: FOLD + 4, y: 0 });
    parts.fold.append(svg("circle", { class: "reach", r: 16 }), svg("circle", { class: "button", r: FOLD - 1 }));
    parts.fold.append(parts.foldMark, parts.foldCount);
    group.append(parts.fold);
  }
  // Over the board.
  group.append(parts.ring);
  return parts;
}

/** The board under a node, as its game draws it: the ground, which all boards share, and what stands on it. */
function figures(pieces, size, ground) {
  const group = svg("g", { class: "figures", transform: `translate(${-ground.width / 2} ${INNER + 4 + BOARD_PAD})` });
  for (const [look, form, numbers, text] of [...ground.parts, ...pieces]) {
    if (form === "disc") {
      const [cx, cy, rx, ry] = numbers;
      group.append(svg("ellipse", { class: look, cx, cy, rx, ry }));
    } else if (form === "text") {
      const piece = svgText({ class: `piece ${look}`, x: numbers[0], y: numbers[1] });
      piece.textContent = text;
      group.append(piece);
    } else {
      const end = form === "area" ? "Z" : "";
      group.append(svg("path", { class: look, d: `M${numbers.map((point) => point.join(" ")).join("L")}${end}` }));
    }
  }
  return group;
}

/** The board under a node. */
function board(size) {
  const top = INNER + 4;
  const frame = { class: "board-frame", x: -size.boardWidth / 2, y: top, width: size.boardWidth, height: size.boardHeight, rx: 3 };
  const text = svgText({ class: "board" });
  size.board.forEach((line, at) => {
    const y = top + BOARD_PAD + BOARD_LINE * (at + 0.5);
    const span = svg("tspan", { x: -size.boardWidth / 2 + BOARD_PAD, y });
    span.textContent = line;
    text.append(span);
  });
  return [svg("rect", frame), text];
}

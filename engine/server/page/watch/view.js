/**
 * The view Watch: a search from its beginning, as a tree of its first plies that grows.
 *
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").TreeNode} TreeNode
 * @typedef {import("../types.js").View} View
 */
import { drawStill } from "../board.js";
import { fill, html } from "../element.js";
import { Lost } from "../engine.js";
import { positionLine } from "../game.js";
import { grouped } from "../scores.js";
import { t } from "../words.js";
import { Sample, drawSample, moveText, valueText } from "./sample.js";
export { words } from "./words.js";

/** The algorithms that have a tree. */
const ALGORITHMS = ["minimax", "alphabeta", "pvs"];
/** The tree is drawn this often at most, in milliseconds. */
const PAUSE = 120;
/** The most rows of the table below one node. */
const MOST_ROWS = 200;

/** @type {Context} */
let context;
/** @type {import("../engine.js").Engine | null} */
let engine = null;
let sample = new Sample();
/** @type {number | null} */
let chosen = null;
/** @type {Set<number>} */
const open = new Set([0]);
let isRunning = false;
let drawnAt = 0;
let isDue = false;

/** @type {{form: HTMLFormElement, algorithm: HTMLSelectElement, plies: HTMLSelectElement, kind: HTMLSelectElement,
 *   limit: HTMLInputElement, start: HTMLButtonElement, stop: HTMLButtonElement, board: HTMLElement, state: HTMLElement,
 *   trouble: HTMLElement, picture: HTMLElement, rows: HTMLElement, said: HTMLElement}} */
let parts;

/**
 * Shows the view. The container is empty the first time, and is as the view left it later.
 * @param {HTMLElement} container
 * @param {Context} given
 */
export async function show(container, given) {
  context = given;
  if (container.childElementCount === 0) build(container);
  speak();
  await showPosition();
}

/** Leaves the view: the search ends. */
export function hide() {
  engine?.close();
  engine = null;
}

/** Writes what is not marked in the document. */
export function speak() {
  const { kind, algorithm, plies } = parts;
  fill(kind, [["depth", t("limit-depth")], ["time", t("limit-time")], ["nodes", t("limit-nodes")]], kind.value || "depth");
  fill(algorithm, ALGORITHMS.map((name) => [name, name]), algorithm.value || "alphabeta");
  fill(plies, ["1", "2", "3", "4"].map((count) => [count, count]), plies.value || "2");
  draw();
}

function build(/** @type {HTMLElement} */ container) {
  const select = (/** @type {string} */ name) => html("select", { name });
  const labelled = (/** @type {string} */ key, /** @type {HTMLElement} */ field) =>
    html("label", {}, html("span", { "data-text": key }), " ", field);
  const button = (/** @type {string} */ key, /** @type {"submit" | "button"} */ type) => html("button", { type, "data-text": key });
  const limit = html("input", { name: "limit", type: "number", min: "1", max: "1000000000", step: "any", required: "" });
  limit.value = "6";
  const [algorithm, plies, kind] = ["algorithm", "plies", "kind"].map(select);
  const [start, stop] = [button("watch-start", "submit"), button("watch-stop", "button")];
  start.className = "primary";
  const form = html("form", { class: "watched" }, labelled("algorithm", algorithm), labelled("watch-plies", plies),
    html("label", {}, html("span", { "data-text": "watch-limit" }), " ", limit, " ", kind), start, stop);
  const board = html("div", { class: "board", id: "watch-board" });
  const state = html("p", { class: "state", role: "status" });
  const said = html("p", { class: "unseen", "aria-live": "polite" });
  const trouble = html("p", { class: "trouble", role: "alert", hidden: "" });
  const picture = html("div", { class: "blocks" });
  const rows = html("tbody");
  const head = ["move", "value", "nodes", "visits", "cuts", "leaf"].map((key) => html("th", { scope: "col", "data-text": `watch-${key}` }));
  const table = html("table", { "data-label": "watch-tree" }, html("thead", {}, html("tr", {}, ...head)), rows);
  container.append(
    html("h2", { "data-text": "watch-title" }),
    html("p", { class: "note", "data-text": "watch-note" }),
    form, trouble,
    html("div", { class: "watching" }, board,
      html("section", {}, state, said, picture,
        html("div", { class: "rows", tabindex: "0", role: "region", "data-label": "watch-tree" }, table))),
  );
  parts = { form, algorithm, plies, kind, limit, start, stop, board, state, trouble, picture, rows, said };
  form.onsubmit = (event) => {
    event.preventDefault();
    run();
  };
  stop.onclick = () => engine?.stop();
  // The picture is as wide as its place.
  addEventListener("resize", drawSoon);
  picture.onclick = ({ target }) => {
    const block = target instanceof Element ? target.closest("[data-id]") : null;
    if (block !== null) choose(Number(block.getAttribute("data-id")));
  };
}

/** The session, with the game that Play has. */
function session() {
  engine ??= context.connect();
  const { game, options } = context.game();
  engine.setOption("UCI_Variant", game);
  for (const [name, value] of Object.entries(options)) engine.setOption(`${game}.${name}`, value);
  return engine;
}

/** Shows a position: that of the search, or the one behind a node. */
async function showPosition(/** @type {string[]} */ moves = []) {
  const game = context.game();
  try {
    const view = await session().view(positionLine({ ...game, moves: [...game.moves, ...moves] }));
    const { board } = parts;
    board.replaceChildren(view.spots === undefined ? html("pre", {}, view.picture ?? "") : drawStill(view, t("board")));
  } catch (error) {
    trouble(error);
  }
}

async function run() {
  if (isRunning) return;
  const { algorithm, plies, kind, limit } = parts;
  const value = limit.valueAsNumber;
  const words = { depth: "depth", nodes: "nodes", time: "movetime" }[kind.value] ?? "depth";
  const amount = kind.value === "time" ? Math.round(value * 1000) : Math.max(1, Math.round(value));
  [sample, chosen, isRunning] = [new Sample(), null, true];
  open.clear();
  open.add(0);
  parts.trouble.hidden = true;
  draw();
  try {
    const searcher = session();
    searcher.setOption("Algorithm", algorithm.value);
    await searcher.ask([`watch on plies ${plies.value}`, "ucinewgame", "isready"], (line) => line === "readyok");
    const part = (/** @type {import("../types.js").TreePart} */ told) => {
      sample.take(told);
      drawSoon();
    };
    const best = await searcher.search(positionLine(context.game()), `go ${words} ${amount}`, () => {}, part);
    parts.said.textContent = t("watch-best", { move: best });
  } catch (error) {
    trouble(error);
  } finally {
    isRunning = false;
    draw();
  }
}

function trouble(/** @type {unknown} */ error) {
  if (error instanceof Lost) return;
  parts.trouble.textContent = error instanceof Error ? error.message : String(error);
  parts.trouble.hidden = false;
}

/** Many lines come between two pictures of the screen. */
function drawSoon() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => requestAnimationFrame(() => {
    isDue = false;
    draw();
  }), Math.max(0, drawnAt + PAUSE - performance.now()));
}

function draw() {
  drawnAt = performance.now();
  const { start, stop, state, picture, rows } = parts;
  [start.disabled, stop.disabled] = [isRunning, !isRunning];
  const seconds = (sample.time / 1000).toFixed(sample.time < 10_000 ? 2 : 0);
  state.textContent = sample.nodes.size === 0 ? t(isRunning ? "watch-begins" : "watch-empty")
    : t(sample.omitted > 0 ? "watch-state-omitted" : "watch-state",
      { visited: grouped(sample.visited), seconds, shown: sample.nodes.size, omitted: grouped(sample.omitted) });
  picture.replaceChildren(drawSample(sample, chosen, Math.max(picture.clientWidth - 14, 200)));
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;
  const [line, list] = [sample.line(), /** @type {HTMLElement[]} */ ([])];
  const root = sample.nodes.get(0);
  if (root !== undefined) addRows(root, 0, line, list);
  rows.replaceChildren(...list);
  if (focused !== undefined) /** @type {HTMLElement | null} */ (rows.querySelector(`[data-node="${focused}"]`))?.focus();
}

/**
 * @param {TreeNode} node
 * @param {number} ply
 * @param {Set<number>} line
 * @param {HTMLElement[]} list
 */
function addRows(node, ply, line, list) {
  const children = sample.below(node.id);
  const isOpen = open.has(node.id);
  const name = node.in === undefined ? t("watch-root") : moveText(node);
  const label = html("button", { type: "button", class: `node ply-${Math.min(ply, 4)}`, "data-node": String(node.id) },
    `${children.length === 0 ? "·" : isOpen ? "▾" : "▸"} ${name}`);
  if (children.length > 0) label.setAttribute("aria-expanded", String(isOpen));
  label.onclick = () => {
    if (open.has(node.id)) open.delete(node.id);
    else open.add(node.id);
    choose(node.id);
  };
  const cell = (/** @type {string} */ text) => html("td", {}, text);
  const row = html("tr", {}, html("th", { scope: "row" }, label), cell(valueText(node)), cell(grouped(node.nodes)),
    cell(grouped(node.visits)), cell(node.cuts === 0 ? "" : grouped(node.cuts)),
    cell(node.leaf === undefined ? "" : t(`watch-leaf-${node.leaf}`)));
  row.className = [line.has(node.id) ? "line" : "", node.id === chosen ? "chosen" : "", node.turn].join(" ").trim();
  list.push(row);
  if (!isOpen) return;
  for (const child of children.slice(0, MOST_ROWS)) addRows(child, ply + 1, line, list);
}

/** Shows the position behind a node, while nothing is searched: a session does one thing at a time. */
function choose(/** @type {number} */ id) {
  chosen = id;
  draw();
  const path = sample.path(id);
  if (!isRunning && !path.includes("∅")) showPosition(path);
}

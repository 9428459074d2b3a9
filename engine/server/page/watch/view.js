/**
 * The view Watch: a search from its beginning, as a tree of its first plies that grows.
 *
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").TreeNode} TreeNode
 */
import { aboutGame, sidesOf } from "../about.js";
import { drawStill } from "../board.js";
import { fill, html } from "../element.js";
import { Lost } from "../engine.js";
import { fromFragment, positionLine } from "../game.js";
import { shownMove } from "../notation.js";
import { decimal, grouped, percent } from "../scores.js";
import { t } from "../words.js";
import { Flame } from "./flame.js";
import { linkTo, otherPages } from "./pages.js";
import { Sample, endText, moveText, nodeValue } from "./sample.js";

/** The algorithms that have a tree. */
const ALGORITHMS = ["alphabeta", "pvs", "minimax"];
/** The most plies and the most nodes that the server tells of. */
const SAMPLE = "plies 8 nodes 4096";
/** The tree is drawn this often at most, in milliseconds. */
const PAUSE = 120;
/** The most rows of the table. */
const MOST_ROWS = 400;

/** @type {Context} */
let context;
/** The game of the address, else that of Play. @type {import("../types.js").Game} */
let game;
/** Who plays it; before its first view nobody is known. @type {import("../types.js").View | null} */
let shown = null;
/** @type {import("../engine.js").Engine | null} */
let engine = null;
let sample = new Sample();
/** The node that people have gone into: it has the whole width, and the table is about it. */
let base = 0;
/** The node that they look at. @type {number | null} */
let pointed = null;
/** The position that was searched; empty if the search did not come to its end. */
let searched = "";
/** The number of the latest search; 0 while none runs. */
let running = 0;
let count = 0;
let drawnAt = 0;
let isDue = false;
/** The rows of the table, by the number of the node. @type {Map<number, HTMLElement>} */
const rows = new Map();

/** @type {{form: HTMLFormElement, algorithm: HTMLSelectElement, kind: HTMLSelectElement, limit: HTMLInputElement,
 *   stop: HTMLButtonElement, board: HTMLElement, state: HTMLElement, trouble: HTMLElement,
 *   of: HTMLElement, trail: HTMLElement,
 *   matches: HTMLElement, facts: HTMLElement, legend: HTMLElement, body: HTMLElement, said: HTMLElement, flame: Flame}} */
let parts;

/**
 * Shows the view. The container is empty the first time, and is as the view left it later. A position that was not
 * searched before is searched at once.
 * @param {HTMLElement} container
 * @param {Context} given
 */
export async function show(container, given) {
  context = given;
  game = fromFragment(context.fields.toString()) ?? context.game();
  if (container.childElementCount === 0) build(container);
  speak();
  if (JSON.stringify(game) === searched) {
    await goInto(base);
    return;
  }
  [sample, base, pointed] = [new Sample(), 0, null];
  draw();
  const view = await showPosition();
  if (view !== null && view.count > 0 && view.outcome === "ongoing" && engine !== null) run();
}

/** Leaves the view: the search ends. */
export function hide() {
  engine?.close();
  engine = null;
}

/** Writes what is not marked in the document. */
export function speak() {
  const { kind, algorithm } = parts;
  fill(kind, [["time", t("limit-time")], ["depth", t("limit-depth")], ["nodes", t("limit-nodes")]], kind.value || "time");
  fill(algorithm, ALGORITHMS.map((name) => [name, name]), algorithm.value || "alphabeta");
  draw();
  drawGame();
  leadOn();
}

/** Says which game it is, and what the signs mean, which depends on who plays it. */
function drawGame() {
  const name = aboutGame(game.game)?.name ?? context.games.get(game.game) ?? game.game;
  parts.of.textContent = t("teach-position", { game: name, count: game.moves.length });
  if (shown === null) return;
  const [max, min] = sidesOf(shown);
  const sign = (/** @type {string} */ kind) => html("span", { class: `sign ${kind}` });
  parts.legend.replaceChildren(...[["for-max", t("watch-good-for", { side: max })], ["for-min", t("watch-good-for", { side: min })],
    ["cut", t("watch-was-cut")], ["line", t("watch-best-line")]].map(([kind, text]) => html("span", {}, sign(kind), " ", text)));
}

function build(/** @type {HTMLElement} */ container) {
  const select = (/** @type {string} */ name) => html("select", { name });
  const button = (/** @type {string} */ key, /** @type {"submit" | "button"} */ type) => html("button", { type, "data-text": key });
  const limit = html("input", { name: "limit", type: "number", min: "0.1", max: "1000000000", step: "any", required: "" });
  limit.value = "5";
  const [algorithm, kind] = ["algorithm", "kind"].map(select);
  kind.dataset.label = "watch-limit";
  const [start, stop] = [button("watch-start", "submit"), button("watch-stop", "button")];
  start.className = "primary";
  const form = html("form", { class: "watched" },
    html("label", {}, html("span", { "data-text": "algorithm" }), " ", algorithm),
    html("label", {}, html("span", { "data-text": "watch-limit" }), " ", limit), kind, start, stop);
  const board = html("div", { class: "board", id: "watch-board" });
  const state = html("p", { class: "state", role: "status" });
  const said = html("p", { class: "unseen", "aria-live": "polite" });
  const trouble = html("p", { class: "trouble", role: "alert", hidden: "" });
  const of = html("p", { class: "of" });
  const trail = html("ol", { class: "trail" });
  const facts = html("p", { class: "facts" });
  const matches = html("p", { class: "onward" });
  const legend = html("p", { class: "legend" });
  const body = html("tbody");
  const flame = html("div", { class: "flame", tabindex: "0", role: "application", "data-label": "watch-flame" });
  const head = ["move", "value", "nodes", "visits", "cuts", "leaf"].map((key) => html("th", { scope: "col", "data-text": `watch-${key}` }));
  const table = html("table", { "data-label": "watch-tree" }, html("thead", {}, html("tr", {}, ...head)), body);
  container.append(
    html("h2", { "data-text": "watch-title" }), of, form, trouble, state, said,
    html("nav", { "data-label": "watch-trail" }, trail), flame, facts, legend,
    html("div", { class: "watching" }, board,
      html("div", { class: "rows", tabindex: "0", role: "region", "data-label": "watch-tree" }, table)),
    html("h2", { "data-text": "watch-matches" }), matches,
  );
  const drawn = new Flame(flame, (id) => goInto(id ?? sample.nodes.get(base)?.in ?? 0), (id, isKey) => {
    pointed = id;
    drawFacts();
    if (isKey) parts.said.textContent = parts.facts.textContent;
  });
  parts = { form, algorithm, kind, limit, stop, board, state, trouble, of, trail, matches, facts, legend, body, said, flame: drawn };
  form.onsubmit = (event) => {
    event.preventDefault();
    run();
  };
  stop.onclick = () => engine?.stop();
}

/** Leads to the pages of matches. */
async function leadOn() {
  const pages = await otherPages("match");
  if (pages === null) return;
  const links = pages.map((address) => linkTo(address, t("watch-match-at", { place: new URL(address).host }), () => ""));
  parts.matches.replaceChildren(...links.length > 0 ? links : [t("watch-no-match")]);
}

/** The session, with the game. */
async function session(/** @type {Object<string, string> | undefined} */ settings = undefined) {
  const own = engine ??= context.connect();
  await own.choose(game, settings);
  // The view may have been left meanwhile.
  if (own !== engine) throw new Lost();
  return own;
}

/** Shows a position: that of the search, or the one behind a node. Gives its view, unless there is none. */
async function showPosition(/** @type {string[]} */ moves = []) {
  try {
    const view = await (await session()).view(positionLine({ ...game, moves: [...game.moves, ...moves] }));
    const { board } = parts;
    board.replaceChildren(view.spots === undefined ? html("pre", {}, view.picture ?? "") : drawStill(view, t("board")));
    shown = view;
    drawGame();
    return view;
  } catch (error) {
    trouble(error);
    return null;
  }
}

/** Searches the position anew. */
async function run() {
  const { algorithm, kind, limit } = parts;
  const value = limit.valueAsNumber;
  const words = { depth: "depth", nodes: "nodes", time: "movetime" }[kind.value] ?? "depth";
  const amount = Math.max(1, Math.round(kind.value === "time" ? value * 1000 : value));
  count += 1;
  const own = count;
  running = own;
  [sample, base, pointed, searched] = [new Sample(shown), 0, null, ""];
  const grown = sample;
  parts.flame.clear();
  parts.trouble.hidden = true;
  draw();
  try {
    const searcher = await session({ Algorithm: algorithm.value });
    await searcher.stop();
    await searcher.ask([`watch on ${SAMPLE}`, "ucinewgame", "isready"], (line) => line === "readyok");
    const part = (/** @type {import("../types.js").TreePart} */ told) => {
      grown.take(told);
      drawSoon();
    };
    if (running !== own) return;
    const best = await searcher.search(positionLine(game), `go ${words} ${amount}`, () => {}, part);
    if (running !== own) return;
    searched = JSON.stringify(game);
    const found = grown.below(0).find(({ move }) => move === best);
    parts.said.textContent = t("watch-best", { move: found === undefined ? shownMove(best) : moveText(found) });
  } catch (error) {
    if (running === own) trouble(error);
  } finally {
    if (running === own) {
      running = 0;
      draw();
      if (base !== 0 && engine !== null) goInto(base);
    }
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
  const { stop, state, flame } = parts;
  stop.disabled = running === 0;
  const seconds = decimal(sample.time / 1000, sample.time < 10_000 ? 2 : 0);
  state.textContent = sample.nodes.size === 0 ? t(running > 0 ? "watch-begins" : "watch-empty")
    : t(sample.omitted > 0 ? "watch-state-omitted" : "watch-state",
      { visited: grouped(sample.visited), seconds, shown: grouped(sample.nodes.size), omitted: grouped(sample.omitted) });
  flame.draw(sample, base);
  drawTrail();
  drawFacts();
  drawRows();
}

/** The moves that lead to where people are, each a way back. */
function drawTrail() {
  const steps = [{ id: 0, name: t("watch-root") }, ...sample.path(base).map((node) => ({ id: node.id, name: moveText(node) }))];
  const key = JSON.stringify(steps);
  const { trail } = parts;
  if (trail.dataset.steps === key) return;
  trail.dataset.steps = key;
  const isFocused = trail.contains(document.activeElement);
  trail.replaceChildren(...steps.map(({ id, name }) => {
    const button = html("button", { type: "button" }, name);
    if (id === base) button.setAttribute("aria-current", "location");
    button.onclick = () => goInto(id);
    return html("li", {}, button);
  }));
  if (isFocused) /** @type {HTMLElement | null} */ (trail.querySelector("li:last-child button"))?.focus();
}

/** What is known of the node that people look at, else of the one that they are in. */
function drawFacts() {
  const node = sample.nodes.get(pointed ?? base);
  const text = node === undefined ? "" : factsOf(node);
  if (parts.facts.textContent !== text) parts.facts.textContent = text;
}

function factsOf(/** @type {TreeNode} */ node) {
  const moves = sample.path(node.id).map(moveText).join(" ") || t("watch-root");
  const value = nodeValue(node, sample.odds);
  const share = percent(node.nodes / Math.max(sample.visited, 1));
  const hasWindow = node.alpha !== undefined || node.beta !== undefined;
  return [
    moves,
    value === "" ? "" : t("watch-worth", { value }),
    hasWindow ? t("watch-window", { alpha: endText(node.alpha, "\u2212∞", sample.odds), beta: endText(node.beta, "∞", sample.odds) }) : "",
    t("watch-share", { nodes: grouped(node.nodes), share }),
    node.cuts === 0 ? "" : t("watch-cut", { count: node.cuts }),
    node.leaf === undefined ? "" : t(`watch-leaf-${node.leaf}`),
    node.leaf === undefined && node.nodes > 1 && !sample.children.has(node.id) ? t("watch-none-below") : "",
  ].filter((part) => part !== "").join(" · ");
}

/** The table: the node that people are in, and its children. Rows that stay are not replaced. */
function drawRows() {
  const root = sample.nodes.get(base);
  const line = sample.line();
  const nodes = root === undefined ? [] : [root, ...sample.below(base).slice(0, MOST_ROWS)];
  const wanted = new Set(nodes.map(({ id }) => id));
  for (const [id, row] of rows) {
    if (wanted.has(id)) continue;
    row.remove();
    rows.delete(id);
  }
  nodes.forEach((node, place) => {
    const row = rows.get(node.id) ?? addRow(node.id);
    if (parts.body.children[place] !== row) parts.body.insertBefore(row, parts.body.children[place] ?? null);
    row.className = [line.has(node.id) ? "line" : "", node.id === base ? "whole" : ""].join(" ").trim();
    const texts = [node.in === undefined ? t("watch-root") : moveText(node), nodeValue(node, sample.odds), grouped(node.nodes), grouped(node.visits),
      node.cuts === 0 ? "" : grouped(node.cuts), node.leaf === undefined ? "" : t(`watch-leaf-${node.leaf}`)];
    texts.forEach((text, at) => {
      const cell = at === 0 ? row.children[0].children[0] : row.children[at];
      if (cell.textContent !== text) cell.textContent = text;
    });
  });
}

function addRow(/** @type {number} */ id) {
  const button = html("button", { type: "button", class: "node" });
  button.onclick = () => goInto(id);
  const row = html("tr", {}, html("th", { scope: "row" }, button), ...Array.from({ length: 5 }, () => html("td")));
  rows.set(id, row);
  return row;
}

/** Goes into a node. Its position is shown while nothing is searched: a session does one thing at a time. */
async function goInto(/** @type {number} */ id) {
  const isFocused = parts.body.contains(document.activeElement);
  [base, pointed] = [id, null];
  draw();
  if (isFocused) rows.get(base)?.querySelector("button")?.focus();
  const path = sample.path(id).map(({ move }) => move);
  if (running === 0 && !path.includes(null)) await showPosition(path.map(String));
}

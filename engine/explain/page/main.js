// The page: its panels, the counts, the legend.

/**
 * @typedef {import("./types.js").Explained} Explained
 * @typedef {import("./types.js").Host} Host
 * @typedef {import("./types.js").TreeNode} TreeNode
 */

import { listenToKeys } from "./controls.js";
import { html, svg, within } from "./element.js";
import { Panel } from "./panel.js";
import { INNER, LEAF, outline } from "./shapes.js";
import { Words } from "./words.js";

/** All searches of one explanation, and what they share. */
export class Page {
  /**
   * `root` has the elements of body.html; `signal` ends all listening beyond them.
   * @param {HTMLElement} root
   * @param {Explained} data
   * @param {AbortSignal} signal
   * @param {Host} host
   */
  constructor(root, data, signal, { seen = () => {}, editor = null, series = null, book = "tutorial", chosen = () => {} }) {
    this.seen = seen;
    this.editor = editor;
    this.series = series;
    // Whose code stands beside the tree.
    this.book = book;
    this.chosen = chosen;
    this.root = root;
    this.data = data;
    this.words = new Words(data);
    this.signal = signal;
    /** @type {Panel | null} */
    this.used = null;
    /** @type {Panel[]} */
    this.panels = [];
  }

  /** @param {string} selector */
  find(selector) {
    return within(this.root, selector, HTMLElement);
  }

  /** The panel that keys are for. */
  get active() {
    return this.used ?? this.panels[0];
  }

  set active(panel) {
    this.used = panel;
  }

  /**
   * The panels that step with this one, itself included.
   * @param {Panel} panel
   */
  group(panel) {
    const isTogether = this.panels.length > 1 && within(this.root, "#together", HTMLInputElement).checked;
    return isTogether && !panel.quiz.isOn ? this.panels.filter((one) => !one.quiz.isOn) : [panel];
  }

  /**
   * @param {Panel} panel
   * @param {(panel: Panel) => void} act
   */
  each(panel, act) {
    this.group(panel).forEach(act);
  }

  /**
   * Shows the code of another book, and the windows as they are by it.
   * @param {string} book
   */
  choose(book) {
    this.book = book;
    this.chosen(book);
    for (const panel of this.panels) panel.read();
  }

  /** Ends all playing. */
  still() {
    for (const panel of this.panels) if (panel.timer !== null) panel.play(false);
  }

  /** The counts tell how much is cut: they are shown when the reader has seen it, and never in the quiz. */
  changed() {
    const isShown = this.panels.every((panel) => panel.hasEnded && !panel.quiz.isOn);
    this.find("#counts").hidden = !isShown;
    this.seen(isShown);
  }
}

/**
 * The counts of the searches beside plain minimax's.
 * @param {Page} page
 */
function showCounts(page) {
  const { words } = page;
  const { panels } = page.data;
  /** @type {{title: string, nodes: number | null, leaves: number, cuts: number | null, saved: number | null}[]} */
  const columns = panels.map(({ title, counts }) => ({ title, ...counts }));
  const known = new Set();
  for (const { title, counts } of panels) {
    const { minimax } = counts;
    if (minimax === null || known.has(JSON.stringify(minimax))) continue;
    const name = known.size === 0 ? words.say("page-minimax") : `${words.say("page-minimax")} (${title})`;
    columns.push({ title: name, nodes: minimax.nodes, leaves: minimax.leaves, cuts: 0, saved: null });
    if (minimax.best !== null) {
      const saved = 1 - minimax.best / minimax.leaves;
      columns.push({ title: words.say("page-best-case"), nodes: null, leaves: minimax.best, cuts: null, saved });
    }
    known.add(JSON.stringify(minimax));
  }
  const table = within(page.root, "#counts table", HTMLTableElement);
  const heads = columns.map(({ title }) => html("th", { scope: "col" }, title));
  table.tHead?.append(html("tr", {}, html("td", {}), ...heads));
  for (const key of /** @type {const} */ (["nodes", "leaves", "cuts", "saved"])) {
    const cells = columns.map((column) => {
      const count = column[key];
      const text = count === null ? "\u2013" : words.numberText(count, key === "saved" ? "percent" : "decimal");
      return html("td", { "data-count": key }, text);
    });
    table.tBodies[0].append(html("tr", {}, html("th", { scope: "row" }, words.say(`page-${key}`)), ...cells));
  }
}

/**
 * Samples of all looks, each made of what the tree is made of.
 * @param {Page} page
 * @param {HTMLElement} list
 */
function showLegend(page, list) {
  const { words } = page;
  /** @type {[string, string, string[]][]} */
  const samples = [
    ["max", "waiting", []], ["min", "waiting", []], ["leaf", "waiting", []], ["max", "open", []],
    ["max", "open", ["current"]], ["max", "visited", []], ["max", "visited", ["chosen"]],
    ["max", "visited", ["chosen", "line"]], ["max", "pruned", []],
  ];
  const meanings = ["max", "min", "leaf", "open", "current", "visited", "chosen", "line", "pruned"];
  if (page.panels.some((panel) => panel.replay.rounds > 1)) {
    samples.push(["max", "visited", ["old"]], ["max", "skipped", []]);
    meanings.push("old", "skipped");
  }
  if (page.panels.some((panel) => panel.data.tree.some((node) => node.turn === "chance"))) {
    samples.push(["chance", "visited", []]);
    meanings.push("chance");
  }
  samples.forEach(([kind, state, marks], at) => {
    const width = kind === "leaf" ? LEAF : 42;
    const name = ["sample", kind, state, ...marks].join(" ");
    const edge = svg("g", { class: `edge ${state} ${marks.join(" ")}` });
    edge.append(svg("path", { class: "outer", d: "M0 -22V0" }), svg("path", { class: "inner", d: "M0 -22V0" }));
    edge.append(svg("path", { class: "tip", d: "M0 0l-6.5 -9h13Z" }), svg("path", { class: "cut", d: "M-8 -9l12 -8m-8 12l12 -8" }));
    const node = svg("g", { class: `node ${name}` });
    const reach = width / 2 + 5;
    node.append(svg("rect", { class: "ring", x: -reach, y: -5, width: 2 * reach, height: INNER + 10, rx: 7 }));
    const d = outline(kind, width);
    node.append(svg("path", { class: "outer", d }), svg("path", { class: "inner", d }));
    const picture = svg("svg", { viewBox: "-32 -24 64 70", width: 58, height: 63, "aria-hidden": "true" });
    if (at > 4 && kind !== "chance") picture.append(edge);
    picture.append(node);
    list.append(html("li", {}, picture, html("span", {}, words.say(`page-legend-${meanings[at]}`))));
  });
  if (page.panels.some((panel) => panel.data.tree.some((node) => node.horizon))) {
    list.append(html("li", {}, words.say("page-legend-horizon")));
  }
}

/** The patterns of fillings, once for all pictures of a page. */
export function patterns() {
  const hatch = svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse" });
  hatch.setAttribute("patternTransform", "rotate(45)");
  hatch.append(svg("rect", { width: 6, height: 6, class: "hatch-ground" }), svg("path", { d: "M0 0v6", class: "hatch-line" }));
  return svg("svg", { width: 0, height: 0, class: "unseen", "aria-hidden": "true" }, svg("defs", {}, hatch));
}

/**
 * Opens an explanation. `root` holds the elements of body.html, `data` is what `plyd explain` writes for it. The answer
 * has the page, and `close`, which ends all that goes on outside the root.
 *
 * What the host of the page has for it: `seen` hears, again and again, whether the reader has seen the ends of all searches,
 * and is not asked about one in the quiz; `editor` changes the tree of the first panel, see `isEdited` there; `series` counts
 * the answers in the quiz; `book` is whose code is shown, and `chosen` hears which one the reader chooses.
 * @param {HTMLElement} root
 * @param {Explained} data
 * @param {Host} [host]
 */
export function openExplanation(root, data, host = {}) {
  const end = new AbortController();
  prepare(data);
  const page = new Page(root, data, end.signal, host);
  const [first] = data.panels;
  page.find("#game").textContent = first.game;
  page.find("#position").textContent = first.position;
  const list = page.find("#panels");
  list.replaceChildren();
  list.classList.toggle("several", data.panels.length > 1);
  page.find("#together-row").hidden = data.panels.length < 2;
  root.append(patterns());
  const template = within(root, "#panel", HTMLTemplateElement);
  for (const panel of data.panels) {
    const element = within(document.importNode(template.content, true), ".panel", HTMLElement);
    list.append(element);
    page.panels.push(new Panel(panel, element, page));
  }
  for (const panel of page.panels) panel.fit();
  showCounts(page);
  page.changed();
  showLegend(page, page.find("#legend"));
  listenToKeys(page, end.signal);
  let { innerWidth: width } = window;
  addEventListener("resize", () => {
    // Scrolling on a phone changes the height only.
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    for (const panel of page.panels) panel.fit();
  }, { signal: end.signal });
  const close = () => {
    page.still();
    end.abort();
  };
  return { page, close };
}

/**
 * Gives each node the list of its children, how many nodes are below it, and its distance from the root.
 * @param {{panels: import("./types.js").Searched[]}} data
 */
export function prepare(data) {
  for (const panel of data.panels) {
    for (const node of panel.tree) Object.assign(node, { children: [], below: 0, ply: 0 });
    panel.tree.forEach((node, id) => {
      if (node.up === null) return;
      const above = panel.tree[node.up];
      above.children.push(id);
      node.ply = above.ply + 1;
    });
    for (const node of panel.tree) node.children.sort((one, other) => panel.tree[one].index - panel.tree[other].index);
    for (let id = panel.tree.length - 1; id > 0; id -= 1) {
      const { up, below } = panel.tree[id];
      if (up !== null) panel.tree[up].below += 1 + below;
    }
  }
}

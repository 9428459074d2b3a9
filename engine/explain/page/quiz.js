// The quiz: the reader marks what the search will never look at, writes values and windows, and is told the first node that
// is wrong, and why.

/**
 * @typedef {import("./types.js").Look} Look
 */

import { isEnd, isValue } from "./answers.js";
import { allIn, within } from "./element.js";
import { Replay } from "./replay.js";
import { PARTS, TREES } from "./series.js";

/** What is said of a part that is right, and of what is wrong about a node. @type {Object<string, string>} */
const RIGHT = { cuts: "page-right", values: "page-right-values", bounds: "page-right-bounds" };
/** @type {Object<string, string>} */
const WRONG = { value: "page-wrong-value", alpha: "page-wrong-alpha", beta: "page-wrong-beta" };

/** What the reader wants to be asked for, on the whole page. */
const asked = new Set(PARTS);

export class Quiz {
  /** @param {import("./panel.js").Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.isOn = false;
    /** @type {Set<number>} */
    this.marked = new Set();
    /** The texts for values, alpha and beta, by nodes. @type {Map<number, Object<string, string>>} */
    this.written = new Map();
    /** @type {number | null} */
    this.wrong = null;
    this.fields = allIn(panel.root, "[data-answer]", HTMLInputElement);
    this.listen();
  }

  get tree() {
    return this.panel.data.tree;
  }

  get words() {
    return this.panel.words;
  }

  /** What is asked for: minimax has no window. */
  get parts() {
    return PARTS.filter((part) => asked.has(part) && (part !== "bounds" || this.panel.data.algorithm !== "minimax"));
  }

  listen() {
    const { root } = this.panel;
    for (const box of allIn(root, ".asked input", HTMLInputElement)) {
      if (box.value === "bounds" && this.panel.data.algorithm === "minimax") hideLabel(box, true);
      box.addEventListener("change", () => {
        if (box.checked) asked.add(box.value);
        else asked.delete(box.value);
        // Something is asked for.
        if (this.parts.length === 0) asked.add("cuts");
        this.tell("", null);
      });
    }
    this.fields.forEach((field, at) => {
      field.addEventListener("input", () => {
        const { focus } = this.panel;
        this.written.set(focus, { ...this.written.get(focus), [field.dataset.answer ?? ""]: field.value });
        this.tell("", null);
      });
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        const next = this.fields.slice(at + 1).find((one) => !one.disabled);
        if (event.key === "Enter" && next !== undefined) next.select();
        else this.panel.setFocus(this.panel.focus);
      });
    });
    within(root, ".coded", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const name = within(root, ".student", HTMLInputElement).value;
      const { series } = this.panel.page;
      if (name.trim() !== "" && series !== null) this.panel.find(".given-code").textContent = series.code(name);
    });
  }

  toggle() {
    if (!this.panel.isSearched) return;
    this.isOn = !this.isOn;
    this.panel.play(false);
    this.clear();
    // The reader begins in the tree, where the keys mark nodes: a key on a button would be an answer.
    if (this.isOn) this.panel.setFocus(0);
    else this.panel.button("forward").focus({ preventScroll: true });
  }

  /** Forgets all answers. */
  clear() {
    this.marked.clear();
    this.written.clear();
    this.tell("", null);
  }

  /** Who sees the answer first gets no points for this tree. */
  reveal() {
    this.panel.page.series?.record(this.parts, [], this.panel.page.book);
    this.isOn = false;
    this.panel.goTo(this.panel.replay.events.length);
    this.panel.button("back").focus({ preventScroll: true });
  }

  /** @param {number} node */
  mark(node) {
    if (!this.marked.delete(node)) this.marked.add(node);
    this.tell("", null);
  }

  /**
   * Leads to the field for the value of a node, which begins with this text.
   * @param {number} node
   * @param {string} text
   */
  write(node, text) {
    const [field] = this.fields;
    if (field.disabled) return false;
    field.focus();
    field.value = text;
    field.dispatchEvent(new Event("input"));
    return true;
  }

  /**
   * Whether a node, or one above it, is marked.
   * @param {number} node
   */
  isMarked(node) {
    for (let at = /** @type {number | null} */ (node); at !== null; at = this.tree[at].up) if (this.marked.has(at)) return true;
    return false;
  }

  /** All nodes, each before those below it, from left to right. */
  inOrder() {
    /** @type {number[]} */
    const order = [];
    const open = [0];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      order.push(node);
      open.push(...[...this.tree[node].children].reverse());
    }
    return order;
  }

  /** The first node, in the order of the tree, at which the marks and the search differ; null if they agree. */
  firstWrong() {
    const isPruned = (/** @type {number} */ node) => this.tree[node].visits === 0;
    const isLeaf = (/** @type {number} */ node) => this.tree[node].children.length === 0;
    // Leaves decide, so that it does not matter whether a node is marked or all that is below it.
    const first = this.inOrder().find((node) => isLeaf(node) && isPruned(node) !== this.isMarked(node));
    if (first === undefined) return null;
    // Of a whole subtree that was forgotten, the topmost node is told.
    /** @type {(node: number) => boolean} */
    const hasMark = (node) => this.marked.has(node) || this.tree[node].children.some(hasMark);
    let wrong = first;
    for (let { up } = this.tree[first]; isPruned(first) && up !== null && isPruned(up) && !hasMark(up); { up } = this.tree[up]) wrong = up;
    return wrong;
  }

  /**
   * The first inner node that the search looks at whose value or window is not as it is in the end, and what is wrong.
   * @param {string} part
   */
  firstMistaken(part) {
    const end = new Replay(this.panel.data, this.panel.page.book);
    end.goTo(end.events.length);
    const names = /** @type {("value" | "alpha" | "beta")[]} */ (part === "values" ? ["value"] : ["alpha", "beta"]);
    for (const node of this.inOrder()) {
      const { children, visits } = this.tree[node];
      if (children.length === 0 || visits === 0) continue;
      const state = end.nodes[node];
      /** @type {(name: "value" | "alpha" | "beta", text: string) => boolean} */
      const isRight = (name, text) => (name === "value" ? isValue(text, state.value, state.bound) : isEnd(name, text, state[name]));
      const name = names.find((one) => !isRight(one, this.written.get(node)?.[one] ?? ""));
      if (name !== undefined) return { node, fault: this.words.say(WRONG[name]) };
    }
    return null;
  }

  /**
   * What is wrong about a part of the answer; null if nothing is.
   * @param {string} part
   */
  mistake(part) {
    if (part !== "cuts") return this.firstMistaken(part);
    const node = this.firstWrong();
    if (node === null) return null;
    const { why, tested, visits } = this.tree[node];
    const reason = (this.panel.replay.isFirstTest && tested) || why;
    return { node, fault: `${this.words.say(visits === 0 ? "page-mark-missing" : "page-mark-too-many")} ${reason}` };
  }

  check() {
    const { parts } = this;
    const found = parts.map((part) => ({ part, mistake: this.mistake(part) }));
    this.panel.page.series?.record(parts, found.filter(({ mistake }) => mistake === null).map(({ part }) => part), this.panel.page.book);
    const told = found.map(({ part, mistake }) => (mistake === null ? this.words.say(RIGHT[part])
      : `${this.words.say("page-wrong")} ${this.tree[mistake.node].name}: ${mistake.fault}`));
    const wrong = found.find(({ mistake }) => mistake !== null)?.mistake?.node ?? null;
    if (wrong !== null) this.panel.folds.show(wrong);
    this.tell(told.join("\n"), wrong);
    if (wrong !== null) this.panel.follow(wrong);
  }

  /**
   * @param {string} text
   * @param {number | null} wrong
   */
  tell(text, wrong) {
    this.wrong = wrong;
    const verdict = this.panel.find(".verdict");
    verdict.textContent = text;
    verdict.className = `verdict ${text === "" ? "" : wrong === null ? "right" : "wrong"}`;
    this.panel.show();
  }

  /** Shows what is asked for, the fields for the node that the keyboard stands on, and the score. */
  show() {
    const { panel, words } = this;
    for (const box of allIn(panel.root, ".asked input", HTMLInputElement)) box.checked = asked.has(box.value);
    const { parts } = this;
    const record = this.tree[panel.focus];
    const isInner = record.children.length > 0;
    panel.find(".answer").hidden = !parts.some((part) => part !== "cuts");
    panel.find(".of-node").textContent = record.name;
    for (const field of this.fields) {
      const name = field.dataset.answer ?? "";
      const isAsked = parts.includes(name === "value" ? "values" : "bounds");
      hideLabel(field, !isAsked);
      field.disabled = !isAsked || !isInner;
      const text = this.written.get(panel.focus)?.[name] ?? "";
      if (field.value !== text) field.value = text;
    }
    const { series } = panel.page;
    panel.find(".series").hidden = series === null;
    if (series === null) return;
    panel.find(".score").textContent = `${words.say("page-series-tree")} ${words.ofText(series.at + 1, TREES)} \u00b7 `
      + `${words.say("page-series-points")}: ${words.ofText(series.sum, series.most)}`;
    panel.find(".coded").hidden = !series.isWhole;
  }

  /** No search stands anywhere in the quiz. */
  path() {
    return new Set();
  }

  /**
   * @param {number} node
   * @returns {Look}
   */
  look(node) {
    const record = this.tree[node];
    const isMarked = this.isMarked(node);
    const isLeaf = record.children.length === 0;
    const own = this.written.get(node) ?? {};
    const value = isLeaf && record.content !== null ? this.words.leafText(record) : own.value ?? "";
    const bounds = [["\u03b1", own.alpha], ["\u03b2", own.beta]].map(([name, text]) => (text ? `${name} ${text}` : ""));
    const marks = [];
    if (isMarked) marks.push("marked");
    if (this.marked.has(node)) marks.push("own");
    if (this.wrong === node) marks.push("wrong");
    if (this.isOn && node === this.panel.focus) marks.push("selected");
    const spoken = [record.name, ...(isLeaf ? [] : [record.turn.toUpperCase()]), ...(value === "" ? [] : [value]),
      ...bounds.filter((text) => text !== "")];
    return {
      state: "asked", marks, value, bounds, handed: [], spoken: spoken.join(", "),
      attributes: {
        "aria-checked": isMarked, "aria-current": null, "data-visits": null, "data-value": null, "data-bound": null,
        "data-alpha": null, "data-beta": null, "data-best": null, "data-chosen": null,
      },
    };
  }
}

/** Hides what a control is labelled by, with it. */
function hideLabel(/** @type {HTMLElement} */ control, /** @type {boolean} */ isHidden) {
  const label = control.closest("label");
  if (label !== null) label.hidden = isHidden;
}

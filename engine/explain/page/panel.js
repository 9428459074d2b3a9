// One search on the page: its steps, its tree, its quiz.

/**
 * @typedef {import("./types.js").Look} Look
 * @typedef {import("./types.js").Searched} Searched
 * @typedef {import("./types.js").TreeNode} TreeNode
 */

import { Code } from "./code.js";
import { listen } from "./controls.js";
import { Drawing } from "./draw.js";
import { allIn, html, within } from "./element.js";
import { Interval } from "./interval.js";
import { Folds } from "./layout.js";
import { looks } from "./looks.js";
import { Overview } from "./overview.js";
import { Quiz } from "./quiz.js";
import { Replay } from "./replay.js";

export class Panel {
  /**
   * `data` is one search, `root` the element that shows it, `page` the page it is on.
   * @param {Searched} data
   * @param {HTMLElement} root
   * @param {import("./types.js").Page} page
   */
  constructor(data, root, page) {
    this.data = data;
    this.root = root;
    this.page = page;
    this.words = page.words;
    // Whether the reader has seen the end, which the result would give away.
    this.hasEnded = false;
    // A tree that is being edited may be one that no search accepts: it is drawn all the same.
    this.isSearched = data.events.length > 0;
    this.replay = new Replay(data, page.book);
    this.folds = new Folds(data.tree);
    this.box = within(root, ".box", HTMLElement);
    this.drawing = new Drawing(data, this.box, page.data.bounds === "edges", this.words);
    this.code = new Code(data, within(root, ".lines", HTMLElement), page.words, page.book);
    this.interval = new Interval(data, within(root, ".interval", HTMLElement), page.words);
    this.unit = "event";
    /** @type {number | null} */
    this.timer = null;
    // The node that the keyboard stands on.
    this.focus = 0;
    this.arranged = "";
    /** What a button does, see `listen`. @type {(name: string) => void} */
    this.act = () => {};
    /** @type {(node: number) => void} */
    this.paint = () => {};
    this.quiz = new Quiz(this);
    this.overview = new Overview(this, within(root, ".overview", HTMLCanvasElement));
    // A drawing is asked for, and comes with the next picture of the screen.
    this.isAsked = false;
    this.describe();
    listen(this);
    this.show();
    this.fit();
  }

  /** @param {string} selector */
  find(selector) {
    return within(this.root, selector, HTMLElement);
  }

  get range() {
    return within(this.root, "input[type=range]", HTMLInputElement);
  }

  /** Whether the reader changes this tree now: then the nodes, and the keys in the tree, are the editor's. */
  get isEdited() {
    const { editor, panels } = this.page;
    return editor !== null && editor.isOn && !this.quiz.isOn && (panels[0] ?? this) === this;
  }

  describe() {
    const { title, conventions, notDrawn } = this.data;
    this.find(".panel-title").textContent = title;
    const told = conventions.map(([label, text]) => `${label}: ${text}`);
    this.find(".conventions").textContent = [...told, ...(notDrawn === null ? [] : [notDrawn])].join(" \u00b7 ");
    this.find(".as-book").hidden = this.data.algorithm === "pvs";
    within(this.root, ".as-book select", HTMLSelectElement).value = this.page.book;
    for (const input of allIn(this.root, ".units input", HTMLInputElement)) input.name = `unit-${this.page.panels.length}`;
  }

  /** The code is another book's. */
  read() {
    const { step } = this.replay;
    this.replay = new Replay(this.data, this.page.book);
    this.replay.goTo(step);
    this.code = new Code(this.data, this.find(".lines"), this.words, this.page.book);
    within(this.root, ".as-book select", HTMLSelectElement).value = this.page.book;
    this.show();
  }

  /** Draws and says all that the reader should see now. */
  show() {
    const inQuiz = this.quiz.isOn;
    const path = inQuiz ? this.quiz.path() : this.replay.path();
    const seen = this.folds.seen(path);
    const key = seen.join();
    const isBare = inQuiz || !this.isSearched;
    /** @type {(node: number) => Look} */
    const look = isBare ? (node) => this.quiz.look(node) : looks(this.replay, path, this.words);
    this.paint = (node) => {
      const seenAs = look(node);
      if (this.isEdited) this.page.editor?.look(this, node, seenAs);
      const record = this.data.tree[node];
      const isFolded = this.folds.isFolded(node, path);
      seenAs.hidden = isFolded ? this.words.numberText(record.below) : null;
      seenAs.attributes["aria-expanded"] = record.children.length === 0 ? null : !isFolded;
      seenAs.attributes.tabindex = node === this.focus ? 0 : -1;
      this.drawing.paint(node, seenAs);
    };
    if (key !== this.arranged) {
      this.drawing.arrange(seen);
      this.arranged = key;
      this.overview.redraw();
    }
    if (!this.drawing.places.has(this.focus)) this.focus = 0;
    this.draw();
    this.root.classList.toggle("in-quiz", inQuiz);
    for (const part of allIn(this.root, ".quiz, .quiz-task", HTMLElement)) part.hidden = !inQuiz;
    for (const part of allIn(this.root, ".stepping, .result", HTMLElement)) part.hidden = isBare;
    if (!isBare) this.tell();
    // Who has seen a step of the search is not asked about it any more.
    if (!isBare && this.replay.step > 0) this.page.series?.record(this.quiz.parts, [], this.page.book);
    if (inQuiz) this.quiz.show();
    this.drawSoon();
    this.page.changed();
  }

  /**
   * Draws what is in view, and a little around it; or everything.
   * @param {boolean} [all]
   */
  draw(all = false) {
    const { box, drawing } = this;
    /** @type {(from: number, room: number) => [number, number]} */
    const around = (from, room) => [(from - room / 2) / drawing.zoom, (from + room * 1.5) / drawing.zoom];
    const [left, right] = all ? [-Infinity, Infinity] : around(box.scrollLeft, box.clientWidth);
    const [top, bottom] = around(box.scrollTop, box.clientHeight || 1000);
    drawing.draw(drawing.within({ left, right, top, bottom }, this.focus), this.paint);
  }

  /** The same with the next picture of the screen. */
  drawSoon() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
      this.overview.show();
    });
  }

  /** Says where the search stands. */
  tell() {
    const { replay, words } = this;
    const { last, step, events } = replay;
    this.hasEnded ||= replay.isAtEnd;
    this.find(".result").textContent = this.hasEnded ? this.result() : words.say("page-result-later");
    const { range } = this;
    // How many steps there are tells how much is cut.
    range.max = String(this.hasEnded ? events.length : Math.max(events.length, replay.rounds * mostSteps(this.data.tree)));
    range.value = String(step);
    const place = this.hasEnded ? words.ofText(step, events.length) : words.numberText(step);
    range.setAttribute("aria-valuetext", place);
    this.find(".place").textContent = place;
    this.find(".sentence").textContent = last ? (replay.isFirstTest && last.tested) || last.sentence : words.say("page-before");
    this.code.show(replay);
    this.interval.show(replay);
    const atStart = step === 0;
    for (const name of ["first", "back"]) this.button(name).setAttribute("aria-disabled", String(atStart));
    for (const name of ["last", "forward"]) this.button(name).setAttribute("aria-disabled", String(replay.isAtEnd));
    /** @type {[string, string, string][]} */
    const facts = [];
    if (last) {
      const state = replay.nodes[last.node];
      const [alpha, beta] = boundsOf(state, words).map((text) => text.slice(2));
      facts.push(["node", words.say("page-node"), this.data.tree[last.node].name]);
      facts.push(["alpha", "\u03b1", alpha], ["beta", "\u03b2", beta]);
      facts.push(["best", words.say("page-best"), state.best === null ? "\u2013" : words.valueText(state.best, null)]);
      if (replay.rounds > 1) facts.push(["round", words.say("page-round"), words.ofText(replay.round, replay.rounds)]);
      if (replay.rounds > 1) facts.push(["depth", words.say("page-depth"), words.numberText(replay.depth())]);
      const entries = this.data.tree[last.node].visits;
      if (entries > 1) facts.push(["entry", words.say("page-entry"), words.ofText(state.visits, entries)]);
    }
    facts.push(["nodes", words.say("page-nodes"), words.numberText(replay.counts.nodes)]);
    facts.push(["leaves", words.say("page-leaves"), words.numberText(replay.counts.leaves)]);
    facts.push(["cuts", words.say("page-cuts"), words.numberText(replay.counts.cuts)]);
    this.find(".status").replaceChildren(...facts.map(([name, term, fact]) =>
      html("div", { "data-fact": name }, html("dt", {}, term), html("dd", {}, fact))));
  }

  /** The value and the principal variation. */
  result() {
    const { words } = this;
    const { value, line } = this.data;
    const best = line.length === 0 ? "" : ` \u00b7 ${words.say("page-line")}: ${line.join(" \u2192 ")}`;
    return `${words.say("page-value")}: ${words.valueText(value, null)}${best}`;
  }

  /** @param {string} name */
  button(name) {
    return this.find(`[data-do=${name}]`);
  }

  /**
   * Chooses what one move goes by: events, nodes or cuts.
   * @param {string} unit
   */
  setUnit(unit) {
    this.page.each(this, (panel) => {
      panel.unit = unit;
      within(panel.root, `.units input[value=${unit}]`, HTMLInputElement).checked = true;
    });
  }

  /**
   * Goes to a step, and brings the node it is about into view.
   * @param {number} step
   */
  goTo(step) {
    this.replay.goTo(step);
    this.show();
    this.follow(this.replay.last?.node ?? 0);
  }

  /**
   * One move by the chosen unit, forward (1) or backward (-1).
   * @param {number} by
   */
  move(by) {
    this.goTo(by > 0 ? this.replay.next(this.unit) : this.replay.previous(this.unit));
  }

  /**
   * Scrolls the box, and only it, so that a node, or what it is folded into, is seen.
   * @param {number} node
   */
  follow(node) {
    let at = node;
    while (!this.drawing.places.has(at)) at = this.data.tree[at].up ?? 0;
    const { drawing } = this;
    const { zoom } = drawing;
    const size = this.drawing.size(at);
    const { box } = this;
    const margin = 24;
    /** @type {(low: number, high: number, from: number, room: number) => number} */
    const aim = (low, high, from, room) => {
      if (low - margin >= from && high + margin <= from + room) return from;
      return Math.max(0, (low + high) / 2 - room / 2);
    };
    const x = drawing.place(at).x * zoom;
    const y = drawing.place(at).y * zoom;
    const left = aim(x - size.left * zoom, x + size.right * zoom, box.scrollLeft, box.clientWidth);
    const top = aim(y - size.above * zoom, y + size.below * zoom, box.scrollTop, box.clientHeight);
    if (left === box.scrollLeft && top === box.scrollTop) return;
    box.scrollTo({ left, top, behavior: this.timer === null && !isCalm() ? "smooth" : "auto" });
  }

  /**
   * Sets the zoom, with what is in the middle of the box staying there.
   * @param {number} zoom
   */
  setZoom(zoom) {
    const { box, drawing } = this;
    const before = drawing.zoom;
    const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
    drawing.scale(zoom);
    const by = drawing.zoom / before;
    box.scrollTo({ left: x * by - box.clientWidth / 2, top: y * by - box.clientHeight / 2, behavior: "auto" });
    this.drawSoon();
  }

  /**
   * Makes the tree as large as the box; where it would be too small to read then, only if the `whole` is wanted.
   * @param {boolean} [whole]
   */
  fit(whole = false) {
    const { drawing, box } = this;
    // A box grows with a small tree, up to its greatest height.
    const highest = Math.max(parseFloat(getComputedStyle(box).maxHeight) || 0, 120) - 2;
    const fitting = Math.min((box.clientWidth - 2) / drawing.width, highest / drawing.height);
    drawing.smallest = fitting;
    drawing.scale(Math.min(whole ? fitting : Math.max(0.72, fitting), 1.4));
    this.drawSoon();
    this.follow(this.replay.last?.node ?? 0);
  }

  /**
   * Folds or unfolds what is below a node.
   * @param {number} node
   */
  toggleFold(node) {
    if (this.data.tree[node].children.length === 0) return;
    const path = this.quiz.isOn ? this.quiz.path() : this.replay.path();
    this.folds.set(node, !this.folds.isFolded(node, path));
    this.show();
  }

  /** @param {boolean} folded */
  foldAll(folded) {
    this.folds.setAll(folded);
    this.show();
    this.follow(this.quiz.isOn ? 0 : this.replay.last?.node ?? 0);
  }

  /** @param {boolean} on */
  play(on) {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.replay.isAtEnd) this.page.each(this, (panel) => panel.goTo(0));
      const tick = () => {
        this.page.each(this, (panel) => panel.move(1));
        if (this.page.group(this).every((panel) => panel.replay.isAtEnd)) this.play(false);
      };
      this.timer = window.setInterval(tick, Number(within(this.root, ".speed select", HTMLSelectElement).value));
    }
    const button = this.button("play");
    button.setAttribute("aria-pressed", String(on));
    const name = this.words.say(on ? "page-pause" : "page-play");
    button.setAttribute("aria-label", name);
    button.title = name;
    // Read aloud at that speed it would be noise.
    this.find(".sentence").setAttribute("aria-live", on ? "off" : "polite");
  }

  /**
   * Moves the keyboard's place in the tree by so many nodes, as they are seen.
   * @param {number} by
   */
  moveFocus(by) {
    const seen = [...this.drawing.places.keys()];
    this.setFocus(seen[Math.max(0, Math.min(seen.indexOf(this.focus) + by, seen.length - 1))]);
  }

  /** To the node above. */
  moveFocusUp() {
    this.setFocus(this.data.tree[this.focus].up ?? this.focus);
  }

  /** To the first node below that is seen. */
  moveFocusDown() {
    const [child] = this.data.tree[this.focus].children;
    if (this.drawing.places.has(child)) this.setFocus(child);
  }

  /**
   * Lets the Tab key lead to a node.
   * @param {number} node
   */
  setPlace(node) {
    for (const [of, index] of [[this.focus, -1], [node, 0]]) {
      this.drawing.parts.get(of)?.group.setAttribute("tabindex", String(index));
    }
    this.focus = node;
    if (this.isEdited) this.page.editor?.chosen(this, node);
    if (this.quiz.isOn) this.quiz.show();
  }

  /** @param {number} node */
  setFocus(node) {
    this.setPlace(node);
    this.draw();
    this.drawing.parts.get(node)?.group.focus({ preventScroll: true });
    this.follow(node);
  }
}

/**
 * The steps of a round that skips nothing: nodes are entered and left, leaves read, and each child brings a value.
 * @param {TreeNode[]} tree
 */
function mostSteps(tree) {
  return 3 * tree.length;
}

/** Whether the reader wants nothing to move by itself. */
function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The window of a node, as texts. */
function boundsOf(/** @type {import("./types.js").State} */ { alpha, beta }, /** @type {import("./words.js").Words} */ words) {
  return alpha === null || beta === null ? ["", ""] : words.boundTexts(alpha, beta);
}

/**
 * An analysis: a board, a tree of moves, and engines that search the position shown.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").View} View
 * @typedef {import("./analyst.js").Choices} Choices
 * @typedef {import("./layout.js").Parts} Parts
 */
import { fill } from "../element.js";
import { fromFragment, newGame, positionLine, toFragment } from "../game.js";
import { keep } from "../keep.js";
import { Looker } from "../looker.js";
import { moveOf, Unreadable } from "../notation.js";
import { nameOf } from "../panel.js";
import { readTree, writeTree } from "../records.js";
import { fromFirst } from "../scores.js";
import { Full, MoveTree, MOST_PLACES } from "../tree.js";
import { t } from "../words.js";
import { Analyst, ENDLESS } from "./analyst.js";
import { Card } from "./card.js";
import { drawGraph } from "./graph.js";
import { askKnown, showKnown } from "./knowledge.js";
import { build } from "./layout.js";
import { Moves } from "./moves.js";
import { Opinion } from "./opinion.js";
import { Stage } from "./stage.js";

/** So many engines search side by side; each has a curve and arrows of its own. */
const NAMES = ["1", "2", "3", "4"];
/** How long changes gather before the browser keeps them, and how often the table is asked, in milliseconds. */
const KEEP_PAUSE = 500, ASK_PAUSE = 1000;
/** @type {Choices} */
export const CHOICES = { algorithm: "auto", lines: 3, strength: "full", options: {} };

export class Analysis {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** @type {View | null} */
  view = null;
  /** The place of the tree whose position the engines search. @type {Place | null} */
  searched = null;
  isOpen = false;
  isPassing = false;
  /** Counts what was begun, so that an answer that comes late is dropped. */
  #era = 0;
  /** Counts the texts that were read, as a long one takes a while: the newest one counts. */
  #readings = 0;
  #isGraphDue = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #keeping;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #asking;

  /**
   * @param {HTMLElement} container
   * @param {Context} context
   * @param {MoveTree} tree
   */
  constructor(container, context, tree) {
    this.container = container;
    this.context = context;
    this.tree = tree;
    this.parts = build(container);
    this.looker = new Looker(context.connect());
    this.stage = new Stage(this.parts.board, this.parts.buttons, (move) => this.play([move]));
    this.moves = new Moves(this.parts.moves, (at) => this.go(() => { this.tree.here = at; }));
    this.opinion = new Opinion(this.parts, (at) => {
      this.moves.remark(at);
      this.#keepSoon();
    });
    this.#connect();
  }

  #connect() {
    const { container, parts, context } = this;
    /** @type {Object<string, () => unknown>} */
    const acts = {
      first: () => this.go(() => this.tree.first()), back: () => this.go(() => this.tree.back()),
      on: () => this.go(() => this.tree.on()), last: () => this.go(() => this.tree.last()),
      promote: () => this.change(() => this.tree.promote()), remove: () => this.change(() => this.tree.remove()),
      turn: () => { this.stage.turn(); this.#showBoard(); },
      take: () => this.take(context.game()), play: () => this.context.play(this.tree.gameAt()),
      add: () => this.add(CHOICES), pass: () => this.pass(),
      read: () => this.read(parts.text.value), write: () => this.write(),
      line: () => { parts.text.value = positionLine(this.tree.gameAt()); },
    };
    container.addEventListener("click", (event) => {
      const act = /** @type {Element} */ (event.target).closest("[data-act]")?.getAttribute("data-act");
      if (act !== null && act !== undefined) acts[act]?.();
    });
    /** @type {Object<string, () => unknown>} */
    const keys = {
      ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last, Delete: acts.remove,
      ArrowUp: () => this.go(() => this.tree.beside(-1)), ArrowDown: () => this.go(() => this.tree.beside(1)),
      "Shift+ArrowUp": acts.promote,
    };
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!this.isOpen || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (target.closest("input, select, textarea, .hit, dialog") !== null) return;
      const act = keys[(event.shiftKey ? "Shift+" : "") + event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
    parts.legal.addEventListener("toggle", () => this.#ask());
    window.addEventListener("pagehide", () => this.isOpen && this.#keep());
  }

  /** Shows the place of the tree, and has the engines search it. */
  async show(go = ENDLESS) {
    const era = ++this.#era;
    const { tree } = this;
    const at = tree.here;
    this.searched = null;
    for (const { analyst } of this.cards.values()) analyst.look(null);
    this.moves.mark(tree);
    this.opinion.show(tree.here);
    this.context.address(Object.fromEntries(new URLSearchParams(toFragment(tree.gameAt(at)))));
    this.parts.trouble.hidden = true;
    try {
      const view = await this.looker.view(tree.gameAt(at), () => era === this.#era);
      if (era !== this.#era) return false;
      this.view = view;
      [at.turn, at.outcome] = [view.turn, view.outcome];
      if (tree.unify((move) => (view.moves !== null && move in view.moves ? move : moveOf(view, move)))) this.moves.draw(tree);
      for (const child of at.children) {
        child.written = view.notation?.[child.move] ?? child.written;
        this.moves.rename(child);
      }
    } catch (error) {
      if (era !== this.#era) return false;
      this.trouble(error);
      // A move that the rules refuse does not stay.
      if (at.turn === null && at.children.length === 0 && at.parent !== null) {
        tree.remove();
        this.moves.draw(tree);
        if (tree.here.turn !== null) await this.show().then(() => this.trouble(error));
      }
      return false;
    }
    this.#showBoard();
    this.#say();
    this.#drawGraph();
    this.#keepSoon();
    this.searched = at;
    const isOver = this.view.outcome !== "ongoing" && this.view.count === 0;
    for (const { analyst } of this.cards.values()) analyst.look(isOver ? null : tree.gameAt(at), go);
    this.#ask();
    return true;
  }

  /** Moves within the tree. */
  go(/** @type {() => void} */ step) {
    this.isPassing = false;
    const before = this.tree.here;
    step();
    if (this.tree.here !== before) this.show();
  }

  /** Changes the tree. */
  change(/** @type {() => void} */ step) {
    this.isPassing = false;
    const before = this.tree.here;
    step();
    this.moves.draw(this.tree);
    this.#keepSoon();
    if (this.tree.here !== before) this.show();
    else this.#drawGraph();
  }

  /** Plays moves from here on. */
  play(/** @type {string[]} */ moves) {
    const [first, ...rest] = moves;
    this.isPassing = false;
    const { count } = this.tree;
    try {
      this.tree.play(first, this.view?.notation?.[first]);
      rest.forEach((move) => this.tree.play(move));
    } catch (error) {
      this.trouble(error);
    }
    if (this.tree.count !== count) this.moves.draw(this.tree);
    this.show();
  }

  /** Takes a game up: as a line of this tree if it has the same beginning, else in place of it. */
  take(/** @type {Game} */ game) {
    this.isPassing = false;
    try {
      if (this.tree.isOf(game)) this.tree.add(game.moves);
      else this.tree = new MoveTree(game);
    } catch (error) {
      this.trouble(error);
    }
    this.moves.draw(this.tree);
    return this.show();
  }

  async read(/** @type {string} */ text) {
    const { context, looker, parts } = this;
    this.isPassing = false;
    const reading = ++this.#readings;
    const game = parts.game.value;
    const current = game === this.tree.game ? this.tree.gameAt(this.tree.root) : newGame(game);
    try {
      const { tree, warning } = await readTree(text, current, new Set(context.games.keys()), looker);
      if (reading !== this.#readings) return;
      this.tree = tree;
      this.moves.draw(this.tree);
      if ((await this.show()) && warning !== "") this.trouble(warning);
    } catch (error) {
      if (reading === this.#readings) this.trouble(error);
    }
  }

  async write() {
    try {
      const { sides } = this.view ?? { sides: /** @type {[string, string]} */ (["?", "?"]) };
      this.parts.text.value = await writeTree(this.tree, { players: sides }, this.looker);
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Goes through the line shown, and has the engines search each position for a while. */
  async pass() {
    this.isPassing = !this.isPassing;
    const wasPassing = !this.isPassing;
    this.#showPassing();
    if (wasPassing) return this.show();
    const time = Math.max(1, Math.round((this.parts.seconds.valueAsNumber || 1) * 1000));
    for (const at of this.tree.line()) {
      if (!this.isPassing || !this.isOpen) break;
      this.tree.here = at;
      if (!(await this.show(`go movetime ${time}`))) break;
      await Promise.all([...this.cards.values()].map(({ analyst }) => analyst.ended()));
    }
    this.isPassing = false;
    this.#showPassing();
  }

  #showPassing() {
    this.parts.pass.setAttribute("aria-pressed", String(this.isPassing));
  }

  /** Adds an engine. */
  add(/** @type {Choices} */ choices) {
    const name = NAMES.find((one) => !this.cards.has(one));
    if (name === undefined) return;
    const analyst = new Analyst(name, this.context.connect(), structuredClone(choices), () => this.#found(name));
    const card = new Card(analyst, this.context.options, {
      changed: (analyst) => {
        this.#keepEngines();
        if (this.searched !== null) analyst.look(this.tree.gameAt(this.searched));
      },
      remove: () => {
        this.cards.delete(name);
        analyst.close();
        card.element.remove();
        this.#keepEngines();
        this.#pointOut();
        this.#drawGraph();
      },
      play: (moves) => this.play(moves),
      preview: (moves) => this.#preview(moves),
    });
    this.cards.set(name, card);
    this.cards = new Map([...this.cards].sort(([one], [other]) => (one < other ? -1 : 1)));
    this.parts.engines.replaceChildren(...[...this.cards.values()].map(({ element }) => element));
    this.#keepEngines();
    card.show(this.view);
    if (this.searched !== null && this.isOpen) analyst.look(this.tree.gameAt(this.searched));
  }

  /** An engine has found something, or begins or ends. */
  #found(/** @type {string} */ name) {
    const card = this.cards.get(name);
    if (card === undefined) return;
    card.show(this.view);
    const { searched, view } = this;
    const best = card.analyst.lines.get(1);
    if (searched === null || view === null || best === undefined) return this.#pointOut();
    const depth = best.depth ?? 0;
    const known = searched.findings.get(name);
    const { cp, mate, bound } = fromFirst(best, view.turn);
    if (known === undefined || depth >= known.depth) {
      searched.findings.set(name, { score: { cp, mate, bound }, depth });
      this.#keepSoon();
      this.#drawGraph();
    }
    this.#pointOut();
  }

  /** Shows the position after some moves as long as somebody looks at them; `null` ends it. */
  #preview(/** @type {string[] | null} */ moves) {
    if (moves === null) {
      this.stage.endPreview();
      return this.#pointOut();
    }
    const game = this.tree.gameAt();
    return this.stage.preview((isWanted) => this.looker.view({ ...game, moves: [...game.moves, ...moves] }, isWanted));
  }

  #pointOut() {
    this.stage.pointOut([...this.cards.values()].map(({ analyst }) => analyst));
  }

  #showBoard() {
    if (this.view === null) return;
    this.stage.show(this.view);
    this.#pointOut();
  }

  #say() {
    const { view, tree } = this;
    if (view === null) return;
    const { move, written } = tree.here;
    const before = move === "" ? "" : `${t("played", { move: written || move })} `;
    const now = view.outcome === "draw" ? t("drawn") : view.outcome !== "ongoing" ? t("won", { side: nameOf(view, view.outcome) })
      : view.turn === "chance" ? t("to-roll") : t("analyse-to-move", { side: nameOf(view, view.turn) });
    this.parts.status.textContent = `${before}${now} ${t("analyse-for", { side: nameOf(view, "max") })}`;
    fill(this.parts.game, [...this.context.games], tree.game);
  }

  #drawGraph() {
    if (this.#isGraphDue) return;
    this.#isGraphDue = true;
    requestAnimationFrame(() => {
      this.#isGraphDue = false;
      drawGraph(this.parts.graph, this.tree.line(), this.tree.here, [...this.cards.keys()], this.view, (at) => this.go(() => { this.tree.here = at; }));
    });
  }

  /** Asks the table of the first engine that runs, now and as long as its moves are shown. */
  async #ask() {
    clearInterval(this.#asking);
    if (!this.parts.legal.open || !this.isOpen || this.view === null) return;
    const { view } = this;
    const ask = async () => {
      const analyst = [...this.cards.values()].find(({ analyst }) => analyst.isBusy)?.analyst;
      if (this.view !== view) return;
      const known = analyst === undefined ? {} : await askKnown(analyst).catch((error) => (this.trouble(error), {}));
      if (this.view === view) showKnown(this.parts.knowledge, view, known, (move) => this.play([move]));
    };
    this.#asking = setInterval(ask, ASK_PAUSE);
    await ask();
  }

  #keepSoon() {
    this.#keeping ??= setTimeout(() => this.#keep(), KEEP_PAUSE);
  }

  #keep() {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    keep("analysis", this.tree.toJson());
  }

  #keepEngines() {
    keep("analysts", [...this.cards.values()].map(({ analyst }) => analyst.choices));
  }

  trouble(/** @type {unknown} */ error) {
    const { trouble } = this.parts;
    trouble.textContent = error instanceof Unreadable ? t(error.message, error.values)
      : error instanceof Full ? t("analyse-full", { most: MOST_PLACES }) : error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  }

  open(/** @type {Context} */ context) {
    this.context = context;
    this.isOpen = true;
    const linked = fromFragment(context.fields.toString());
    if (linked !== null && context.games.has(linked.game)) return this.take(linked);
    this.moves.draw(this.tree);
    return this.show();
  }

  close() {
    this.isOpen = this.isPassing = false;
    this.searched = null;
    this.#era += 1;
    clearInterval(this.#asking);
    this.#keep();
    for (const { analyst } of this.cards.values()) analyst.close();
    this.looker.close();
  }

  speak() {
    for (const card of this.cards.values()) {
      card.draw();
      card.show(this.view);
    }
    this.moves.draw(this.tree);
    this.#showBoard();
    this.opinion.show(this.tree.here);
    this.#say();
    this.#drawGraph();
    this.#ask();
  }
}

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
import { choose } from "../ask.js";
import { fill } from "../element.js";
import { fromFragment, newGame, positionLine, toFragment } from "../game.js";
import { keep } from "../keep.js";
import { Looker } from "../looker.js";
import { moveOf, Unreadable } from "../notation.js";
import { nameOf } from "../panel.js";
import { readTree, writeTree } from "../records.js";
import { fromFirst } from "../scores.js";
import { every, Full, MoveTree, MOST_PLACES } from "../tree.js";
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
/** So many changes of the tree can be taken back. */
const MOST_UNDONE = 50;
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
  /** The trees before the latest changes, as text. @type {string[]} */
  #before = [];
  /** What was changed last, if more of the same belongs to that change. */
  #changing = "";
  /** Whether something may be lost with the tree: it was changed since it was read or written, or nobody knows. */
  #isChanged = true;
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
    }, (what) => this.#remember(what));
    this.#connect();
  }

  #connect() {
    const { container, parts, context } = this;
    /** @type {Object<string, () => unknown>} */
    const acts = {
      first: () => this.go(() => this.tree.first()), back: () => this.go(() => this.tree.back()),
      on: () => this.go(() => this.tree.on()), last: () => this.go(() => this.tree.last()),
      undo: () => this.undo(),
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
      if (this.isOpen && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z"
        && target.closest("input, select, textarea, dialog") === null) {
        event.preventDefault();
        return this.undo();
      }
      if (!this.isOpen || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (target.closest("input, select, textarea, .hit, dialog") !== null) return;
      const act = keys[(event.shiftKey ? "Shift+" : "") + event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
    parts.legal.addEventListener("toggle", () => this.#ask());
    document.addEventListener("visibilitychange", () => {
      for (const { analyst } of this.cards.values()) {
        if (document.hidden) analyst.pause();
        else analyst.resume();
      }
    });
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
    this.#changing = "";
    step();
    if (this.tree.here !== before) this.show();
  }

  /** Keeps the tree as it is before a change; changes of one kind in a row are one, as the letters of a comment are. */
  #remember(what = "") {
    if (what !== "" && what === this.#changing) return;
    this.#changing = what;
    this.#isChanged = true;
    this.#before.push(JSON.stringify(this.tree.toJson()));
    if (this.#before.length > MOST_UNDONE) this.#before.shift();
    this.parts.undo.disabled = false;
  }

  /** Takes the last change of the tree back. */
  undo() {
    const tree = MoveTree.fromJson(JSON.parse(this.#before.pop() ?? "null"));
    this.parts.undo.disabled = this.#before.length === 0;
    if (tree === null) return;
    this.isPassing = false;
    this.#changing = "";
    this.#isChanged = true;
    this.tree = tree;
    this.moves.draw(tree);
    this.#keepSoon();
    return this.show();
  }

  /** Whether another tree may come in place of this one: people are asked, if they have worked on it. */
  async #mayReplace() {
    const places = every(this.tree.root);
    const isWork = places.some(({ comment, glyphs, children }) => comment !== "" || glyphs.length > 0 || children.length > 1);
    return !isWork || !this.#isChanged || await choose(t("analyse-replace"), [["replace", t("analyse-replace-yes")]]) !== null;
  }

  /** Changes the tree. */
  change(/** @type {() => void} */ step) {
    this.isPassing = false;
    const before = this.tree.here;
    this.#remember();
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
    if (!this.tree.has(moves)) this.#remember();
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
  async take(/** @type {Game} */ game) {
    this.isPassing = false;
    const isSame = this.tree.isOf(game);
    if (!isSame && !(await this.#mayReplace())) return this.show();
    if (!isSame || !this.tree.has(game.moves, this.tree.root)) this.#remember();
    if (!isSame) this.#isChanged = false;
    try {
      if (isSame) this.tree.add(game.moves);
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
      if (reading !== this.#readings || !(await this.#mayReplace())) return;
      this.#remember();
      this.#isChanged = false;
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
      this.#isChanged = false;
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
    for (const card of this.cards.values()) card.turn(true);
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

/**
 * An analysis: a board, a tree of moves, and engines that search the position shown.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").View} View
 * @typedef {import("./analyst.js").Choices} Choices
 * @typedef {import("./desk.js").Saved} Saved
 * @typedef {import("./layout.js").Parts} Parts
 */
import { choose } from "../ask.js";
import { fill } from "../element.js";
import { fromFragment, newGame, positionLine, toFragment } from "../game.js";
import { keep } from "../keep.js";
import { Looker } from "../looker.js";
import { Moves } from "../moves.js";
import { moveOf, shownMove, Unreadable } from "../notation.js";
import { plainly } from "../play/typed.js";
import { nameOf } from "../about.js";
import { nameMoves, readTree, writeTree } from "../records.js";
import { addGlyph, JUDGEMENTS } from "../remarks.js";
import { fromFirst, unitOf } from "../scores.js";
import { listenToKeys } from "../steps.js";
import { every, Full, MoveTree, MOST_PLACES } from "../tree.js";
import { t } from "../words.js";
import { Analyst, ENDLESS } from "./analyst.js";
import { Card, MOST_MOVES } from "./card.js";
import { Desk, saveTrouble } from "./desk.js";
import { drawGraph } from "./graph.js";
import { askKnown, showKnown } from "./knowledge.js";
import { build } from "./layout.js";
import { judge } from "./mistakes.js";
import { Opinion } from "./opinion.js";
import { showReview } from "./review.js";
import { Stage } from "./stage.js";

/** So many engines search side by side; each has a curve and arrows of its own. */
const NAMES = ["1", "2", "3", "4"];
/** How long changes gather before the browser keeps them, and how often the table is asked, in milliseconds. */
const KEEP_PAUSE = 500, ASK_PAUSE = 1000;
/** How long lines of engines gather before the server is asked how people write them, in milliseconds. */
const NAME_PAUSE = 100;
/** So many moves of what was better than a mistake become a variation. */
const MOST_BETTER = 5;
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
  /** The trees before the latest changes, as text, with what they are saved as. @type {{tree: string, saved: Saved | null}[]} */
  #before = [];
  /** What was changed last, if more of the same belongs to that change. */
  #changing = "";
  /** Whether something may be lost with the tree: it was changed since it was read. */
  #isChanged = false;
  /** How people write lines of the position shown, by their moves. @type {Map<string, string>} */
  #words = new Map();
  /** Lines of which that is not known yet. @type {Map<string, string[]>} */
  #unnamed = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #naming;
  #isGraphDue = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #keeping;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #asking;

  /**
   * @param {HTMLElement} container
   * @param {Context} context
   * @param {MoveTree} tree
   * @param {{saved: Saved | null, isChanged: boolean}} state what the tree is saved as, and whether it was changed since
   */
  constructor(container, context, tree, { saved, isChanged }) {
    this.container = container;
    this.context = context;
    this.tree = tree;
    this.saved = saved;
    this.#isChanged = isChanged;
    this.parts = build(container);
    this.looker = new Looker(context.connect());
    this.stage = new Stage(this.parts.board, this.parts.buttons, (move) => this.play([move]));
    this.moves = new Moves(this.parts.moves, (at) => this.go(() => { this.tree.here = at; }));
    this.opinion = new Opinion(this.parts, (at) => {
      this.moves.remark(at);
      this.#keepSoon();
    }, (what) => this.#remember(what));
    this.desk = new Desk(this);
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
      read: () => this.desk.openText(parts.text.value), write: () => this.write(),
      open: () => parts.picker.click(), export: () => this.desk.exportAll(), new: () => this.desk.begin(),
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
        this.undo();
      }
    });
    listenToKeys(keys, () => this.isOpen, "input, select, textarea, .rows, dialog");
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
    this.#showLive();
    this.context.address(Object.fromEntries(new URLSearchParams(toFragment(tree.gameAt(at)))));
    this.parts.trouble.hidden = true;
    try {
      const view = await this.looker.view(tree.gameAt(at), () => era === this.#era);
      if (era !== this.#era) return false;
      this.view = view;
      this.#words = new Map(Object.keys(view.moves ?? {}).map((move) => [move, view.notation?.[move] ?? move]));
      this.#unnamed.clear();
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
    this.#before.push({ tree: JSON.stringify(this.tree.toJson()), saved: this.saved });
    if (this.#before.length > MOST_UNDONE) this.#before.shift();
    this.parts.undo.disabled = false;
  }

  /** Takes the last change of the tree back. */
  undo() {
    const { tree: text, saved } = this.#before.pop() ?? { tree: "null", saved: null };
    this.parts.undo.disabled = this.#before.length === 0;
    const tree = MoveTree.fromJson(JSON.parse(text));
    if (tree === null) return;
    this.isPassing = false;
    this.#changing = "";
    // What came in place of the tree with a change of its own is saved as what it is.
    if (this.saved !== saved) this.flush();
    [this.tree, this.saved, this.#isChanged] = [tree, saved, true];
    this.moves.draw(tree);
    this.desk.mark();
    this.#keepSoon();
    return this.show();
  }

  /** Whether another tree may come in place of this one: it is saved; if that fails, people are asked. */
  async #mayReplace() {
    if (!this.#isWork) return true;
    try {
      await this.desk.save();
      return true;
    } catch (error) {
      this.trouble(saveTrouble(error));
      return await choose(t("analyse-replace"), [["replace", t("analyse-replace-yes")]]) !== null;
    }
  }

  /** Whether there is something to save: moves that people have added or judged, or values of a saved analysis. */
  get #isWork() {
    return this.tree.count > 0 && (this.#isChanged || this.desk.isSaved);
  }

  /**
   * Shows another tree in place of this one.
   * @param {MoveTree} tree
   * @param {Saved | null} saved what it is saved as
   * @returns {Promise<boolean>} whether it is shown
   */
  async replace(tree, saved) {
    if (!(await this.#mayReplace())) return false;
    this.#remember();
    [this.tree, this.saved, this.#isChanged, this.isPassing] = [tree, saved, false, false];
    await this.#name();
    this.moves.draw(this.tree);
    this.desk.mark();
    return this.show();
  }

  /** Saves what there is to save now. */
  async flush() {
    if (this.#isWork) await this.desk.save().catch((error) => this.trouble(saveTrouble(error)));
  }

  /** The saved analysis was deleted. */
  forget() {
    [this.saved, this.#isChanged] = [null, false];
    this.#keepSoon();
  }

  /** Has the moves of the tree written as people do, if some are not. */
  async #name() {
    const { tree } = this;
    const isNamed = every(tree.root).every(({ written, turn, parent }) => turn !== null && (written !== "" || parent === null));
    // A move that the rules refuse says so when it is shown.
    if (!isNamed) await nameMoves(tree, this.looker).catch(() => {});
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
    const words = this.#wordsOf(moves);
    if (!this.tree.has(moves)) this.#remember();
    try {
      this.tree.play(first, words[0]);
      rest.forEach((move, index) => this.tree.play(move, words[index + 1]));
    } catch (error) {
      this.trouble(error);
    }
    if (this.tree.count !== count) this.moves.draw(this.tree);
    // The list numbers the moves by whose they are.
    if (rest.length > 0) this.#name().then(() => this.moves.draw(this.tree));
    this.show();
  }

  /** Takes a game up: as a line of this tree if it has the same beginning, else in place of it. */
  async take(/** @type {Game} */ game) {
    this.isPassing = false;
    if (!this.tree.isOf(game)) {
      if (!(await this.replace(new MoveTree(game), null))) return this.show();
      return;
    }
    if (!this.tree.has(game.moves, this.tree.root)) this.#remember();
    try {
      this.tree.add(game.moves);
    } catch (error) {
      this.trouble(error);
    }
    await this.#name();
    this.moves.draw(this.tree);
    return this.show();
  }

  /** Reads a game from a text, in place of this one; what it will be saved as comes from a file. */
  async read(/** @type {string} */ text, /** @type {Saved | null} */ saved = null) {
    const { context, looker, parts } = this;
    this.isPassing = false;
    const reading = ++this.#readings;
    const game = parts.game.value || this.tree.game;
    const current = game === this.tree.game ? this.tree.gameAt(this.tree.root) : newGame(game);
    try {
      const { tree, warning } = await readTree(text, current, new Set(context.games.keys()), looker);
      if (reading !== this.#readings) return;
      if ((await this.replace(tree, saved)) && warning !== "") this.trouble(warning);
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
    for (const card of this.cards.values()) card.turn(true);
    const time = Math.max(1, Math.round((this.parts.seconds.valueAsNumber || 1) * 1000));
    const { tree, parts } = this;
    const line = tree.line();
    let done = 0;
    parts.progress.max = line.length;
    for (const at of line) {
      parts.progress.value = done;
      await isSeen();
      if (!this.isPassing || !this.isOpen || this.tree !== tree) break;
      tree.here = at;
      if (!(await this.show(`go movetime ${time}`))) break;
      await Promise.all([...this.cards.values()].map(({ analyst }) => analyst.ended()));
      done += 1;
    }
    const isDone = this.isPassing && done === line.length && this.tree === tree;
    this.isPassing = false;
    this.#showPassing();
    if (isDone) await this.#markMistakes(line);
  }

  /** The start can be neither moved up nor deleted. */
  #showLive() {
    const isStart = this.tree.here === this.tree.root;
    for (const button of [this.parts.promote, this.parts.remove]) {
      // A button that is dead by its own click leaves the focus to the moves.
      if (isStart && button === document.activeElement) this.moves.focus();
      button.disabled = isStart;
    }
  }

  #showPassing() {
    this.parts.pass.setAttribute("aria-pressed", String(this.isPassing));
    this.parts.progress.hidden = !this.isPassing;
  }

  /** The moves of a line by what they lose, as the first engine finds. */
  #judged(line = this.tree.line()) {
    return judge(line, [...this.cards.keys()][0] ?? "", this.view);
  }

  /** Gives the mistakes of a line their signs, and adds what was better. What people have judged stays. */
  async #markMistakes(/** @type {Place[]} */ line) {
    const { tree } = this;
    const mistakes = this.#judged(line).filter(({ glyph }) => glyph > 0);
    this.#isChanged = true;
    if (mistakes.length > 0) this.#remember();
    const { here } = tree;
    try {
      for (const { at, glyph, better } of mistakes) {
        if (!at.glyphs.some((one) => JUDGEMENTS.includes(one))) addGlyph(at, glyph);
        tree.here = at.parent ?? tree.root;
        better.slice(0, MOST_BETTER).forEach((move) => tree.play(move));
      }
    } catch (error) {
      this.trouble(error);
    }
    tree.here = here;
    await this.#name();
    if (tree !== this.tree) return;
    this.moves.draw(tree);
    this.opinion.show(tree.here);
    this.#drawGraph();
    this.#keepSoon();
  }

  /**
   * A line from the position shown as people write it, as far as that is known; the server is asked about the rest.
   * @param {string[]} line
   */
  #wordsOf(line) {
    // A game whose notation is that of its moves needs no question.
    if (this.view?.notation === undefined) return line;
    /** @type {string[]} */
    const words = [];
    for (let length = 1; length <= line.length; length += 1) {
      const word = this.#words.get(line.slice(0, length).join(" "));
      if (word === undefined) {
        this.#unnamed.set(line.join(" "), line);
        this.#naming ??= setTimeout(() => this.#nameLines(), NAME_PAUSE);
        break;
      }
      words.push(word);
    }
    return words;
  }

  /** Asks how people write the lines that are shown: one question for all of them. */
  async #nameLines() {
    const { view, tree } = this;
    const lines = [...this.#unnamed.values()];
    this.#unnamed.clear();
    try {
      const asked = new MoveTree(tree.gameAt(this.searched ?? tree.here));
      const from = asked.here;
      for (const line of lines) {
        asked.here = from;
        line.forEach((move) => asked.play(move));
      }
      await nameMoves(asked, this.looker).catch(() => {});
      if (view !== this.view) return;
      for (const line of lines) {
        asked.here = from;
        line.forEach((move, index) => {
          asked.play(move);
          this.#words.set(line.slice(0, index + 1).join(" "), asked.here.written || move);
        });
      }
    } finally {
      this.#naming = undefined;
    }
    for (const card of this.cards.values()) this.#showCard(card);
  }

  #showCard(/** @type {Card} */ card) {
    card.show(this.view, (line) => this.#shownOf(line));
  }

  /** The words of a line as people read them. */
  #shownOf(/** @type {string[]} */ line) {
    return this.#wordsOf(line).map((word, index) => shownMove(line[index], word));
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
    this.#showCard(card);
    if (this.searched !== null && this.isOpen) analyst.look(this.tree.gameAt(this.searched));
  }

  /** An engine has found something, or begins or ends. */
  #found(/** @type {string} */ name) {
    const card = this.cards.get(name);
    if (card === undefined) return;
    this.#showCard(card);
    const { searched, view } = this;
    const best = card.analyst.lines.get(1);
    if (searched === null || view === null || best === undefined) return this.#pointOut();
    const depth = best.depth ?? 0;
    const known = searched.findings.get(name);
    const { cp, mate, bound } = fromFirst(best, view.turn);
    if (known === undefined || depth >= known.depth) {
      searched.findings.set(name, { score: { cp, mate, bound }, depth, line: best.pv.slice(0, MOST_MOVES) });
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
    const before = move === "" ? "" : `${t("played", { move: shownMove(move, written) })} `;
    const now = view.outcome === "draw" ? t("drawn") : view.outcome !== "ongoing" ? t("won", { side: nameOf(view, view.outcome) })
      : view.turn === "chance" ? t("to-roll") : t("analyse-to-move", { side: nameOf(view, view.turn) });
    this.parts.status.textContent = `${before}${now} ${t(`analyse-unit-${unitOf(view)}`, { side: nameOf(view, "max") })}`;
    fill(this.parts.game, [...this.context.games], tree.game);
  }

  #drawGraph() {
    if (this.#isGraphDue) return;
    this.#isGraphDue = true;
    requestAnimationFrame(() => {
      this.#isGraphDue = false;
      const { tree, view, parts } = this;
      const [line, judged] = [tree.line(), this.#judged()];
      const go = (/** @type {Place} */ at) => this.go(() => { this.tree.here = at; });
      const marked = judged.filter(({ glyph }) => glyph > 0);
      drawGraph(parts.graph, line, tree.here, [...this.cards.keys()], view, go, { marked, setup: tree.setup });
      showReview(parts.mistakes, judged, tree, view, go);
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
      const words = (/** @type {string[]} */ line) => this.#shownOf(line);
      if (this.view === view) showKnown(this.parts.knowledge, view, known, (move) => this.play([move]), words);
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
    keep("analysis", { ...this.tree.toJson(), saved: this.saved, isChanged: this.#isChanged });
    this.flush();
  }

  #keepEngines() {
    keep("analysts", [...this.cards.values()].map(({ analyst }) => analyst.choices));
  }

  trouble(/** @type {unknown} */ error) {
    const { trouble } = this.parts;
    trouble.textContent = error instanceof Unreadable ? t(error.message, error.values)
      : error instanceof Full ? t("analyse-full", { most: MOST_PLACES })
      : plainly(error instanceof Error ? error.message : String(error), null);
    trouble.hidden = false;
    // On a phone it is far above what has led to it.
    trouble.scrollIntoView({ block: "nearest" });
  }

  async open(/** @type {Context} */ context) {
    this.context = context;
    this.isOpen = true;
    const linked = fromFragment(context.fields.toString());
    await this.desk.restore();
    if (linked !== null && context.games.has(linked.game)) return this.take(linked);
    await this.#name();
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
      this.#showCard(card);
    }
    this.moves.draw(this.tree);
    this.desk.shelf.speak();
    this.#showBoard();
    this.opinion.show(this.tree.here);
    this.#say();
    this.#drawGraph();
    this.#ask();
  }
}

/** Waits until somebody looks at the page. */
async function isSeen() {
  if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

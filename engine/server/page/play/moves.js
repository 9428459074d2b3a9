/**
 * The moves of the game in Play: a list in the game's notation, and a look back at what was played.
 *
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../types.js").View} View
 */
import { byId, html } from "../element.js";
import { Lost } from "../engine.js";
import { positionLine } from "../game.js";
import { Looker } from "../looker.js";
import { Moves } from "../moves.js";
import { shownMove } from "../notation.js";
import { listenToKeys, stepButtons } from "../steps.js";
import { MOST_PLACES, MoveTree } from "../tree.js";
import { t } from "../words.js";

/** Elements in which keys have their own meaning. The board takes those that are its own. */
const OWN_KEYS = "input, select, textarea, dialog";

export class PlayedMoves {
  /** The view of the position that is looked back at; `null` at the game. @type {View | null} */
  view = null;
  tree = new MoveTree({ game: "", options: {}, setup: "", moves: [] });
  /** The session that looks back, which leaves that of the game alone. @type {Looker | null} */
  #looker = null;
  /** The last position of the game. */
  #end = this.tree.root;
  /** How its moves are written, where that is another text. @type {Object<string, string>} */
  #notation = {};
  #language = "";
  /** Counts the steps, so that an answer that comes late is dropped. */
  #era = 0;

  /**
   * @param {Table} table
   * @param {() => Engine} connect
   * @param {() => void} change hears of each position that is looked at
   * @param {() => void} learned hears that the moves have got their words
   */
  constructor(table, connect, change, learned) {
    this.table = table;
    this.connect = connect;
    this.change = change;
    this.learned = learned;
    const list = html("div", { class: "tree", role: "group", "data-label": "moves" });
    const steps = html("div", { class: "steps", role: "group", "data-label": "analyse-steps" }, ...stepButtons());
    this.back = html("button", { type: "button", class: "primary", "data-text": "back-to-game", hidden: "" }, t("back-to-game"));
    this.steps = steps;
    byId("moves", HTMLElement).replaceChildren(list, steps);
    steps.append(this.back);
    this.moves = new Moves(list, (at) => this.#go(() => { this.tree.here = at; }));
    /** @type {Object<string, () => unknown>} */
    const acts = {
      first: () => this.#go(() => this.tree.first()), back: () => this.#go(() => this.tree.back()),
      on: () => this.#go(() => this.tree.on()), last: () => this.toGame(),
    };
    steps.addEventListener("click", (event) => {
      const act = /** @type {Element} */ (event.target).closest("[data-act]")?.getAttribute("data-act") ?? "";
      acts[act]?.();
    });
    this.back.addEventListener("click", () => this.toGame());
    listenToKeys({ ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last },
      () => !byId("play", HTMLElement).hidden, OWN_KEYS);
  }

  /** Whether an earlier position is looked at, or is asked for. */
  get isBack() {
    return this.tree.here !== this.#end;
  }

  /** The last move of the game as people read it; empty before the first one. */
  get last() {
    return shownMove(this.#end.move, this.#end.written);
  }

  /** Whether that is a roll, and no player's move. */
  get isRoll() {
    return this.#end.parent?.turn === "chance";
  }

  /** The table has changed: shows its moves. */
  update() {
    const { game, view } = this.table;
    const { tree } = this;
    const played = tree.line().slice(1);
    const wanted = game.moves.slice(0, MOST_PLACES);
    const goesOn = tree.isOf(game) && played.length <= wanted.length && played.every(({ move }, ply) => move === wanted[ply]);
    const isNext = goesOn && this.#end.turn !== null && wanted.length === played.length + 1;
    const { lang } = document.documentElement;
    if (!goesOn) this.#replace(wanted);
    else this.#extend(wanted.slice(played.length));
    if (view !== null && wanted.length === game.moves.length) this.#know(view);
    if (goesOn && lang === this.#language) this.moves.extend(this.tree);
    else this.moves.draw(this.tree);
    this.#language = lang;
    if (!isNext && played.length !== wanted.length) this.#learn();
    this.#show();
  }

  /** Ends the look back. */
  toGame() {
    this.#go(() => this.tree.last());
  }

  /** Begins the list anew. What both games have in common stays known. */
  #replace(/** @type {string[]} */ moves) {
    const { game } = this.table;
    const isSame = this.tree.isOf(game);
    const old = this.tree.line();
    this.tree = new MoveTree({ ...game, moves });
    this.tree.line().forEach((at, ply) => {
      if (!isSame || old[ply] === undefined || ply > 0 && old[ply].move !== at.move) return;
      [at.turn, at.written] = [old[ply].turn, old[ply].written];
    });
    this.#end = this.tree.here;
    this.view = null;
    this.#era += 1;
    this.#leave();
  }

  /** Adds what was played since. Somebody who looks back stays there. */
  #extend(/** @type {string[]} */ moves) {
    const { here } = this.tree;
    const wasAtEnd = here === this.#end;
    this.tree.here = this.#end;
    moves.forEach((move, at) => this.tree.play(move, at === 0 && this.#end.turn !== null ? this.#notation[move] ?? move : ""));
    this.#end = this.tree.here;
    if (!wasAtEnd) this.tree.here = here;
  }

  /** What a view of the last position says: whose turn it is, and how its moves are written. */
  #know(/** @type {View} */ { turn, notation = {} }) {
    this.#end.turn = turn;
    this.#notation = notation;
  }

  /** Learns how the moves of a game are written that was begun elsewhere. The list does not wait for it. */
  async #learn() {
    const { tree } = this;
    const { game } = this.table;
    if (tree.line().slice(1).every(({ written, parent }) => written !== "" && parent?.turn !== null)) return;
    const looker = new Looker(this.connect());
    const record = await looker.read(positionLine(game), game).catch(() => null);
    looker.close();
    if (record?.nodes === undefined || tree !== this.tree) return;
    const places = tree.line();
    places[0].turn = record.turn ?? null;
    record.nodes.forEach(({ move, notation, turn }, ply) => {
      const at = places[ply + 1];
      if (at === undefined || at.move !== move) return;
      at.turn ??= turn;
      if (at.written === "") at.written = notation ?? move;
    });
    this.moves.draw(tree);
    this.learned();
  }

  /** Goes to another position, and asks for its view. */
  async #go(/** @type {() => void} */ step) {
    const before = this.tree.here;
    step();
    if (this.tree.here === before) return;
    const era = ++this.#era;
    this.moves.mark(this.tree);
    this.#show();
    if (!this.isBack) {
      this.view = null;
      this.#leave();
      return this.change();
    }
    this.#looker ??= new Looker(this.connect());
    try {
      const view = await this.#looker.view(this.tree.gameAt(), () => era === this.#era);
      if (era !== this.#era) return;
      this.view = view;
      this.change();
    } catch (error) {
      if (era === this.#era && !(error instanceof Lost)) this.toGame();
    }
  }

  #leave() {
    this.#looker?.close();
    this.#looker = null;
  }

  /** Shows where people are: the buttons that lead on, and the way back to the game. */
  #show() {
    const { here, root } = this.tree;
    this.back.hidden = !this.isBack;
    const dead = { first: here === root, back: here === root, on: !this.isBack, last: !this.isBack };
    const focused = document.activeElement;
    for (const [act, isDead] of Object.entries(dead)) {
      const button = /** @type {HTMLButtonElement} */ (this.steps.querySelector(`[data-act="${act}"]`));
      // A button that is dead by its own click keeps the focus of the group.
      if (isDead && button === focused) this.moves.focus();
      button.disabled = isDead;
    }
    byId("play", HTMLElement).classList.toggle("back", this.isBack);
  }
}

/**
 * The game of a match that is shown: its board, its moves, the values of both engines, and their clocks. A game in
 * progress is followed until a person walks back.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("../types.js").Score} Score
 * @typedef {{number: number, round: number, players: [number, number], plies?: number, half_points?: number,
 *   termination?: string, detail?: string, by?: number, said?: {s?: Score, d?: number}}} Listed
 * @typedef {{m: string, n?: string, p: number, e?: {s?: Score, d?: number, t: number, l?: number}}} Played as the record has it:
 *   the move, its notation, who played it, and of an engine its value, its depth, its time and what is left of it
 * @typedef {Listed & {setup: string, from: number, moves: Played[]}} Told
 * @typedef {{game: string, options: [string, string][], engines: string[], live: boolean}} Match
 */
import { drawGraph } from "../analyse/graph.js";
import { sidesOf } from "../about.js";
import { drawStill } from "../board.js";
import { byId, html } from "../element.js";
import { positionLine } from "../game.js";
import { Moves } from "../moves.js";
import { shownMove } from "../notation.js";
import { decimal, fromFirst, valueText } from "../scores.js";
import { listenToKeys, stepButtons } from "../steps.js";
import { MOST_PLACES, MoveTree, path } from "../tree.js";
import { t } from "../words.js";

const element = (/** @type {string} */ id) => byId(id, HTMLElement);

/** How a game ended, for those who read results. */
export const result = (/** @type {Listed} */ { half_points }) => half_points === undefined ? "" : ["0–1", "½–½", "1–0"][half_points];

/** The names of the curves, which are those of the colours too. */
const CURVES = ["1", "2"];
/** Fields of the page in which keys have their own meaning. */
const OWN_KEYS = "input, select, textarea, .rows, dialog";

export class Shown {
  /** @type {Listed | null} */
  game = null;
  /** Whether it was in progress when it was opened: another one follows it. */
  isLive = false;
  follows = true;
  tree = new MoveTree({ game: "", options: {}, setup: "", moves: [] });
  /** As they were played; the tree has them too. @type {Played[]} */
  #played = [];
  /** The position on the board, and its view. */
  #drawn = "";
  /** @type {import("../types.js").View | null} */
  #view = null;
  /** The state of the list of moves and of the graph. */
  #listed = "";

  /**
   * @param {import("./feed.js").Feed} feed
   * @param {import("../engine.js").Engine} engine for positions
   * @param {() => void} changed hears of every step
   */
  constructor(feed, engine, changed) {
    this.feed = feed;
    this.engine = engine;
    this.changed = changed;
    this.moves = new Moves(element("moves"), (at) => this.go(at));
    /** @type {Object<string, () => void>} */
    const steps = {
      first: () => this.tree.first(), back: () => this.tree.back(),
      on: () => this.tree.on(), last: () => this.tree.last(),
    };
    this.steps = stepButtons();
    for (const button of this.steps) button.onclick = () => this.#step(steps[button.dataset.act ?? ""]);
    element("steps").prepend(...this.steps);
    element("follow").onclick = () => this.#step(steps.last);
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.first, End: steps.last };
    const acts = Object.fromEntries(Object.entries(keys).map(([key, step]) => [key, () => this.#step(step)]));
    listenToKeys(acts, () => this.game !== null, OWN_KEYS);
  }

  /** What values are worth in the games of the match; `null` before its first position. */
  get odds() {
    return this.#view;
  }

  /**
   * Opens a game of a match.
   * @param {Match} match
   * @param {number} number
   */
  async open(match, number) {
    this.game = { number, round: 0, players: [0, 0] };
    this.match = match;
    [this.follows, this.#played, this.#listed] = [true, [], ""];
    await this.read();
    this.isLive = this.game?.half_points === undefined;
    this.changed();
  }

  /** Reads the moves that are new. */
  async read() {
    const { game } = this;
    while (game !== null) {
      const told = /** @type {Told | undefined} */ ((await this.feed.ask(`game ${game.number} ${this.#played.length}`)).game);
      // Between its end and its record a game is nowhere for a moment.
      if (told === undefined || game !== this.game) return;
      const { moves, from, setup, ...facts } = told;
      Object.assign(game, facts);
      this.#take(moves, from, setup);
      if (moves.length === 0 || this.#played.length >= (told.plies ?? 0)) return;
    }
  }

  go(/** @type {Place} */ at) {
    this.#step(() => { this.tree.here = at; });
  }

  #step(/** @type {() => void} */ step) {
    step();
    this.follows = this.tree.here.children.length === 0;
    this.changed();
  }

  /**
   * Adds moves behind the first ones.
   * @param {Played[]} moves
   * @param {number} from
   * @param {string} setup
   */
  #take(moves, from, setup) {
    if (from === 0) {
      const { game, options } = /** @type {Match} */ (this.match);
      [this.tree, this.#played] = [new MoveTree({ game, options: Object.fromEntries(options), setup, moves: [] }), []];
    }
    const { here } = this.tree;
    this.tree.last();
    for (const played of moves) {
      if (this.tree.count >= MOST_PLACES) break;
      this.tree.here.turn = played.p === 0 ? "max" : played.p === 1 ? "min" : "chance";
      this.tree.play(played.m, played.n);
      const at = this.tree.here;
      if (at.parent !== null) at.parent.turn = (/** @type {const} */ (["max", "min"]))[played.p] ?? "chance";
      // Each engine says something at its own moves only: between them its last value stays.
      at.findings = new Map(at.parent?.findings);
      const { s: score, d: depth = 0 } = played.e ?? {};
      if (score !== undefined) at.findings.set(CURVES[played.p], { score: fromFirst(score, played.p === 1 ? "min" : "max"), depth });
    }
    this.#played.push(...moves);
    const { half_points } = /** @type {Listed} */ (this.game);
    if (half_points !== undefined) this.tree.here.outcome = ["min", "draw", "max"][half_points];
    if (!this.follows) this.tree.here = here;
  }

  /** @param {string} title */
  draw(title) {
    element("shown").hidden = this.game === null;
    if (this.game === null) return;
    const { tree, game } = this;
    const line = tree.line();
    const ply = path(tree.here).length;
    element("title").textContent = `${title} ${result(game)}`.trim();
    const last = ply === 0 ? "" : `: ${shownMove(tree.here.move, tree.here.written)}`;
    element("ply").textContent = t("watch-ply", { ply, plies: line.length - 1 }) + last;
    element("follow").setAttribute("aria-pressed", String(this.follows));
    element("follow").hidden = game.half_points !== undefined;
    for (const button of this.steps) {
      button.disabled = ply === (["first", "back"].includes(button.dataset.act ?? "") ? 0 : line.length - 1);
    }
    const listed = `${document.documentElement.lang} ${game.number} ${line.length} ${game.half_points}`;
    if (listed !== this.#listed) {
      this.#listed = listed;
      this.moves.draw(tree);
    } else this.moves.mark(tree);
    this.#drawGraph();
    [0, 1].forEach((player) => this.#drawSeat(player, ply));
    this.#drawBoard();
  }

  #drawGraph() {
    const names = [0, 1].map((player) => this.#name(player));
    element("curves").replaceChildren(...names.map((name, player) =>
      html("span", { class: `engine-${CURVES[player]}` }, html("span", { class: "sign" }), ` ${name}`)));
    drawGraph(element("graph"), this.tree.line(), this.tree.here, CURVES, this.#view, (at) => this.go(at), { setup: this.tree.setup });
  }

  #name(/** @type {number} */ player) {
    return this.match?.engines[this.game?.players[player] ?? 0] ?? "?";
  }

  /** A player with its clock after the moves so far, and what it thinks. */
  #drawSeat(/** @type {number} */ player, /** @type {number} */ ply) {
    const seat = element(`seat-${player}`);
    const own = this.#played.slice(0, ply).filter(({ p, e }) => p === player && e !== undefined).at(-1)?.e;
    const finding = this.tree.here.findings.get(CURVES[player]);
    const time = own === undefined ? "" : own.l !== undefined ? clockText(own.l) : t("watch-took", { seconds: decimal(own.t / 1e6, 2) });
    const value = finding === undefined ? "" : t("watch-thinks", { value: valueText(finding.score, this.#view), depth: finding.depth });
    const side = this.#view === null ? "" : sidesOf(this.#view)[player];
    const texts = [`${this.#name(player)}`, side, value, time];
    texts.forEach((text, place) => {
      if (seat.children[place].textContent !== text) seat.children[place].textContent = text;
    });
    seat.classList.toggle("turn", this.#view?.turn === (player === 0 ? "max" : "min") && this.#view.outcome === "ongoing");
  }

  #drawBoard() {
    const position = positionLine(this.tree.gameAt());
    if (position === this.#drawn) return;
    this.#drawn = position;
    this.engine.choose(this.tree.gameAt()).then(() => this.engine.view(position)).then((view) => {
      // Another position may be wanted meanwhile.
      if (position !== this.#drawn) return;
      this.#view = view;
      element("board").replaceChildren(view.spots === undefined ? html("pre", {}, view.picture ?? "") : drawStill(view, t("board")));
      this.changed();
    }).catch(() => { this.#drawn = ""; });
  }
}

/** What is left of a time in microseconds, as a clock has it. */
function clockText(/** @type {number} */ micros) {
  const seconds = micros / 1e6;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${minutes === 0 ? decimal(rest, 1).padStart(4, "0") : String(Math.floor(rest)).padStart(2, "0")}`;
}

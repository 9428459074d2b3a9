/**
 * A game at the table: who plays, whose turn it is, what the computer does. It shows nothing; whoever shows it hears of
 * each change.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {{strength: string, kind: "time" | "depth" | "nodes", limit: number, algorithm: string}} Computer
 * @typedef {{winner: Side, why: "resigning" | "time" | "time-alone"}} Given a game that ended beside the rules; by
 *   "time-alone" it is drawn, because the winner cannot win any more
 */
import { roll } from "./chance.js";
import { Clock } from "../clock.js";
import { Lost } from "../engine.js";
import { positionLine } from "../game.js";

/** The time in which people see that dice roll, in milliseconds. */
const ROLL_PAUSE = 500;
/** The time for a hint, in milliseconds. */
const HINT_TIME = 1000;

/** @param {Side} side */
export const other = (side) => (side === "max" ? "min" : "max");

export class Table {
  /** @type {Game} */
  game = { game: "", options: {}, setup: "", moves: [] };
  /** @type {View | null} */
  view = null;
  /** @type {{max: string, min: string}} */
  players = { max: "person", min: "computer" };
  /** @type {Computer} */
  computer = { strength: "full", kind: "time", limit: 1, algorithm: "auto" };
  /** @type {Given | null} */
  given = null;
  /** @type {Clock | null} */
  clock = null;
  rolls = true;
  seed = 1;
  isPaused = false;
  isThinking = false;
  /** Counts what was begun, so that an answer that comes late is dropped. */
  #era = 0;

  /**
   * @param {Engine} engine
   * @param {{change: () => void, info: (info: Info, view: View) => void, advice: (move: string) => void,
   *   trouble: (error: unknown) => void}} shows
   */
  constructor(engine, shows) {
    this.engine = engine;
    this.shows = shows;
  }

  /** Whether the game is over. */
  get isOver() {
    return this.given !== null || (this.view !== null && this.view.outcome !== "ongoing");
  }

  /** Whether a person has to act now. */
  get isPersonsTurn() {
    if (this.view === null || this.isOver) return false;
    const { turn } = this.view;
    return turn === "chance" ? !this.rolls : this.players[turn] === "person";
  }

  /**
   * Takes up a game, new or begun. The old one stays if it cannot be set up.
   * @param {Game} game
   * @param {Clock | null} clock
   * @returns {Promise<boolean>} whether it could
   */
  async load(game, clock) {
    const before = this.game;
    const era = await this.#begin();
    const view = await this.#look(game, era).catch((error) => {
      if (era !== this.#era) return null;
      this.shows.trouble(error);
      return null;
    });
    if (era !== this.#era) return false;
    if (view === null) {
      // At first there is none, and nothing to choose: what the server refuses of that would be taken for the next answer.
      if (before.game !== "") await this.engine.choose(before);
      if (era === this.#era) this.#next(era);
      return false;
    }
    [this.game, this.view, this.given, this.clock] = [game, view, null, clock];
    this.isPaused = false;
    this.shows.change();
    this.#next(era);
    return true;
  }

  /**
   * Plays a move.
   * @param {string} move
   */
  async play(move) {
    const { view, clock } = this;
    if (view === null || this.isOver) return;
    const era = await this.#begin();
    if (clock !== null && view.turn !== "chance") clock.moved(view.turn);
    const game = { ...this.game, moves: [...this.game.moves, move] };
    try {
      const after = await this.#look(game, era);
      if (era !== this.#era) return;
      [this.game, this.view] = [game, after];
      this.shows.change();
    } catch (error) {
      if (era !== this.#era) return;
      if (!this.isPersonsTurn) this.isPaused = true;
      this.shows.change();
      this.shows.trouble(error);
    }
    this.#next(era);
  }

  /** Takes moves back until a person is to move. */
  async undo() {
    if (this.game.moves.length === 0) return;
    const era = await this.#begin();
    const { players, rolls } = this;
    const isPersons = (/** @type {View} */ { turn }) => (turn === "chance" ? !rolls : players[turn] === "person");
    const nobody = players.max !== "person" && players.min !== "person";
    let game = this.game;
    try {
      let view;
      do {
        game = { ...game, moves: game.moves.slice(0, -1) };
        view = await this.#look(game, era);
        if (era !== this.#era) return;
      } while (game.moves.length > 0 && !nobody && !isPersons(view));
      [this.game, this.view, this.given] = [game, view, null];
      // Otherwise the computer would play the same again at once.
      this.isPaused = !isPersons(view);
      this.shows.change();
    } catch (error) {
      if (era === this.#era) this.shows.trouble(error);
    }
    this.#next(era);
  }

  /** A good move for the person to move. */
  async hint() {
    if (!this.isPersonsTurn || this.view?.turn === "chance") return;
    const era = await this.#begin();
    const view = this.view;
    this.isThinking = true;
    this.shows.change();
    this.#next(era);
    const search = this.#search(era, `go movetime ${HINT_TIME}`, "true", (info) => view !== null && this.shows.info(info, view));
    const found = await search.catch((/** @type {unknown} */ error) => error);
    if (era !== this.#era) return;
    this.isThinking = false;
    this.shows.change();
    if (typeof found !== "string") this.shows.trouble(found);
    else if (found !== "(none)") this.shows.advice(found);
  }

  /** The side to move gives up. */
  async resign() {
    if (this.view === null || this.isOver) return;
    const { turn } = this.view;
    const loser = turn !== "chance" && this.players[turn] === "person" ? turn : this.players.max === "person" ? "max" : "min";
    await this.#end({ winner: other(loser), why: "resigning" });
  }

  /** Lets the computer rest, or go on. */
  async pause() {
    const era = await this.#begin();
    this.isPaused = !this.isPaused;
    this.shows.change();
    this.#next(era);
  }

  /**
   * Changes who plays a side.
   * @param {Side} side
   * @param {string} player
   */
  async seat(side, player) {
    const era = await this.#begin();
    this.players[side] = player;
    this.shows.change();
    this.#next(era);
  }

  /** Begins the computer's move anew, with what was chosen for it now. */
  async again() {
    const era = await this.#begin();
    this.shows.change();
    this.#next(era);
  }

  /** Ends the game if somebody's time is over. */
  tick() {
    const turn = this.view?.turn;
    if (this.clock === null || this.isOver || turn === undefined || turn === "chance") return;
    if (this.clock.of(turn) > 0) return;
    const winner = other(turn);
    this.#end({ winner, why: this.view?.winless?.includes(winner) ? "time-alone" : "time" });
  }

  /** @param {Given} given */
  async #end(given) {
    const era = await this.#begin();
    this.given = given;
    this.shows.change();
    this.#next(era);
  }

  /** Ends what is under way, and begins something new. */
  async #begin() {
    const era = ++this.#era;
    this.isThinking = false;
    await this.engine.stop();
    return era;
  }

  /**
   * The view of a game, however often the connection is lost meanwhile.
   * @param {Game} game
   * @param {number} era
   * @returns {Promise<View>}
   */
  async #look(game, era) {
    for (;;) {
      try {
        await this.engine.choose(game);
        return await this.engine.view(positionLine(game));
      } catch (error) {
        if (!(error instanceof Lost) || era !== this.#era) throw error;
      }
    }
  }

  /** Whoever is to move acts: the dice, the computer, or a person. */
  async #next(/** @type {number} */ era) {
    const { view, clock } = this;
    if (era !== this.#era || view === null) return;
    const { turn } = view;
    const runs = !this.isOver && !this.isPaused && this.game.moves.length > 0;
    clock?.run(runs && turn !== "chance" ? turn : null);
    if (this.isOver || this.isPaused || this.isPersonsTurn) return;
    if (turn === "chance") {
      await new Promise((resolve) => setTimeout(resolve, ROLL_PAUSE));
      if (era !== this.#era) return;
      const weights = view.weights;
      if (weights !== undefined) await this.play(roll(weights, this.seed, this.game.moves.length));
      return;
    }
    await this.#think(era, view);
  }

  async #think(/** @type {number} */ era, /** @type {View} */ view) {
    this.isThinking = true;
    this.shows.change();
    for (;;) {
      try {
        const best = await this.#search(era, this.#limits(), "false", (info) => this.shows.info(info, view));
        if (era !== this.#era) return;
        this.isThinking = false;
        if (best === "(none)") {
          this.isPaused = true;
          this.shows.change();
        } else await this.play(best);
        return;
      } catch (error) {
        if (era !== this.#era) return;
        if (error instanceof Lost) continue;
        this.isThinking = false;
        this.isPaused = true;
        this.shows.change();
        this.shows.trouble(error);
        return;
      }
    }
  }

  /**
   * Searches the position as the computer that was chosen, or at its full strength where it only looks.
   * @param {number} era
   * @param {string} go
   * @param {"true" | "false"} looks
   * @param {(info: Info) => void} info
   */
  async #search(era, go, looks, info) {
    const { strength, algorithm } = this.computer;
    await this.engine.choose(this.game, {
      Algorithm: algorithm, UCI_AnalyseMode: looks, UCI_LimitStrength: String(strength !== "full"),
      ...(strength === "full" ? {} : { UCI_Elo: strength }),
    });
    // Something else may have begun meanwhile, which has the session for itself.
    if (era !== this.#era) return "(none)";
    return this.engine.search(positionLine(this.game), go, (found) => {
      if (era === this.#era) info(found);
    });
  }

  #limits() {
    const { kind, limit } = this.computer;
    if (this.clock !== null) {
      const [first, second] = [Math.round(this.clock.of("max")), Math.round(this.clock.of("min"))];
      const increment = Math.round(this.clock.increment);
      return `go wtime ${first} btime ${second} winc ${increment} binc ${increment}`;
    }
    if (kind === "depth") return `go depth ${Math.max(1, Math.round(limit))}`;
    if (kind === "nodes") return `go nodes ${Math.max(1, Math.round(limit))}`;
    return `go movetime ${Math.max(1, Math.round(limit * 1000))}`;
  }
}

/**
 * An engine that analyses: a session of its own, which searches whatever position is shown, and gathers its lines.
 *
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Info} Info
 * @typedef {{algorithm: string, lines: number, strength: string, options: Object<string, string>}} Choices
 */
import { Lost, Refusal } from "../engine.js";
import { positionLine } from "../game.js";
import { keptSearching } from "../keep.js";

/** What an engine is told to do by itself, without an end. */
export const ENDLESS = "go infinite";
/** How long an engine waits that the end of the server has stopped, in milliseconds. */
const PAUSE = 500;

export class Analyst {
  /** Whether it was asked to search. */
  isOn = keptSearching();
  /** The best lines of the position, by their rank from 1. @type {Map<number, Info>} */
  lines = new Map();
  /** Whether a search runs. */
  isBusy = false;
  /** Why there is none. */
  trouble = "";
  /** Nodes and nodes a second of the search, also between two lines. */
  nodes = 0;
  speed = 0;
  /** What is to be searched, and how. @type {{game: Game, go: string} | null} */
  #wanted = null;
  /** What was, until somebody looks at the page again. @type {{game: Game, go: string} | null} */
  #paused = null;
  /** Changes with it. */
  #era = 0;
  #isRunning = false;
  /** What came since the last picture of the screen: of many lines only the last of each rank counts. @type {Map<number, Info>} */
  #heard = new Map();
  #isDue = false;
  /** Who waits for the end of which search. @type {{era: number, end: () => void}[]} */
  #ends = [];

  /**
   * @param {string} name
   * @param {Engine} engine
   * @param {Choices} choices
   * @param {(analyst: Analyst) => void} change hears of each change, at most once a picture of the screen
   */
  constructor(name, engine, choices, change) {
    this.name = name;
    this.engine = engine;
    this.choices = choices;
    this.change = change;
  }

  /**
   * Searches a position from now on; `null` is none.
   * @param {Game | null} game
   * @param {string} [go]
   */
  look(game, go = ENDLESS) {
    this.#era += 1;
    this.#paused = null;
    this.#wanted = game === null || !this.isOn ? null : { game, go };
    this.#forget();
    this.trouble = "";
    if (document.hidden) this.pause();
    if (this.#isRunning) this.engine.stop();
    else this.#run();
    this.change(this);
  }

  /** Stops a search without an end. What it has found stays. */
  pause() {
    if (this.#wanted?.go !== ENDLESS) return;
    this.#era += 1;
    [this.#paused, this.#wanted] = [this.#wanted, null];
    if (this.#isRunning) this.engine.stop();
  }

  /** Searches again after a pause. */
  resume() {
    if (this.#paused !== null) this.look(this.#paused.game);
  }

  /** Waits until the search has ended by itself, or the next one has begun. */
  async ended() {
    if (this.#isRunning) await new Promise((resolve) => this.#ends.push({ era: this.#era, end: () => resolve(null) }));
  }

  /** Ends the search and the session. */
  close() {
    this.look(null);
    this.engine.close();
  }

  async #run() {
    this.#isRunning = true;
    for (let era = -1; era !== this.#era;) {
      era = this.#era;
      const wanted = this.#wanted;
      this.isBusy = wanted !== null;
      this.#tellEnds((other) => other !== era);
      if (wanted === null) continue;
      try {
        await this.engine.choose(wanted.game, this.#settings());
        // The connection may have to be made first, and the position be another one then.
        await this.engine.ask(["isready"], (line) => line === "readyok");
        if (era !== this.#era) continue;
        await this.engine.search(positionLine(wanted.game), wanted.go, (info) => era === this.#era && this.#hear(info));
      } catch (error) {
        if (era !== this.#era) continue;
        // The search goes on when the server is back; the next try waits for the connection.
        const isEnding = error instanceof Refusal && error.code === "shutdown";
        if (isEnding) await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (isEnding || error instanceof Lost) era = -1;
        else this.trouble = error instanceof Error ? error.message : String(error);
      }
    }
    this.isBusy = this.#isRunning = false;
    this.#show();
    this.#tellEnds(() => true);
  }

  #tellEnds(/** @type {(era: number) => boolean} */ has) {
    const ended = this.#ends.filter(({ era }) => has(era));
    this.#ends = this.#ends.filter(({ era }) => !has(era));
    ended.forEach(({ end }) => end());
  }

  #settings() {
    const { algorithm, lines, strength, options } = this.choices;
    return {
      Algorithm: algorithm, MultiPV: String(lines), UCI_ShowWDL: "true",
      // Analysis would ignore the strength.
      UCI_AnalyseMode: String(strength === "full"), UCI_LimitStrength: String(strength !== "full"),
      ...(strength === "full" ? {} : { UCI_Elo: strength }),
      ...options,
    };
  }

  #forget() {
    this.lines = new Map();
    this.#heard.clear();
    [this.nodes, this.speed] = [0, 0];
  }

  #hear(/** @type {Info} */ info) {
    if (info.nodes !== undefined) [this.nodes, this.speed] = [info.nodes, info.nps ?? this.speed];
    // A line that only says where the search is has no value.
    if (info.cp !== undefined || info.mate !== undefined) this.#heard.set(info.multipv ?? 1, info);
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#show();
    });
  }

  #show() {
    for (const [rank, info] of this.#heard) this.lines.set(rank, info);
    this.#heard.clear();
    this.change(this);
  }
}

/**
 * Looks at positions in a session of its own, so that it disturbs no search.
 *
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Record} Record
 * @typedef {import("./types.js").View} View
 */
import { Lost } from "./engine.js";
import { positionLine } from "./game.js";

export class Looker {
  /** The options that were set. @type {Set<string>} */
  #set = new Set();

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /**
   * The view of the position of a game, however often the connection is lost meanwhile.
   * @param {Game} game
   * @param {() => boolean} [isWanted] whether anybody still wants it
   * @returns {Promise<View>}
   */
  view(game, isWanted = () => true) {
    return this.#ask(game, () => this.engine.view(positionLine(game)), isWanted);
  }

  /**
   * What a text has, read as a game of this one's kind.
   * @param {string} text
   * @param {Game} game
   * @returns {Promise<Record>}
   */
  read(text, game) {
    return this.#ask(game, () => this.engine.read(text), () => true);
  }

  /**
   * Asks about a game, with its options and no others.
   * @template T
   * @param {Game} game
   * @param {() => Promise<T>} ask
   * @param {() => boolean} isWanted
   * @returns {Promise<T>}
   */
  async #ask({ game, options }, ask, isWanted) {
    for (;;) {
      try {
        this.engine.setOption("UCI_Variant", game);
        const names = new Set(Object.keys(options).map((name) => `${game}.${name}`));
        for (const name of this.#set) {
          if (name.startsWith(`${game}.`) && !names.has(name)) {
            this.engine.forgetOption(name);
            this.#set.delete(name);
          }
        }
        for (const [name, value] of Object.entries(options)) {
          this.engine.setOption(`${game}.${name}`, value);
          this.#set.add(`${game}.${name}`);
        }
        return await ask();
      } catch (error) {
        if (!(error instanceof Lost) || !isWanted()) throw error;
      }
    }
  }

  close() {
    this.engine.close();
  }
}

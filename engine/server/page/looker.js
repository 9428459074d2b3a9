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
  async #ask(game, ask, isWanted) {
    for (;;) {
      try {
        await this.engine.choose(game);
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

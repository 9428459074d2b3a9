/**
 * Looks at positions in a session of its own, so that it disturbs no search.
 *
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./types.js").Game} Game
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
  async view(game, isWanted = () => true) {
    for (;;) {
      try {
        this.engine.setOption("UCI_Variant", game.game);
        for (const [name, value] of Object.entries(game.options)) this.engine.setOption(`${game.game}.${name}`, value);
        return await this.engine.view(positionLine(game));
      } catch (error) {
        if (!(error instanceof Lost) || !isWanted()) throw error;
      }
    }
  }

  close() {
    this.engine.close();
  }
}

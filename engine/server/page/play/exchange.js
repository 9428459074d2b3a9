/**
 * The game in Play from text and as text.
 *
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../types.js").Game} Game
 */
import { byId } from "../element.js";
import { Looker } from "../looker.js";
import { Unreadable } from "../notation.js";
import { readTree, writeTree } from "../records.js";
import { MoveTree } from "../tree.js";
import { t } from "../words.js";

/**
 * What both need: the names of all games by their ids, a new session, a way to begin a game, and one to say what is
 * wrong.
 * @typedef {{connect: () => Engine, begin: (game: Game) => unknown, trouble: (text: string) => void}} Acts
 */

/** Counts the texts that were read, as a long one takes a while: the newest one counts. */
let readings = 0;

/**
 * Begins the game that the text tells.
 * @param {Table} table
 * @param {Map<string, string>} games all games by their ids
 * @param {Acts} acts
 */
export async function setUp(table, games, { connect, begin, trouble }) {
  const reading = ++readings;
  const { tree, warning } = await looking(connect(), (looker) =>
    readTree(text().value, { ...table.game, setup: "", moves: [] }, new Set(games.keys()), looker));
  if (reading !== readings) return;
  await begin(tree.gameAt());
  if (warning !== "") trouble(warning);
}

/**
 * Writes the game as text.
 * @param {Table} table
 * @param {Map<string, string>} _games
 * @param {Acts} acts
 */
export async function writeGame(table, _games, { connect }) {
  const name = (/** @type {string} */ player) => (player === "person" ? t("person") : "plyd");
  const { players, given } = table;
  const won = given?.winner === "max" ? "1-0" : "0-1";
  const result = given === null ? undefined : given.why === "time-alone" ? "1/2-1/2" : won;
  const about = { players: /** @type {[string, string]} */ ([name(players.max), name(players.min)]), result };
  text().value = await looking(connect(), (looker) => writeTree(new MoveTree(table.game), about, looker));
}

const text = () => byId("line", HTMLTextAreaElement);

/**
 * Does it with a session of its own, so that the computer thinks on.
 * @template T
 * @param {Engine} engine
 * @param {(looker: Looker) => Promise<T>} act
 */
async function looking(engine, act) {
  const looker = new Looker(engine);
  try {
    return await act(looker);
  } catch (error) {
    throw error instanceof Unreadable ? new Error(t(error.message, error.values)) : error;
  } finally {
    looker.close();
  }
}

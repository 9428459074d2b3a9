/**
 * The game in Play from text and as text.
 *
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./types.js").Game} Game
 */
import { byId } from "./element.js";
import { Looker } from "./looker.js";
import { Unreadable } from "./notation.js";
import { readTree, writeTree } from "./records.js";
import { MoveTree } from "./tree.js";
import { t } from "./words.js";

/**
 * Connects the buttons beside the text.
 * @param {Table} table
 * @param {() => Map<string, string>} games
 * @param {{connect: () => Engine, begin: (game: Game) => unknown, trouble: (error: unknown) => void}} acts
 */
export function connectTexts(table, games, { connect, begin, trouble }) {
  const text = byId("line", HTMLTextAreaElement);
  const attempt = async (/** @type {(looker: Looker) => Promise<void>} */ act) => {
    // A session of its own, so that the computer thinks on.
    const looker = new Looker(connect());
    await act(looker).catch((error) => trouble(error instanceof Unreadable ? t(error.message, error.values) : error));
    looker.close();
  };
  byId("set-up", HTMLElement).onclick = () => attempt(async (looker) => {
    const tree = await readTree(text.value, { ...table.game, setup: "", moves: [] }, new Set(games().keys()), looker);
    begin(tree.gameAt());
  });
  byId("write-record", HTMLElement).onclick = () => attempt(async (looker) => {
    const name = (/** @type {string} */ player) => (player === "person" ? t("person") : "plyd");
    const { players, given } = table;
    const result = given === null ? undefined : given.winner === "max" ? "1-0" : "0-1";
    text.value = await writeTree(new MoveTree(table.game), { players: [name(players.max), name(players.min)], result }, looker);
  });
}

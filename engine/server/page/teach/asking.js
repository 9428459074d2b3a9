/**
 * What the view asks the server: searches as trees, worksheets, marks. All bounds are the server's.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../engine.js").Engine} Engine
 * @typedef {{algorithms: string[], order: string, cut: string, fail: string, depth: string}} Search what to search, and how
 * @typedef {{count: number, seed: string, depth: number, branching: number}} Exercises
 */
import { Lost, Refusal } from "../engine.js";
import { positionLine } from "../game.js";
import { modules } from "./modules.js";

/** The game of trees. */
export const TREES = "leaftree";

/** @param {string} text @returns {Game} */
export const gameOfTree = (text) => ({ game: TREES, options: {}, setup: text.replace(/\s+/g, " ").trim(), moves: [] });

/** How errors tell the place of a character, in each language. */
const PLACE = /(?<=character )\d+|(?<=carattere )\d+|\d+(?=\. karakter)|\d+(?= নম্বর অক্ষর)/g;

/**
 * An error about a tree, with places in what was typed: lines of the protocol have single blanks only.
 * @param {string} error
 * @param {string} typed
 */
export function placed(error, typed) {
  /** @type {number[]} the place of each character that was sent */
  const places = [];
  let isBlank = true;
  [...typed].forEach((sign, at) => {
    const isNext = /\s/.test(sign);
    if (!isNext || !isBlank) places.push(at + 1);
    isBlank = isNext;
  });
  return error.replace(PLACE, (place) => String(places[Number(place) - 1] ?? place));
}

/** The sessions that were left. @type {WeakSet<Engine>} */
const left = new WeakSet();

/** Ends a session: nothing is asked in it any more. */
export function leave(/** @type {Engine} */ engine) {
  left.add(engine);
  engine.close();
}

/**
 * Asks something whose answer ends with `explain done`, however often the connection is lost meanwhile. Gives the JSON of
 * the answer.
 * @param {Engine} engine
 * @param {Game} game
 * @param {string} question
 * @param {string} language that of errors, too
 * @returns {Promise<any>}
 */
async function ask(engine, game, question, language) {
  for (;;) {
    try {
      await engine.choose(game, { Language: language });
      const lines = await engine.ask([positionLine(game), question], (line) => line === "explain done", true);
      const wrong = lines.find((line) => line.startsWith("info string error "));
      if (wrong !== undefined) throw new Refusal(wrong);
      return JSON.parse(lines.find((line) => line.startsWith("{")) ?? "null");
    } catch (error) {
      if (!(error instanceof Lost) || left.has(engine)) throw error;
    }
  }
}

/** How a search is asked for. */
function wordsOf(/** @type {Search} */ { order, cut, fail, depth }, /** @type {string} */ algorithm) {
  const words = [`algorithm ${algorithm}`];
  // The other algorithms have no such choice.
  if (algorithm !== "pvs") words.push(`order ${order}`);
  if (algorithm === "alphabeta") words.push(`cut ${cut}`, `fail ${fail}`);
  if (depth !== "") words.push(`depth ${depth}`);
  return words.join(" ");
}

/**
 * Searches a position, once for each algorithm, side by side. One that is refused takes nothing from the others: alpha-beta
 * may find the value of a tree without a leaf that minimax has to read. Only if all are refused, this fails.
 * @param {Engine} engine
 * @param {Game} game
 * @param {Search} search
 * @param {string} language
 * @returns {Promise<{data: import("./modules.js").Explained, refused: {algorithm: string, reason: string}[]}>}
 */
export async function explain(engine, game, search, language) {
  const found = [];
  const refused = [];
  for (const algorithm of search.algorithms) {
    try {
      found.push(await ask(engine, game, `explain ${wordsOf(search, algorithm)} lang ${language} format page`, language));
    } catch (error) {
      if (!(error instanceof Refusal) || found.length + refused.length + 1 === search.algorithms.length && found.length === 0) throw error;
      refused.push({ algorithm, reason: error.message });
    }
  }
  const [first] = found;
  const values = Object.assign({}, ...found.map((one) => one.values));
  const data = { ...first, values, panels: found.flatMap((one) => one.panels) };
  (await modules()).prepare(data);
  return { data, refused };
}

/**
 * Makes random trees.
 * @param {Engine} engine
 * @param {Exercises} exercises
 * @param {Search} search
 * @param {string} language
 * @returns {Promise<{exercises: string, answers: string, key: {exercises: string[]}, table: string}>}
 */
export function worksheet(engine, { count, seed, depth, branching }, search, language) {
  // A sheet is about one search, and a textbook's.
  const algorithm = search.algorithms.includes("alphabeta") ? "alphabeta" : "minimax";
  const words = wordsOf({ ...search, depth: String(depth) }, algorithm);
  const question = `explain worksheet ${count} seed ${seed} branching ${branching} ${words} lang ${language}`;
  return ask(engine, gameOfTree("0"), question, language);
}

/**
 * Marks answers to a worksheet.
 * @param {Engine} engine
 * @param {unknown} key
 * @param {string} answers a table as CSV
 * @param {string} language
 * @returns {Promise<{table: string, right: number, wrong: number, unjudged: number}>}
 */
export function grade(engine, key, answers, language) {
  return ask(engine, gameOfTree("0"), `explain lang ${language} grade ${JSON.stringify({ key, answers })}`, language);
}

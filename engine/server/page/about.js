/**
 * What games say about themselves to people, in the language of the page: names, sides, rules, options. The texts come
 * from the libraries of the games, so they are shown as text and never as markup.
 *
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./types.js").View} View
 * @typedef {{label?: string, about?: string, choices?: Object<string, string>}} OptionTexts
 * @typedef {{game: string, language: string, languages: string[], name: string, sides: [string, string], rules?: string,
 *   moves?: string, options?: Object<string, OptionTexts>, author?: string, licence?: string, home?: string}} About what
 *   `query about` answers
 */

/** The answers, by the language that was asked for and the game. @type {Map<string, About>} */
const known = new Map();

const keyOf = (/** @type {string} */ game) => `${document.documentElement.lang} ${game}`;

/** What is known about a game. A view of a game comes with it, in the language that the page has then. */
export const aboutGame = (/** @type {string} */ game) => known.get(keyOf(game));

/** The question about the game that a session has chosen, and what reads its answer. */
export function question() {
  const { lang } = document.documentElement;
  const read = (/** @type {string} */ line) => {
    const about = /** @type {About} */ (JSON.parse(line.slice("response ".length)));
    known.set(`${lang} ${about.game}`, about);
  };
  return { line: `query about ${lang}`, read };
}

/** The two players as people call them. @returns {[string, string]} */
export const sidesOf = (/** @type {View} */ { game, sides }) => aboutGame(game)?.sides ?? sides;

/** The name of a side. */
export const nameOf = (/** @type {View} */ view, /** @type {Side} */ side) => sidesOf(view)[side === "max" ? 0 : 1];

/** The texts of an option of a game; empty if there are none. @returns {OptionTexts} */
export function optionTexts(/** @type {string} */ game, /** @type {string} */ name) {
  return aboutGame(game)?.options?.[name] ?? {};
}

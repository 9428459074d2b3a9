/**
 * The modules of the page of `plyd explain`, which the server has beside this page: they draw trees, step through
 * searches and ask in the quiz. There is no other copy of them.
 *
 * @typedef {any} Explained what `explain format page` answers, see docs/explain.md
 * @typedef {any} Searched one search in it
 */

/** Their folder. It is no part of this one, so the type checker does not look for it. */
const FOLDER = "../explain/";
const NAMES = ["main.js", "replay.js", "series.js", "shapes.js", "words.js"];

/** @type {Promise<any> | null} */
let loading = null;

/** All that the view needs of them. */
export function modules() {
  loading ??= Promise.all(NAMES.map((name) => import(`${FOLDER}${name}`))).then((all) => Object.assign({}, ...all));
  return loading;
}

/** Their style sheets, in their order; the colours of the dark are for some looks only. */
export const DARK = "dark.css";
export const SHEETS = ["page.css", DARK, "tree.css", "print.css"].map((name) => ({ name, href: new URL(`${FOLDER}${name}`, import.meta.url).href }));

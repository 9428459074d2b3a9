/** The texts of the page. Each language is a file with the same keys, of which one is loaded; `{name}` in a text is filled in. */

/** The languages that there are. */
export const LANGUAGES = ["en", "it", "tr", "bn"];

/** @type {Object<string, string>} */
let texts = {};
/** The language that was wanted last. */
let last = "";

/**
 * Chooses a language and loads its texts: the one that is wanted, or the first of the browser's that there is.
 * @param {string} wanted
 * @throws {Error} if its texts cannot be loaded; the language stays what it was
 */
export async function chooseLanguage(wanted) {
  const known = [wanted, ...navigator.languages.map((language) => language.split("-")[0])];
  const language = known.find((one) => LANGUAGES.includes(one)) ?? "en";
  last = language;
  const answer = await fetch(new URL(`languages/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`);
  const loaded = await answer.json();
  // Another one may have been wanted meanwhile.
  if (last === language) {
    texts = loaded;
    document.documentElement.lang = language;
  }
  return language;
}

/**
 * A text by its key. If there is a text for the form of the plural that its value `count` has in the language, it is that
 * one: `KEY-one`.
 * @param {string} key
 * @param {Object<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const { count } = values;
  const form = typeof count === "number" ? new Intl.PluralRules(document.documentElement.lang).select(count) : "other";
  const text = texts[`${key}-${form}`] ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => String(values[name] ?? whole));
}

/** Fills in the texts of the document. */
export function write() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label") ?? ""));
  }
}

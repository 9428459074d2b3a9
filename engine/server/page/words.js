/** The texts of the page. Each language is a module with the same keys; `{name}` in a text is filled in. */
import { bengali } from "./languages/bn.js";
import { english } from "./languages/en.js";
import { italian } from "./languages/it.js";
import { turkish } from "./languages/tr.js";

/** @type {Object<string, {name: string, texts: Object<string, string>}>} */
export const LANGUAGES = {
  en: { name: "English", texts: english },
  it: { name: "Italiano", texts: italian },
  tr: { name: "Türkçe", texts: turkish },
  bn: { name: "বাংলা", texts: bengali },
};

/** @type {Object<string, string>} */
let texts = english;

/**
 * Chooses a language: the one that is wanted, or the first of the browser's that there is.
 * @param {string} wanted
 */
export function chooseLanguage(wanted) {
  const known = [wanted, ...navigator.languages.map((language) => language.split("-")[0])];
  const language = known.find((one) => one in LANGUAGES) ?? "en";
  texts = { ...english, ...LANGUAGES[language].texts };
  document.documentElement.lang = language;
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

/**
 * Adds the texts of a view. Their keys begin with the name of the view.
 * @param {import("./types.js").Words} words
 */
export function addTexts(words) {
  for (const [language, added] of Object.entries(words)) Object.assign(LANGUAGES[language].texts, added);
  texts = { ...english, ...LANGUAGES[document.documentElement.lang]?.texts };
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

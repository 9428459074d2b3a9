import { html } from "../../explain/page/element.js";

export { html };

/**
 * An element of the page by its id, which stands in index.html.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`no #${id}`);
  return element;
}

/**
 * Fills a list of choices.
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} choices values with their texts
 * @param {string} chosen
 */
export function fill(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, text]) => html("option", { value }, text)));
  select.value = choices.some(([value]) => value === chosen) ? chosen : (choices[0]?.[0] ?? "");
}

/** The parts of a text in which what is between backticks is typed so. */
export const typed = (/** @type {string} */ text) =>
  text.split("`").map((piece, at) => (at % 2 === 0 ? piece : html("code", {}, piece)));

/** Questions in a window of their own. */
import { byId, html } from "./element.js";
import { keepToken } from "./keep.js";
import { shownMove } from "./notation.js";

/**
 * Has a person choose one of several answers; `null` if none is chosen.
 * @param {string} title
 * @param {[string, string][]} answers values with their texts
 * @returns {Promise<string | null>}
 */
export function choose(title, answers) {
  const dialog = byId("ask", HTMLDialogElement);
  const heading = dialog.querySelector("h2");
  if (heading !== null) heading.textContent = title;
  dialog.querySelector(".list")?.replaceChildren(...answers.map(([value, text]) => html("button", { value }, text)));
  dialog.returnValue = "";
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector(".list button"))?.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "" ? null : dialog.returnValue), { once: true });
  });
}

/**
 * Asks for the token, and keeps it for this tab.
 * @returns {Promise<string>}
 */
export function askToken() {
  const dialog = byId("token-dialog", HTMLDialogElement);
  const field = byId("token", HTMLInputElement);
  field.value = "";
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      // A whole address does as well.
      const token = field.value.trim().replace(/^.*token=/, "").replace(/[^\w].*$/, "");
      if (token === "") return resolve(askToken());
      keepToken(token);
      resolve(token);
    }, { once: true });
  });
}

/** The name of a choice or a button: that of the page, else that of the game. */
export function wordText(/** @type {import("./types.js").View} */ view, /** @type {string} */ step) {
  return shownMove(step.slice(1), (view.choices ?? []).find(({ id }) => id === step)?.text);
}

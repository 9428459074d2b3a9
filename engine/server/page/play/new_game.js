/**
 * The window in which a person begins a game: against whom, with which side, by which options.
 *
 * @typedef {import("../types.js").Option} Option
 * @typedef {import("../types.js").View} View
 */
import { sidesOf } from "../about.js";
import { drawSample } from "../board.js";
import { chosenOptions, optionFields, strengths } from "../choices.js";
import { byId, fill, html } from "../element.js";
import { t } from "../words.js";

/** Who plays the first and the second side, by what a person chooses. @type {Object<string, {max: string, min: string}>} */
export const SEATS = {
  first: { max: "person", min: "computer" }, second: { max: "computer", min: "person" },
  both: { max: "person", min: "person" }, none: { max: "computer", min: "computer" },
};

/** The choice that these players are. */
export const seatsOf = (/** @type {{max: string, min: string}} */ { max, min }) =>
  Object.keys(SEATS).find((name) => SEATS[name].max === max && SEATS[name].min === min) ?? "first";

/**
 * Asks for what a new game needs; `null` if a person changes their mind, or wants another game, which leads to all.
 * @param {View} view the first position
 * @param {string} name what the game is called
 * @param {Option[]} options all options of the engine
 * @param {{strength: string, seats: string, options: Object<string, string>}} last what was chosen before
 * @returns {Promise<{strength: string, seats: string, options: Object<string, string>} | null>}
 */
export function askNewGame(view, name, options, last) {
  const dialog = byId("new-dialog", HTMLDialogElement);
  byId("new-name", HTMLElement).textContent = t("new-game-of", { game: name });
  const strength = byId("new-strength", HTMLSelectElement);
  fill(strength, strengths(), last.strength);
  const [max, min] = sidesOf(view);
  const seat = (/** @type {string} */ value, /** @type {(Node | string)[]} */ ...shown) => {
    const input = html("input", { type: "radio", name: "seats", value });
    input.checked = value === last.seats;
    return html("label", {}, input, " ", ...shown);
  };
  byId("new-seats", HTMLElement).replaceChildren(
    seat("first", drawSample(view, "max"), " ", t("plays-first", { side: max })), seat("second", drawSample(view, "min"), " ", t("plays-second", { side: min })),
    seat("both", t("plays-both")), seat("none", t("plays-none")));
  const place = byId("new-options", HTMLDetailsElement);
  const fields = optionFields(view.game, options, last.options);
  place.hidden = fields.length === 0;
  place.querySelector(".list")?.replaceChildren(...fields);
  // The start page is where one comes from, or goes to.
  byId("new-other", HTMLElement).hidden = !byId("games", HTMLElement).hidden;
  dialog.returnValue = "";
  dialog.showModal();
  byId("new-start", HTMLElement).focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "other") location.hash = "view=games";
      const seats = dialog.querySelector("input[name=seats]:checked");
      resolve(dialog.returnValue !== "start" ? null : {
        strength: strength.value, seats: seats instanceof HTMLInputElement ? seats.value : last.seats, options: chosenOptions(view.game, options, place),
      });
    }, { once: true });
  });
}

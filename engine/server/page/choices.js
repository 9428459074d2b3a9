/**
 * The choices of a person that outlast a game: for the computer, the clocks, the dice and the looks; and the options of
 * a game.
 *
 * @typedef {import("./play/table.js").Table} Table
 * @typedef {import("./types.js").Option} Option
 */
import { optionTexts } from "./about.js";
import { Clock } from "./clock.js";
import { byId, fill, html } from "./element.js";
import { keep, kept } from "./keep.js";
import { LANGUAGES, t } from "./words.js";

const LOOKS = ["auto", "light", "dark", "contrast"];
export const STRENGTHS = [800, 1200, 1600, 2000, 2400];

/**
 * Fills in what was chosen before, and hears of each change.
 * @param {Table} table
 * @param {Option[]} options
 */
export function connectChoices(table, options) {
  table.computer = { ...table.computer, ...kept("computer", {}) };
  const [strength, kind, algorithm] = ["strength", "limit-kind", "algorithm"].map((id) => byId(id, HTMLSelectElement));
  const limit = byId("limit", HTMLInputElement);
  fill(strength, strengths(), table.computer.strength);
  fill(kind, [["time", t("limit-time")], ["depth", t("limit-depth")], ["nodes", t("limit-nodes")]], table.computer.kind);
  const algorithms = options.find(({ name }) => name === "Algorithm")?.choices ?? [table.computer.algorithm];
  fill(algorithm, algorithms.map((name) => [name, name]), table.computer.algorithm);
  limit.value = String(table.computer.limit);
  const changed = () => {
    const wanted = limit.valueAsNumber;
    table.computer = {
      strength: strength.value, kind: /** @type {"time" | "depth" | "nodes"} */ (kind.value), algorithm: algorithm.value,
      limit: wanted > 0 ? wanted : table.computer.limit,
    };
    keep("computer", table.computer);
    if (table.isThinking) table.again();
  };
  for (const field of [strength, kind, algorithm, limit]) field.onchange = changed;
  const [minutes, increment] = ["minutes", "increment"].map((id) => byId(id, HTMLInputElement));
  [minutes.value, increment.value] = kept("clocks", ["0", "0"]);
  minutes.onchange = increment.onchange = () => keep("clocks", [minutes.value, increment.value]);
  const thoughts = byId("thoughts", HTMLInputElement);
  thoughts.checked = kept("thoughts", false);
  thoughts.onchange = () => keep("thoughts", thoughts.checked);
  const motion = byId("motion", HTMLInputElement);
  motion.checked = kept("motion", true);
  motion.onchange = () => keep("motion", motion.checked);
  const [rolls, seed] = ["roll", "seed"].map((id) => byId(id, HTMLInputElement));
  [rolls.checked, seed.value] = [table.rolls, String(table.seed)];
  rolls.onchange = () => {
    table.rolls = rolls.checked;
    table.again();
  };
  seed.onchange = () => {
    table.seed = (seed.valueAsNumber || 0) >>> 0;
  };
}

/** The strengths of the computer with their names, the weakest first. @returns {[string, string][]} */
export const strengths = () => [...STRENGTHS.map((elo, rank) => /** @type {[string, string]} */ ([String(elo),
  rank === 0 ? `${t("beginner")}, ${t("elo", { elo })}` : t("elo", { elo })])), ["full", t("full-strength")]];

/** The clocks that were chosen; `null` for none. */
export function chosenClock() {
  const [minutes, increment] = ["minutes", "increment"].map((id) => byId(id, HTMLInputElement).valueAsNumber || 0);
  const time = minutes * 60_000;
  return time > 0 ? new Clock({ max: time, min: time }, increment * 1000) : null;
}

/**
 * The fields of a game's options, with what they are about.
 * @param {string} game
 * @param {Option[]} options
 * @param {Object<string, string>} chosen
 */
export function optionFields(game, options, chosen) {
  const own = options.filter(({ name, type }) => name.startsWith(`${game}.`) && type !== "button");
  return own.map((option) => {
    const name = option.name.slice(game.length + 1);
    const { label = name, about, choices } = optionTexts(game, name);
    const input = field(option, name, chosen[name] ?? option.value, choices);
    const labelled = html("label", {}, html("span", {}, label), " ", input);
    if (about === undefined) return labelled;
    const id = `about-${name}`;
    input.setAttribute("aria-describedby", id);
    return html("div", { class: "option" }, labelled, html("p", { class: "note", id }, about));
  });
}

const valueOf = (/** @type {HTMLInputElement | HTMLSelectElement} */ input) =>
  (input instanceof HTMLInputElement && input.type === "checkbox" ? String(input.checked) : input.value.trim());

/** The options that were chosen and differ from the defaults. */
export function chosenOptions(/** @type {string} */ game, /** @type {Option[]} */ options, /** @type {HTMLElement} */ place) {
  /** @type {Object<string, string>} */
  const chosen = {};
  for (const element of place.querySelectorAll("[data-option]")) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (element);
    const name = input.dataset.option ?? "";
    const value = valueOf(input);
    if (options.find((option) => option.name === `${game}.${name}`)?.value !== value && input.checkValidity()) chosen[name] = value;
  }
  return chosen;
}

/**
 * A field for the value of an option.
 * @param {Option} option
 * @param {string} name
 * @param {string} value
 * @param {Object<string, string>} [names] what people call its choices
 */
export function field(option, name, value, names = {}) {
  if (option.type === "combo") {
    const select = html("select", { "data-option": name });
    fill(select, option.choices.map((choice) => [choice, names[choice] ?? choice]), value);
    return select;
  }
  const input = html("input", { "data-option": name });
  if (option.type === "check") {
    input.type = "checkbox";
    input.checked = value === "true";
  } else {
    if (option.type === "spin") {
      [input.type, input.min, input.max] = ["number", String(option.min), String(option.max)];
    }
    input.value = value === "<empty>" ? "" : value;
  }
  return input;
}

/**
 * Shows and applies the looks and the language.
 * @param {string} language
 * @param {(language: string) => void} speak
 */
export function connectLooks(language, speak) {
  const looks = byId("looks", HTMLSelectElement);
  const chosen = kept("looks", "auto");
  fill(looks, LOOKS.map((look) => [look, t(`looks-${look}`)]), chosen);
  document.documentElement.dataset.looks = looks.value;
  looks.onchange = () => {
    document.documentElement.dataset.looks = looks.value;
    keep("looks", looks.value);
  };
  const languages = byId("language", HTMLSelectElement);
  const name = (/** @type {string} */ code) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  fill(languages, LANGUAGES.map((code) => [code, name(code)]), language);
  languages.onchange = () => {
    keep("language", languages.value);
    speak(languages.value);
  };
}

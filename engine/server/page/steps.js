/** The buttons and the keys that walk through moves. */
import { html } from "./element.js";
import { svg } from "./svg.js";

/** A sign in place of a word. */
export const icon = (/** @type {string} */ path) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" }, svg("path", { d: path }));

/** What each does, its picture, its name, and its key. */
const STEPS = [
  ["first", "M2 2H4V14H2ZM14 2V14L5 8Z", "analyse-first", "Home"], ["back", "M12 2V14L3 8Z", "analyse-back", "ArrowLeft"],
  ["on", "M4 2V14L13 8Z", "analyse-on", "ArrowRight"], ["last", "M12 2H14V14H12ZM2 2V14L11 8Z", "analyse-last", "End"],
];

/** A button for each step: it says in `data-act` which. */
export const stepButtons = () => STEPS.map(([act, path, label, key]) =>
  html("button", { type: "button", "data-act": act, "data-label": label, "aria-keyshortcuts": key }, icon(path)));

/**
 * Listens to keys, but where they have a meaning of their own.
 * @param {Object<string, () => unknown>} acts by their keys, which may have `Shift+` before them
 * @param {() => boolean} isOpen
 * @param {string} own the elements in which keys mean something else
 */
export function listenToKeys(acts, isOpen, own) {
  document.addEventListener("keydown", (event) => {
    if (!isOpen() || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(own) !== null) return;
    const key = (event.shiftKey ? "Shift+" : "") + event.key;
    if (!Object.hasOwn(acts, key)) return;
    event.preventDefault();
    acts[key]();
  });
}

/** The buttons and the keys that walk through moves. */
import { icon } from "../../explain/page/icons.js";
import { html } from "./element.js";

/** @typedef {import("../../explain/page/icons.js").Icon} Icon */

/** What each does, its sign, its name, and its key. @type {[string, Icon, string, string][]} */
const STEPS = [
  ["first", "first", "analyse-first", "Home"], ["back", "back", "analyse-back", "ArrowLeft"],
  ["on", "forward", "analyse-on", "ArrowRight"], ["last", "last", "analyse-last", "End"],
];

/** A button for each step: it says in `data-act` which. */
export const stepButtons = () => STEPS.map(([act, sign, label, key]) =>
  html("button", { type: "button", "data-act": act, "data-label": label, "aria-keyshortcuts": key }, icon(sign)));

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

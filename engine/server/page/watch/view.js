/**
 * The view Watch.
 *
 * @typedef {import("../types.js").Context} Context
 */
import { html } from "../element.js";
export { words } from "./words.js";

/**
 * Shows the view. The container is empty the first time, and is as the view left it later.
 * @param {HTMLElement} container
 * @param {Context} _context
 */
export function show(container, _context) {
  if (container.childElementCount > 0) return;
  container.append(html("h2", { "data-text": "watch-title" }));
}

/** Leaves the view: searches end, timers stop. */
export function hide() {}

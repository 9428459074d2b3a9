// The signs on buttons, for this page and for that of `plyd web`.

import { svg } from "./element.js";

/** The signs as paths, 16 units wide and high. */
const ICONS = {
  first: "M2 2H4V14H2ZM14 2V14L5 8Z",
  back: "M12 2V14L3 8Z",
  play: "M3 1V15L15 8Z",
  pause: "M3 2H6.5V14H3ZM9.5 2H13V14H9.5Z",
  forward: "M4 2V14L13 8Z",
  last: "M12 2H14V14H12ZM2 2V14L11 8Z",
  larger: "M7 3H9V7H13V9H9V13H7V9H3V7H7Z",
  smaller: "M3 7H13V9H3Z",
  fit: "M2 2H6V4H4V6H2ZM10 2H14V6H12V4H10ZM2 10H4V12H6V14H2ZM12 10H14V14H10V12H12Z",
  close: "M3 4L4 3L8 7L12 3L13 4L9 8L13 12L12 13L8 9L4 13L3 12L7 8Z",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @returns {name is Icon} */
export const isIcon = (/** @type {string} */ name) => Object.hasOwn(ICONS, name);

/** A sign in place of a word. */
export const icon = (/** @type {Icon} */ name) =>
  svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: `icon ${name}` }, svg("path", { d: ICONS[name] }));

/**
 * An element with a shadow, in which the style sheets of `plyd explain` count, and those of this page do not.
 */
import { html } from "../element.js";
import { DARK, modules, SHEETS } from "./modules.js";

const BY_SYSTEM = "(prefers-color-scheme: dark)";

/** The media for which the colours of the dark are, with these looks. */
function mediaOf(/** @type {string | undefined} */ looks) {
  if (looks === "dark" || looks === "contrast") return "all";
  return looks === "light" ? "not all" : BY_SYSTEM;
}

/**
 * Gives an element its shadow. The answer is the place for what it shows, once the style sheets are there.
 * @param {HTMLElement} host
 * @returns {Promise<HTMLElement>}
 */
export async function shadowOf(host) {
  const shadow = host.attachShadow({ mode: "open" });
  const place = html("div", { class: "shown" });
  const root = document.documentElement;
  const links = SHEETS.map(({ name, href }) => ({ name, link: html("link", { rel: "stylesheet", href }) }));
  const dark = links.find(({ name }) => name === DARK)?.link;
  const look = () => { if (dark !== undefined) dark.media = mediaOf(root.dataset.looks); };
  look();
  new MutationObserver(look).observe(root, { attributeFilter: ["data-looks"] });
  const ready = links.map(({ link }) => new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`no ${link.href}`)));
  }));
  shadow.append(...links.map(({ link }) => link), place);
  await Promise.all(ready);
  const { takeFonts } = await modules();
  takeFonts(host);
  return place;
}

/**
 * An element with a shadow, in which the style sheets of `plyd explain` count, and those of this page do not.
 */
import { html } from "../element.js";
import { modules, SHEETS } from "./modules.js";

/**
 * Gives an element its shadow. The answer is the place for what it shows, once the style sheets are there.
 * @param {HTMLElement} host
 * @returns {Promise<HTMLElement>}
 */
export async function shadowOf(host) {
  const shadow = host.attachShadow({ mode: "open" });
  const place = html("div", { class: "shown" });
  const links = SHEETS.map((href) => html("link", { rel: "stylesheet", href }));
  const ready = links.map((link) => new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`no ${link.href}`)));
  }));
  shadow.append(...links, place);
  await Promise.all(ready);
  const { takeFonts } = await modules();
  takeFonts(host);
  return place;
}

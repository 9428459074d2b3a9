/** The rules of a game in a window of their own. Few people open it, so the first board does not wait for it. */
import { aboutGame } from "../about.js";
import { byId, html, typed } from "../element.js";
import { t } from "../words.js";

/** Shows what the game says about itself. Without texts it says so. */
export function showRules(/** @type {string} */ game, /** @type {string} */ otherwise) {
  const dialog = byId("rules-dialog", HTMLDialogElement);
  const about = aboutGame(game);
  const heading = byId("rules-name", HTMLElement);
  heading.textContent = about?.name ?? otherwise;
  const place = /** @type {HTMLElement} */ (dialog.querySelector(".texts"));
  // What a game lacks in the language of the page is in English.
  for (const part of [heading, place]) part.lang = about?.language ?? document.documentElement.lang;
  const page = document.documentElement.lang;
  const part = (/** @type {string} */ key, /** @type {Node[]} */ ...texts) =>
    (texts.length === 0 ? [] : [html("h3", { lang: page }, t(key)), ...texts]);
  const facts = [["rules-author", about?.author ?? ""], ["rules-licence", about?.licence ?? ""]].filter(([, text]) => text !== "")
    .map(([key, text]) => html("p", {}, html("span", { lang: page }, `${t(key)}: `), text));
  place.replaceChildren(
    ...about?.rules === undefined ? [html("p", { lang: page }, t("rules-none"))] : lines(about.rules),
    ...part("rules-moves", ...lines(about?.moves ?? "")), ...facts, ...homeOf(about?.home ?? ""));
  dialog.showModal();
  // From there the text can be read and scrolled; a button below it would begin at its end.
  heading.focus();
}

/** A paragraph for each line. */
function lines(/** @type {string} */ text) {
  return text.split("\n").filter((line) => line !== "").map((line) => html("p", {}, ...typed(line)));
}

/** The address of the game's home page: a link if it is one for browsers, and safe on its way. */
function homeOf(/** @type {string} */ home) {
  if (home === "") return [];
  const isSafe = URL.canParse(home) && new URL(home).protocol === "https:";
  const shown = isSafe ? html("a", { href: home, target: "_blank", rel: "noopener noreferrer" }, home) : home;
  return [html("p", {}, html("span", { lang: document.documentElement.lang }, `${t("rules-home")}: `), shown)];
}

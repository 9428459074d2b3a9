/**
 * The views of the page: each is a folder with a module `view.js`. Play is there at once. The module of another one is
 * loaded with its style sheet `looks.css` when it is first shown, so that the first board does not wait for them.
 *
 * @typedef {import("./types.js").Context} Context
 * @typedef {import("./types.js").ViewModule} ViewModule
 */
import { byId, html } from "./element.js";
import { t, write } from "./words.js";

export const PLAY = "play";
/** So long a view waits at most to be seen whole, in milliseconds. */
const ARRIVING = 2000;
/** After so long a view is loaded once more, if the server was away, in milliseconds. */
const AGAIN = 2000;

/** @type {Object<string, () => Promise<ViewModule>>} */
const MODULES = {
  games: () => import("./games/view.js"),
  analyse: () => import("./analyse/view.js"),
  watch: () => import("./watch/view.js"),
  teach: () => import("./teach/view.js"),
};

/** The name of the view that an address asks for. */
export function wanted(/** @type {URLSearchParams} */ fields) {
  const name = fields.get("view");
  return name !== null && Object.hasOwn(MODULES, name) ? name : PLAY;
}

export class Views {
  /** The view that is shown, or is being loaded. */
  current = PLAY;
  /** @type {Map<string, Promise<ViewModule>>} */
  #loaded = new Map();
  /** How often each was asked for. @type {Map<string, number>} */
  #tries = new Map();
  /** @type {ViewModule | null} */
  #open = null;

  /**
   * @param {ViewModule} play
   * @param {(name: string, fields: URLSearchParams) => Context} context makes what a view is given
   */
  constructor(play, context) {
    this.context = context;
    this.#loaded.set(PLAY, Promise.resolve(play));
  }

  /**
   * Shows a view, and hides the one before it.
   * @param {string} name
   * @param {URLSearchParams} fields those of the address
   */
  async show(name, fields) {
    this.#open?.hide();
    this.#open = null;
    // Each view begins at its top.
    if (this.current !== name) scrollTo(0, 0);
    this.current = name;
    for (const place of document.querySelectorAll("main")) place.hidden = place.id !== name;
    for (const part of document.querySelectorAll("[data-of]")) {
      if (part instanceof HTMLElement) part.hidden = part.dataset.of !== name;
    }
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("href") === `#view=${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (name !== PLAY) document.title = `${t(`view-${name}`)} – plyd`;
    const container = byId(name, HTMLElement);
    container.querySelector(":scope > .not-loaded")?.remove();
    const module = await this.load(name).catch(() => null);
    if (module === null) {
      // The server may be away. When it is there again, so is the view.
      const again = () => {
        if (this.current === name && this.#open === null) this.show(name, fields);
      };
      const button = html("button", { type: "button", "data-text": "try-again" }, t("try-again"));
      button.addEventListener("click", again);
      container.append(html("div", { class: "not-loaded" },
        html("p", { role: "alert", "data-text": "view-not-loaded" }, t("view-not-loaded")), button));
      container.classList.remove("arriving");
      setTimeout(again, AGAIN);
      return;
    }
    // Another view may have been asked for meanwhile.
    if (this.current !== name || this.#open === module) return;
    this.#open = module;
    const shown = Promise.resolve(module.show(container, this.context(name, fields)));
    write();
    // Play is nothing without its board.
    const late = name === PLAY ? shown : new Promise((resolve) => setTimeout(resolve, ARRIVING));
    await Promise.race([shown, late]).finally(() => container.classList.remove("arriving"));
    await shown;
    write();
  }

  /** Tells the view that is shown of another language. Play has heard of it, shown or not. */
  speak() {
    if (this.current !== PLAY) {
      document.title = `${t(`view-${this.current}`)} – plyd`;
      this.#open?.speak?.();
    }
    write();
  }

  /**
   * Loads a view, which may be shown later.
   * @param {string} name
   */
  load(name) {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const tries = this.#tries.get(name) ?? 0;
    this.#tries.set(name, tries + 1);
    // A browser does not ask again for a module that it did not get, but under another address.
    const module = tries === 0 ? MODULES[name]() : /** @type {Promise<ViewModule>} */ (import(`./${name}/view.js?${tries}`));
    const loading = Promise.all([module, style(new URL(`${name}/looks.css`, import.meta.url).href)]).then(([module]) => module);
    this.#loaded.set(name, loading);
    // The next try loads it anew.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}

/** Adds a style sheet, and waits until it is there, so that nothing jumps. */
function style(/** @type {string} */ href) {
  return new Promise((resolve, reject) => {
    const link = html("link", { rel: "stylesheet", href });
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`no ${href}`)));
    document.head.append(link);
  });
}

/**
 * The session behind Play. It is begun here, while the rest of the page is still being loaded, so that the first board
 * does not wait for the one after the other.
 */
import { Engine, Lost } from "./engine.js";
import { takeToken } from "./game.js";
import { keepToken, kept, keptToken } from "./keep.js";
import { chooseLanguage } from "./words.js";

// The token leaves the address before anything else can read or show it.
const { token: given, rest } = takeToken(location.hash);
if (given !== null) {
  keepToken(given);
  history.replaceState(null, "", location.pathname + (rest === "" ? "" : `#${rest}`));
}

/** The token, or `null`; a browser that keeps nothing has it in the address alone. */
export const token = () => keptToken() ?? given;

/** Asks for a token in a window of the page, which may have to be read first. */
export async function askToken() {
  if (document.readyState === "loading") await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
  return (await import("./ask.js")).askToken();
}

/** The language of the page, once its texts are there. */
export const spoken = chooseLanguage(kept("language", ""));

export const engine = new Engine(askToken, token(), () => {});

async function describe() {
  for (;;) {
    try {
      return await engine.describe();
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
    }
  }
}

/** The options that the engine has, and the names of its games. */
export const described = describe();

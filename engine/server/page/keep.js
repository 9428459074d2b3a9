/** What the browser keeps: the game and the choices for all pages of this server, the token, and whether Analyse searches, for this tab. */

const PREFIX = "plyd.";

/**
 * Keeps a value; a browser that keeps nothing is no reason to stop.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full, or forbidden.
  }
}

/**
 * A kept value, or another one.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a text for this tab, until it is closed.
 * @param {string} name
 * @param {string} text
 */
function keepHere(name, text) {
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // It is asked for again after a reload.
  }
}

/** @returns {string | null} */
function keptHere(/** @type {string} */ name) {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export const keepToken = (/** @type {string} */ token) => keepHere("token", token);
export const keptToken = () => keptHere("token");

/** Keeps whether Analyse searches the positions that it shows. */
export const keepSearching = (/** @type {boolean} */ isOn) => keepHere("searching", String(isOn));
/** Whether it does; at first it waits until somebody asks. */
export const keptSearching = () => keptHere("searching") === "true";

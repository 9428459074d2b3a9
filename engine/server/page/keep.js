/** What the browser keeps: the game and the choices for all pages of this server, the token for this tab. */

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

/** @param {string} token */
export function keepToken(token) {
  try {
    sessionStorage.setItem(`${PREFIX}token`, token);
  } catch {
    // It is asked for again after a reload.
  }
}

/** @returns {string | null} */
export function keptToken() {
  try {
    return sessionStorage.getItem(`${PREFIX}token`);
  } catch {
    return null;
  }
}

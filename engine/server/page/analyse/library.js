/**
 * The analyses that the browser has saved, and the file that was opened last, in a database of the browser.
 *
 * @typedef {{id: string, name: string, game: string, date: number, source: string, moves: number}} Entry a saved analysis;
 *   `source` is the fingerprint of the game of a file that it began with, or empty
 * @typedef {{name: string, text: string}} File
 */

/** So many analyses are saved at most. */
export const MOST_SAVED = 500;

/** There is no room for another one. */
export class NoRoom extends Error {}

export class Library {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;

  /** All of them, the newest one first. @returns {Promise<Entry[]>} */
  async list() {
    const entries = await this.#ask("readonly", ["entries"], ([entries]) => entries.getAll());
    return entries.sort((/** @type {Entry} */ one, /** @type {Entry} */ other) => other.date - one.date);
  }

  /** The tree of one, as `MoveTree` writes it; `undefined` if there is none. @returns {Promise<any>} */
  tree(/** @type {string} */ id) {
    return this.#ask("readonly", ["trees"], ([trees]) => trees.get(id));
  }

  /** Saves an analysis, in place of the one with the same id. */
  async save(/** @type {Entry} */ entry, /** @type {unknown} */ tree) {
    const known = await this.#ask("readonly", ["entries"], ([entries]) => entries.getAllKeys());
    if (!known.includes(entry.id) && known.length >= MOST_SAVED) throw new NoRoom();
    await this.#ask("readwrite", ["entries", "trees"], ([entries, trees]) => {
      entries.put(entry);
      return trees.put(tree, entry.id);
    });
  }

  rename(/** @type {Entry} */ entry) {
    return this.#ask("readwrite", ["entries"], ([entries]) => entries.put(entry));
  }

  remove(/** @type {string} */ id) {
    return this.#ask("readwrite", ["entries", "trees"], ([entries, trees]) => {
      entries.delete(id);
      return trees.delete(id);
    });
  }

  /** @returns {Promise<File | undefined>} */
  file() {
    return this.#ask("readonly", ["files"], ([files]) => files.get("last"));
  }

  keepFile(/** @type {File} */ file) {
    return this.#ask("readwrite", ["files"], ([files]) => files.put(file, "last"));
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {string[]} names
   * @param {(stores: IDBObjectStore[]) => IDBRequest} ask
   * @returns {Promise<any>} when it is written
   */
  async #ask(mode, names, ask) {
    this.#database ??= open();
    // The next question tries again, if there is no database now.
    const database = await this.#database.catch((error) => {
      this.#database = null;
      throw error;
    });
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(names, mode);
      const request = ask(names.map((name) => transaction.objectStore(name)));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("plyd", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" });
      request.result.createObjectStore("trees");
      request.result.createObjectStore("files");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

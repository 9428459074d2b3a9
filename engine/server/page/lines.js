/**
 * The connection to the server: lines of the protocol over a WebSocket. The first one is the token.
 *
 * @typedef {"lost" | "refused" | "full"} Ending why a connection has ended
 */

export class Lines {
  /** @type {WebSocket} */
  #socket;
  #isOpen = false;
  /** @type {string[]} */
  #waiting = [];
  /** @type {Ending} */
  #ending = "lost";

  /**
   * @param {string} token
   * @param {{line: (line: string) => unknown, open: () => void, end: (ending: Ending) => unknown}} hears
   * @param {string} [path] where to connect
   */
  constructor(token, hears, path = "session") {
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener("open", () => this.#socket.send(`auth ${token}`));
    this.#socket.addEventListener("message", ({ data }) => {
      if (this.#isOpen) return hears.line(data);
      if (data === "authok") {
        this.#isOpen = true;
        this.#waiting.forEach((line) => this.#socket.send(line));
        this.#waiting = [];
        hears.open();
      } else if (!/ error auth-required /.test(data)) {
        // That one says that the token came too late, from a browser that was busy: it is sent again.
        this.#ending = / error (auth-\S+|forbidden) /.test(data) ? "refused" : "full";
      }
    });
    this.#socket.addEventListener("close", () => hears.end(this.#ending));
  }

  /** @param {string} line */
  send(line) {
    if (!this.#isOpen) this.#waiting.push(line);
    // One that is closing takes nothing any more; its end is heard soon.
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(line);
  }

  close() {
    // A browser complains of a socket that is closed before it is open.
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.addEventListener("open", () => this.#socket.close());
    else this.#socket.close();
  }
}

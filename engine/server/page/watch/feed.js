/**
 * The questions to the server of a match, and their answers: one at a time, a line each. A connection that is lost is
 * made anew with the next question.
 */
import { Lines } from "../lines.js";

export class Feed {
  /** @type {Lines | null} */
  #lines = null;
  /** @type {{resolve: (answer: any) => void, reject: (error: Error) => void} | null} */
  #question = null;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /**
   * @param {() => Promise<string>} askToken
   * @param {string | null} token
   */
  constructor(askToken, token) {
    this.askToken = askToken;
    this.token = token;
  }

  /**
   * Asks a question.
   * @param {string} question
   * @returns {Promise<any>}
   */
  ask(question) {
    const answer = this.#turn.then(async () => {
      while (this.token === null) this.token = await this.askToken();
      const lines = this.#lines ??= this.#connect(this.token);
      return new Promise((resolve, reject) => {
        this.#question = { resolve, reject };
        lines.send(question);
      });
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** @param {string} token */
  #connect(token) {
    return new Lines(token, {
      line: (line) => {
        const question = this.#question;
        this.#question = null;
        if (line.startsWith("{")) question?.resolve(JSON.parse(line));
        else question?.reject(new Error(line.replace(/^info string error \S+ /, "")));
      },
      open: () => {},
      end: (ending) => {
        this.#lines = null;
        if (ending === "refused") this.token = null;
        const question = this.#question;
        this.#question = null;
        question?.reject(new Error(ending));
      },
    }, "feed");
  }
}

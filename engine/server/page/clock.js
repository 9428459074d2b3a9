/**
 * The clocks of both players, in milliseconds.
 * @typedef {import("./types.js").Side} Side
 */
import { decimal } from "./scores.js";

export class Clock {
  /** @type {Side | null} */
  #running = null;
  #since = 0;

  /**
   * @param {{max: number, min: number}} left
   * @param {number} increment
   */
  constructor(left, increment) {
    this.left = { ...left };
    this.increment = increment;
  }

  /**
   * What a side has left now.
   * @param {Side} side
   */
  of(side) {
    const gone = this.#running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - gone);
  }

  /**
   * Lets the clock of one side run, or none.
   * @param {Side | null} side
   */
  run(side) {
    if (this.#running === side) return;
    this.halt();
    [this.#running, this.#since] = [side, performance.now()];
  }

  /** Stops it. */
  halt() {
    if (this.#running !== null) this.left[this.#running] = this.of(this.#running);
    this.#running = null;
  }

  /**
   * A side has moved: it gets its increment.
   * @param {Side} side
   */
  moved(side) {
    this.halt();
    this.left[side] += this.increment;
  }

  /**
   * A side's time as people read it.
   * @param {Side} side
   */
  text(side) {
    const left = this.of(side);
    // Rounded up, so that nobody reads zero before the time is over.
    if (left < 10_000) return decimal(Math.ceil(left / 100) / 10, 1);
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** Numbers from 0 to below 1: mulberry32, by Tommy Ettinger. */
export function chance(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a random test needs of these numbers. */
export class Dice {
  /** @param {number} seed */
  constructor(seed) {
    this.next = chance(seed);
  }

  /** A whole number from 0 to below another one. */
  below(/** @type {number} */ most) {
    return Math.floor(this.next() * most);
  }

  /**
   * One of some things.
   * @template T
   * @param {T[]} all
   */
  of(all) {
    return all[this.below(all.length)];
  }
}

/** Dice: what chance does is a function of a seed and the number of the ply, so that a game can be told again. */

/**
 * A number from 0 up to, but not including, 1.
 * @param {number} seed a whole number of 32 bits
 * @param {number} ply
 */
export function random(seed, ply) {
  // SplitMix with 32 bits, as in Java's SplittableRandom; the multipliers are those of MurmurHash 3's last step.
  let bits = (seed + Math.imul(ply + 1, 0x9e3779b9)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * One of the outcomes, each as often as its weight says.
 * @param {Object<string, number>} weights
 * @param {number} seed
 * @param {number} ply
 * @returns {string}
 */
export function roll(weights, seed, ply) {
  const outcomes = Object.entries(weights);
  let left = random(seed, ply) * outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  const found = outcomes.find(([, weight]) => (left -= weight) < 0);
  return (found ?? outcomes[outcomes.length - 1])[0];
}

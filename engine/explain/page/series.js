// Ten trees in a row: the points of each, and a code for a teacher, which `plyd explain --check-codes` reads.

/** How many trees there are in a series. */
export const TREES = 10;
/** What the quiz asks for, in the order of their bits and points. */
export const PARTS = ["cuts", "values", "bounds"];
/** The digits of a code: without letters that look like others. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** A code has so many of them, five bits each. */
const LENGTH = 25;
/** The bits of the checksum, with some that are not used. */
const CHECKED = 35n;

/**
 * FNV-1a: it shows a change of a code or of a name. It is no secret.
 * @param {string} text
 */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return BigInt(sum);
}

export class Series {
  /**
   * `source` says which trees they are: `isCourse`, `number` (a seed, or the number of a course's first exercise), `depth`
   * and `branching` (0 for a course); and how they are searched: `isStrict`, `isHard`.
   * @param {{isCourse: boolean, number: number, depth: number, branching: number, isStrict: boolean, isHard: boolean}} source
   */
  constructor(source) {
    this.source = source;
    // The tree that is shown, from 0.
    this.at = 0;
    /** The points of each tree that was answered. @type {Map<number, number>} */
    this.points = new Map();
    /** What the first answer was asked for. @type {string[] | null} */
    this.asked = null;
    this.isFirstTest = false;
  }

  /**
   * Counts the first answer to the tree that is shown: `right` has the parts that are right.
   * @param {string[]} asked
   * @param {string[]} right
   * @param {string} book
   */
  record(asked, right, book) {
    if (this.points.has(this.at)) return;
    this.asked ??= [...asked];
    this.isFirstTest ||= book === "cs188";
    this.points.set(this.at, this.asked.filter((part) => right.includes(part)).length);
  }

  get isWhole() {
    return this.points.size === TREES;
  }

  get sum() {
    return [...this.points.values()].reduce((sum, points) => sum + points, 0);
  }

  /** How many points there were until now. */
  get most() {
    return this.points.size * (this.asked?.length ?? 0);
  }

  /**
   * The code for this student.
   * @param {string} name
   */
  code(name) {
    const { isCourse, number, depth, branching, isStrict, isHard } = this.source;
    const bits = PARTS.reduce((all, part, at) => all | (this.asked?.includes(part) ? 1 << at : 0), 0);
    /** @type {[number | boolean, number][]} */
    const fields = [[1, 3], [isCourse, 1], [isStrict, 1], [isHard, 1], [this.isFirstTest, 1], [bits, 3], [number, 53], [depth, 4],
      [branching, 3], ...Array.from({ length: TREES }, (_, tree) => /** @type {[number, number]} */ ([this.points.get(tree) ?? 0, 2]))];
    const payload = fields.reduce((all, [value, width]) => (all << BigInt(width)) | BigInt(value), 0n);
    const who = name.trim().split(/\s+/u).join(" ").toLowerCase();
    let rest = (payload << CHECKED) | checksum(`${who}\n${payload}`);
    let code = "";
    for (let at = 0; at < LENGTH; at += 1) {
      code = DIGITS[Number(rest & 31n)] + code;
      rest >>= 5n;
    }
    return code.replace(/(.{5})(?=.)/g, "$1-");
  }
}

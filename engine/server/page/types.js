/**
 * The shapes of what the modules hand to each other. They exist for readers and for the type checker only.
 * The view is what `view` answers; docs/view.md and its two schemas describe it.
 *
 * @typedef {[number, number]} Point
 * @typedef {"max" | "min"} Side
 * @typedef {Side | "none"} Owner
 * @typedef {{id: string, at: Point, shape: string, size?: Point, from?: Point, to?: Point, outline?: Point[],
 *   tone?: string, owner?: Owner, name?: string, inert?: boolean}} Spot
 * @typedef {{on: string, glyph: string, owner?: Owner, text?: string, count?: number, name?: string}} Token
 * @typedef {{kind: string, on: string[]}} Mark
 * @typedef {{game: string, sides: [string, string], turn: Side | "chance", outcome: "ongoing" | Side | "draw",
 *   value?: number, count: number, moves: Object<string, string[]> | null, weights?: Object<string, number>,
 *   picture?: string, spots?: Spot[], tokens?: Token[], marks?: Mark[], lines?: [number, number, number, number][],
 *   dots?: Point[], borders?: {points: Point[], owner?: Owner}[], labels?: {at: Point, text: string}[],
 *   choices?: {id: string, text: string}[], targets?: string}} View
 *
 * A game as far as it has been played. `setup` is empty for the start position.
 * @typedef {{game: string, options: Object<string, string>, setup: string, moves: string[]}} Game
 *
 * An option as `uci` declares it.
 * @typedef {{name: string, type: string, value: string, min?: number, max?: number, choices: string[]}} Option
 *
 * A line `info` of a search.
 * @typedef {{depth?: number, nodes?: number, cp?: number, mate?: number, bound?: string, pv: string[]}} Info
 */
export {};

/**
 * The shapes of what the modules hand to each other. They exist for readers and for the type checker only.
 * The view is what `view` answers; docs/view.md and its two schemas describe it.
 *
 * @typedef {[number, number]} Point
 * @typedef {"max" | "min"} Side
 * @typedef {Side | "none"} Owner
 * @typedef {{id: string, at: Point, shape: string, size?: Point, from?: Point, to?: Point, outline?: Point[],
 *   pile?: [Point, Point], tone?: string, owner?: Owner, name?: string, inert?: boolean}} Spot
 * @typedef {{on: string, glyph: string, owner?: Owner, text?: string, count?: number, path?: string,
 *   name?: string}} Token
 * @typedef {{kind: string, on: string[], owner?: Owner}} Mark
 * @typedef {{game: string, sides: [string, string], turn: Side | "chance", outcome: "ongoing" | Side | "draw",
 *   winless?: Side[], value?: number, scale?: number, draws?: number, count: number, moves: Object<string, string[]> | null, ways?: Object<string, string[][]>, notation?: Object<string, string>, weights?: Object<string, number>,
 *   picture?: string, spots?: Spot[], tokens?: Token[], marks?: Mark[], lines?: [number, number, number, number][],
 *   dots?: Point[], borders?: {points: Point[], owner?: Owner}[], labels?: {at: Point, text: string}[],
 *   choices?: {id: string, text: string}[], targets?: string,
 *   colours?: [string, string], points?: [number, number], result?: {reason: string}}} View
 *
 * A game as far as it has been played. `setup` is empty for the start position.
 * @typedef {{game: string, options: Object<string, string>, setup: string, moves: string[]}} Game
 *
 * An option as `uci` declares it.
 * @typedef {{name: string, type: string, value: string, min?: number, max?: number, choices: string[]}} Option
 *
 * A line `info` of a search.
 * @typedef {{depth?: number, seldepth?: number, multipv?: number, nodes?: number, nps?: number, time?: number,
 *   cp?: number, mate?: number, bound?: string, wdl?: [number, number, number], pv: string[]}} Info
 *
 * What `read` answers. There are no nodes if the record is of another game than the session's. Each node comes behind its
 * parent, and the first one behind a parent is of the main line.
 * @typedef {{parent: number | null, move: string, notation?: string, turn: Side | "chance", glyphs?: number[], before?: string, comment?: string,
 *   commands?: [string, string][]}} RecordNode
 * @typedef {{game: string, options: Object<string, string>, setup: string, tags: [string, string][], comment?: string,
 *   commands?: [string, string][], result: string, turn?: Side | "chance", nodes?: RecordNode[],
 *   warnings: {line: number, column: number, text: string}[], more_warnings?: number}} Record
 *
 * A value: in the units of the game, or the moves to a win, which is lost if they are negative.
 * @typedef {{cp?: number, mate?: number, bound?: string}} Score
 */

/**
 * A node of the tree of a search that is watched, and a line `tree` with some of them.
 * @typedef {{id: number, in?: number, move?: string | null, notation?: string, turn: Side | "chance", depth: number, value?: number,
 *   mate?: number, bound?: "exact" | "lower" | "upper", alpha?: number, beta?: number, visits: number, nodes: number,
 *   cuts: number, best?: number, leaf?: string}} TreeNode
 * @typedef {{time: number, visited: number, omitted: number, last?: boolean, tree: TreeNode[]}} TreePart
 */

/**
 * What a view is given when it is shown.
 * @typedef {object} Context
 * @property {URLSearchParams} fields those of the address, `view` among them
 * @property {Map<string, string>} games the names of all games, by their ids
 * @property {Option[]} options all options of a session
 * @property {() => import("./engine.js").Engine} connect a session of its own, which the view closes again
 * @property {() => Game} game the game in Play, as far as it has been played
 * @property {(game: Game) => void} play takes a game over to Play
 * @property {(game: string) => void} begin asks how to begin a new game in Play
 * @property {(view: string, fields: Object<string, string>) => void} open opens a view, with these fields of its address
 * @property {(fields: Object<string, string>) => void} address writes the view's own fields into the address
 */

/**
 * The module of a view.
 * @typedef {object} ViewModule
 * @property {(container: HTMLElement, context: Context) => void | Promise<void>} show
 * @property {() => void} hide
 * @property {() => void} [speak] the language is another one; `data-text` and `data-label` are written anew without it
 */
export {};


/**
 * What `plyd explain` writes for its page, see docs/explain.md, and what the modules of the page hand each other.
 *
 * @typedef {"max" | "min" | "chance"} Turn
 * @typedef {number | string | null} Content of a leaf: its value, how it is written if it is not known; null for others
 * @typedef {[string, "disc", number[], string?] | [string, "text", number[], string] | [string, "area" | "line", number[][], string?]} Figure
 *   look, form, and numbers or a text
 * @typedef {object} Ground of all boards of a search
 * @property {number} width
 * @property {number} height
 * @property {[string, string]} colours of the things of both players
 * @property {Figure[]} parts
 *
 * @typedef {object} TreeNode a node, by whose place in the list others name it
 * @property {number | null} up
 * @property {number} index its place among the children of the one above
 * @property {Turn} turn
 * @property {string} move
 * @property {string | null} chance
 * @property {string | null} label
 * @property {string | null} given
 * @property {string} name
 * @property {string} why
 * @property {string} [tested] the reason in code that tests the cut first
 * @property {number} visits
 * @property {Content} content
 * @property {boolean} horizon
 * @property {string | null} hidden
 * @property {Figure[] | null} pieces
 * @property {string | null} board
 * @property {number[]} children the page adds this, and what follows
 * @property {number} below
 * @property {number} ply
 *
 * @typedef {{node: number, sentence: string, tested?: string}} Told
 * @typedef {Told & {kind: "enter", depth: number, alpha: number, beta: number}} Enter
 * @typedef {Told & {kind: "leaf" | "leave", value: number, bound: string}} Found
 * @typedef {Told & {kind: "update", child: number, best: number, alpha: number, beta: number}} Update
 * @typedef {Told & {kind: "cut", skipped: number[]}} Cut
 * @typedef {Told & {kind: "promise", child: number, value: number}} Promised
 * @typedef {Told & {kind: "probe" | "narrow"}} Other
 * @typedef {Enter | Found | Update | Cut | Promised | Other} SearchEvent
 *
 * @typedef {object} Searched one search
 * @property {string} title
 * @property {string} game
 * @property {string} position
 * @property {string} algorithm
 * @property {string} cut
 * @property {string} fail
 * @property {[string, string][]} conventions
 * @property {string | null} notDrawn
 * @property {number} value
 * @property {string[]} line
 * @property {{nodes: number, leaves: number, cuts: number, saved: number | null, minimax: {nodes: number, leaves: number, best: number | null} | null}} counts
 * @property {Ground | null} ground
 * @property {TreeNode[]} tree
 * @property {SearchEvent[]} events
 *
 * @typedef {object} Explained
 * @property {string} lang
 * @property {string} bounds `nodes` or `edges`
 * @property {Object<string, string>} words
 * @property {Object<string, string>} values
 * @property {Searched[]} panels
 * @property {string} [body] the elements, for a page that has the script already
 * @property {number} [examples] how many of the searches are those, in a course
 *
 * @typedef {object} State of a node after a number of events
 * @property {number} visits
 * @property {number} round
 * @property {[number, number] | null} entered
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number | null} best
 * @property {number | null} chosen
 * @property {number | null} value
 * @property {string | null} bound
 * @property {number | null} skipped
 *
 * @typedef {object} Look
 * @property {string} state
 * @property {string[]} marks
 * @property {string} value
 * @property {string[]} bounds
 * @property {string[]} handed
 * @property {string} spoken
 * @property {string | null} [hidden]
 * @property {Object<string, string | number | boolean | null>} attributes
 *
 * @typedef {{x: number, y: number}} Place
 * @typedef {ReturnType<typeof import("./shapes.js").sizes>} Size
 * @typedef {ReturnType<typeof import("./shapes.js").build>} Parts
 * @typedef {{values: string[], bounds: string[], handed: string[]}} Texts
 *
 * @typedef {object} Editor which changes the tree of the first panel
 * @property {boolean} isOn
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {(panel: import("./panel.js").Panel, node: number, look: Look) => void} look
 * @property {(panel: import("./panel.js").Panel, node: number) => void} chosen
 *
 * @typedef {object} Host what the host of the page has for it
 * @property {(isSo: boolean) => void} [seen]
 * @property {Editor | null} [editor]
 * @property {import("./series.js").Series | null} [series]
 * @property {string} [book]
 * @property {(book: string) => void} [chosen]
 *
 * @typedef {import("./main.js").Page} Page
 */
export {};

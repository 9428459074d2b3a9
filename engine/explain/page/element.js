// Elements, for this page and for that of `plyd web`.

/**
 * A new element of HTML.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Object<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * A new element of SVG.
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Object<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[N]}
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Object<string, string | number>} attributes
 * @param {(Node | string)[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The element in another one, which the page always has.
 * @template {Element} E
 * @param {ParentNode} place
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
export function within(place, selector, kind) {
  const element = place.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`no ${selector}`);
  return element;
}

/**
 * All elements of a kind in another one.
 * @template {Element} E
 * @param {ParentNode} place
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E[]}
 */
export function allIn(place, selector, kind) {
  return [...place.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));
}

/**
 * The other pages of this user on this machine: from a search to the matches that are shown, and from a match to where
 * its games are analysed. The server finds them in the folder of their common token.
 */
import { html } from "../element.js";
import { keptToken } from "../keep.js";

/**
 * The pages of a kind; `null` if the server does not say.
 * @param {"play" | "match"} kind
 * @returns {Promise<string[] | null>} their addresses
 */
export async function otherPages(kind) {
  try {
    const answer = await fetch("/pages");
    const pages = /** @type {{kind: string, address: string}[]} */ (await answer.json());
    return pages.filter((page) => page.kind === kind).map(({ address }) => address);
  } catch {
    return null;
  }
}

/**
 * A link to another page. They share the token, but no address in the document has it.
 * @param {string} address
 * @param {string} text
 * @param {() => string} fragment what is to be opened there, when a person asks for it
 */
export function linkTo(address, text, fragment) {
  const link = html("a", { href: address, target: "_blank", rel: "noopener" }, text);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const token = keptToken();
    const parts = [token === null ? "" : new URLSearchParams({ token }).toString(), fragment()].filter((part) => part !== "");
    window.open(`${address}#${parts.join("&")}`, "_blank", "noopener");
  });
  return link;
}

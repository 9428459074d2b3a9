// Has node read the files of the page as modules, which no package says that they are. Usage: node --import FILE ...
import { register } from "node:module";

const hooks = `export function load(url, context, next) {
  return next(url, /\\/engine\\/(server|explain)\\/page\\/.*\\.js$/.test(url) ? { ...context, format: "module" } : context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

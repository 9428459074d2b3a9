export { svg } from "../../explain/page/element.js";

/** English: the texts of the view Watch. Every key begins with `watch-`. */
export const english = {
  "watch-title": "Watch",
};

/** English: the texts of the view Teach. Every key begins with `teach-`. */
export const english = {
  "teach-title": "Teach",
};

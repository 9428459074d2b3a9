/** Turkish: the texts of the view Teach. Every key begins with `teach-`. */
export const turkish = {
  "teach-title": "Öğret",
};

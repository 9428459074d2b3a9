/** Italian: the texts of the view Teach. Every key begins with `teach-`. */
export const italian = {
  "teach-title": "Insegna",
};

/** Bengali: the texts of the view Teach. Every key begins with `teach-`. */
export const bengali = {
  "teach-title": "শেখান",
};

/** Bengali: the texts of the view Watch. Every key begins with `watch-`. */
export const bengali = {
  "watch-title": "দেখুন",
};

/** Turkish: the texts of the view Watch. Every key begins with `watch-`. */
export const turkish = {
  "watch-title": "İzle",
};

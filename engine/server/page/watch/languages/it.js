/** Italian: the texts of the view Watch. Every key begins with `watch-`. */
export const italian = {
  "watch-title": "Osserva",
};

/** English: the texts of the view Analyse. Every key begins with `analyse-`. */
export const english = {
  "analyse-title": "Analyse",
};

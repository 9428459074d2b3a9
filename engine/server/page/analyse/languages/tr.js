/** Turkish: the texts of the view Analyse. Every key begins with `analyse-`. */
export const turkish = {
  "analyse-title": "Analiz",
};

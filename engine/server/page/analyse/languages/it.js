/** Italian: the texts of the view Analyse. Every key begins with `analyse-`. */
export const italian = {
  "analyse-title": "Analizza",
};

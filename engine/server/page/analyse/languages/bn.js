/** Bengali: the texts of the view Analyse. Every key begins with `analyse-`. */
export const bengali = {
  "analyse-title": "বিশ্লেষণ",
};

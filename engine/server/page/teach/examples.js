/** Trees of tutorials, as they are written there. */
export const EXAMPLES = [
  { key: "order", tree: "((3 12 8) (2 4 6) (14 5 2))" },
  { key: "unknown", tree: "MAX {MIN {3, 5, 10}, MIN {2, a, b}, MIN {2, 7, 3}}" },
  { key: "leaves", tree: "{3, 5, 2, 9}" },
  { key: "eight", tree: "int arr[] = {3, 5, 2, 9, 12, 5, 23, 23};" },
  { key: "negative", tree: "arr [] ={13, 8, 24, -5, 23, 15, -14, -20}" },
  { key: "uneven", tree: "MAX {MIN {3, 5, 10}, MIN {2, 2}}" },
  { key: "chance", tree: "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4}) low=1 high=4" },
  { key: "digits", tree: "((\u09e9 \u09eb) (\u09e8 \u09ef))" },
];

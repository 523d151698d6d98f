/** The rulings that say when an action of each form is legal. */
const RULINGS = [
  [/^0000$/, "P22, P23"],
  [/^[Px]@/, "P22"],
  [/^[a-j][1-8][a-j][1-8]x$/, "P21"],
  [/^[a-j][1-8][a-j][1-8][kqrbdn]$/, "P15"],
  [/^[a-j][1-8][a-j][1-8]$/, "P12, P16"],
];

/** Which ruling an action text that is not legal runs against. */
export const rulingOf = (text) =>
  RULINGS.find(([form]) => form.test(text))?.[1] ?? "it is no action";

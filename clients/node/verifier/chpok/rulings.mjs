/** The rulings that apply to each form of action. */
const RULINGS = [
  [/^0000$/, "P22, P23"],
  [/^[Px]@/, "P22"],
  [/^[a-j][1-8][a-j][1-8]x$/, "P21"],
  [/^[a-j][1-8][a-j][1-8][kqrbdn]$/, "P15"],
  [/^[a-j][1-8][a-j][1-8]$/, "P12, P16"],
];

/** Returns the rulings that an illegal action may violate, for the message of its refusal. */
export const rulingOf = (text) =>
  RULINGS.find(([form]) => form.test(text))?.[1] ?? "not a valid action";

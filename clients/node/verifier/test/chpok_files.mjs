/** The seed of P29. */
export const SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index));

/** Returns a game of Chpok as proto JSON. */
export const gameOf = (chpok, actions = [], record = {}) => ({
  variant: "chpok",
  options: { chpok },
  record: { actions, seed: SEED.toString("base64"), ...record },
});

export const START =
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}";

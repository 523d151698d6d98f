import { enumAt } from "../fields.mjs";
import { STANDARD_START, readFen } from "./fen.mjs";
import { drawStart } from "./setup.mjs";
import { ChakartState } from "./state.mjs";

/** Chakart's implementation of a variant for verify_game.mjs. */
export const CHAKART = {
  id: "chakart",
  movePurpose: "move",

  readOptions: (fields) => ({
    setup: enumAt(fields, "setup", "STANDARD"),
  }),

  /** H1: returns the start, which is drawn at random unless the set-up is standard. */
  start({ setup }, draws) {
    const isStandard = setup === "STANDARD";
    const position = isStandard
      ? readFen(STANDARD_START) : drawStart(draws, { symmetric: setup === "SYMMETRIC" });
    return new ChakartState({ position });
  },

  read: (fen) => new ChakartState({ position: readFen(fen) }),

  /** Chakart has no clocks. */
  withClocks: (state) => state,
};

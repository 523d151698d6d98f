import type { Side } from "../../shared/api.js";
import type { Chosen } from "./option_values.js";
import type { Start } from "./start_field.js";

/** Whom one may be in a new game: the first to act, then the other. */
export function sidesOf(variantId: string, chosen: Chosen, start: Start): [Side, Side] {
  return beginsWithBidding(variantId, chosen, start)
    ? ["challenger", "opponent"] : ["white", "black"];
}

function beginsWithBidding(variantId: string, chosen: Chosen, { from, fen }: Start): boolean {
  if (variantId !== "chpok") return false;
  if (from === "fen") return fen.trim().startsWith("bidding");
  return chosen["skip_bidding"] !== "true" && chosen["chips"] !== "0";
}

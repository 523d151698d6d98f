import {
  ListVariantsResponseSchema,
  Phase,
  toJson,
  type Arbiter,
  type MessageInitShape,
  type PositionSchema,
  type StateJson,
} from "@arbiter-chess/client";

import type { Catalogue } from "../shared/api.js";
import { requireState } from "./game/replay.js";
import { stateJson } from "./game/view.js";

/** A board to which the bidding of Chpok can lead. */
const BOARD_AFTER_BIDDING =
  "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR w - 1,1 0,0 0,0 0,0 1";

/** Returns the games that Arbiter serves, each with the position in its picture. */
export async function loadCatalogue(arbiter: Arbiter, locale: string): Promise<Catalogue> {
  const answer = await arbiter.listVariants({ locale });
  const starts = await Promise.all(answer.variants.map(({ id }) => startOf(arbiter, id, locale)));
  return { ...toJson(ListVariantsResponseSchema, answer), starts };
}

async function startOf(arbiter: Arbiter, variant: string, locale: string): Promise<StateJson> {
  const stateOf = async (position: MessageInitShape<typeof PositionSchema>) =>
    requireState((await arbiter.adjudicate({ position, locale, board: true })).state);
  const start = await stateOf({ variant });
  return stateJson(
    start.phase === Phase.BIDDING
      ? await stateOf({ variant, state: { case: "fen", value: BOARD_AFTER_BIDDING } })
      : start,
  );
}

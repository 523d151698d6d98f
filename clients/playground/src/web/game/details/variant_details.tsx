import type { StateJson, VariantJson } from "@arbiter-chess/client";

import { ChakDetails } from "./chak_details.js";
import { ChakartDetails } from "./chakart_details.js";
import { MakrukDetails } from "./makruk_details.js";
import { ChpokDetails } from "./chpok_details.js";

interface DetailsProps {
  variant: VariantJson;
  /** The position shown. */
  state: StateJson;
}

/** The details of a game besides its board. A bidding is shown in place of the board. */
export function VariantDetails({ variant, state }: DetailsProps) {
  if (state.makruk) return <MakrukDetails variant={variant} detail={state.makruk} />;
  if (state.chak) return <ChakDetails detail={state.chak} />;
  if (state.chakart) return <ChakartDetails variant={variant} detail={state.chakart} />;
  if (state.chpok?.board) return <ChpokDetails variant={variant} board={state.chpok.board} />;
  return null;
}

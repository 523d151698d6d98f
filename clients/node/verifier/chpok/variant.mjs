import { Bidding } from "./bidding.mjs";
import { BiddingState } from "./bidding_state.mjs";
import { isBiddingText, readBidding } from "./bidding_text.mjs";
import { drawTimeControl, drawWhite } from "./bids.mjs";
import { BoardState } from "./board_state.mjs";
import { DEFAULTS } from "./features.mjs";
import { readFen } from "./fen.mjs";
import { defaultRow } from "./home_row.mjs";
import { readOptions } from "./options.mjs";
import { startPosition } from "./start_position.mjs";

/** Chpok's implementation of a variant for verify_game.mjs. */
export const CHPOK = {
  id: "chpok",
  movePurpose: "bid",
  readOptions,

  start(options, draws) {
    const state = options.chips > 0 && options.board === null
      ? biddingAt(Bidding.fresh(options.chips), options)
      : boardAt(startPosition(options.board ?? drawnBoard(draws)), options);
    return options.tracksClocks ? state.withFreshClocks() : state;
  },

  read: (text, options) => (isBiddingText(text)
    ? biddingAt(readBidding(text, options.limits), options) : boardAt(readFen(text), options)),

  /** P6, P24: if times are given, clocks are tracked from the start. */
  withClocks: (state) => (state.isStart && state.clocks === null ? state.withFreshClocks() : state),
};

const biddingAt = (bidding, { limits, drawPolicy }) =>
  new BiddingState({ bidding, limits, drawPolicy });

const boardAt = (position, { drawPolicy }) => new BoardState({ position, drawPolicy });

/** P5: the board of a game without chips is drawn at random. */
function drawnBoard(draws) {
  drawWhite(draws);
  const timeControl = drawTimeControl(draws);
  return { features: DEFAULTS, row: defaultRow(DEFAULTS.width), timeControl };
}

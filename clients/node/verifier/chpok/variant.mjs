import { Refusal, refuseField } from "../failure.mjs";
import { integerAt, isGiven, toSnakeCase } from "../json.mjs";
import { Bidding, drawTimeControl, drawWhite } from "./bidding.mjs";
import { MAX_CHIPS, isBiddingText, readBidding } from "./bidding_text.mjs";
import { readFen } from "./fen.mjs";
import { startPosition } from "./position.mjs";
import { BiddingState, BoardState } from "./state.mjs";
import {
  DEFAULTS, MAX_BONUS, MAX_MINUTES, defaultRow, readFeature, readHomeRow,
} from "./terms.mjs";

const PATH = "options.chpok";

/** The options that apply only with the bidding phase, and those that apply only without it. */
const BIDDING_FIELDS = ["chips", "minutesMax", "bonusMax", "moveLimitMin"];
const BOARD_FIELDS = ["white", "minutes", "bonus", "homeRow", "features"];

/**
 * Reads the options of a new game. In the result, `board` is the start of the game if the bidding
 * is skipped, otherwise null.
 */
function readOptions({ chpok: fields = {}, clock }) {
  if (clock !== undefined) {
    refuseField(
      "options.clock", "the clocks of Chpok come from its bidding and its own options (C17)");
  }
  const board = readBoard(fields);
  const tracksClocks = fields.trackClocks ?? false;
  if (tracksClocks && board !== null && board.timeControl === null) {
    refuseOption("trackClocks", "requires minutes (P24)");
  }
  return {
    chips: numberAt(fields, "chips", { initial: 15, min: 0, max: MAX_CHIPS }),
    board,
    tracksClocks,
    limits: {
      minutesMax: numberAt(fields, "minutesMax", { initial: 180, min: 1, max: MAX_MINUTES }),
      bonusMax: numberAt(fields, "bonusMax", { initial: 60, min: 0, max: MAX_BONUS }),
      moveLimitMin: numberAt(fields, "moveLimitMin", { initial: 10, min: 10, max: 888 }),
    },
  };
}

function readBoard(fields) {
  const skipsBidding = fields.skipBidding ?? false;
  const stray = (skipsBidding ? BIDDING_FIELDS : BOARD_FIELDS)
    .find((name) => isGiven(fields, name));
  if (stray !== undefined) {
    refuseOption(
      stray, skipsBidding ? "must not be set with skip_bidding" : "requires skip_bidding");
  }
  if (!skipsBidding) return null;
  const features = featuresAt(fields);
  return { features, row: rowAt(fields, features.width), timeControl: timeControlAt(fields) };
}

/** P7: reads the home row. By default, it is the default row of the width. */
function rowAt(fields, width) {
  const text = fields.homeRow ?? "";
  if (text === "") return defaultRow(width);
  const row = inOption("homeRow", () => readHomeRow(text));
  if (row.length !== width) refuseOption("homeRow", `the width is ${width} (P8)`);
  return row;
}

/** Reads the time control. Returns null if it is unknown. */
function timeControlAt(fields) {
  const minutes = numberAt(fields, "minutes", { initial: null, min: 1, max: MAX_MINUTES });
  const bonus = numberAt(fields, "bonus", { initial: null, min: 0, max: MAX_BONUS });
  if (minutes === null && bonus !== null) refuseOption("bonus", "requires minutes");
  return minutes === null ? null : { minutes, bonus: bonus ?? 0 };
}

/** P9: reads features from an object with one field per feature. */
function featuresAt({ features: given = {} }) {
  const features = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS).filter((known) => isGiven(given, known))) {
    const text = given[name] === true ? undefined : `${given[name]}`;
    features[name] = inOption(`features.${name}`, () => readFeature(name, text));
  }
  return features;
}

const numberAt = (fields, name, range) => integerAt(fields, name, { path: PATH, ...range });

/** Converts a Refusal to a Failure of the option. */
function inOption(name, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) refuseOption(name, error.message);
    throw error;
  }
}

const refuseOption = (name, reason) => refuseField(`${PATH}.${toSnakeCase(name)}`, reason);

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

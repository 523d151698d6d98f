import { Refusal } from "../failure.mjs";
import { isGiven, numberAt, refuseField } from "../fields.mjs";
import { DEFAULTS, readFeatures } from "./features.mjs";
import { defaultRow, readHomeRow } from "./home_row.mjs";
import { MAX_CHIPS } from "./possible_bidding.mjs";
import { MAX_BONUS, MAX_MINUTES } from "./time_control.mjs";

/** The options that apply only with a bidding, and those that apply only without one. */
const BIDDING_FIELDS = ["chips", "minutesMax", "bonusMax", "moveLimitMin"];
const BOARD_FIELDS = ["white", "minutes", "bonus", "homeRow", "features"];

/**
 * Reads the options of a new game. In the result, `board` is the start of the game if the bidding
 * is skipped, otherwise null.
 */
export function readOptions(fields) {
  const board = readBoard(fields);
  const tracksClocks = fields.trackClocks ?? false;
  if (tracksClocks && board !== null && board.timeControl === null) {
    refuseField("trackClocks", "requires minutes (P24)");
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
    refuseField(stray, skipsBidding ? "must not be set with skipBidding" : "requires skipBidding");
  }
  if (!skipsBidding) return null;
  const features = featuresAt(fields);
  return { features, row: rowAt(fields, features.width), timeControl: timeControlAt(fields) };
}

/** P7: reads the home row. By default, it is the default row of the width. */
function rowAt(fields, width) {
  const text = fields.homeRow ?? "";
  if (text === "") return defaultRow(width);
  const row = inField("homeRow", () => readHomeRow(text));
  if (row.length !== width) refuseField("homeRow", `the width is ${width} (P8)`);
  return row;
}

/** Reads the time control. Returns null if it is unknown. */
function timeControlAt(fields) {
  const minutes = numberAt(fields, "minutes", { initial: null, min: 1, max: MAX_MINUTES });
  const bonus = numberAt(fields, "bonus", { initial: null, min: 0, max: MAX_BONUS });
  if (minutes === null && bonus !== null) refuseField("bonus", "requires minutes");
  return minutes === null ? null : { minutes, bonus: bonus ?? 0 };
}

/** P9: reads features from an object with one field per feature. */
function featuresAt({ features: given = {} }) {
  const parts = Object.keys(DEFAULTS)
    .filter((name) => isGiven(given, name))
    .map((name) => (given[name] === true ? name : `${name}=${given[name]}`));
  return inField("features", () => readFeatures(parts.join(",") || "-"));
}

/** Converts a Refusal to a Failure of the field. */
function inField(name, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) refuseField(name, error.message);
    throw error;
  }
}

import { CHAKART } from "./chakart/variant.mjs";
import { CHPOK } from "./chpok/variant.mjs";
import { Failure, quoted, refuseField } from "./failure.mjs";
import { NOT_REPORTED } from "./game.mjs";
import {
  BYTES, FLAG, INT64, TEXT, UINT32, decodeBase64, enumAt, enumeration, isJsonObject, list, object,
  readJson,
} from "./json.mjs";

const VARIANTS = [CHAKART, CHPOK];

const RESULTS = [
  "UNSPECIFIED", "ONGOING", "WHITE_WINS", "BLACK_WINS", "DRAW", "CHALLENGER_WINS", "OPPONENT_WINS",
];

const CHPOK_FEATURES = object({
  width: UINT32, moves: UINT32, undo: UINT32, points: TEXT, castlings: UINT32, hill: FLAG,
  racing: FLAG, cruel: FLAG, superqueen: FLAG, cornerbishop: FLAG, backpawn: FLAG, newborn: FLAG,
  remove: FLAG, skip: FLAG, nopromoteking: FLAG, noenpassant: FLAG,
});

/** The options of the variants, of which a game has only those of its own. */
const VARIANT_OPTIONS = {
  chak: object({}),
  makruk: object({ counting: enumeration("COUNTING_", ["UNSPECIFIED", "AUTO", "MANUAL", "NONE"]) }),
  chakart: object({
    setup: enumeration("SETUP_", ["UNSPECIFIED", "STANDARD", "SYMMETRIC", "ASYMMETRIC"]),
  }),
  chpok: object({
    chips: UINT32,
    skipBidding: FLAG,
    white: enumeration("BIDDER_", ["UNSPECIFIED", "CHALLENGER", "OPPONENT"]),
    minutes: UINT32,
    bonus: UINT32,
    homeRow: TEXT,
    features: CHPOK_FEATURES,
    trackClocks: FLAG,
    minutesMax: UINT32,
    bonusMax: UINT32,
    moveLimitMin: UINT32,
  }),
};

const OPTIONS = object(
  {
    drawPolicy: enumeration("DRAW_POLICY_", ["UNSPECIFIED", "CLAIM", "AUTOMATIC"]),
    ...VARIANT_OPTIONS,
    clock: object({ baseSeconds: UINT32, bonusSeconds: UINT32, blackBaseSeconds: UINT32 }),
  },
  { oneof: Object.keys(VARIANT_OPTIONS) });

const GAME_FILE = object({
  variant: TEXT,
  options: OPTIONS,
  record: object({ startFen: TEXT, actions: list(TEXT), seed: BYTES, elapsedMs: list(INT64) }),
  commitment: BYTES,
  claimedResult: enumeration("RESULT_", RESULTS),
  committedStartFen: TEXT,
});

const NO_BYTES = new Uint8Array();

/**
 * Returns the texts of the games in a file, which can be iterated over once: one JSON object, or
 * JSON Lines. If neither the file nor any line is a JSON object, the file counts as one game.
 * Throws a Failure if the bytes are not a text.
 */
export function gamesOf(bytes) {
  const text = decodeText(bytes);
  return !isJsonObject(text) && hasJsonLine(text) ? linesOf(text) : [text];
}

function hasJsonLine(text) {
  for (const line of linesOf(text)) {
    if (isJsonObject(line)) return true;
  }
  return false;
}

/** Yields the lines that are not empty, without an array of all of them. */
function* linesOf(text) {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (/[^ \t\r]/.test(line)) yield line;
    start = end + 1;
  }
}

function decodeText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure("file", "not UTF-8 text");
  }
}

/**
 * Reads the parts of a game from its text. `sha256` resolves to the digest of bytes. The order of
 * the checks decides which of several errors is reported; it is the order of `arbiter verify`.
 */
export async function readGame(text, sha256) {
  const game = readJson(text, GAME_FILE);
  const { startFen = "", actions = [], elapsedMs = [] } = game.record ?? {};
  const commitment = readCommitment(game.commitment ?? NO_BYTES);
  const seed = await readSeed(game.record?.seed ?? NO_BYTES, commitment, sha256);
  checkElapsed(elapsedMs, actions.length);
  if (seed.length === 0) throw new Failure("seed", "the record has no seed");
  const variant = findVariant(game.variant ?? "");
  const options = game.options ?? {};
  refuseOtherOptions(options, variant);
  checkSeedLength(seed);
  return {
    variant,
    options: {
      drawPolicy: enumAt(options, "drawPolicy", "CLAIM"),
      ...variant.readOptions(options),
    },
    startFen,
    actions,
    elapsedMs,
    seed,
    commitment,
    claimedResult: enumAt(game, "claimedResult", null),
    committedStartFen: game.committedStartFen ?? "",
  };
}

/**
 * Returns the bytes of a commitment. As base64, 64 hexadecimal digits would be longer than a
 * SHA-256, so they are hexadecimal. A text that cannot be decoded is not a SHA-256 either.
 */
function readCommitment(given) {
  if (typeof given !== "string") return given;
  if (given.length === 64) return decodeHex(given);
  return decodeBase64(given) ?? new TextEncoder().encode(given);
}

/**
 * Returns the bytes of a seed. If it consists of hexadecimal digits alone, the commitment tells
 * whether they are hexadecimal or base64.
 */
async function readSeed(given, commitment, sha256) {
  if (typeof given !== "string") return given;
  if (commitment.length === 0) {
    refuseField(
      "record.seed",
      "hexadecimal digits could also be base64 of other bytes, and there is no commitment that"
      + " tells which is meant; write the seed in base64");
  }
  for (const seed of [decodeHex(given), decodeBase64(given)]) {
    if (seed !== null && areEqual(await sha256(seed), commitment)) return seed;
  }
  return refuseField(
    "record.seed",
    "neither as hexadecimal digits nor as base64 is it the seed of the commitment (R3)");
}

/** R3: decodes hexadecimal digits. Returns null if a seed cannot have this many. */
const decodeHex = (digits) => (/^(?:..){16,64}$/.test(digits)
  ? Uint8Array.from(digits.match(/../g), (pair) => Number.parseInt(pair, 16)) : null);

/** Returns whether two arrays of bytes are equal. */
export const areEqual = (one, other) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

function findVariant(id) {
  const variant = VARIANTS.find((known) => known.id === id);
  if (variant !== undefined) return variant;
  throw new Failure(
    "file", `the variant ${quoted(id)} is not ${VARIANTS.map((known) => known.id).join(" or ")}`);
}

function refuseOtherOptions(options, variant) {
  const other = Object.keys(VARIANT_OPTIONS)
    .find((id) => id !== variant.id && options[id] !== undefined);
  if (other !== undefined) refuseField(`options.${other}`, "are the options of another variant");
}

/** R3: checks the length of a seed. */
function checkSeedLength({ length }) {
  if (length >= 16 && length <= 64) return;
  throw new Failure("seed", `the seed has ${length} bytes; it must have 16 to 64 (R3)`);
}

/** Checks that there is one time for each action, or none at all. */
function checkElapsed(times, actionCount) {
  const path = "record.elapsed_ms";
  if (times.length > 0 && times.length !== actionCount) {
    refuseField(
      path,
      `there are ${times.length} times for ${actionCount} actions; give one time for each action,`
      + " or none");
  }
  const wrong = times.findIndex((time) => time < NOT_REPORTED);
  if (wrong !== -1) {
    refuseField(
      `${path}[${wrong}]`, "a time is a number of milliseconds, or -1 if it is unknown");
  }
}

// The end of a game, followed by the tag with which nearly every game begins. The service begins a new
// game at each of these places.
const NEXT_GAME = /(?:1-0|0-1|1\/2-1\/2|\*)[^\S\r\n]*\r?\n(?:[^\S\n]*\n)+(?=\[Event ")/g;

// The maximum length of such a place that is found if it is divided between two pieces.
const MAX_GAP = 256;

// Shorter pieces, such as lines, are joined before they are searched.
const PIECE_LENGTH = 1 << 16;

/** The limits of a part. */
export interface PartLimits {
  /** The maximum length, in bytes of messages or characters of a text. */
  maxLength: number;
  maxItems: number;
}

/**
 * Cuts a PGN text, which comes in any pieces, between its games into parts within the limits, which
 * can change between two parts. A part is longer only if there is no such place in it. Throws if
 * there is none within four times this length.
 */
export async function* partsOfPgn(
  text: Iterable<string> | AsyncIterable<string>, limits: PartLimits,
): AsyncGenerator<string, void, undefined> {
  let rest = "";
  let games = 0;
  // The end of the last complete game in `rest`, and where to look for the next one.
  let end = 0;
  for await (const piece of joined(text, Math.min(limits.maxLength, PIECE_LENGTH))) {
    // An empty line can be divided between two pieces.
    let from = Math.max(end, rest.length - MAX_GAP);
    rest += piece;
    for (;;) {
      NEXT_GAME.lastIndex = from;
      const match = NEXT_GAME.exec(rest);
      if (match === null) break;
      const next = NEXT_GAME.lastIndex;
      if (end > 0 && (next > limits.maxLength || games >= limits.maxItems)) {
        yield rest.slice(0, end);
        rest = rest.slice(end);
        from = next - end;
        games = 0;
      } else {
        from = next;
      }
      end = from;
      games += 1;
    }
    if (rest.length - end > 4 * limits.maxLength) {
      throw new Error("the PGN has a game that is too long, or games that do not begin with the tag "
        + "Event after an empty line");
    }
  }
  if (end > 0 && (rest.length > limits.maxLength || games >= limits.maxItems)) {
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  if (rest.trim() !== "") yield rest;
}

async function* joined(
  text: Iterable<string> | AsyncIterable<string>, minLength: number,
): AsyncGenerator<string, void, undefined> {
  let pieces = "";
  for await (const piece of text) {
    pieces += piece;
    if (pieces.length < minLength) continue;
    yield pieces;
    pieces = "";
  }
  yield pieces;
}

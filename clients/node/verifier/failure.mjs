/** The error for a step that the rules or a format do not allow. */
export class Refusal extends Error {}

/** The verdict on an invalid game. `what` names the part of the game that is invalid. */
export class Failure extends Error {
  constructor(what, reason) {
    super(reason);
    this.what = what;
  }
}

/** The maximum number of bytes of a text of the file that an error quotes. */
const MAX_QUOTED_BYTES = 40;

/** Control and format characters, and separators of lines and paragraphs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes a text safe to print on a terminal in one line. */
export const printable = (text) => text.replace(UNPRINTABLE, "?");

/** Makes a text printable, and cuts it between characters once it has 40 bytes. */
export function shortened(text) {
  const encoder = new TextEncoder();
  let shown = "";
  let size = 0;
  for (const character of text) {
    if (size >= MAX_QUOTED_BYTES) return `${shown}…`;
    const next = printable(character);
    shown += next;
    size += encoder.encode(next).length;
  }
  return shown;
}

/** Returns the shortened text in quotes, for an error. */
export const quoted = (text) => `'${shortened(text)}'`;

export function refuseField(path, reason) {
  throw new Failure("file", `${path}: ${reason}`);
}

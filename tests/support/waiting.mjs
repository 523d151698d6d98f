/**
 * How long a test waits for something that must happen, in milliseconds. It only keeps a test from
 * hanging, so it is far longer than anything takes, also on a busy or slow machine.
 */
export const PATIENCE_MS = 120_000;

/** Calls `condition` until it returns true; returns false if that takes longer than `seconds`. */
export async function eventually(condition, seconds = PATIENCE_MS / 1000) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await condition()) return true;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return false;
}

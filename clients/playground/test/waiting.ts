import assert from "node:assert/strict";

/**
 * How long a test waits for something that must happen, in milliseconds. It only keeps a test from
 * hanging, so it is far longer than anything takes, also on a busy or slow machine.
 */
export const PATIENCE_MS = 120_000;

/** Waits until `isTrue` returns true. Fails after `PATIENCE_MS`. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, `timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

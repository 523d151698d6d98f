/** Calls `condition` until it returns true; returns false if that takes longer than `seconds`. */
export async function eventually(condition, seconds = 5) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await condition()) return true;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return false;
}

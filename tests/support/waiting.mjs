/** Asks until `isSo` answers true; false if it has not done so in time. */
export async function eventually(isSo, seconds = 5) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await isSo()) return true;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return false;
}

/**
 * What an error adds to an unknown name: ` (did you mean fen? known: variant, fen)`, or
 * ` (known: variant, fen)` if none is close. Close is what takes changes of at most a third of the
 * letters.
 */
export function knownNames(unknown: string, known: readonly string[]): string {
  let guess = "";
  let fewest = Math.max(unknown.length, 1) / 3;
  for (const name of known) {
    const changes = changesBetween(unknown.toLowerCase(), name.toLowerCase());
    if (changes > fewest || (changes === fewest && guess !== "")) continue;
    guess = `did you mean ${name}? `;
    fewest = changes;
  }
  return ` (${guess}known: ${known.join(", ")})`;
}

/** The edit distance of Levenshtein. */
function changesBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; ++i) {
    const next = [i];
    for (let j = 1; j <= right.length; ++j) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

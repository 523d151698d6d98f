/** Returns the name among `known` that is most similar to `unknown`, if one is similar enough. */
function nearest(unknown: string, known: readonly string[]): string | undefined {
  let nearestName: string | undefined;
  // At most a third of the letters may differ.
  let minDistance = Math.max(unknown.length, 1) / 3;
  for (const name of known) {
    const distance = editDistance(unknown.toLowerCase(), name.toLowerCase());
    if (distance > minDistance) continue;
    if (distance === minDistance && nearestName !== undefined) continue;
    nearestName = name;
    minDistance = distance;
  }
  return nearestName;
}

/**
 * Formats the known names for the error of an unknown one: ` (did you mean 'fen'? known: variant,
 * fen)`, or ` (known: variant, fen)` if no name is similar. `synonyms` maps names of the same
 * meaning to known names.
 */
export function knownNames(
  unknown: string, known: readonly string[], synonyms: Readonly<Record<string, string>> = {},
): string {
  const meant = Object.hasOwn(synonyms, unknown) ? synonyms[unknown] : nearest(unknown, known);
  const question = meant === undefined ? "" : `did you mean '${meant}'? `;
  return ` (${question}known: ${known.join(", ")})`;
}

/** Returns the Levenshtein distance. */
function editDistance(left: string, right: string): number {
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

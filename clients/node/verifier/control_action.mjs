const FORM = /^(?:([a-z]+):)?(resign|timeout|draw[?!-]|claim (?:draw|win))$/;

/**
 * C7: parses a control action into its kind and its actor. The actor is one of the values of
 * `players`, or null if the action text names no player. Returns null for any other text.
 */
export function readControl(text, players) {
  const [, name, kind] = FORM.exec(text) ?? [];
  if (kind === undefined) return null;
  if (name === undefined) return { kind, actor: null };
  return Object.hasOwn(players, name) ? { kind, actor: players[name] } : null;
}

const FORM = /^(?:([a-z]+):)?(resign|timeout|draw[?!-]|claim (?:draw|win))$/;

/**
 * C7: the order of a control action and its actor: one of `players`, by the names that the text may
 * put in front, or null where it names none. Null for a text that is none.
 */
export function readControl(text, players) {
  const [, name, order] = FORM.exec(text) ?? [];
  if (order === undefined) return null;
  if (name === undefined) return { order, actor: null };
  return Object.hasOwn(players, name) ? { order, actor: players[name] } : null;
}

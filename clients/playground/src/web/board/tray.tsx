// The pending choice in words, and buttons for choices that do not begin with a square.
import { REMOVE, type Tool } from "./choices.js";
import { pieceName, type Names } from "./labels.js";
import { PieceIcon } from "./pieces.js";
import type { Side } from "./position.js";
import type { Play } from "./use_play.js";

interface TrayProps {
  play: Play;
  due: string | undefined;
  side: Side;
  names: Names;
}

export function Tray({ play, due, side, names }: TrayProps) {
  const { variant, words } = names;
  const { choices, selection } = play;
  const { pass } = choices;
  const inHand = play.isForced && selection.kind === "tool" ? selection.tool : undefined;
  const tools = inHand === undefined ? [...choices.tools.keys()] : [];
  if (due === undefined && tools.length === 0 && !pass) return null;
  const nameOf = (tool: Tool) =>
    tool === REMOVE ? words.remove : words.place(pieceName(names, tool));
  return (
    <div class="board-tray">
      {inHand !== undefined && <PieceIcon variant={variant} letter={inHand} side={side} />}
      {due !== undefined && <p class="board-due">{due}</p>}
      {tools.map((tool) => (
        <button
          key={tool}
          type="button"
          aria-pressed={selection.kind === "tool" && selection.tool === tool}
          onClick={() => play.pressTool(tool)}
        >
          {tool !== REMOVE && <PieceIcon variant={variant} letter={tool} side={side} />}
          <span>{nameOf(tool)}</span>
        </button>
      ))}
      {pass && (
        <button type="button" onClick={() => play.act(pass)}>
          {words.pass}
        </button>
      )}
    </div>
  );
}

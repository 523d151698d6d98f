import type { VariantJson } from "@arbiter-chess/client";

import type { Orientation } from "../../board/squares.js";
import { say } from "../../words/words.js";
import { sideName } from "../sides.js";
import type { Analyst } from "./analyst.js";
import { chancesOf, percent, scoreText, type Chances } from "./score_text.js";

interface EvalBarProps {
  variant: VariantJson;
  analyst: Analyst;
  orientation: Orientation;
}

/** Describes White's chances in words; the percentages always add up to 100. */
export function chancesText(variant: VariantJson, { win, draw }: Chances): string {
  const [winPercent, drawPercent] = [percent(win), percent(draw)];
  return say("analysis.chances", {
    player: sideName(variant, "white"),
    win: winPercent,
    draw: drawPercent,
    loss: Math.max(0, 100 - winPercent - drawPercent),
  });
}

/** A bar with White's chances next to the board, with White's end on White's side. */
export function EvalBar({ variant, analyst, orientation }: EvalBarProps) {
  if (!analyst.isOn.value || analyst.isClosed.value || analyst.isOver.value) return null;
  const score = analyst.lines.value[0]?.score;
  const { win, draw, loss } = score ? chancesOf(score) : { win: 0, draw: 1, loss: 0 };
  const label = score ? chancesText(variant, { win, draw, loss }) : say("analysis.searching");
  return (
    <div class={`eval-bar eval-bar--${orientation}`} role="img" aria-label={label}
      title={score && `${scoreText(score)}: ${label}`}>
      <span class="eval-bar__loss" style={{ flexGrow: loss }} />
      <span class="eval-bar__draw" style={{ flexGrow: draw }} />
      <span class="eval-bar__win" style={{ flexGrow: win }} />
    </div>
  );
}

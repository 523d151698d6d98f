import type { MakrukDetailJson, VariantJson } from "@arbiter-chess/client";

import { sideName, sideOf } from "../sides.js";
import { Panel } from "../../ui/panel.js";
import { say } from "../../words/words.js";

interface MakrukDetailsProps {
  variant: VariantJson;
  detail: MakrukDetailJson;
}

/** The running count (M11). */
export function MakrukDetails({ variant, detail }: MakrukDetailsProps) {
  if (detail.mode === "COUNTING_NONE") return null;
  const { counting } = detail;
  if (counting === undefined) {
    return <Panel title={say("count.heading")}><p class="hint">{say("count.none")}</p></Panel>;
  }
  const side = sideOf(counting.color);
  const { kind, countMoves = 0, limitMoves = 0, movesLeft = 0 } = counting;
  const kindText = kind === "KIND_BOARD_HONOUR" || kind === "KIND_PIECES_HONOUR"
    ? say(`count.${kind}`) : "";
  return (
    <Panel title={say("count.heading")}>
      <p>{say("count.running", { player: side ? sideName(variant, side) : "", kind: kindText })}</p>
      <p class="count">
        {say("count.now")}:{" "}
        <strong>{say("count.of", { count: countMoves, limit: limitMoves })}</strong>
        <meter min={0} max={limitMoves} value={countMoves} aria-label={say("count.now")} />
      </p>
      <p>{say("count.left")}: <strong>{movesLeft}</strong></p>
    </Panel>
  );
}

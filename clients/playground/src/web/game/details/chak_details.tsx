import type { ChakDetailJson } from "@arbiter-chess/client";

import { Panel } from "../../ui/panel.js";
import { say } from "../../words/words.js";

/** The numbers of quiet plies and of plies until a draw can be claimed (K16). */
export function ChakDetails({ detail }: { detail: ChakDetailJson }) {
  return (
    <Panel title={say("chak.heading")}>
      <dl class="pairs">
        <dt>{say("chak.quiet")}</dt>
        <dd>{detail.quietPlies ?? 0}</dd>
        <dt>{say("chak.left")}</dt>
        <dd>{detail.pliesUntilClaim ?? 0}</dd>
      </dl>
    </Panel>
  );
}

import type { ChakartDetailJson, VariantJson } from "@arbiter-chess/client";

import { sideName, sideOf } from "../sides.js";
import { Panel } from "../../ui/panel.js";
import { say } from "../../words/words.js";

interface ChakartDetailsProps {
  variant: VariantJson;
  detail: ChakartDetailJson;
}

/** The moves that each side has once per game (H6, H7), and the hidden queen, if there is one. */
export function ChakartDetails({ variant, detail }: ChakartDetailsProps) {
  const [white, black] = [sideName(variant, "white"), sideName(variant, "black")];
  return (
    <Panel title={say("chakart.heading")}>
      <table class="facts">
        <thead>
          <tr><td /><th scope="col">{white}</th><th scope="col">{black}</th></tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{say("chakart.shell")}</th>
            <Right isLeft={detail.whiteShell} /><Right isLeft={detail.blackShell} />
          </tr>
          <tr>
            <th scope="row">{say("chakart.stealth")}</th>
            <Right isLeft={detail.whiteStealth} /><Right isLeft={detail.blackStealth} />
          </tr>
        </tbody>
      </table>
      <HiddenQueen variant={variant} detail={detail} />
    </Panel>
  );
}

function Right({ isLeft = false }: { isLeft: boolean | undefined }) {
  return <td>{say(isLeft ? "chakart.yes" : "chakart.no")}</td>;
}

function HiddenQueen({ variant, detail }: ChakartDetailsProps) {
  const owner = sideOf(detail.hidden);
  if (owner === undefined) return null;
  const player = sideName(variant, owner);
  return (
    <p>
      {detail.hiddenSquare
        ? say("chakart.hidden.own", { player, square: detail.hiddenSquare })
        : say("chakart.hidden", { player })}
    </p>
  );
}

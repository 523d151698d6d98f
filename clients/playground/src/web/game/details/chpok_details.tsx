import type {
  ChpokBoardJson,
  ChpokRightsJson,
  ClaimDistanceJson,
  PointSourcesJson,
  VariantJson,
} from "@arbiter-chess/client";

import { featureWords } from "../../chpok/features.js";
import { Panel } from "../../ui/panel.js";
import { say, type WordKey } from "../../words/words.js";
import { timeWords } from "../bidding/bids.js";
import { sideName, sideOf } from "../sides.js";

interface ChpokDetailsProps {
  variant: VariantJson;
  board: ChpokBoardJson;
}

const SOURCES = ["rows", "kinds", "kings", "goals", "time", "before"] as const;
const RIGHTS = ["castlings", "undos", "moves"] as const;

/** The points of Chpok and their sources, the remaining rights, and how far away claims are. */
export function ChpokDetails({ variant, board }: ChpokDetailsProps) {
  const { whitePoints = {}, blackPoints = {}, whiteLeft = {}, blackLeft = {} } = board;
  return (
    <Panel title={say("points.heading")}>
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">{say("points.source")}</th>
            <th scope="col">{playerName(variant, board, "white")}</th>
            <th scope="col">{playerName(variant, board, "black")}</th>
          </tr>
        </thead>
        <SourceRows white={whitePoints} black={blackPoints} />
        <RightRows white={whiteLeft} black={blackLeft} />
      </table>
      <dl class="pairs">
        <dt>{say("claims.draw")}</dt>
        <dd>{distanceText(board.drawClaim)}</dd>
        {board.winClaim && (
          <>
            <dt>{say("claims.win", { player: claimant(variant, board.winClaim) })}</dt>
            <dd>{distanceText(board.winClaim)}</dd>
          </>
        )}
        <dt>{say("time.control")}</dt>
        <dd>{board.timeControl ? timeWords(board.timeControl) : say("time.unknown")}</dd>
        <dt>{say("features.heading")}</dt>
        <dd>{featureWords(board.features ?? "-")}</dd>
      </dl>
    </Panel>
  );
}

/** Returns the name of a colour with the bidder who plays it. */
function playerName(
  variant: VariantJson, { white }: ChpokBoardJson, side: "white" | "black",
): string {
  const name = sideName(variant, side);
  const whiteBidder = sideOf(undefined, white);
  if (whiteBidder === undefined) return name;
  const isChallenger = (whiteBidder === "challenger") === (side === "white");
  return `${name} (${sideName(variant, isChallenger ? "challenger" : "opponent")})`;
}

interface BothProps<Facts> {
  white: Facts;
  black: Facts;
}

function SourceRows({ white, black }: BothProps<PointSourcesJson>) {
  const used = SOURCES.filter((source) => white[source] || black[source]);
  return (
    <tbody>
      {used.map((source) => (
        <Row key={source} label={`points.${source}`} white={white[source]} black={black[source]} />
      ))}
      <Row label="points.total" white={white.total} black={black.total} isTotal />
    </tbody>
  );
}

function RightRows({ white, black }: BothProps<ChpokRightsJson>) {
  return (
    <tbody>
      <tr><th scope="rowgroup" colSpan={3}>{say("rights.heading")}</th></tr>
      {RIGHTS.map((right) => (
        <Row key={right} label={`rights.${right}`} white={white[right]} black={black[right]} />
      ))}
      {(white.newborn || black.newborn) && (
        <Row label="rights.newborn" white={Number(white.newborn ?? 0)}
          black={Number(black.newborn ?? 0)} />
      )}
    </tbody>
  );
}

interface RowProps extends BothProps<number | undefined> {
  label: WordKey;
  isTotal?: boolean;
}

function Row({ label, white, black, isTotal = false }: RowProps) {
  return (
    <tr class={isTotal ? "facts__total" : ""}>
      <th scope="row">{say(label)}</th>
      <td>{white ?? 0}</td>
      <td>{black ?? 0}</td>
    </tr>
  );
}

const claimant = (variant: VariantJson, { by }: ClaimDistanceJson) => {
  const side = sideOf(by);
  return side === undefined ? say("side.both") : sideName(variant, side);
};

function distanceText(distance: ClaimDistanceJson | undefined): string {
  if (distance === undefined) return say("claims.notRunning");
  const moves = distance.blackMoves ?? 0;
  return moves === 0 ? say("claims.now") : say("claims.in", { moves });
}

import type {
  MoveClassJson,
  PlayerReviewJson,
  PlyReviewJson,
  ReviewSummaryJson,
} from "@arbiter-chess/client";

import { problemText } from "../../ui/notice.js";
import { Panel } from "../../ui/panel.js";
import { say, sayOr } from "../../words/words.js";
import type { GameProps } from "../game_props.js";
import { sideName, sideOf } from "../sides.js";
import type { Review } from "./review.js";
import { scoreText, signed, reversed } from "./score_text.js";

interface ReviewPanelProps extends GameProps {
  review: Review;
}

/** The review of a finished game: how well it was played. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { view, review } = props;
  const { problem, summary, plies } = review;
  const isRunning = review.isRunning.value;
  return (
    <Panel title={say("review.heading")}>
      {!isRunning && summary.value === undefined && (
        <button type="button" onClick={() => void review.start()}>{say("review.start")}</button>
      )}
      {isRunning && (
        <p>
          <progress max={view.log.length} value={plies.value.length}
            aria-label={say("review.heading")} />{" "}
          {say("review.running", { done: plies.value.length, all: view.log.length })}
        </p>
      )}
      {problem.value && <p role="status">{problemText(problem.value)}</p>}
      {summary.value && <Summary {...props} summary={summary.value} />}
      <Plies {...props} />
    </Panel>
  );
}

interface SummaryProps extends ReviewPanelProps {
  summary: ReviewSummaryJson;
}

function Summary({ variant, summary }: SummaryProps) {
  const { players = [], graphSvg = "" } = summary;
  return (
    <>
      {graphSvg && (
        // Nothing in an image can run scripts or load resources.
        <img class="review__graph" alt={say("review.graph")}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(graphSvg)}`} />
      )}
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">{say("review.player")}</th>
            <th scope="col">{say("review.accuracy")}</th>
            <th scope="col">?!</th>
            <th scope="col">?</th>
            <th scope="col">??</th>
            <th scope="col">{say("review.luck")}</th>
          </tr>
        </thead>
        <tbody>{players.map((player, index) => (
          <PlayerRow key={index} variant={variant} player={player} />
        ))}</tbody>
      </table>
    </>
  );
}

interface PlayerRowProps extends Pick<GameProps, "variant"> {
  player: PlayerReviewJson;
}

function PlayerRow({ variant, player }: PlayerRowProps) {
  const side = sideOf(player.color, player.bidder);
  return (
    <tr>
      <th scope="row">{side && sideName(variant, side)}</th>
      <td>{Number(player.accuracy ?? 0).toFixed(1)}%</td>
      <td>{player.inaccuracies ?? 0}</td>
      <td>{player.mistakes ?? 0}</td>
      <td>{player.blunders ?? 0}</td>
      <td>{signed(Number(player.luck ?? 0), 2)}</td>
    </tr>
  );
}

/** The plies that changed the chances. A press on one shows the position after it. */
function Plies({ session, view, review }: ReviewPanelProps) {
  const noted = review.plies.value.filter(isNoteworthy);
  if (noted.length === 0) {
    return review.summary.value ? <p class="hint">{say("review.clean")}</p> : null;
  }
  return (
    <ol class="plies">
      {noted.map((ply) => (
        <li key={ply.index} class={ply.moveClass}>
          <button type="button" class="move"
            onClick={() => void session.show((ply.index ?? 0) + 1)}>
            {numberOf(ply, view)} {ply.san || ply.action}
          </button>{" "}
          {sayOr(`class.${ply.moveClass}`, "")} {scoresText(ply)}
          {ply.bestSan && ply.moveClass !== "MOVE_CLASS_LUCK" && (
            <span class="hint"> {say("review.best", { move: ply.bestSan })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function numberOf({ index = 0 }: PlyReviewJson, { log }: GameProps["view"]): string {
  const entry = log[index];
  if (entry === undefined || entry.moveNumber === 0) return "";
  return `${entry.moveNumber}${entry.side === "black" ? "…" : "."}`;
}

/** Formats the scores before and after a ply, for White as everywhere on the page. */
function scoresText({ before = {}, after = {}, color, bidder }: PlyReviewJson): string {
  const side = sideOf(color, bidder);
  const isSecond = side === "black" || side === "opponent";
  const text = (score: typeof before) => scoreText(isSecond ? reversed(score) : score);
  return `${text(before)} → ${text(after)}`;
}

const NOTED = new Set<MoveClassJson>([
  "MOVE_CLASS_INACCURACY", "MOVE_CLASS_MISTAKE", "MOVE_CLASS_BLUNDER", "MOVE_CLASS_LUCK",
]);

/** Whether a ply changed the chances, by the player's choice or by luck. */
const isNoteworthy = ({ moveClass }: PlyReviewJson): boolean =>
  moveClass !== undefined && NOTED.has(moveClass);

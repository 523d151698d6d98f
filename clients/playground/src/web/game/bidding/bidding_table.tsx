import type {
  BidTargetJson,
  BidTemplateJson,
  ChpokBiddingJson,
  StateJson,
} from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import { say, sayOr } from "../../words/words.js";
import type { GameProps } from "../game_props.js";
import { canRaise, outcomeWords, TARGETS, type Target } from "./bids.js";
import { RaiseDialog } from "./raise_dialog.js";

interface BiddingTableProps extends Pick<GameProps, "session" | "view"> {
  /** A state of the bidding. */
  state: StateJson;
}

const isTarget = (name: string | undefined): name is Target =>
  TARGETS.some((target) => target === name);

/** The bidding: the deposits on each target, and the bids that can be made now. */
export function BiddingTable({ session, view, state }: BiddingTableProps) {
  const [raised, setRaised] = useState<BidTemplateJson>();
  const bidding = state.chpok?.bidding ?? {};
  const isLive = session.past.value === undefined;
  const ownBids = isLive ? view.legal.bids ?? [] : [];
  return (
    <div class="bidding">
      <h2>{say("bidding.heading")}</h2>
      <table class="facts">
        <caption class="visually-hidden">{say("bidding.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("bidding.target")}</th>
            <th scope="col">{say("bidding.outcome")}</th>
            <th scope="col" title={say("bidding.deposit", { bidder: say("side.challenger") })}>
              {say("side.challenger")}
            </th>
            <th scope="col" title={say("bidding.deposit", { bidder: say("side.opponent") })}>
              {say("side.opponent")}
            </th>
            <th scope="col">{say("bidding.gap")}</th>
            <th scope="col">{say("bidding.match")}</th>
            <th scope="col">{say("bidding.raise")}</th>
          </tr>
        </thead>
        <tbody>
          {(bidding.targets ?? []).map((target) => (
            <TargetRow key={target.target} target={target} bidding={bidding}
              ownBid={ownBids.find((bid) => bid.target === target.target)}
              isBusy={session.isSending.value} onMatch={(action) => void session.act(action)}
              onRaise={setRaised} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>{say("bidding.chips")}</th>
            <td data-label={say("side.challenger")}>{bidding.challengerChips ?? 0}</td>
            <td data-label={say("side.opponent")}>{bidding.opponentChips ?? 0}</td>
            <td colSpan={3} />
          </tr>
        </tfoot>
      </table>
      <HomeRow bidding={bidding} />
      {raised && isTarget(raised.target) && (
        <RaiseDialog target={raised.target} bid={raised} view={view} width={bidding.width ?? 8}
          onBid={(action) => session.act(action)} onClose={() => setRaised(undefined)} />
      )}
    </div>
  );
}

interface TargetRowProps {
  target: BidTargetJson;
  bidding: ChpokBiddingJson;
  /** The bid that this browser can make; `undefined` if it is not its turn. */
  ownBid: BidTemplateJson | undefined;
  isBusy: boolean;
  onMatch(action: string): void;
  onRaise(bid: BidTemplateJson): void;
}

function TargetRow({ target, bidding, ownBid, isBusy, onMatch, onRaise }: TargetRowProps) {
  const { target: name = "", outcome = "-" } = target;
  const label = sayOr(`target.${name}`, name);
  const bid = bidding.bids?.find((each) => each.target === name);
  const range = bid && canRaise(bid) ? `${bid.minRaise}–${bid.maxRaise}` : "–";
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{outcomeWords(name, outcome)}</td>
      <td data-label={say("side.challenger")}>{target.challengerDeposit ?? 0}</td>
      <td data-label={say("side.opponent")}>{target.opponentDeposit ?? 0}</td>
      <td data-label={say("bidding.gap")}>{bid?.gap ?? 0}</td>
      <td data-label={say("bidding.match")}>
        {ownBid?.match
          ? (
            <button type="button" disabled={isBusy} onClick={() => onMatch(ownBid.match ?? "")}
              aria-label={`${label}: ${say("bidding.matchFor", { chips: ownBid.matchCost ?? 0 })}`}>
              {say("bidding.matchFor", { chips: ownBid.matchCost ?? 0 })}
            </button>
          )
          : bid?.matchCost ?? "–"}
      </td>
      <td data-label={say("bidding.raise")}>
        {ownBid && canRaise(ownBid)
          ? (
            <button type="button" disabled={isBusy} onClick={() => onRaise(ownBid)}
              aria-label={say("bidding.raiseButton", { target: label, range })}>
              {range}…
            </button>
          )
          : range}
      </td>
    </tr>
  );
}

function HomeRow({ bidding }: { bidding: ChpokBiddingJson }) {
  return (
    <>
      <dl class="pairs">
        <dt>{say("bidding.width")}</dt>
        <dd>{bidding.width}</dd>
        <dt>{say("bidding.home")}</dt>
        <dd><code>{bidding.homeRowPlayed}</code></dd>
      </dl>
      {bidding.homeRowFits !== true && <p class="hint">{say("bidding.homeMisfit")}</p>}
    </>
  );
}

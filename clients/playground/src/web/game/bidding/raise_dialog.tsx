import type { BidTemplateJson } from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import type { GameView } from "../../../shared/api.js";
import { variantById } from "../../catalogue.js";
import { Dialog } from "../../ui/dialog.js";
import { NumberField } from "../../ui/number_field.js";
import { say } from "../../words/words.js";
import { defaultRow, raiseText, rowFault, type Raise, type Target } from "./bids.js";
import { bidLimits, type BidLimits } from "./bid_limits.js";
import { FeaturesField } from "../../chpok/features_field.js";
import { RowField } from "./row_field.js";

interface RaiseDialogProps {
  target: Target;
  bid: BidTemplateJson;
  view: GameView;
  /** The width in force. */
  width: number;
  /** Whether the bid was made. */
  onBid(action: string): Promise<boolean>;
  onClose(): void;
}

/** A raise: how many chips, and the new outcome. */
export function RaiseDialog({ target, bid, view, width, onBid, onClose }: RaiseDialogProps) {
  const { raiseLeast: least = 1, raiseMost: most = 1 } = bid;
  const [raise, setRaise] = useState<Raise>({
    target, chips: least, minutes: 5, bonus: 3, row: defaultRow(width), features: "-",
  });
  const change = (part: Partial<Raise>) => setRaise({ ...raise, ...part });
  const limits = bidLimits(variantById(view.variant)?.options ?? [], view.options);
  const isReady = target !== "home" || rowFault(raise.row, width) === undefined;
  const submit = async (event: Event) => {
    event.preventDefault();
    onClose();
    await onBid(raiseText(raise));
  };
  return (
    <Dialog title={say("bidding.raiseTitle", { target: say(`target.${target}`) })}
      onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <NumberField label={say("bidding.chipsToAdd", { least, most })} value={raise.chips}
          least={least} most={most} onChange={(text) => change({ chips: Number(text) })} />
        <OutcomeFields raise={raise} width={width} limits={limits} change={change} />
        <p class="hint"><code>{raiseText(raise)}</code></p>
        <div class="dialog__buttons">
          <button type="button" onClick={onClose}>{say("page.cancel")}</button>
          <button type="submit" class="primary" disabled={!isReady}>{say("bidding.bid")}</button>
        </div>
      </form>
    </Dialog>
  );
}

interface OutcomeFieldsProps {
  raise: Raise;
  width: number;
  limits: BidLimits;
  change(part: Partial<Raise>): void;
}

function OutcomeFields({ raise, width, limits, change }: OutcomeFieldsProps) {
  switch (raise.target) {
    case "white": return <p>{say("bidding.whiteHint")}</p>;
    case "time": return (
      <>
        <NumberField label={say("bid.minutes", { most: limits.minutes })} value={raise.minutes}
          least={1} most={limits.minutes}
          onChange={(text) => change({ minutes: Number(text) })} />
        <NumberField label={say("bid.bonus", { most: limits.bonus })} value={raise.bonus}
          least={0} most={limits.bonus} onChange={(text) => change({ bonus: Number(text) })} />
      </>
    );
    case "home": return (
      <RowField row={raise.row} width={width} onChange={(row) => change({ row })} />
    );
    case "xf": return (
      <FeaturesField legend={say("target.xf")} value={raise.features} leastMoves={limits.moves}
        onChange={(features) => change({ features })} />
    );
  }
}

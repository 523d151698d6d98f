import type { BidTemplateJson } from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import type { GameView } from "../../../shared/api.js";
import { variantById } from "../../catalogue.js";
import { FeaturesField } from "../../chpok/features_field.js";
import { Dialog } from "../../ui/dialog.js";
import { Field, NumberField } from "../../ui/field.js";
import { say } from "../../words/words.js";
import {
  bidLimits,
  cleanRow,
  defaultRow,
  PIECE_LETTERS,
  raiseText,
  rowFault,
  type BidLimits,
  type Raise,
  type Target,
} from "./bids.js";

interface RaiseDialogProps {
  target: Target;
  bid: BidTemplateJson;
  view: GameView;
  /** The width of the board. */
  width: number;
  /** Makes the bid, and returns whether it was accepted. */
  onBid(action: string): Promise<boolean>;
  onClose(): void;
}

/** A dialog for a raise: the number of chips, and the new outcome. */
export function RaiseDialog({ target, bid, view, width, onBid, onClose }: RaiseDialogProps) {
  const { minRaise: min = 1, maxRaise: max = 1 } = bid;
  const [raise, setRaise] = useState<Raise>({
    target, chips: min, minutes: 5, bonus: 3, row: defaultRow(width), features: "-",
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
        <NumberField label={say("bidding.chipsToAdd", { min, max })} value={raise.chips}
          min={min} max={max} onChange={(text) => change({ chips: Number(text) })} />
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
        <NumberField label={say("bid.minutes", { max: limits.maxMinutes })} value={raise.minutes}
          min={1} max={limits.maxMinutes}
          onChange={(text) => change({ minutes: Number(text) })} />
        <NumberField label={say("bid.bonus", { max: limits.maxBonus })} value={raise.bonus}
          min={0} max={limits.maxBonus} onChange={(text) => change({ bonus: Number(text) })} />
      </>
    );
    case "home": return (
      <RowField row={raise.row} width={width} onChange={(row) => change({ row })} />
    );
    case "xf": return (
      <FeaturesField legend={say("target.xf")} value={raise.features} minMoves={limits.minMoves}
        onChange={(features) => change({ features })} />
    );
  }
}

interface RowFieldProps {
  row: string;
  width: number;
  onChange(row: string): void;
}

/** A field for a home row, which is typed or composed with buttons. */
function RowField({ row, width, onChange }: RowFieldProps) {
  return (
    <>
      <Field label={say("bid.row", { width })} hint={say("bid.row.hint")}
        problem={faultText(row, width)}>
        {(attributes) => (
          <input {...attributes} type="text" value={row} maxLength={width} spellcheck={false}
            autocomplete="off" onInput={(event) => {
              const typed = cleanRow(event.currentTarget.value, width);
              event.currentTarget.value = typed;
              onChange(typed);
            }} />
        )}
      </Field>
      <div class="controls">
        {[...PIECE_LETTERS].map((letter) => (
          <button key={letter} type="button" disabled={row.length >= width}
            onClick={() => onChange(row + letter)}>
            {letter}
          </button>
        ))}
        <button type="button" aria-label="⌫" disabled={row === ""}
          onClick={() => onChange(row.slice(0, -1))}>⌫</button>
        <button type="button" onClick={() => onChange(defaultRow(width))}>
          {say("bid.row.default")}
        </button>
      </div>
    </>
  );
}

function faultText(row: string, width: number): string | undefined {
  switch (rowFault(row, width)) {
    case "length": return say("bid.row.short", { count: row.length, width });
    case "king": return say("bid.row.noKing");
    case undefined: return undefined;
  }
}

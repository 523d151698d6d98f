import type { VariantJson } from "@arbiter-chess/client";

import { Board } from "../board/board.js";
import { isBiddingFen } from "../inferred/texts.js";
import { locale } from "../preferences.js";
import { say, sayOr } from "../words/words.js";

interface VariantCardsProps {
  variants: VariantJson[];
  chosenId: string | undefined;
  onChoose(id: string): void;
}

/** The games, each with a picture of its start. */
export function VariantCards({ variants, chosenId, onChoose }: VariantCardsProps) {
  return (
    <fieldset class="cards">
      <legend class="visually-hidden">{say("lobby.games")}</legend>
      {variants.map((variant) => (
        <label key={variant.id} class="card">
          <input type="radio" name="variant" value={variant.id} checked={variant.id === chosenId}
            onChange={() => onChoose(variant.id ?? "")} />
          <StartPicture variant={variant} />
          <span class="card__name">{variant.name}</span>
          <span class="card__tag">{sayOr(`tag.${variant.id}`, "")}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One of the boards that a bidding of Chpok can lead to. */
const AFTER_BIDDING =
  "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR w - 1,1 0,0 0,0 0,0 1";

const pictureFen = ({ startFen = "" }: VariantJson) =>
  isBiddingFen(startFen) ? AFTER_BIDDING : startFen;

/** Its name stands below it, so that screen readers can pass it by. */
function StartPicture({ variant }: { variant: VariantJson }) {
  return (
    <span class="card__picture" aria-hidden="true">
      <Board variant={variant} fen={pictureFen(variant)} picture={variant.name ?? ""}
        orientation="white" moves={[]} lastMove={[]} check={{ checkers: [] }} arrows={[]}
        locale={locale.value} onAction={() => {}} />
    </span>
  );
}

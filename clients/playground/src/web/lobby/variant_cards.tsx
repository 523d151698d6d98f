import type { StateJson, VariantJson } from "@arbiter-chess/client";

import { Board } from "../board/board.js";
import { locale } from "../preferences.js";
import { say, sayOr } from "../words/words.js";

interface VariantCardsProps {
  variants: VariantJson[];
  /** The positions in their pictures, in the same order. */
  starts: StateJson[];
  chosenId: string | undefined;
  onChoose(id: string): void;
}

/** The games to choose from, each with a picture of its start. */
export function VariantCards({ variants, starts, chosenId, onChoose }: VariantCardsProps) {
  return (
    <fieldset class="cards">
      <legend class="visually-hidden">{say("lobby.games")}</legend>
      {variants.map((variant, index) => (
        <label key={variant.id} class="card">
          <input type="radio" name="variant" value={variant.id} checked={variant.id === chosenId}
            onChange={() => onChoose(variant.id ?? "")} />
          <StartPicture variant={variant} start={starts[index] ?? {}} />
          <span class="card__name">{variant.name}</span>
          <span class="card__tag">{sayOr(`tag.${variant.id}`, "")}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A picture that screen readers skip, because the name of the game follows it. */
function StartPicture({ variant, start }: { variant: VariantJson; start: StateJson }) {
  return (
    <span class="card__picture" aria-hidden="true">
      <Board variant={variant} state={start} picture={variant.name ?? ""}
        orientation="white" moves={[]} lastMove={[]} arrows={[]} locale={locale.value}
        onAction={() => {}} />
    </span>
  );
}

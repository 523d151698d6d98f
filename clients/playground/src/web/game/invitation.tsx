import { CopyButton } from "../ui/copy_button.js";
import { Field } from "../ui/field.js";
import { say } from "../words/words.js";
import type { GameProps } from "./game_props.js";
import { isFinished, ownSides, sideName } from "./sides.js";

/** Lets a second browser join while a seat is open. */
export function Invitation({ session, view, variant }: GameProps) {
  const openSeat = view.seats.find(({ holder }) => holder === "open");
  const isHere = ownSides(view).length > 0;
  if (openSeat === undefined || isFinished(view.state)) {
    return isHere ? null : <p class="panel">{say("game.watching")}</p>;
  }
  if (!isHere) {
    return (
      <div class="panel invitation">
        <button type="button" class="primary" onClick={() => void session.join()}>
          {say("game.join", { side: sideName(variant, openSeat.side) })}
        </button>
      </div>
    );
  }
  return (
    <div class="panel invitation">
      <Field label={say("game.share")}>
        {(attributes) => (
          <input {...attributes} type="text" readOnly value={location.href}
            onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      <CopyButton label={say("game.copyLink")} text={location.href} />
    </div>
  );
}

import type { StateJson } from "@arbiter-chess/client";

import { ApiError, getPgn, pgnPath } from "../api/requests.js";
import { CopyButton } from "../ui/copy_button.js";
import { Field } from "../ui/field.js";
import { say } from "../words/words.js";
import { shownState, type GameProps } from "./game_props.js";

/** The position as a FEN and the game as a PGN, for other programs. */
export function ExportPanel({ session, view }: GameProps) {
  const state = shownState({ session, view });
  const { fen = "" } = state;
  const isHidden = hidesQueen(state);
  const playFrom = `/?${new URLSearchParams({ variant: view.variant, fen })}`;
  const onFailure = (error: unknown) => {
    if (error instanceof ApiError) session.problem.value = error;
  };
  return (
    <div class="export">
      <Field label={say("export.fen")} hint={isHidden ? say("export.hiddenFen") : undefined}>
        {(attributes) => (
          <textarea {...attributes} readOnly rows={3} value={fen}
            onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      <div class="controls">
        <CopyButton label={say("export.copyFen")} text={fen} />
        {!isHidden && <a class="button" href={playFrom}>{say("export.playFrom")}</a>}
        {!hidesQueen(view.state) && (
          <>
            <CopyButton label={say("export.copyPgn")} text={() => getPgn(view.id)}
              onFailure={onFailure} />
            <a class="button" href={pgnPath(view.id)} download={`${view.variant}-${view.id}.pgn`}>
              {say("export.downloadPgn")}
            </a>
          </>
        )}
      </div>
      {hidesQueen(view.state) && <p class="hint">{say("export.hiddenPgn")}</p>}
    </div>
  );
}

/** Whether the square of a queen is hidden from this browser. */
const hidesQueen = ({ chakart }: StateJson): boolean =>
  chakart?.hidden !== undefined && !chakart.hiddenSquare;

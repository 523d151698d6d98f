import type { ClaimJson, StateJson } from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import { Dialog } from "../ui/dialog.js";
import { Panel } from "../ui/panel.js";
import { say } from "../words/words.js";
import { controlLabel, shownControls, type PlayerControl } from "./control_text.js";
import type { GameProps } from "./game_props.js";
import { sideName, sideOf, sideToAct } from "./sides.js";

/** The buttons for control actions: resigning, draws, claims, counting and undo. */
export function Controls({ session, view, variant }: GameProps) {
  const [asked, setAsked] = useState<PlayerControl>();
  const { state, legal, mode } = view;
  const toAct = sideToAct(state);
  const controls = shownControls(legal.controls ?? [], mode, toAct);
  if (controls.length === 0) return null;
  const offeredBy = sideOf(state.adjudication?.drawOfferedBy);
  const labelOf = ({ verb, side }: PlayerControl) => {
    const label = controlLabel(verb, side === offeredBy);
    return mode === "hotseat" && side !== undefined && side !== toAct
      ? say("control.of", { side: sideName(variant, side), control: label }) : label;
  };
  const press = (control: PlayerControl) => {
    if (control.verb === "resign") setAsked(control);
    else void session.act(control.action);
  };
  return (
    <Panel title={say("controls.heading")}>
      <div class="controls">
        {controls.map((control) => {
          const claim = claimOf(control, state);
          return (
            <button key={control.action} type="button" disabled={session.isSending.value}
              class={claim ? "primary" : ""} onClick={() => press(control)}
              title={claim?.message}>
              {labelOf(control)}
            </button>
          );
        })}
      </div>
      <GrantedClaims claims={state.adjudication?.claims ?? []} />
      {asked && (
        <Dialog title={say("control.resign.ask")} onClose={() => setAsked(undefined)}>
          <p>
            {say("control.resign.text", { side: asked.side ? sideName(variant, asked.side) : "" })}
          </p>
          <form method="dialog" class="dialog__buttons">
            <button autofocus>{say("page.cancel")}</button>
            <button class="danger" onClick={() => void session.act(asked.action)}>
              {say("control.resign")}
            </button>
          </form>
        </Dialog>
      )}
    </Panel>
  );
}

const claimOf = ({ verb, side }: PlayerControl, { adjudication }: StateJson) =>
  adjudication?.claims?.find(
    ({ action, by = [] }) => action === verb && by.some((color) => sideOf(color) === side));

/** The reasons for which claims would be granted. */
function GrantedClaims({ claims }: { claims: ClaimJson[] }) {
  return (
    <>
      {claims.map(({ action, rule = "", message }) => (
        <p key={action} class="granted">{message} ({say("game.rule", { rule })})</p>
      ))}
    </>
  );
}

import type { MoveClassJson } from "@arbiter-chess/client";
import { useEffect, useRef } from "preact/hooks";

import type { LogEntry } from "../../shared/api.js";
import { Panel } from "../ui/panel.js";
import { say } from "../words/words.js";
import { entryLabel } from "./control_text.js";
import type { GameProps } from "./game_props.js";
import { moveRows, type MoveRow } from "./move_rows.js";
import { sideName } from "./sides.js";

interface MoveListProps extends GameProps {
  /** The classes that a review gave to moves, by the index of the action. */
  classes: ReadonlyMap<number, MoveClassJson>;
}

/** The moves by their numbers. A press on one shows the position after it. */
export function MoveList({ session, view, variant, classes }: MoveListProps) {
  const shown = session.shownActions.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (box.current !== null) scrollToCurrent(box.current); }, [shown]);
  const rows = moveRows(view.log);
  const cell = (entries: LogEntry[]) => entries.map((entry) => (
    <MoveButton key={entry.index} entry={entry} isCurrent={entry.index === shown - 1}
      moveClass={classes.get(entry.index)} onPress={() => void session.show(entry.index + 1)} />
  ));
  if (rows.length === 0) {
    return <Panel title={say("moves.heading")}><p class="hint">{say("moves.none")}</p></Panel>;
  }
  return (
    <Panel title={say("moves.heading")}>
      <div class="moves" ref={box}>
        <table>
          <colgroup><col class="moves__number" /><col /><col /></colgroup>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">{say("moves.number")}</th>
              <th scope="col">{sideName(variant, "white")}</th>
              <th scope="col">{sideName(variant, "black")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} class={row.isBid ? "moves__bid" : ""}>
                <th scope="row">{row.number}</th>
                {row.isBid
                  ? <td colSpan={2}>{bidderName(row, variant)}{cell(row.first)}</td>
                  : <><td>{cell(row.first)}</td><td>{cell(row.second)}</td></>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">{say("moves.keys")}</p>
    </Panel>
  );
}

const bidderName = ({ first }: MoveRow, variant: GameProps["variant"]) =>
  first[0] && <span class="moves__bidder">{sideName(variant, first[0].side)}</span>;

function scrollToCurrent(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>("[aria-current]");
  if (current === null) {
    box.scrollTop = 0;
    return;
  }
  const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
}

interface MoveButtonProps {
  entry: LogEntry;
  isCurrent: boolean;
  moveClass: MoveClassJson | undefined;
  onPress(): void;
}

/** The marks of moves, as in chess books. */
const SIGNS: Partial<Record<MoveClassJson, string>> = {
  MOVE_CLASS_INACCURACY: "?!", MOVE_CLASS_MISTAKE: "?", MOVE_CLASS_BLUNDER: "??",
  MOVE_CLASS_LUCK: "⚄",
};

function MoveButton({ entry, isCurrent, moveClass, onPress }: MoveButtonProps) {
  const sign = moveClass && SIGNS[moveClass];
  return (
    <button type="button" class={`move ${entry.control ? "move--said" : ""}`}
      aria-current={isCurrent ? "step" : undefined} onClick={onPress}>
      {entry.control ? entryLabel(entry.action) : entry.san || entry.action}
      {sign && (
        <span class={`move__class ${moveClass}`} title={say(`class.${knownClass(moveClass)}`)}>
          {sign}
        </span>
      )}
    </button>
  );
}

type KnownClass = Exclude<MoveClassJson, "MOVE_CLASS_UNSPECIFIED">;

const knownClass = (moveClass: MoveClassJson): KnownClass =>
  moveClass === "MOVE_CLASS_UNSPECIFIED" ? "MOVE_CLASS_GOOD" : moveClass;

import type { AnalysisLineJson } from "@arbiter-chess/client";

import { Field } from "../../ui/field.js";
import { problemText } from "../../ui/notice.js";
import { say } from "../../words/words.js";
import type { GameProps } from "../game_props.js";
import type { Analyst } from "./analyst.js";
import { chancesText } from "./eval_bar.js";
import { chancesOf, scoreText } from "./score_text.js";

interface AnalysisPanelProps extends GameProps {
  analyst: Analyst;
}

const MAX_LINES = 5;

/** The engine's analysis of the position shown. */
export function AnalysisPanel({ variant, analyst }: AnalysisPanelProps) {
  if (analyst.isClosed.value) return <p>{say("analysis.closed")}</p>;
  return (
    <div class="analysis">
      <div class="analysis__choices">
        <label class="check">
          <input type="checkbox" role="switch" checked={analyst.isOn.value}
            onChange={(event) => { analyst.isOn.value = event.currentTarget.checked; }} />
          <span>{say("analysis.on")}</span>
        </label>
        <Field label={say("analysis.lines")}>
          {(attributes) => (
            <select {...attributes} value={analyst.multiPv.value}
              onChange={(event) => { analyst.multiPv.value = Number(event.currentTarget.value); }}>
              {Array.from({ length: MAX_LINES }, (_, index) => (
                <option key={index} value={index + 1}>{index + 1}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {analyst.isOn.value && <Findings variant={variant} analyst={analyst} />}
    </div>
  );
}

function Findings({ variant, analyst }: Pick<AnalysisPanelProps, "variant" | "analyst">) {
  const problem = analyst.problem.value;
  const progress = analyst.progress.value;
  const lines = analyst.lines.value;
  if (problem !== undefined) return <p role="status">{problemText(problem)}</p>;
  if (analyst.isOver.value) return <p>{say("analysis.over")}</p>;
  if (progress === undefined) return <p class="hint">{say("analysis.searching")}</p>;
  const best = lines[0]?.score;
  return (
    <>
      {best && <p>{chancesText(variant, chancesOf(best))}</p>}
      <table class="lines">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{say("analysis.score")}</th>
            <th scope="col">{say("analysis.line")}</th>
          </tr>
        </thead>
        <tbody>{lines.map((line) => <Line key={line.rank} line={line} />)}</tbody>
      </table>
      <p class="hint">
        {say("analysis.progress", {
          depth: progress.depth ?? 0, nodes: Number(progress.nodes ?? 0).toLocaleString(),
        })}
        {progress.cached && <> · {say("analysis.cached")}</>}
        {analyst.hasMadeWay.value && <> · {say("analysis.madeWay")}</>}
      </p>
    </>
  );
}

function Line({ line }: { line: AnalysisLineJson }) {
  const { score = {}, pv = [], pvSan = [] } = line;
  return (
    <tr>
      <th scope="row">{scoreText(score)}</th>
      <td>{pv.map((action, index) => pvSan[index] || action).join(" ")}</td>
    </tr>
  );
}

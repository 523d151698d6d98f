import type { EnumerateOutcomesResponseJson } from "@arbiter-chess/client";
import { useEffect, useState } from "preact/hooks";

import { ApiError, getOutcomes } from "../../api/requests.js";
import { locale } from "../../preferences.js";
import { Field } from "../../ui/field.js";
import { problemText } from "../../ui/notice.js";
import { say } from "../../words/words.js";
import { drawnName } from "../fairness/draw_text.js";
import type { GameProps } from "../game_props.js";
import {
  fractionText,
  groupOutcomes,
  percentText,
  valueOf,
  type Fraction,
  type OutcomeGroup,
} from "./outcomes.js";

interface OutcomesPanelProps extends GameProps {
  /** The square of the piece selected on the board. */
  selected: string | undefined;
}

/** All possible outcomes of a move, before it is made. */
export function OutcomesPanel({ session, view, selected }: OutcomesPanelProps) {
  const [chosen, setChosen] = useState({ action: "", revision: view.revision });
  const [answer, setAnswer] = useState<EnumerateOutcomesResponseJson>();
  const [problem, setProblem] = useState<ApiError>();
  const actions = view.log.length;
  const action = chosen.revision === view.revision ? chosen.action : "";

  useEffect(() => {
    setAnswer(undefined);
    setProblem(undefined);
    if (action === "") return;
    let isWanted = true;
    getOutcomes(session.id, action, actions).then(
      (found) => { if (isWanted) setAnswer(found); },
      (error: unknown) => {
        if (isWanted && error instanceof ApiError) setProblem(error);
      });
    return () => { isWanted = false; };
  }, [action, actions, locale.value]);

  const randomMoves = (view.legal.moves ?? []).filter(({ random }) => random);
  const fromSelected = randomMoves.filter(({ from }) => from === selected);
  const offered = fromSelected.length > 0 ? fromSelected : randomMoves;
  if (randomMoves.length === 0) {
    const isIdle = (view.legal.moves ?? []).length === 0;
    return <p class="hint">{say(isIdle ? "outcomes.notYourTurn" : "outcomes.none")}</p>;
  }
  return (
    <div class="outcomes">
      <p class="hint">{say("outcomes.intro")}</p>
      <Field label={say("outcomes.move")}>
        {(attributes) => (
          <select {...attributes} key={view.revision} value={action} onChange={(event) =>
            setChosen({ action: event.currentTarget.value, revision: view.revision })}>
            <option value="">{say("outcomes.choose")}</option>
            {offered.map(({ text = "", san }) => (
              <option key={text} value={text}>{san || text}</option>
            ))}
          </select>
        )}
      </Field>
      {problem && <p role="status">{problemText(problem)}</p>}
      {answer && <Table answer={answer} />}
    </div>
  );
}

function Table({ answer }: { answer: EnumerateOutcomesResponseJson }) {
  const { outcomes = [], truncated = false, missingMass = 0 } = answer;
  const { always, groups } = groupOutcomes(outcomes);
  return (
    <>
      {always.length > 0 && <p>{say("outcomes.always")}: {always.join(" ")}</p>}
      {groups.map((group) => (
        <Group key={group.egg ?? ""} group={group} isOpen={groups.length === 1} />
      ))}
      <p class="hint">{say("outcomes.count", { count: outcomes.length })}</p>
      {truncated && (
        <p>{say("outcomes.truncated", { percent: percentText(Number(missingMass)) })}</p>
      )}
    </>
  );
}

/** The outcomes with one content of the egg. A single outcome is shown without folding. */
function Group({ group, isOpen }: { group: OutcomeGroup; isOpen: boolean }) {
  const name = group.egg === undefined ? say("outcomes.other") : drawnName(group.egg);
  const [only, ...others] = group.rows;
  if (only !== undefined && others.length === 0) {
    return (
      <div class="outcomes__group outcomes__group--single">
        <span>{name}</span> <Chance probability={group.probability} />
        <p>{describe(only.sentences)}</p>
      </div>
    );
  }
  return (
    <details class="outcomes__group" open={isOpen}>
      <summary>
        <span>{name}</span> <Chance probability={group.probability} />
      </summary>
      <table>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{say("outcomes.probability")}</th>
            <th scope="col">{say("outcomes.event")}</th>
          </tr>
        </thead>
        <tbody>
          {group.rows.map(({ text, probability, sentences }) => (
            <tr key={text}>
              <th scope="row"><Chance probability={probability} /></th>
              <td>{describe(sentences)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const describe = (sentences: string[]) => sentences.join(" ") || say("outcomes.nothing");

function Chance({ probability }: { probability: Fraction }) {
  return (
    <span class="chance">
      {fractionText(probability)} <small>{percentText(valueOf(probability))}</small>
    </span>
  );
}

import { useEffect, useMemo, useState } from "preact/hooks";

import { variantById } from "../catalogue.js";
import { locale } from "../preferences.js";
import { Notice, problemText } from "../ui/notice.js";
import { FoldedPanel } from "../ui/panel.js";
import { say } from "../words/words.js";
import { AnalysisPanel } from "./analysis/analysis_panel.js";
import { Analyst } from "./analysis/analyst.js";
import { OutcomesPanel } from "./analysis/outcomes_panel.js";
import { Review } from "./analysis/review.js";
import { ReviewPanel } from "./analysis/review_panel.js";
import { Controls } from "./controls.js";
import { ExportPanel } from "./export_panel.js";
import { RandomnessPanel } from "./fairness/randomness_panel.js";
import { shownState, type GameProps } from "./game_props.js";
import { Invitation } from "./invitation.js";
import { MoveList } from "./move_list.js";
import { NotesPanel } from "./notes_panel.js";
import { GameSession } from "./session.js";
import { isFinished } from "./sides.js";
import { Announcer, Status } from "./status.js";
import { useStepKeys } from "./table/step_bar.js";
import { Table } from "./table/table.js";

/** The page of a game, from its first move to its review. */
export function GamePage({ id }: { id: string }) {
  const session = useMemo(() => new GameSession(id), [id]);
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session, locale.value]);
  useStepKeys(session);

  const refusal = session.refusal.value;
  const view = session.view.value;
  const variant = view && variantById(view.variant);
  if (refusal !== undefined) {
    return <p>{problemText(refusal)} <a href="/">{say("page.toLobby")}</a></p>;
  }
  if (view === undefined || variant === undefined) {
    const key = session.connection.value === "lost" ? "game.lost" : "page.loading";
    return <p role="status">{say(key)}</p>;
  }
  return <Game session={session} view={view} variant={variant} />;
}

function Game({ session, view, variant }: GameProps) {
  const analyst = useMemo(() => new Analyst(session), [session]);
  const review = useMemo(() => new Review(session.id), [session]);
  const [selected, setSelected] = useState<string>();
  // The archive from which the game was opened: `/game/…?archive=…`.
  const [archive] = useState(() => new URLSearchParams(location.search).get("archive"));
  useEffect(() => () => {
    analyst.stop();
    review.stop();
  }, [analyst, review]);
  useEffect(() => { if (archive !== null) void review.load(); }, [archive, review]);
  useEffect(() => { document.title = `${variant.name} · ${say("page.home")}`; }, [variant]);
  const problem = session.problem.value;
  const all = { session, view, variant };
  return (
    <div class="game">
      <h1 class="game__title">
        {variant.name} <span>{say(`mode.${view.mode}`)}</span>
      </h1>
      <Announcer {...all} />
      <Table {...all} analyst={analyst} onSelect={setSelected} />
      <div class="game__side">
        {archive !== null && (
          <p><a href={`/archives/${encodeURIComponent(archive)}`}>{say("archive.back")}</a></p>
        )}
        {session.connection.value === "lost" && (
          <p class="notice" role="status">{say("game.lost")}</p>
        )}
        {problem && (
          <Notice problem={problem} onDismiss={() => { session.problem.value = undefined; }} />
        )}
        <Invitation {...all} />
        <Status {...all} />
        <Controls {...all} />
        <MoveList {...all} classes={review.classes.value} />
        <NotesPanel state={shownState(all)} />
        <FoldedPanel title={say("analysis.heading")}>
          <AnalysisPanel {...all} analyst={analyst} />
        </FoldedPanel>
        {variant.id === "chakart" && !isFinished(view.state) && (
          <FoldedPanel title={say("outcomes.heading")}>
            <OutcomesPanel {...all} selected={selected} />
          </FoldedPanel>
        )}
        {(archive !== null || isFinished(view.state)) && <ReviewPanel {...all} review={review} />}
        <FoldedPanel title={say("fair.heading")}><RandomnessPanel {...all} /></FoldedPanel>
        <FoldedPanel title={say("export.heading")}><ExportPanel {...all} /></FoldedPanel>
      </div>
    </div>
  );
}

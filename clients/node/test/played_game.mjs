import { GameFileSchema, Result, Setup, create, toJson } from "@arbiter-chess/client";

/**
 * Plays a game of Chakart with an asymmetric set-up and many random draws, and returns its file.
 */
export async function playedGame(arbiter, actionCount) {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 3);
  const options = { variant: { case: "chakart", value: { setup: Setup.ASYMMETRIC } } };
  const randomness = { source: { case: "seed", value: seed }, commitment: true };
  let { state, commitment } = await arbiter.startGame({ variant: "chakart", options, randomness });
  const actions = [];
  while (actions.length < actionCount && state.adjudication.result === Result.ONGOING) {
    const position = { variant: "chakart", state: { case: "snapshot", value: state.snapshot } };
    const { texts } = await arbiter.legalMoves({ position });
    const action = texts[(actions.length * 7919) % texts.length];
    const answer = await arbiter.applyMoves({ position, actions: [action], randomness });
    actions.push(answer.applied[0].text);
    state = answer.state;
  }
  return toJson(GameFileSchema, create(GameFileSchema, {
    variant: "chakart", options, record: { actions, seed }, commitment,
    claimedResult: state.adjudication.result,
  }));
}

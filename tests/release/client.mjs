import { Arbiter, IllegalActionError } from "@arbiter-chess/client";

const arbiter = new Arbiter(process.argv[2]);
const position = { variant: "makruk" };
const { texts } = await arbiter.legalMoves({ position });
console.log(`${texts.length} moves`);
await arbiter.applyMoves({ position, actions: ["e3e5"] }).catch((error) => {
  if (!(error instanceof IllegalActionError)) throw error;
  console.log(error.reason, error.fields[0].field);
});
const mate = { variant: "makruk", fen: "4k3/8/4K3/8/8/8/8/R7 w - - 0 1" };
for await (const { update } of arbiter.analyze({ position: mate, limits: { depth: 4 } })) {
  if (update.case === "bestMove") console.log(`best: ${update.value.san}`);
}
arbiter.close();

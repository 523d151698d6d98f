import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Arbiter, BoardSchema, FenStyle, toJson, type BoardJson } from "@arbiter-chess/client";

import { startArbiterd, type LocalService } from "../../src/server/arbiterd.js";
import { placementOf, regionsOf, type Placement } from "../../src/web/board/position.js";
import { squareAt } from "../../src/web/board/squares.js";
import { ARBITERD } from "../server/support.js";
import { boardOf, IMMOBILISED } from "./boards.js";
import { FENS } from "./fens.js";

let service: LocalService;
let arbiter: Arbiter;

before(async () => {
  service = await startArbiterd(ARBITERD);
  arbiter = new Arbiter(service.address, { apiKey: service.tokens.tokenFor("test") });
});

after(async () => {
  arbiter.close();
  await service.stop();
});

/** Returns the board in Arbiter's answer, and the first field of the answer's FEN. */
async function answeredBoard(
  variant: string,
  fen: string,
): Promise<{ board: BoardJson; field: string }> {
  const { state } = await arbiter.adjudicate({
    position: { variant, state: { case: "fen", value: fen } },
    fenStyle: variant === "makruk" ? FenStyle.PYCHESS : FenStyle.STANDARD,
    board: true,
  });
  assert.ok(state?.board);
  return { board: toJson(BoardSchema, state.board), field: state.fen.split(" ")[0] ?? "" };
}

function letterAt(placement: Placement, square: string): string | undefined {
  const piece = placement.pieces.get(square);
  if (!piece) return placement.unknown.has(square) ? "?" : placement.objects.get(square);
  const [immobilised] = Object.entries(IMMOBILISED).find(([, of]) => of === piece.letter) ?? [];
  const capital = piece.hidden ? "I" : piece.immobilised ? immobilised : piece.letter;
  return piece.side === "white" ? capital : capital?.toLowerCase();
}

/** Writes a placement back as the first field of a FEN, to show that nothing is lost. */
function fenField(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = placement.ranks - 1; rank >= 0; --rank) {
    let row = "";
    let empty = 0;
    const flush = () => {
      if (empty > 0) row += empty;
      empty = 0;
    };
    for (let file = 0; file < placement.files; ++file) {
      const letter = letterAt(placement, squareAt(file, rank));
      if (letter === undefined) {
        ++empty;
        continue;
      }
      flush();
      row += letter;
    }
    flush();
    rows.push(row);
  }
  return rows.join("/");
}

for (const [variant, fens] of Object.entries(FENS)) {
  test(`every position of ${variant} is shown as in Arbiter's answer`, async () => {
    for (const fen of fens) {
      const { board, field } = await answeredBoard(variant, fen);
      assert.equal(field, fen.split(" ")[0]);
      assert.equal(fenField(placementOf(board)), field);
      assert.deepEqual(boardOf(variant, field).cells, board.cells, "boardOf makes the same board");
    }
  });
}

test("boards of Chpok have 6 to 10 files", async () => {
  const boards = await Promise.all((FENS["chpok"] ?? []).map((fen) => answeredBoard("chpok", fen)));
  const placements = boards.map(({ board }) => placementOf(board));
  assert.deepEqual([...new Set(placements.map(({ files }) => files))], [6, 7, 8, 9, 10]);
  assert.ok(placements.every(({ ranks }) => ranks === 8));
  const chak = placementOf((await answeredBoard("chak", FENS["chak"]?.[0] ?? "")).board);
  assert.deepEqual([chak.files, chak.ranks], [9, 9]);
});

test("Makruk's promoted pawns are distinguished (M13), and check is reported", async () => {
  const { board, field } = await answeredBoard("makruk", "4k3/8/4M~3/8/4r3/8/8/4K3 w - - 0 1");
  assert.equal(fenField(placementOf(board)), field);
  assert.deepEqual(placementOf(board).pieces.get("e6"), piece("M~", "white"));
  assert.equal(board.check, "e1");
  assert.deepEqual(boardOf("makruk", field).cells, board.cells);
});

test("a board of Chakart has objects, immobilised pieces, hidden queens and ? (H23)", () => {
  const placement = placementOf(boardOf("chakart", "l6i/8/m1d1w1e1/8/3?4/8/S7/7I"));
  assert.deepEqual(
    [...placement.objects],
    [
      ["a6", "m"],
      ["c6", "d"],
      ["e6", "w"],
      ["g6", "e"],
    ],
  );
  assert.deepEqual(placement.pieces.get("a8"), { ...piece("K", "black"), immobilised: true });
  assert.deepEqual(placement.pieces.get("a2"), { ...piece("P", "white"), immobilised: true });
  assert.deepEqual(placement.pieces.get("h8"), { ...piece("Q", "black"), hidden: true });
  assert.deepEqual(placement.pieces.get("h1"), { ...piece("Q", "white"), hidden: true });
  assert.deepEqual([...placement.unknown], ["d4"]);
});

test("pieces are ordered from White's last rank to the first", () => {
  const { pieces } = placementOf(boardOf("chpok", "10/10/10/2K6k/10/10/10/K8R"));
  assert.deepEqual([...pieces.keys()], ["c5", "j5", "a1", "j1"]);
});

test("a missing board is empty", () => {
  const { pieces, files } = placementOf({});
  assert.deepEqual([pieces.size, files], [0, 0]);
  assert.deepEqual(regionsOf({}), []);
});

test("Chak's river, temples and altars are regions (K1)", async () => {
  const { board } = await answeredBoard("chak", FENS["chak"]?.[0] ?? "");
  const regions = regionsOf(board);
  assert.deepEqual(
    regions.map(({ kind, squares }) => `${kind} ${squares.length}`),
    ["river 9", "temple 9", "temple 9", "altar 1", "altar 1"],
  );
  assert.deepEqual(
    regions.slice(3).map(({ squares }) => squares),
    [["e2"], ["e8"]],
  );
});

test("the hill is the centre of the board (P20)", async () => {
  const hill = async (files: number, items: string) => {
    const rank = (text: string) => text + (files - text.length || "");
    const rows = [rank("k"), ...Array(6).fill(files), rank("K")].join("/");
    const { board } = await answeredBoard("chpok", `${rows} w - 1,1 0,0 0,0 0,0 1 {${items}}`);
    assert.ok(regionsOf(board).every(({ kind }) => kind === "hill"));
    return regionsOf(board).flatMap(({ squares }) => squares);
  };
  assert.deepEqual(await hill(8, "xf=undo=2,hill;d=0"), ["d4", "e4", "d5", "e5"]);
  assert.deepEqual(await hill(7, "xf=hill;d=0"), ["d4", "d5"]);
  assert.deepEqual(await hill(8, "xf=racing;d=0"), []);
});

test("a region of an unknown kind is ignored", () => {
  const board: BoardJson = {
    regions: [{ squares: ["a1"] }, { kind: "REGION_KIND_UNSPECIFIED", squares: ["a2"] }],
  };
  assert.deepEqual(regionsOf(board), []);
});

function piece(letter: string, side: "white" | "black") {
  return { letter, side, immobilised: false, hidden: false };
}

import type { MoveClassJson, PlyReviewJson } from "@arbiter-chess/client";

const NOTED = new Set<MoveClassJson>([
  "MOVE_CLASS_INACCURACY", "MOVE_CLASS_MISTAKE", "MOVE_CLASS_BLUNDER", "MOVE_CLASS_LUCK",
]);

/** Whether a ply changed the chances, by the player's choice or by luck. */
export const isNoteworthy = ({ moveClass }: PlyReviewJson): boolean =>
  moveClass !== undefined && NOTED.has(moveClass);

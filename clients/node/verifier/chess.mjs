// In positions of all variants, a colour is "w" or "b".

export const opponentOf = (colour) => (colour === "w" ? "b" : "w");

export const inColour = (letter, colour) =>
  colour === "w" ? letter.toUpperCase() : letter.toLowerCase();

export const winFor = (colour) => (colour === "w" ? "WHITE_WINS" : "BLACK_WINS");

// Steps as [files, ranks].

export const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
export const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
export const ALL_DIRECTIONS = [...STRAIGHT, ...DIAGONAL];
export const KNIGHT_LEAPS = [
  [1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2],
];

// A colour is "w" or "b", in positions of every variant.

export const opponentOf = (colour) => (colour === "w" ? "b" : "w");

export const inColour = (letter, colour) =>
  colour === "w" ? letter.toUpperCase() : letter.toLowerCase();

export const winFor = (colour) => (colour === "w" ? "WHITE_WINS" : "BLACK_WINS");

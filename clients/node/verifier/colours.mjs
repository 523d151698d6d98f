// In positions of all variants, a colour is "w" or "b".

export const opponentOf = (colour) => (colour === "w" ? "b" : "w");

export const inColour = (letter, colour) =>
  colour === "w" ? letter.toUpperCase() : letter.toLowerCase();

export const winFor = (colour) => (colour === "w" ? "WHITE_WINS" : "BLACK_WINS");

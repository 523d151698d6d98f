// The effects of an action as a series of pictures.
import type { EventJson } from "@arbiter-chess/client";

import type { Picture, Sprite } from "./picture.js";
import type { Side } from "./position.js";

/** An event that a move has triggered. */
export interface Effect {
  /** The event in words. */
  caption: string;
  /** The square on which it happens. */
  square: string;
}

/** One step of the animation of an action. */
export interface Step {
  picture: Picture;
  /** The square on which a piece arrives. */
  arrival: string | undefined;
  /** The effect, or `undefined` for an ordinary move and for the object that it leaves behind. */
  effect: Effect | undefined;
}

/** Returns a step for each event that can be seen on the board, in their order. */
export function stepsOf(before: Picture, events: readonly EventJson[]): Step[] {
  const steps: Step[] = [];
  let picture = before;
  for (const event of events) {
    const last = steps.at(-1);
    if (event.kind === "KIND_CAPTURE" && last && last.arrival === event.to) {
      if (last.effect) last.effect.caption += ` ${event.text ?? ""}`;
      continue;
    }
    const after = pictureAfter(picture, event);
    if (!after) continue;
    picture = after;
    steps.push({ picture, arrival: event.to || undefined, effect: effectOf(event) });
  }
  return steps;
}

/** For each kind of event, which of its squares the effect is shown on. */
const EFFECTS = new Map<EventJson["kind"], "from" | "to">([
  ["KIND_MUSHROOM", "from"],
  ["KIND_BANANA", "from"],
  ["KIND_BOMB", "from"],
  ["KIND_KOOPA", "from"],
  ["KIND_KING_BOO", "to"],
  ["KIND_TOADETTE", "to"],
  ["KIND_CHOMP", "to"],
  ["KIND_DAISY", "to"],
  ["KIND_BOWSER", "to"],
  ["KIND_LUIGI", "to"],
  ["KIND_WALUIGI", "to"],
  ["KIND_REVEALED", "to"],
  ["KIND_SHELL", "to"],
]);

function effectOf(event: EventJson): Effect | undefined {
  const end = EFFECTS.get(event.kind);
  return end && { caption: event.text ?? "", square: event[end] ?? "" };
}

/** Returns the picture after an event, or `undefined` if the event cannot be seen on the board. */
function pictureAfter(picture: Picture, event: EventJson): Picture | undefined {
  const from = event.from ?? "";
  const to = event.to ?? "";
  switch (event.kind) {
    case "KIND_MOVE":
      return moved(picture, from, to);
    case "KIND_MUSHROOM":
    case "KIND_BANANA":
    case "KIND_BOMB":
      return moved(used(picture, from), from, to);
    case "KIND_KOOPA":
      return to === "" ? taken(used(picture, from), from) : returned(picture, from, to);
    case "KIND_STEALTH":
      return movedUnseen(picture, from, to);
    case "KIND_CAPTURE":
    case "KIND_SHELL":
    case "KIND_REMOVED":
      return taken(picture, to);
    case "KIND_CHOMP":
      return taken(used(picture, to), to);
    case "KIND_PROMOTE":
      return changed(picture, to, { letter: event.piece ?? "" });
    case "KIND_LUIGI":
    case "KIND_WALUIGI":
      return to === "" ? { ...picture } : changed(picture, to, { side: sideOf(event) });
    case "KIND_BOWSER":
      return changed(used(picture, to), to, { immobilised: true });
    case "KIND_RELEASED":
      return changed(picture, to, { immobilised: false });
    case "KIND_REVEALED":
      return changed(picture, to, { hidden: false });
    case "KIND_KING_BOO":
    case "KIND_TOADETTE":
    case "KIND_DAISY":
      return used(picture, to);
    case "KIND_OBJECT_PUT":
      return { ...picture, objects: new Map(picture.objects).set(to, event.object ?? "") };
    case "KIND_SWAP":
      return swapped(picture, from, to);
    case "KIND_PLACE":
      return placed(picture, event);
    default:
      return undefined;
  }
}

function sideOf(event: EventJson): Side {
  return event.color === "COLOR_BLACK" ? "black" : "white";
}

/** Removes the object on the square after it has acted. */
function used(picture: Picture, square: string): Picture {
  const objects = new Map(picture.objects);
  objects.delete(square);
  return { ...picture, objects };
}

/** Moves a piece, and removes the piece that stands on its destination. */
function moved(picture: Picture, from: string, to: string): Picture {
  const mover = picture.sprites.find((sprite) => sprite.square === from);
  if (!mover || from === to) return picture;
  return {
    ...picture,
    sprites: picture.sprites
      .filter((sprite) => sprite.square !== to)
      .map((sprite) => (sprite === mover ? { ...mover, square: to } : sprite)),
  };
}

/** Moves a piece back to the square where the action began, and removes the object on it. */
function returned(picture: Picture, from: string, to: string): Picture {
  return moved(used(used(picture, from), to), from, to);
}

/** Moves a queen to a square that may be hidden from the viewer. */
function movedUnseen(picture: Picture, from: string, to: string): Picture {
  if (to !== "") return changed(moved(picture, from, to), to, { hidden: true });
  return { ...taken(picture, from), unknown: new Set(picture.unknown).add(from) };
}

function taken(picture: Picture, square: string): Picture {
  const victim = picture.sprites.find((sprite) => sprite.square === square);
  if (!victim) return picture;
  return { ...picture, sprites: picture.sprites.filter((sprite) => sprite !== victim) };
}

function changed(picture: Picture, square: string, change: Partial<Sprite>): Picture {
  return {
    ...picture,
    sprites: picture.sprites.map((sprite) =>
      sprite.square === square ? { ...sprite, ...change } : sprite,
    ),
  };
}

function swapped(picture: Picture, first: string, second: string): Picture {
  const place = (square: string) =>
    square === first ? second : square === second ? first : square;
  return {
    ...picture,
    sprites: picture.sprites.map((sprite) => ({ ...sprite, square: place(sprite.square) })),
  };
}

function placed(picture: Picture, event: EventJson): Picture {
  const sprite: Sprite = {
    id: 1 + Math.max(0, ...picture.sprites.map((other) => other.id)),
    square: event.to ?? "",
    letter: event.piece ?? "",
    side: sideOf(event),
    immobilised: false,
    hidden: false,
  };
  return { ...picture, sprites: [...picture.sprites, sprite] };
}

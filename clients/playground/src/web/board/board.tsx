// The board, which shows a position and lets a player choose one of the legal moves.
import type { MoveJson } from "@arbiter-chess/client";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { isStart } from "./choices.js";
import { Chooser } from "./chooser.js";
import { Caption, Frame } from "./frame.js";
import { Grid, squareOf } from "./grid.js";
import { Ground } from "./ground.js";
import { dueText, squareLabel } from "./labels.js";
import { MarksAbove, MarksBelow } from "./marks.js";
import { Drawings, Hand, Pieces } from "./pieces.js";
import { colorSide, placementOf, regionsOf } from "./position.js";
import type { BoardProps } from "./props.js";
import { isOnBoard, rowsOf, squareAfterKey } from "./squares.js";
import { Tray } from "./tray.js";
import { useDrag, useDrop } from "./use_drag.js";
import { usePicture } from "./use_picture.js";
import { usePlay } from "./use_play.js";
import { wordsOf } from "./words.js";

/** The moves after which the piece stands on the square on which it was dropped. */
const ARRIVING = new Set<MoveJson["kind"]>(["KIND_QUIET", "KIND_CAPTURE", "KIND_STEALTH"]);

export function Board(props: BoardProps) {
  const { variant, state, orientation, lastMove, arrows, locale } = props;
  const { fen = "", board = {} } = state;
  const check = { king: board.check, checkers: state.adjudication?.checkers ?? [] };
  const id = variant.id ?? "";
  const names = { variant, locale, words: wordsOf(locale) };
  // A new view of the same position must not end the animation.
  const placement = useMemo(() => placementOf(board), [id, fen]);
  const { files, ranks } = placement;
  const size = useMemo(() => ({ files, ranks }), [files, ranks]);
  const side = colorSide(state.turn);
  const prefix = `${useId()}-`;

  const { picture, step, skip } = usePicture(placement, props.effects);
  const play = usePlay(fen, variant, props.moves, props.onAction, props.onSelect);
  const { choices, selection, targets } = play;

  const grid = useRef<HTMLDivElement>(null);
  const corner = rowsOf(size, orientation)[ranks - 1]?.[0] ?? "";
  const [focused, setFocused] = useState<string>();
  const focus = focused !== undefined && isOnBoard(focused, size) ? focused : corner;
  const focusSquare = (square: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();

  const naming = selection.kind === "naming";
  const drops = useDrop(placement, naming);
  // If a press has just selected a piece, the click that follows must not deselect it.
  const taken = useRef<string | undefined>(undefined);
  const dragging = useDrag(grid, size, orientation, {
    isDraggable: (square) => choices.from.has(square) && !targets.has(square),
    onTake: (square) => {
      if (selection.kind === "square" && selection.square === square) return;
      taken.current = square;
      play.press(square);
    },
    onDrop: (from, to) => {
      const moves = targets.get(to);
      if (!moves) return;
      if (moves.some(({ kind }) => ARRIVING.has(kind))) drops.hold({ from, to });
      play.press(to);
    },
  });

  // While a move is chosen by name, the grid does not have the focus. It gets it back afterwards.
  const wasNaming = useRef(naming);
  useLayoutEffect(() => {
    if (wasNaming.current && !naming && document.activeElement === document.body) {
      focusSquare(focus);
    }
    wasNaming.current = naming;
  }, [naming]);

  const cancel = () => {
    drops.release();
    play.cancel();
  };
  const onPointerDown = (event: PointerEvent) => {
    skip();
    if (naming) drops.release();
    taken.current = undefined;
    const square = squareOf(event);
    if (square !== undefined) dragging.start(event, square);
  };
  const onClick = (event: MouseEvent) => {
    skip();
    const square = squareOf(event);
    const done = dragging.ownsClick() || taken.current === square;
    taken.current = undefined;
    if (square !== undefined && !done) play.press(square);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = squareAfterKey(event.key, focus, size, orientation);
    if (next !== undefined) focusSquare(next);
    else if (event.key === "Enter" || event.key === " ") play.press(focus);
    else if (event.key === "Escape") cancel();
    else return;
    skip();
    event.preventDefault();
    event.stopPropagation();
  };

  const isSelected = (square: string) =>
    (selection.kind === "square" || selection.kind === "naming") && selection.square === square;
  const labelOf = (square: string) =>
    squareLabel(
      square,
      placement,
      {
        selected: isSelected(square),
        start: isStart(choices, square),
        target: targets.has(square),
        check: check.king === square,
      },
      names,
    );
  const isOccupied = (square: string) =>
    placement.pieces.has(square) || placement.objects.has(square) || placement.unknown.has(square);
  const regions = useMemo(() => regionsOf(board), [id, fen]);

  const drawing = (
    <svg
      class="board-picture"
      viewBox={`0 0 ${files * 100} ${ranks * 100}`}
      {...(props.picture === undefined
        ? { "aria-hidden": true }
        : { role: "img", "aria-label": props.picture })}
    >
      <Drawings variant={variant} prefix={prefix} />
      <Ground size={size} orientation={orientation} regions={regions} />
      <MarksBelow
        size={size}
        orientation={orientation}
        lastMove={lastMove}
        check={check}
        selection={selection}
        hover={
          dragging.hover !== undefined && targets.has(dragging.hover) ? dragging.hover : undefined
        }
      />
      <Pieces
        picture={picture}
        variant={id}
        prefix={prefix}
        size={size}
        orientation={orientation}
        drag={dragging.drag}
        drop={drops.drop}
      />
      <MarksAbove
        size={size}
        orientation={orientation}
        targets={targets}
        isOccupied={isOccupied}
        arrows={arrows}
        flash={step?.effect?.square}
      />
      {dragging.drag && (
        <Hand picture={picture} variant={id} prefix={prefix} drag={dragging.drag} />
      )}
    </svg>
  );
  if (props.picture !== undefined) return <div class="board">{drawing}</div>;

  return (
    <div class="board-with-tray">
      <Frame size={size} orientation={orientation}>
        {drawing}
        <Grid
          gridRef={grid}
          isBusy={step !== undefined}
          label={names.words.board}
          size={size}
          orientation={orientation}
          focus={focus}
          labelOf={labelOf}
          isSelected={isSelected}
          isLive={(square) => isStart(choices, square) || targets.has(square)}
          isDraggable={(square) => choices.from.has(square)}
          onPointerDown={onPointerDown}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocusSquare={setFocused}
        />
        {step?.effect && <Caption effect={step.effect} size={size} orientation={orientation} />}
        {selection.kind === "naming" && (
          <Chooser
            square={selection.square}
            moves={selection.moves}
            side={side}
            names={names}
            size={size}
            orientation={orientation}
            onChoose={play.act}
            onCancel={play.isForced ? undefined : cancel}
          />
        )}
      </Frame>
      <Tray
        play={play}
        due={props.moves.length > 0 ? dueText(choices, selection, props.pending, names) : undefined}
        side={side}
        names={names}
      />
    </div>
  );
}

// board-buttons.tsx - the buttons that lie on the board: zoom, several units, danger, way-points.
// SPDX-License-Identifier: MIT

import type { JSX, RefObject } from "preact";
import { PLAY } from "../words/play";
import type { BoardHandle } from "./board";
import { Icon } from "./icons";
import type { Play } from "./use-play";

/** For hands without a Ctrl key: the next tap is one way-point more. */
export function WayPoint({ play }: { play: Play }): JSX.Element | null {
  if (!play.goesOn) return null;
  return (
    <button
      class="way-point"
      aria-pressed={play.adding}
      title={PLAY.wayPointTitle}
      onClick={() => play.setAdding(!play.adding)}
    >
      <Icon name="plus" /> {play.adding ? PLAY.wayPointTap : PLAY.wayPoint}
    </button>
  );
}

interface ZoomButtonsProps {
  readonly play: Play;
  readonly board: RefObject<BoardHandle | null>;
  readonly turn: () => void;
}

export function ZoomButtons({ board, play, turn }: ZoomButtonsProps): JSX.Element {
  return (
    <div class="zoom" role="group" aria-label={PLAY.zoom}>
      <button
        aria-label={PLAY.nearer}
        title={PLAY.nearerTitle}
        onClick={() => board.current?.zoomBy(1.4)}
      >
        <Icon name="plus" />
      </button>
      <button
        aria-label={PLAY.farther}
        title={PLAY.fartherTitle}
        onClick={() => board.current?.zoomBy(1 / 1.4)}
      >
        <Icon name="minus" />
      </button>
      <button aria-label={PLAY.whole} title={PLAY.wholeTitle} onClick={() => board.current?.fit()}>
        <Icon name="fit" />
      </button>
      <button aria-label={PLAY.turnBoard} title={PLAY.turnBoardTitle} onClick={turn}>
        <Icon name="flip" />
      </button>
      {play.able.length > 1 && (
        <button
          aria-label={PLAY.several}
          aria-pressed={play.group.boxing}
          title={PLAY.severalTitle}
          onClick={() => play.group.setBoxing(!play.group.boxing)}
        >
          <Icon name="box" />
        </button>
      )}
      {play.able.length > 0 && (
        <button
          aria-label={PLAY.danger}
          aria-pressed={play.danger}
          title={PLAY.dangerTitle}
          onClick={() => play.setDanger(!play.danger)}
        >
          <Icon name="danger" />
        </button>
      )}
    </div>
  );
}

// board.tsx - the board: the core's picture, an overlay in the same coordinates, and the hand.
//
// Two drawings lie on each other: the picture changes with the position, the overlay with the
// pointer, so that a drag repaints only what moves.  Pan and zoom are d3-zoom's.
// SPDX-License-Identifier: MIT

import { select } from "d3-selection";
import type { ZoomBehavior, ZoomTransform } from "d3-zoom";
import { zoom, zoomIdentity } from "d3-zoom";
import type { JSX, RefObject } from "preact";
import { useImperativeHandle, useLayoutEffect, useRef } from "preact/hooks";
import type { Hit } from "../choice";
import { toPicture, toTicks } from "../choice";
import type { Board, Place, Way } from "../engine-types";
import type { Show } from "../show";
import { arrowOf, fade, glide, quiet, strikeOff } from "./glide";
import { Overview, placeOverview } from "./overview";
import type { Box } from "./shapes";
import { boxAround, boxIn, cornersOf, cursorAt, fragment } from "./shapes";
import { isHandle, pixelsOf, prevent, scaled } from "./shapes";
import { handleAt, renew, shape, unitOf } from "./shapes";
import { PLAY } from "../words/play";

interface Screen {
  readonly x: number; // within the board's element
  readonly y: number;
}

export interface Hand {
  /** May this unit be taken in hand? */
  takes(unit: string): boolean;
  /** `more`: what is proposed goes on from its end to there. */
  tap(hit: Hit, more: boolean, quick: boolean, shift: boolean): void;
  hover(hit: Hit | undefined, more: boolean): void;
  drag(unit: string, hit: Hit): void;
  drop(unit: string, hit: Hit): void;
  /** A box was drawn around these. */
  box(units: readonly string[]): void;
  /** The drag was broken off. */
  cancel(): void;
  turn(step: number): void;
  /** The unit, or where it would stand, faces there, in tenths of a degree. */
  turnTo(facing: number): void;
}

/** What can be turned by its handle. */
export interface Pivot extends Place {
  readonly unit: string;
  readonly facing: number;
}

/** What just happened, as the board shows it, and the ways that stay on it. */
export interface BoardShow {
  readonly id: number; // another one, another show
  readonly show: Show | undefined;
  readonly driven: readonly Way[];
  readonly ways: readonly Way[];
}

export interface BoardProps {
  readonly board: Board;
  readonly around: string; // what lies around the chosen unit: changes seldom
  readonly overlay: string; // what follows the pointer
  readonly plan: string | undefined; // an order whose overlay is brought into sight
  readonly chosen: string | undefined;
  readonly group: readonly string[]; // in hand together
  readonly boxing: boolean; // the next drag makes a box
  readonly able: readonly string[];
  readonly targets: readonly string[]; // of the chosen unit
  readonly cursor: Place | undefined;
  readonly pivot: Pivot | undefined;
  readonly show: BoardShow | undefined;
  readonly over: boolean; // the battle is: the whole board is shown
  readonly words: string; // of the board, for those who do not see it
  readonly hand: Hand;
  readonly handle: RefObject<BoardHandle | null>;
}

export interface BoardHandle {
  zoomBy(factor: number): void;
  fit(): void;
  focus(): void;
  /** The place of the picture (a sector, say) in which a point lies. */
  placeAt(place: Place): string | undefined;
  centreOf(unit: string): Place | undefined;
  reveal(place: Place): void;
}

const LABEL = PLAY.boardKeys;
const HALF_TURN = 1800; // tenths of a degree
const NEARER_FROM = 1.04; // so much larger than the whole board, and the overview shows
const MARGIN = 52; // pixels around a place that is shown: a counter and its name
const PLAN_MARGIN = 16; // around all that is drawn of an order
const DRAG_FROM = 6; // pixels a pointer travels before it is a drag

export function BoardView(props: BoardProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<SVGGElement>(null);
  const around = useRef<SVGGElement>(null);
  const over = useRef<SVGGElement>(null);
  const marks = useRef<SVGGElement>(null);
  const knob = useRef<SVGGElement>(null);
  const view = useRef<View | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const box = element.current;
    const [low, middle, high] = [ground.current, around.current, over.current];
    const [mark, turn] = [marks.current, knob.current];
    if (box === null || low === null || middle === null || high === null) return undefined;
    if (mark === null || turn === null) return undefined;
    const made = new View(box, low, middle, high, mark, turn, () => latest.current);
    view.current = made;
    return () => made.close();
  }, []);
  useLayoutEffect(() => view.current?.showBoard(props.board), [props.board.svg]);
  useLayoutEffect(() => view.current?.showAround(props.around), [props.around, props.board.svg]);
  useLayoutEffect(() => view.current?.showOverlay(props.overlay), [props.overlay, props.board.svg]);
  useLayoutEffect(
    () =>
      view.current?.showMarks(
        props.chosen === undefined ? props.group : [props.chosen],
        props.able,
        props.cursor,
        props.targets,
      ),
    [props.chosen, props.group, props.able, props.cursor, props.targets, props.board.svg],
  );
  useLayoutEffect(
    () => view.current?.comeNear(props.chosen ?? props.group[0]),
    [props.chosen, props.group.length > 0],
  );
  useLayoutEffect(() => view.current?.showPlan(), [props.plan, props.chosen]);
  useLayoutEffect(() => view.current?.showPivot(props.pivot), [props.pivot, props.board.svg]);
  useLayoutEffect(() => view.current?.play(props.show), [props.show?.id]);
  useLayoutEffect(() => (props.over ? view.current?.fit() : undefined), [props.over]);
  useLayoutEffect(
    () => view.current?.showWays(props.show),
    [props.show?.id, props.show?.driven.length, props.show?.ways.length, props.board.svg],
  );
  useImperativeHandle(
    props.handle,
    () => ({
      zoomBy: (factor) => view.current?.zoomBy(factor),
      fit: () => view.current?.fit(),
      focus: () => element.current?.focus(),
      placeAt: (place) => view.current?.placeAt(place),
      centreOf: (unit) => view.current?.centreOf(unit),
      reveal: (place) => view.current?.reveal(place),
    }),
    [],
  );

  return (
    <div
      ref={element}
      class={props.boxing ? "board boxing" : "board"}
      tabIndex={0}
      role="application"
      id="board"
      aria-label={LABEL}
      aria-describedby="board-words"
    >
      <svg aria-hidden="true" focusable="false">
        <g ref={ground} />
      </svg>
      <svg class="upper" aria-hidden="true" focusable="false">
        <g ref={around} class="around" />
        <g ref={over} data-overlay />
        <g ref={marks} />
        <g ref={knob} class="mark-turn" />
        <rect class="mark-box" width="0" height="0" rx="3" />
      </svg>
      <Overview board={props.board} go={(at) => view.current?.centre(at)} />
      <pre class="sr" id="board-words">
        {props.words}
      </pre>
    </div>
  );
}

/** The part that lives with the elements rather than with the component. */
class View {
  private readonly behaviour: ZoomBehavior<HTMLDivElement, unknown>;
  private transform: ZoomTransform = zoomIdentity;
  private before: ZoomTransform | undefined; // it came near for the unit in hand
  private nearAt = 1; // and had this scale then
  private box: Box = { x: 0, y: 0, width: 1, height: 1 };
  private size = { width: 1, height: 1 };
  private readonly under = shape("g", {});
  private readonly leaving = shape("g", {}) as SVGGElement; // those who are no longer there
  private readonly ways = shape("g", { class: "ways" });
  private former = new Map<string, SVGElement>(); // the counters of the picture before
  private readonly observer: ResizeObserver;
  private drag: { unit: string; id: number; x: number; y: number; moving: boolean } | undefined;
  private moved: PointerEvent | undefined;
  private frame = 0;
  private ignoreClick = false;
  private places: { name: string; box: Box }[] = [];
  private pivot: { at: Place; reach: number; facing: number } | undefined; // in the picture
  private boxed: { id: number; x: number; y: number } | undefined; // where a box began, on screen
  private turning: { id: number; moved: boolean } | undefined; // the pointer that holds the handle

  constructor(
    private readonly element: HTMLDivElement,
    private readonly ground: SVGGElement,
    private readonly around: SVGGElement,
    private readonly over: SVGGElement,
    private readonly marks: SVGGElement,
    private readonly knob: SVGGElement,
    private readonly props: () => BoardProps,
  ) {
    this.behaviour = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.8, 16])
      .clickDistance(DRAG_FROM)
      .filter((event: Event) => this.mayPan(event))
      .on("zoom", (event: { transform: ZoomTransform }) => {
        this.transform = event.transform;
        this.place();
      });
    select(element).call(this.behaviour).on("dblclick.zoom", null);
    around.before(this.ways);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
    this.resize();
    element.addEventListener("pointerdown", this.down);
    element.addEventListener("pointermove", this.move);
    element.addEventListener("pointerup", this.up);
    element.addEventListener("pointercancel", this.cancelled);
    element.addEventListener("pointerleave", this.left);
    element.addEventListener("click", this.click);
    element.addEventListener("contextmenu", prevent);
    element.addEventListener("wheel", this.wheel, { passive: false });
  }

  close(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    select(this.element).on(".zoom", null);
  }

  showBoard(board: Board): void {
    const root = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
    const [x = 0, y = 0, width = 1, height = 1] = (root.getAttribute("viewBox") ?? "")
      .split(/[\s,]+/)
      .map(Number);
    const fresh = width !== this.box.width || height !== this.box.height;
    this.box = { x, y, width, height };
    const looks = root.getAttribute("class") ?? "";
    for (const group of [this.ground, this.around, this.over]) group.setAttribute("class", looks);
    this.under.setAttribute("class", looks);
    this.leaving.setAttribute("class", looks);
    this.former = new Map(
      Array.from(this.ground.querySelectorAll<SVGElement>(".troops [data-unit]"), (unit) => [
        unit.dataset["unit"] ?? "",
        unit,
      ]),
    );
    for (const group of [this.around, this.under]) group.classList.add("around");
    this.replaceGround(root);
    if (fresh) this.resize();
    this.places = Array.from(
      this.ground.querySelectorAll<SVGGraphicsElement>("[data-place]"),
      (place) => ({
        name: place.dataset["place"] ?? "",
        box: boxIn(this.ground, place),
      }),
    );
  }

  /** Areas lie on the ground, under the troops that stand there; the rest above them. */
  showAround(svg: string): void {
    const nodes = fragment(svg);
    const flat = nodes.filter((node) => node instanceof Element && node.matches(".area"));
    this.around.replaceChildren(...nodes.filter((node) => !flat.includes(node)));
    this.under.replaceChildren(...flat);
    this.ground.insertBefore(this.under, this.ground.querySelector(":scope > .troops"));
  }

  /** What just happened: units go their ways, those who are gone fade. */
  play(board: BoardShow | undefined): void {
    const show = board?.show;
    if (show === undefined) return;
    this.revealAll(show);
    if (quiet()) return;
    const { map, units } = this.props().board;
    for (const way of show.glides) {
      const group = this.groupOf(way.unit);
      const end = way.points.at(-1);
      const unit = units.find((one) => one.name === way.unit);
      const there = unit !== undefined && end?.x === unit.x && end.y === unit.y;
      if (group instanceof SVGGElement && there) glide(group, way, map);
    }
    this.ground.append(this.leaving);
    for (const [number, former] of this.former) {
      if (units.some((unit) => String(unit.unit) === number)) continue;
      fade(this.leaving, former, Math.max(0, ...show.losses.map((loss) => loss.begins)));
    }
  }

  /** Arrows of retreats and, if they are wanted, of all ways; what was lost, struck off. */
  showWays(board: BoardShow | undefined): void {
    const { map } = this.props().board;
    const struck = (board?.show?.losses ?? [])
      .filter((loss) => loss.had > loss.left)
      .map((loss) =>
        strikeOff(map, loss.at, `\u2212${loss.had - loss.left}`, loss.begins),
      );
    this.ways.replaceChildren(
      ...(board?.ways ?? []).flatMap((way) => arrowOf(map, way.points, "way")),
      ...(board?.driven ?? []).flatMap((way) => arrowOf(map, way.points, "way driven")),
      ...struck,
    );
  }

  showOverlay(svg: string): void {
    this.over.replaceChildren(...fragment(svg));
  }

  showMarks(
    chosen: readonly string[],
    able: readonly string[],
    cursor: Place | undefined,
    targets: readonly string[],
  ): void {
    const made: Element[] = [];
    for (const unit of targets) this.ring(made, unit, "target");
    for (const unit of able) if (!chosen.includes(unit)) this.ring(made, unit, "able");
    for (const unit of chosen) this.ring(made, unit, "pick");
    if (cursor !== undefined) made.push(cursorAt(this.props().board.map, cursor));
    this.marks.replaceChildren(...made);
  }

  /** A handle to turn by, as far before the unit as its own depth needs. */
  showPivot(pivot: Pivot | undefined): void {
    const group = pivot === undefined ? undefined : this.groupOf(pivot.unit);
    if (pivot === undefined || group === undefined) {
      this.pivot = undefined;
      this.knob.replaceChildren();
      return;
    }
    const { map } = this.props().board;
    const box = boxIn(this.ground, group);
    this.pivot = {
      at: toPicture(map, pivot),
      reach: Math.max(box.width, box.height) / 2,
      facing: pivot.facing + (map.units < 0 ? HALF_TURN : 0),
    };
    this.placePivot();
  }

  private placePivot(): void {
    if (this.pivot === undefined) return;
    const { at, reach, facing } = this.pivot;
    const { scale, x, y } = this.whole();
    const end = -Math.max(46, reach * scale + 22);
    this.knob.setAttribute(
      "transform",
      `translate(${(x + at.x * scale).toFixed(1)},${(y + at.y * scale).toFixed(
        1,
      )}) rotate(${facing / 10})`,
    );
    this.knob.replaceChildren(...handleAt(end));
  }

  zoomBy(factor: number): void {
    this.behaviour.scaleBy(select(this.element), factor);
  }

  /** A counter that is too small to be worked with: the board grows about it. */
  comeNear(unit: string | undefined): void {
    if (unit === undefined) this.goBack();
    const group = unit === undefined ? undefined : this.groupOf(unit);
    if (group === undefined || this.drag?.moving === true) return;
    const box = boxIn(this.ground, group);
    const { scale, x, y } = this.whole();
    const pixels = Math.max(box.width, box.height) * scale;
    if (pixels <= 0) return;
    const at: [number, number] = [
      x + (box.x + box.width / 2) * scale,
      y + (box.y + box.height / 2) * scale,
    ];
    const { role } = this.props().board.units.find((one) => one.name === unit) ?? {};
    const [least = 0, grown = 0] = pixelsOf(role);
    if (pixels < least) {
      this.before ??= this.transform;
      this.behaviour.scaleBy(select(this.element), grown / pixels, at);
      this.nearAt = this.transform.k;
    }
    this.bring(this.onScreen(box));
  }

  /** What came near for a unit goes back when that is put down, unless a hand has zoomed since. */
  private goBack(): void {
    const { before } = this;
    this.before = undefined;
    if (before !== undefined && this.transform.k === this.nearAt && this.drag?.moving !== true)
      this.behaviour.transform(select(this.element), before);
  }

  private onScreen(box: Box): Box {
    return scaled(box, this.whole());
  }

  /** This point of the picture comes to the middle of the window. */
  centre(point: Place): void {
    const { scale, x, y } = this.whole();
    const { k } = this.transform;
    this.behaviour.translateBy(
      select(this.element),
      (this.size.width / 2 - x - point.x * scale) / k,
      (this.size.height / 2 - y - point.y * scale) / k,
    );
  }

  /** The overview shows what of the board the window shows, and hides of it as little as may be. */
  private placeWindow(scale: number, x: number, y: number): void {
    const overview = this.element.querySelector<SVGElement>(".overview");
    if (overview === null) return;
    const { board, chosen } = this.props();
    const group = this.groupOf(chosen ?? "");
    const { left, top } = this.element.getBoundingClientRect();
    placeOverview(overview, {
      shown: this.transform.k > NEARER_FROM,
      window: {
        x: -x / scale,
        y: -y / scale,
        width: this.size.width / scale,
        height: this.size.height / scale,
      },
      board: { x: left, y: top },
      chosen: group === undefined ? undefined : this.onScreen(boxIn(this.ground, group)),
      units: board.units.map((unit) => this.screenOf(unit)),
    });
  }

  fit(): void {
    this.behaviour.transform(select(this.element), zoomIdentity);
  }

  private screenOf(place: Place): Screen {
    const point = toPicture(this.props().board.map, place);
    const { scale, x, y } = this.whole();
    return { x: x + point.x * scale, y: y + point.y * scale };
  }

  placeAt(place: Place): string | undefined {
    const point = toPicture(this.props().board.map, place);
    return this.places.find(
      ({ box }) =>
        point.x >= box.x &&
        point.x <= box.x + box.width &&
        point.y >= box.y &&
        point.y <= box.y + box.height,
    )?.name;
  }

  centreOf(unit: string): Place | undefined {
    const middle = this.middleOf(unit);
    return middle === undefined ? undefined : toTicks(this.props().board.map, middle);
  }

  /** All that is drawn of an order that was not given on the board itself can be seen. */
  showPlan(): void {
    if (this.props().plan === undefined || this.over.childElementCount === 0) return;
    this.bringAll(boxAround(cornersOf(this.onScreen(this.over.getBBox())), PLAN_MARGIN));
  }

  /** Moves the picture just so far that the place can be seen. */
  reveal(place: Place): void {
    this.bring(boxAround([this.screenOf(place)], MARGIN));
  }

  /** What happened out of sight is seen where it happened: the picture moves, and shows the whole
   *  board where the window is too small for all of it. */
  private revealAll({ glides, losses }: Show): void {
    if (this.transform.k <= NEARER_FROM) return;
    const places = [...glides.flatMap(({ points }) => points), ...losses.map(({ at }) => at)];
    const counters = glides.flatMap(({ unit }) => this.groupOf(unit) ?? []);
    const boxes = [
      ...places.map((place) => boxAround([this.screenOf(place)], MARGIN)),
      ...counters.map((group) => this.onScreen(boxIn(this.ground, group))),
    ];
    if (boxes.length === 0) return;
    this.bringAll(boxAround(boxes.flatMap(cornersOf), 0));
  }

  /** The picture becomes smaller where the window is too small for this part of the screen. */
  private bringAll(all: Box): void {
    const { width, height } = this.size;
    if (all.width > width || all.height > height) this.fit();
    else this.bring(all);
  }

  /** Moves the picture just so far that this part of the screen is in the window. */
  private bring({ x, y, width, height }: Box): void {
    const dx = x < 0 ? -x : Math.min(0, this.size.width - x - width);
    const dy = y < 0 ? -y : Math.min(0, this.size.height - y - height);
    if (dx === 0 && dy === 0) return;
    this.behaviour.translateBy(select(this.element), dx / this.transform.k, dy / this.transform.k);
  }

  private replaceGround(root: Element): void {
    this.under.remove(); // both come back when they are shown
    this.leaving.remove();
    renew(this.ground, root);
  }

  /** Another size of the window (a phone is turned, a panel grows): what was in the middle stays
   *  there, and who is in hand stays in sight and large enough. */
  private resize(): void {
    const { scale, x, y } = this.whole();
    const held = this.sighted(this.props().chosen);
    const middle = { x: (this.size.width / 2 - x) / scale, y: (this.size.height / 2 - y) / scale };
    this.size = { width: this.element.clientWidth || 1, height: this.element.clientHeight || 1 };
    const { width, height } = this.size;
    this.behaviour
      .extent([
        [0, 0],
        [width, height],
      ])
      .translateExtent([
        [-width / 2, -height / 2],
        [width * 1.5, height * 1.5],
      ]);
    if (this.transform.k > NEARER_FROM) this.centre(middle);
    else this.place();
    if (held === undefined) return;
    this.reveal(held);
    this.comeNear(this.props().chosen);
    this.showPlan();
  }

  /** Where a unit stands that can be seen in the window. */
  private sighted(unit: string | undefined): Place | undefined {
    const place = unit === undefined ? undefined : this.centreOf(unit);
    if (place === undefined) return undefined;
    const { x, y } = this.screenOf(place);
    return x > 0 && y > 0 && x < this.size.width && y < this.size.height ? place : undefined;
  }

  private middleOf(unit: string | undefined): Place | undefined {
    const group = unit === undefined ? undefined : this.groupOf(unit);
    if (group === undefined) return undefined;
    const box = boxIn(this.ground, group);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Picture units to pixels: the fit to the window, then pan and zoom. */
  private whole(): { scale: number; x: number; y: number } {
    const fit =
      Math.min(this.size.width / this.box.width, this.size.height / this.box.height) * 0.985;
    const left = (this.size.width - this.box.width * fit) / 2 - this.box.x * fit;
    const top = (this.size.height - this.box.height * fit) / 2 - this.box.y * fit;
    const { k, x, y } = this.transform;
    return { scale: fit * k, x: x + left * k, y: y + top * k };
  }

  private place(): void {
    const { scale, x, y } = this.whole();
    for (const group of [this.ground, this.around, this.over, this.marks, this.ways]) {
      group.setAttribute(
        "transform",
        `translate(${x.toFixed(2)},${y.toFixed(2)}) scale(${scale.toFixed(5)})`,
      );
    }
    this.placeWindow(scale, x, y);
    this.placePivot();
  }

  private groupOf(unit: string): SVGGraphicsElement | undefined {
    const number = this.props().board.units.find((one) => one.name === unit)?.unit;
    if (number === undefined) return undefined;
    return this.ground.querySelector<SVGGraphicsElement>(`[data-unit="${number}"]`) ?? undefined;
  }

  private ring(made: Element[], unit: string, looks: string): void {
    const group = this.groupOf(unit);
    if (group === undefined) return;
    const box = boxIn(this.ground, group);
    made.push(
      shape("rect", {
        class: `mark-${looks}`,
        x: box.x - 5,
        y: box.y - 5,
        width: box.width + 10,
        height: box.height + 10,
        rx: 10,
      }),
    );
  }

  // ---- The hand. ----

  private readonly wheel = (event: WheelEvent): void => {
    if (!event.shiftKey) return;
    event.preventDefault();
    this.props().hand.turn(event.deltaY + event.deltaX > 0 ? 1 : -1);
  };

  private mayPan(event: Event): boolean {
    if (event.type === "wheel") return !(event as WheelEvent).shiftKey;
    if (event instanceof MouseEvent && event.button === 2) return true;
    if (event instanceof MouseEvent && event.button !== 0) return false;
    if ("touches" in event && (event as TouchEvent).touches.length > 1) {
      this.breakOff();
      return true;
    }
    if (isHandle(event.target) || this.boxes(event)) return false;
    const unit = unitOf(event.target, this.props().board);
    return unit === undefined || !this.props().hand.takes(unit);
  }

  private hit(event: MouseEvent): Hit {
    const frame = this.element.getBoundingClientRect();
    const screen = { x: event.clientX - frame.left, y: event.clientY - frame.top };
    const { scale, x, y } = this.whole();
    const at = toTicks(this.props().board.map, {
      x: (screen.x - x) / scale,
      y: (screen.y - y) / scale,
    });
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const unit = unitOf(under, this.props().board);
    const place = under?.closest<SVGElement>("[data-place],[data-cell]");
    const name = place?.dataset["place"] ?? place?.dataset["cell"] ?? this.placeAt(at);
    return { ...(unit !== undefined && { unit }), ...(name !== undefined && { place: name }), at };
  }

  /** A drag with Shift, or after the button for it, draws a box. */
  private boxes(event: Event): boolean {
    return this.props().boxing || (event instanceof MouseEvent && event.shiftKey);
  }

  private screen(event: MouseEvent): Screen {
    const frame = this.element.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  private boxTo(event: MouseEvent): Box | undefined {
    if (this.boxed === undefined) return undefined;
    const to = this.screen(event);
    const box = {
      x: Math.min(this.boxed.x, to.x),
      y: Math.min(this.boxed.y, to.y),
      width: Math.abs(this.boxed.x - to.x),
      height: Math.abs(this.boxed.y - to.y),
    };
    this.drawBox(box);
    return box;
  }

  private endBox(): void {
    this.boxed = undefined;
    this.drawBox({ x: 0, y: 0, width: 0, height: 0 });
  }

  private drawBox(box: Box): void {
    const rope = this.element.querySelector(".mark-box");
    for (const [name, value] of Object.entries(box)) rope?.setAttribute(name, String(value));
  }

  /** Those whose middle lies in it. */
  private within(box: Box): string[] {
    return this.props()
      .board.units.filter((unit) => {
        if (unit.reserve === true) return false;
        const at = this.screenOf(this.centreOf(unit.name) ?? unit);
        return (
          at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height
        );
      })
      .map((unit) => unit.name);
  }

  private readonly down = (event: PointerEvent): void => {
    this.ignoreClick = false;
    if (event.button === 0 && event.isPrimary && this.boxes(event)) {
      this.boxed = { id: event.pointerId, ...this.screen(event) };
      return;
    }
    if (event.button === 0 && event.isPrimary && isHandle(event.target)) {
      this.turning = { id: event.pointerId, moved: false };
      this.element.setPointerCapture(event.pointerId);
      return;
    }
    const unit = unitOf(event.target, this.props().board);
    if (
      event.button !== 0 ||
      unit === undefined ||
      !event.isPrimary ||
      !this.props().hand.takes(unit)
    )
      return;
    this.drag = { unit, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  };

  private readonly move = (event: PointerEvent): void => {
    this.moved = event;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.moveOn);
  };

  private readonly moveOn = (): void => {
    this.frame = 0;
    const event = this.moved;
    if (event === undefined) return;
    const { hand } = this.props();
    const drag = this.drag;
    if (this.boxed !== undefined) {
      if (event.pointerId === this.boxed.id && event.buttons !== 0) this.boxTo(event);
      return;
    }
    if (this.turning !== undefined) {
      if (event.pointerId !== this.turning.id || event.buttons === 0) return;
      this.turning.moved = true;
      hand.turnTo(this.angle(event));
      return;
    }
    if (drag === undefined) {
      if (event.buttons === 0 && event.pointerType !== "touch") {
        hand.hover(this.hit(event), event.ctrlKey || event.metaKey);
      }
      return;
    }
    if (event.pointerId !== drag.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      drag.moving = true;
      this.element.setPointerCapture(drag.id);
      this.element.classList.add("drag");
    }
    hand.drag(drag.unit, this.hit(event));
  };

  /** From the middle of what is turned to the pointer, in whole degrees of the table. */
  private angle(event: MouseEvent): number {
    const { board } = this.props();
    const frame = this.element.getBoundingClientRect();
    const { scale, x, y } = this.whole();
    const middle = this.pivot?.at ?? { x: 0, y: 0 };
    const [dx, dy] = [
      event.clientX - frame.left - (x + middle.x * scale),
      event.clientY - frame.top - (y + middle.y * scale),
    ];
    const degrees =
      Math.round((Math.atan2(dx, -dy) * 180) / Math.PI) + (board.map.units < 0 ? 180 : 0);
    return ((degrees + 720) % 360) * 10;
  }

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId === this.boxed?.id) {
      const box = this.boxTo(event);
      this.endBox();
      this.moved = undefined;
      if (box === undefined || Math.max(box.width, box.height) < DRAG_FROM) return;
      this.ignoreClick = true;
      this.props().hand.box(this.within(box));
      return;
    }
    if (event.pointerId === this.turning?.id) {
      this.ignoreClick = this.turning.moved; // a handle that was only clicked hides no place
      this.turning = undefined;
      this.moved = undefined;
      return;
    }
    const drag = this.drag;
    this.drag = undefined;
    this.element.classList.remove("drag");
    if (drag === undefined || !drag.moving) return;
    this.moved = undefined;
    this.ignoreClick = true;
    this.props().hand.drop(drag.unit, this.hit(event));
  };

  private readonly cancelled = (): void => this.breakOff();

  private breakOff(): void {
    this.turning = undefined;
    this.endBox();
    const moving = this.drag?.moving === true;
    this.drag = undefined;
    this.element.classList.remove("drag");
    if (moving) this.props().hand.cancel();
  }

  private readonly left = (): void => {
    if (this.drag === undefined) this.props().hand.hover(undefined, false);
    this.moved = undefined;
  };

  private readonly click = (event: MouseEvent): void => {
    if (this.ignoreClick) {
      this.ignoreClick = false;
      return;
    }
    const more = event.ctrlKey || event.metaKey;
    this.props().hand.tap(this.hit(event), more, event.detail > 1, event.shiftKey);
  };
}

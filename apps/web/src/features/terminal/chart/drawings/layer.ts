/** Draws drawings with the chart library, and tells what a person draws, moves and selects. */

import type { Chart, Overlay, OverlayFigure, registerOverlay } from 'klinecharts';
import { grouped } from '../../../../data/format.ts';
import {
  type Drawing,
  type DrawingStyle,
  type DrawnPoint,
  thinned,
  withoutRepeats,
} from './drawing.ts';
import { cssColours, toFigures } from './paint.ts';
import { repeatDroppedClicks } from './quick-clicks.ts';
import type { BarSpot, DrawingScene, Spot } from './shapes/figure.ts';
import { firstStop } from './shapes/position.ts';
import { directionOf, TOOL_NAMES, type ToolName, toolOf } from './tools.ts';

/** What the layer tells. */
export interface LayerEvents {
  /** A person has drawn something; null where it ended before it had its points. */
  drawn(tool: ToolName, points: readonly DrawnPoint[] | null): void;
  moved(id: string, points: readonly DrawnPoint[]): void;
  selected(id: string | null): void;
}

/** What all drawings have in common. */
export interface LayerView {
  readonly magnet: boolean;
  readonly allLocked: boolean;
  readonly allHidden: boolean;
}

/** How a drawing is told to the library, which calls back with nothing else. */
interface Drawn {
  readonly style: DrawingStyle;
  readonly text: string;
  readonly digits: number;
}

const GROUP = 'drawings';
const PANE = { paneId: 'candle_pane' };
/** Corners that a path may have; the library wants to know when a drawing ends. */
const CORNERS_MAX = 100;
/** How each drawing on screen looks, by its id. */
const looks = new Map<string, Drawn>();

const nameOf = (tool: ToolName) => `drawing-${tool}`;

function barsBetween(chart: Chart, times: readonly number[]): readonly BarSpot[] {
  const [a = 0, b = 0] = times;
  const bars = chart
    .getDataList()
    .filter(({ timestamp }) => timestamp >= Math.min(a, b) && timestamp <= Math.max(a, b));
  const places = chart.convertToPixel(
    bars.map(({ timestamp }) => ({ timestamp })),
    PANE,
  );
  return [places]
    .flat()
    .map((place, index) => ({ x: place.x ?? 0, close: bars[index]?.close ?? 0 }));
}

function sceneOf(
  chart: Chart,
  overlay: Overlay,
  at: readonly Spot[],
  size: DrawingScene,
): DrawingScene {
  const times = overlay.points.map(({ timestamp }) => timestamp ?? 0);
  return { ...size, at, times, bars: () => barsBetween(chart, times) };
}

/** Tells the library of the tools; again is the same. */
function registerTools(register: typeof registerOverlay): void {
  for (const tool of TOOL_NAMES) {
    const { points, draw } = toolOf(tool);
    register({
      name: nameOf(tool),
      totalStep: typeof points === 'number' ? points + 1 : CORNERS_MAX + 1,
      ...(points === 'brush' && { drawingMode: 'continuous' as const, totalStep: 2 }),
      needDefaultPointFigure: points !== 'brush',
      needDefaultXAxisFigure: true,
      needDefaultYAxisFigure: true,
      createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }): OverlayFigure[] => {
        const look = looks.get(overlay.id);
        if (look === undefined) return [];
        const scene = sceneOf(chart, overlay, coordinates, {
          ...{ at: [], times: [], bars: () => [], text: look.text },
          prices: overlay.points.map(({ value }) => value ?? 0),
          width: bounding.width,
          height: bounding.height,
          heightOf: (price) => yAxis?.convertToPixel(price) ?? 0,
          priceText: (price) => grouped(price.toFixed(look.digits)),
        });
        return toFigures(draw(scene), look.style, cssColours());
      },
    });
  }
}

/** The drawings on a chart. */
export class DrawingLayer {
  private readonly chart: Chart;
  private readonly digits: number;
  private readonly events: LayerEvents;
  private shown: readonly Drawing[] = [];
  private view: LayerView = { magnet: false, allLocked: false, allHidden: false };
  private serial = 0;
  /** The drawing that is being drawn. */
  private begun: string | null = null;
  private readonly stopClicks: () => void;

  constructor(chart: Chart, register: typeof registerOverlay, digits: number, events: LayerEvents) {
    registerTools(register);
    this.chart = chart;
    this.digits = digits;
    this.events = events;
    const dom = chart.getDom();
    this.stopClicks = dom === null ? () => undefined : repeatDroppedClicks(dom, () => this.step());
  }

  /** Shows drawings, and those alone. */
  show(drawings: readonly Drawing[], view: LayerView): void {
    const before = new Map(this.shown.map((drawing) => [drawing.id, drawing]));
    const same = this.view === view;
    this.view = view;
    this.shown = drawings;
    for (const drawing of drawings) {
      const known = before.get(drawing.id);
      before.delete(drawing.id);
      if (known === undefined) this.create(drawing);
      else if (known !== drawing || !same) this.override(drawing);
    }
    for (const id of before.keys()) this.remove(id);
    if (this.begun !== null) this.chart.overrideOverlay({ id: this.begun, mode: this.mode() });
  }

  /** Lets a person draw. */
  begin(tool: ToolName, style: DrawingStyle): void {
    this.cancel();
    this.serial += 1;
    const id = `begun-${this.serial}`;
    this.begun = id;
    looks.set(id, { style, text: '', digits: this.digits });
    this.chart.createOverlay({
      ...{ id, name: nameOf(tool), groupId: GROUP, mode: this.mode() },
      // The library is not done with it when it tells.
      onDrawEnd: ({ overlay }) => queueMicrotask(() => this.end(tool, overlay)),
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  /** Ends what is being drawn: a path is drawn as far as it is, all else is not. */
  finish(tool: ToolName): void {
    const [overlay] = this.begun === null ? [] : this.chart.getOverlays({ id: this.begun });
    const isPath = toolOf(tool).points === 'path';
    // A last corner may follow the pointer and was not placed; the steps begin with one.
    if (overlay === undefined || !isPath) this.cancel();
    else this.end(tool, { ...overlay, points: overlay.points.slice(0, overlay.currentStep - 1) });
  }

  cancel(): void {
    if (this.begun === null) return;
    const id = this.begun;
    this.begun = null;
    this.remove(id);
  }

  /** Points for a drawing in the middle of the chart, for those who draw without a pointer. */
  middle(tool: ToolName): readonly DrawnPoint[] {
    const size = this.chart.getSize('candle_pane', 'main');
    const { width = 0, height = 0 } = size ?? {};
    const { points } = toolOf(tool);
    const count = typeof points === 'number' ? points : 3;
    const rising = tool !== 'short';
    const places = Array.from({ length: count }, (_, index) => ({
      x: width * (0.35 + 0.12 * index),
      y: height * (index % 2 === (rising ? 0 : 1) ? 0.6 : 0.4),
    }));
    return this.complete(tool, [this.chart.convertFromPixel(places, PANE)].flat());
  }

  /** Moves points by pixels. */
  shifted(points: readonly DrawnPoint[], by: Spot): readonly DrawnPoint[] {
    const { space, step } = this.oneBar();
    const bars = Math.round(by.x / space);
    return points.map(({ time, price }) => {
      const [place] = [this.chart.convertToPixel([{ value: price }], PANE)].flat();
      const [to] = [this.chart.convertFromPixel([{ y: (place?.y ?? 0) + by.y }], PANE)].flat();
      return { time: time + bars * step, price: by.y === 0 ? price : this.rounded(to?.value) };
    });
  }

  /** Width of a candle in pixels, and in time. */
  oneBar(): { readonly space: number; readonly step: number } {
    const bars = this.chart.getDataList();
    const [last, before] = [bars.at(-1), bars.at(-2)];
    const step = (last?.timestamp ?? 0) - (before?.timestamp ?? 0);
    return { space: this.chart.getBarSpace().bar, step: step > 0 ? step : 60_000 };
  }

  /** The chart with its drawings as a PNG. @param background its colour */
  picture(background: string): string {
    return this.chart.getConvertPictureUrl(true, 'png', background);
  }

  dispose(): void {
    this.stopClicks();
    this.cancel();
    for (const { id } of this.shown) this.remove(id);
    this.shown = [];
  }

  /** Points that the drawing under way has; null = none is. */
  private step(): number | null {
    const [overlay] = this.begun === null ? [] : this.chart.getOverlays({ id: this.begun });
    return overlay?.currentStep ?? null;
  }

  private mode() {
    return this.view.magnet ? ('strong_magnet' as const) : ('normal' as const);
  }

  private rounded(price: number | undefined): number {
    return Number((price ?? 0).toFixed(this.digits));
  }

  /** Points as they are kept, with the stop of a position where it has none yet. */
  private complete(
    tool: ToolName,
    points: readonly { timestamp?: number; value?: number }[],
  ): readonly DrawnPoint[] {
    const all = points.map(({ timestamp, value }) => ({
      time: Math.round(timestamp ?? 0),
      price: this.rounded(value),
    }));
    const kept = typeof toolOf(tool).points === 'number' ? all : thinned(withoutRepeats(all));
    const [entry, target, stop] = kept;
    if (directionOf(tool) === null || !entry || !target || stop) return kept;
    // A target on the wrong side means the same distance on the right one.
    const away = Math.abs(target.price - entry.price) * (tool === 'long' ? 1 : -1);
    const price = this.rounded(entry.price + away);
    const third = { time: target.time, price: this.rounded(firstStop(entry.price, price)) };
    return [entry, { ...target, price }, third];
  }

  private end(tool: ToolName, overlay: Pick<Overlay, 'points'>): void {
    const points = this.complete(tool, overlay.points);
    this.cancel();
    const wanted = toolOf(tool).points;
    const enough = points.length >= (typeof wanted === 'number' ? wanted : 2);
    this.events.drawn(tool, enough ? points : null);
  }

  private remove(id: string): void {
    this.chart.removeOverlay({ id });
    looks.delete(id);
  }

  private parts({ id, points, style, text, locked, hidden }: Drawing) {
    looks.set(id, { style, text, digits: this.digits });
    this.serial += 1;
    return {
      id,
      points: points.map(({ time, price }) => ({ timestamp: time, value: price })),
      lock: locked || this.view.allLocked,
      visible: !hidden && !this.view.allHidden,
      mode: this.mode(),
      // A new value lets the library draw it again: it does not know the look.
      extendData: this.serial,
    };
  }

  private override(drawing: Drawing): void {
    this.chart.overrideOverlay(this.parts(drawing));
  }

  private create(drawing: Drawing): void {
    const { id, tool } = drawing;
    this.chart.createOverlay({
      ...this.parts(drawing),
      ...{ name: nameOf(tool), groupId: GROUP },
      onSelected: () => this.events.selected(id),
      onDeselected: () => this.events.selected(null),
      onPressedMoveEnd: ({ overlay }) => queueMicrotask(() => this.ended(id, overlay)),
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  /** A press ended; where nothing was moved nothing changes. */
  private ended(id: string, { points }: Overlay): void {
    const drawing = this.shown.find((item) => item.id === id);
    if (drawing === undefined) return;
    const next = this.complete(drawing.tool, points);
    if (JSON.stringify(next) !== JSON.stringify(drawing.points)) this.events.moved(id, next);
  }
}

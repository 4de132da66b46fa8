/**
 * The module that knows the chart library; drawings/layer.ts draws with it too. It draws
 * candles and volume, takes live bars, and tells where prices and times are on it; a replacement of the
 * library costs these two files.
 */

import { type Chart, dispose, init, registerOverlay } from 'klinecharts';
import { grouped } from '../../../data/format.ts';
import { type ListedInstrument, listedKey } from '../../../data/state/product.ts';
import type { Translate } from '../../../platform/locale/intl.tsx';
import { type Bar, loadBars, loadOlderBars, watchBars } from './candles.ts';
import { chartStyles, showsLegend, sideColors } from './chart-styles.ts';
import { heikinAshi, heikinAshis } from './heikin-ashi.ts';
import { clockText, closeOf } from './interval-times.ts';
import type { ChartInterval } from './intervals.ts';
import { legendArea, legendRoom } from './legend-room.ts';
import { longPresses } from './long-presses.ts';
import type { CandleLook, PriceScale } from './looks.ts';
import { markArea, type PixelRect } from './mark-area.ts';
import { showStudies } from './studies.ts';

/** What is to be shown on the chart at a price, and at a time where it has one. */
export interface ChartPoint {
  readonly price: string;
  /** Unix ms. */
  readonly time?: number;
}

/** Where a point is, pixels from the top left corner of the candles. */
export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

/** What the candles are drawn into, pixels. */
export interface CandlePane {
  readonly width: number;
  readonly height: number;
  /** Of the price axis, to the right of it. */
  readonly axis: number;
  /** Where the legend and the marks of the highest and the lowest price are. */
  readonly taken: readonly PixelRect[];
  /** What the last price and the time below it take of the axis; null while they are not in sight. */
  readonly last: { readonly top: number; readonly bottom: number } | null;
}

/** Of the last price above its height, and below it with the time to the end of the bar, pixels. */
const LAST_ABOVE = 9;
const LAST_BELOW = 26;

/** Told where the points are, in their order, each time that the candles are drawn. */
export type OnPlaced = (places: readonly PixelPoint[], pane: CandlePane) => void;

/** What the library reports places. */
type OnDrawn = (
  places: readonly PixelPoint[],
  pane: { readonly width: number; readonly height: number },
) => void;

/** What a chart shows. */
export interface ChartSettings extends ListedInstrument {
  readonly priceScale: number;
  readonly sizeScale: number;
  readonly interval: ChartInterval;
  readonly t: Translate;
}

/** The library's name of the pane with the candles. */
const CANDLES = 'candle_pane';

/** Of the chart's height, at most, below the candles; and of a pane there, pixels. */
const BELOW_CANDLES = 0.5;
const PANE_MIN = 40;
const PANE_MAX = 100;

/** Something of ours that the library places whenever it draws, and draws nothing for. */
const PLACES = 'places';
registerOverlay<OnDrawn>({
  name: PLACES,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    overlay.extendData(coordinates, bounding);
    return [];
  },
});

/** The library's keys: older and newer candles, closer and farther. */
const CHART_KEYS = 'Shift+ArrowLeft Shift+ArrowRight Shift++ Shift+-';

/** Loading state of the candles. */
export type ChartPhase = 'loading' | 'ready' | 'empty' | 'failed';

/** A chart on screen. */
export interface ChartHandle {
  /** Shows an instrument at an interval; nothing is loaded before. */
  show(settings: ChartSettings): void;
  /** Loads everything again. */
  reload(): void;
  /** Shows indicators, named by the texts that they are kept as. */
  setIndicators(texts: readonly string[]): void;
  setLook(look: CandleLook): void;
  /** How prices are spread, and whether high ones are below. */
  setScale(scale: PriceScale, inverted: boolean): void;
  /** Tells where points are from now on, instead of those before. */
  follow(points: readonly ChartPoint[], onPlaced: OnPlaced): void;
  /** The price at a height and the height of a price, pixels from the top of the candles. */
  priceAt(y: number): number;
  heightOf(price: string): number;
  /** Gives the library's chart to what draws on it, which does not import the library itself. */
  drawWith<T>(draw: (chart: Chart, register: typeof registerOverlay) => T): T;
  /** Reads the theme's colours from the document again. */
  restyle(): void;
  dispose(): void;
}

class KlineHost implements ChartHandle {
  private readonly chart: Chart;
  private readonly element: HTMLElement;
  private readonly onPhase: (phase: ChartPhase) => void;
  private settings: ChartSettings;
  private stopBars: () => void = () => undefined;
  private readonly resizes: ResizeObserver;
  private readonly stopPresses: () => void;
  private look: CandleLook = 'candle_solid';
  private studies: readonly string[] = [];
  private alive = true;
  private begun = false;
  private width: number;
  private height: number;
  private roomAsked = 0;
  /** Room above what each pane draws, as a share of its range. */
  private readonly rooms = new Map<string, number>();

  constructor(element: HTMLElement, settings: ChartSettings, onPhase: (phase: ChartPhase) => void) {
    const chart = init(element, {
      locale: 'en-US',
      styles: chartStyles('candle_solid', settings.t),
      thousandsSeparator: { format: (value) => grouped(String(value)) },
      // Else a small value has its zeros counted: 0.0{3}1.
      decimalFold: { format: (value) => String(value) },
    });
    if (chart === null) throw new Error('the chart could not be created');
    this.chart = chart;
    this.element = element;
    this.width = element.clientWidth;
    this.height = element.clientHeight;
    this.settings = settings;
    this.onPhase = onPhase;
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(element);
    this.stopPresses = longPresses(element);
    this.takeKeyboard();
  }

  /** All that comes after the empty chart, in a task of its own: a slow phone answers in between. */
  private begin(): void {
    this.begun = true;
    this.addVolume();
    this.chart.setPaneOptions({ id: CANDLES, minHeight: 120 });
    this.chart.setFormatter({
      formatExtendText: ({ data }) =>
        clockText(closeOf(this.settings.interval, data.timestamp) - Date.now()),
    });
    this.makeRoom();
    this.chart.setDataLoader({
      getBars: (params) => void this.load(params.type, params.timestamp, params.callback),
      subscribeBar: (params) => {
        this.stopBars();
        const { settings } = this;
        const onGap = () => this.reload();
        const onBar = (bar: Bar) => params.callback(this.drawn(bar));
        this.stopBars = watchBars(settings, settings.interval, onBar, onGap);
      },
      unsubscribeBar: () => this.stopBars(),
    });
  }

  /** Draws at the element's size; an observer begins by telling the one that is drawn already. */
  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.chart.resize();
    this.makeRoom();
  }

  /** With the next frame: the library lays its panes out after it was told of them. */
  private makeRoom(): void {
    cancelAnimationFrame(this.roomAsked);
    this.roomAsked = requestAnimationFrame(() => this.alive && this.setRooms());
  }

  /** Panes below the candles share what is not theirs; a person may still drag them. */
  private sharePanes(): void {
    const panes = new Set(this.chart.getIndicators().map(({ paneId }) => paneId));
    panes.delete(CANDLES);
    const share = (this.height * BELOW_CANDLES) / panes.size;
    const height = Math.round(Math.min(PANE_MAX, Math.max(PANE_MIN, share)));
    for (const id of panes) this.chart.setPaneOptions({ id, height, minHeight: PANE_MIN });
  }

  /** The highest price stands below the legend, whose lines are as many as the indicators. */
  private setRooms(): void {
    const others = this.chart.getIndicators().map(({ paneId }) => paneId);
    for (const paneId of new Set([CANDLES, ...others])) {
      const room = legendRoom({ ...this.legendOf(paneId), mark: paneId === CANDLES });
      if (Math.abs(room - (this.rooms.get(paneId) ?? 0)) < 0.005) continue;
      this.rooms.set(paneId, room);
      this.chart.overrideYAxis({ paneId, gap: { top: room } });
    }
  }

  /** The legend of a pane: the candles have a line of their own. */
  private legendOf(paneId: string) {
    const size = this.chart.getSize(paneId);
    const indicators = this.chart.getIndicators({ paneId }).length;
    const lines = showsLegend() ? indicators + (paneId === CANDLES ? 1 : 0) : 0;
    return { lines, width: size?.width ?? 0, height: size?.height ?? 0 };
  }

  /** What is written over the candles by the library. */
  private taken(width: number): readonly PixelRect[] {
    const { from, to } = this.chart.getVisibleRange();
    const bars = this.chart.getDataList().slice(Math.max(0, from), to);
    const legend = legendArea(this.legendOf(CANDLES));
    const marks = [
      { value: Math.max(...bars.map(({ high }) => high)), key: 'high' },
      { value: Math.min(...bars.map(({ low }) => low)), key: 'low' },
    ] as const;
    return [
      ...(legend === null ? [] : [legend]),
      ...marks.flatMap(({ value, key }) => {
        const at = bars.findIndex((bar) => bar[key] === value);
        if (at === -1) return [];
        const point = { dataIndex: Math.max(0, from) + at, value };
        const [place] = [this.chart.convertToPixel([point], { paneId: CANDLES })].flat();
        if (place?.x === undefined || place.y === undefined) return [];
        return [markArea({ x: place.x, y: place.y }, width, key)];
      }),
    ];
  }

  private last(height: number): CandlePane['last'] {
    const close = this.chart.getDataList().at(-1)?.close;
    const y = close === undefined ? Number.NaN : this.heightOf(String(close));
    return y >= 0 && y <= height ? { top: y - LAST_ABOVE, bottom: y + LAST_BELOW } : null;
  }

  /**
   * The library asks for the first place in the tab order, hides its focus and hears its keys wherever
   * they are pressed; the chart takes its natural place, has a name, and keys only while it is in focus.
   */
  private takeKeyboard(): void {
    this.chart.setHotkey({ enabled: false });
    for (const part of this.element.querySelectorAll<HTMLElement>('[tabindex]')) {
      part.tabIndex = 0;
      part.role = 'application';
      part.ariaLabel = this.settings.t('chart.title');
      part.setAttribute('aria-keyshortcuts', CHART_KEYS);
      part.addEventListener('focus', () => this.chart.setHotkey({ enabled: true }));
      part.addEventListener('blur', () => this.chart.setHotkey({ enabled: false }));
    }
  }

  private addVolume(): void {
    const name = 'VOL';
    this.chart.createIndicator({ name, calcParams: [] }, false);
    // In the page's language; the library's own title is English.
    const [volume] = this.chart.getIndicators({ name });
    const figures = (volume?.figures ?? []).map((figure) => ({ ...figure, title: '' }));
    this.chart.overrideIndicator({ name, figures, shortName: this.settings.t('chart.volume') });
  }

  show(settings: ChartSettings): void {
    const same = listedKey(this.settings) === listedKey(settings);
    if (this.begun && same && this.settings.interval === settings.interval) return;
    this.settings = settings;
    if (!this.begun) this.begin();
    this.apply();
  }

  reload(): void {
    if (this.alive) this.chart.resetData();
  }

  setIndicators(texts: readonly string[]): void {
    this.studies = texts;
    showStudies(this.chart, texts, CANDLES, { scales: this.settings, sides: sideColors() });
    this.sharePanes();
    this.makeRoom();
  }

  setLook(look: CandleLook): void {
    if (look === this.look) return;
    const isOther = (look === 'heikin_ashi') !== (this.look === 'heikin_ashi');
    this.look = look;
    this.restyle();
    if (isOther && this.begun) this.reload();
  }

  setScale(name: PriceScale, reverse: boolean): void {
    this.chart.overrideYAxis({ paneId: CANDLES, name, reverse });
  }

  /** A live bar as it is drawn, behind the one before it. */
  private drawn(bar: Bar): Bar {
    if (this.look !== 'heikin_ashi') return bar;
    const before = this.chart.getDataList().findLast(({ timestamp }) => timestamp < bar.timestamp);
    return heikinAshi(bar, before);
  }

  follow(points: readonly ChartPoint[], onPlaced: OnPlaced): void {
    if (!this.alive) return;
    this.chart.removeOverlay({ name: PLACES });
    if (points.length === 0) return;
    const onDrawn: OnDrawn = (places, { width, height }) => {
      const axis = this.chart.getSize(CANDLES, 'yAxis')?.width ?? 0;
      onPlaced(places, { width, height, axis, taken: this.taken(width), last: this.last(height) });
    };
    this.chart.createOverlay({
      name: PLACES,
      lock: true,
      extendData: onDrawn,
      points: points.map(({ price, time }) => ({
        value: Number(price),
        ...(time !== undefined && { timestamp: time }),
      })),
    });
  }

  priceAt(y: number): number {
    const [point] = [this.chart.convertFromPixel([{ y }], { paneId: CANDLES })].flat();
    return point?.value ?? Number.NaN;
  }

  heightOf(price: string): number {
    const [place] = [
      this.chart.convertToPixel([{ value: Number(price) }], { paneId: CANDLES }),
    ].flat();
    return place?.y ?? Number.NaN;
  }

  drawWith<T>(draw: (chart: Chart, register: typeof registerOverlay) => T): T {
    return draw(this.chart, registerOverlay);
  }

  restyle(): void {
    this.chart.setStyles(chartStyles(this.look, this.settings.t));
    // Bars have colours of the theme.
    if (this.studies.length > 0) this.setIndicators(this.studies);
  }

  dispose(): void {
    this.alive = false;
    this.stopBars();
    this.resizes.disconnect();
    this.stopPresses();
    dispose(this.element);
  }

  private apply(): void {
    const { priceScale, sizeScale, interval } = this.settings;
    const ticker = listedKey(this.settings);
    if (this.chart.getSymbol()?.ticker !== ticker) {
      this.chart.setSymbol({
        ticker,
        pricePrecision: priceScale,
        volumePrecision: sizeScale,
      });
      if (this.studies.length > 0) this.setIndicators(this.studies);
    }
    this.chart.setPeriod(interval.period);
  }

  private async load(
    type: string,
    timestamp: number | null,
    done: (data: Bar[], more?: { backward?: boolean; forward?: boolean }) => void,
  ): Promise<void> {
    const { settings } = this;
    const first = type === 'init';
    if (first) this.onPhase('loading');
    try {
      if (!first && type !== 'forward') return done([], { forward: true, backward: false });
      const bars =
        first || timestamp === null
          ? await loadBars(settings, settings.interval)
          : await loadOlderBars(settings, settings.interval, timestamp);
      if (!this.alive || settings !== this.settings) return;
      const drawn = this.look === 'heikin_ashi' ? heikinAshis(bars) : bars;
      done(drawn, { forward: bars.length > 0, backward: false });
      if (first) this.onPhase(bars.length > 0 ? 'ready' : 'empty');
    } catch {
      if (!this.alive || settings !== this.settings) return;
      done([], { forward: false, backward: false });
      if (first) this.onPhase('failed');
    }
  }
}

/** Puts an empty chart into `element`; `onPhase` follows the loading of its candles. */
export function mountChart(
  element: HTMLElement,
  settings: ChartSettings,
  onPhase: (phase: ChartPhase) => void,
): ChartHandle {
  return new KlineHost(element, settings, onPhase);
}

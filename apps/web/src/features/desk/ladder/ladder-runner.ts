/** Runs a ladder outside React: paints it ten times a second at most, follows the pointer, keeps its place. */

import { parseTruncated, toText } from '../../../data/decimal.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { GroupSize } from '../../terminal/book/group-sizes.ts';
import type { DeskOrder } from '../keys/desk-product.ts';
import type { SideName } from '../order-form/draft.ts';
import type { LadderFeed } from './ladder-feed.ts';
import {
  type LadderCell,
  LadderPainter,
  type LadderRow,
  type LadderStyle,
  priceText,
} from './ladder-painter.ts';
import {
  centredOn,
  greatest,
  isLost,
  middleTick,
  offered,
  rowOf,
  type Sight,
  tickOf,
  tradedBy,
} from './ladder-rows.ts';

const FLUSH_MS = 100;
const ROW_PX = 20;

/** What is done at a price. Prices are texts as orders have them. */
export interface LadderHands {
  place(side: SideName, price: string): void;
  cancel(orders: readonly DeskOrder[]): void;
  move(orders: readonly DeskOrder[], price: string): Promise<void>;
}

/** What a ladder is made of. */
export interface LadderParts {
  readonly host: HTMLElement;
  readonly feed: LiveBook;
  readonly extra: LadderFeed;
  readonly instrument: InstrumentInfo;
  readonly size: GroupSize;
}

/** A price, and what is there, for somebody who does not see it. */
export interface SeenRow extends LadderRow {
  readonly price: string;
}

const OWN_CELLS: Readonly<Partial<Record<LadderCell, SideName>>> = {
  ownBuy: 'buy',
  ownSell: 'sell',
};
const PLACE_CELLS: Readonly<Partial<Record<LadderCell, SideName>>> = { bids: 'buy', asks: 'sell' };

/** See the head of the file. */
export class LadderRunner {
  private readonly parts: LadderParts;
  private readonly painter: LadderPainter;
  private hands: LadderHands | null = null;
  private orders: readonly DeskOrder[] = [];
  private sight: Sight | null = null;
  private painted = '';
  private isVisible = true;
  private isUnderPointer = false;
  /** The row of the keyboard, as a price in groups; null before the first key. */
  private cursor: number | null = null;

  constructor(parts: LadderParts) {
    this.parts = parts;
    this.painter = new LadderPainter(parts.host);
  }

  /** Starts; the returned function stops and lets go of everything. */
  start(): () => void {
    const { host } = this.parts;
    const sizes = new ResizeObserver(() => this.layout());
    sizes.observe(host);
    const seen = new IntersectionObserver((entries) => {
      this.isVisible = entries.at(-1)?.isIntersecting ?? true;
      this.paint();
    });
    seen.observe(host);
    let frame = 0;
    const timer = window.setInterval(() => {
      frame = requestAnimationFrame(() => this.paint());
    }, FLUSH_MS);
    const stopPointer = this.followPointer();
    this.layout();
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      sizes.disconnect();
      seen.disconnect();
      stopPointer();
      this.painter.resize(0);
    };
  }

  /** What is done from now on, and own orders as they are. */
  give(hands: LadderHands, orders: readonly DeskOrder[]): void {
    this.hands = hands;
    this.orders = orders;
    this.parts.extra.follow(orders);
    this.paint();
  }

  /** Puts the best prices into the middle. */
  centre(): void {
    const middle = middleTick(this.parts.feed.book);
    if (middle !== null) {
      this.sight = centredOn(middle, this.painter.count, this.parts.size.ticks);
      this.cursor = null;
    }
    this.painted = '';
    this.paint();
  }

  /** Moves the keyboard's row; what it shows there. */
  step(rows: number): SeenRow | null {
    if (this.sight === null) return null;
    const { top, count } = this.sight;
    const before = this.cursor ?? top - Math.floor(count / 2);
    this.cursor = Math.max(1, before - (this.cursor === null ? 0 : rows));
    // What is beyond an edge comes into sight.
    if (this.cursor > top) this.sight = { ...this.sight, top: this.cursor };
    else if (this.cursor <= top - count) {
      this.sight = { ...this.sight, top: this.cursor + count - 1 };
    }
    this.painted = '';
    this.paint();
    return this.seen();
  }

  /** Scrolls without moving the keyboard's row. */
  scroll(rows: number): void {
    if (this.sight === null) return;
    const top = Math.max(this.sight.count, this.sight.top - rows);
    this.sight = { ...this.sight, top };
    this.paint();
  }

  /** The keyboard's row. */
  seen(): SeenRow | null {
    if (this.sight === null || this.cursor === null) return null;
    const row = this.rows(this.sight)[this.sight.top - this.cursor];
    return row === undefined ? null : { ...row, price: priceText(row.tick, this.style()) };
  }

  /** The keyboard's price as an order has it. */
  priceHere(): string | null {
    return this.cursor === null ? null : this.textOf(this.cursor * this.parts.size.ticks);
  }

  /** Own orders of the keyboard's row. */
  ordersHere(): readonly DeskOrder[] {
    if (this.sight === null || this.cursor === null) return [];
    const row = this.sight.top - this.cursor;
    return [...this.ownIn(row, 'buy'), ...this.ownIn(row, 'sell')];
  }

  private layout(): void {
    const count = Math.max(3, Math.floor(this.parts.host.clientHeight / ROW_PX));
    if (count !== this.painter.count) {
      this.painter.resize(count);
      if (this.sight === null) this.centre();
      else this.sight = { ...this.sight, count };
    }
    this.painted = '';
    this.paint();
  }

  private textOf(tick: number): string {
    const { priceScale, priceDigits } = this.parts.instrument;
    const text = toText(BigInt(tick), priceScale);
    return text.slice(0, text.length - (priceScale - priceDigits)).replace(/\.$/, '');
  }

  private ownIn(row: number, side: SideName): readonly DeskOrder[] {
    const { sight } = this;
    const { priceScale } = this.parts.instrument;
    if (sight === null) return [];
    return this.orders.filter((order) => {
      const tick = Number(parseTruncated(order.price, priceScale) ?? 0n);
      return order.side === side && rowOf(tick, sight, side) === row;
    });
  }

  private style(): LadderStyle {
    const { instrument, size } = this.parts;
    const { priceScale, sizeScale } = instrument;
    return { priceScale, sizeScale, priceDecimals: size.decimals, fullSize: 1n, fullTraded: 1n };
  }

  private rows(sight: Sight): readonly LadderRow[] {
    const { feed, extra } = this.parts;
    const bids = offered(feed.book.bids, 'buy', sight);
    const asks = offered(feed.book.asks, 'sell', sight);
    const traded = tradedBy(extra.traded, sight);
    const last = extra.last === null ? -1 : rowOf(extra.last, sight, 'buy');
    return Array.from({ length: sight.count }, (_, row) => ({
      tick: tickOf(row, sight),
      bids: bids.get(row) ?? 0n,
      asks: asks.get(row) ?? 0n,
      own: { buy: this.ownAt(row, 'buy'), sell: this.ownAt(row, 'sell') },
      traded: traded.get(row) ?? 0n,
      isLast: row === last,
    }));
  }

  /** Own units of a row, and what is ahead of the first of them. */
  private ownAt(row: number, side: SideName): { units: bigint; ahead: bigint | null } {
    const { extra } = this.parts;
    let units = 0n;
    let ahead: bigint | null = null;
    for (const order of this.ownIn(row, side)) {
      units += extra.queued(order).units;
      const its = extra.queue.aheadOf(order.id, extra.unitsAt);
      if (its !== null && (ahead === null || its < ahead)) ahead = its;
    }
    return { units, ahead };
  }

  private paint(): void {
    const { feed, extra } = this.parts;
    if (!this.isVisible || document.hidden) return;
    // It never moves under a pointer, nor from where somebody has moved it.
    const isLeft = this.sight === null || (isLost(this.sight, feed.book) && this.cursor === null);
    if (isLeft && !this.isUnderPointer) {
      const middle = middleTick(feed.book);
      if (middle !== null)
        this.sight = centredOn(middle, this.painter.count, this.parts.size.ticks);
    }
    const { sight } = this;
    const state = `${feed.book.version} ${extra.version} ${sight?.top} ${this.cursor}`;
    if (sight === null || state === this.painted) return;
    this.painted = state;
    const rows = this.rows(sight);
    const sizes = new Map(
      rows.flatMap((row, at) => [
        [at * 2, row.bids],
        [at * 2 + 1, row.asks],
      ]),
    );
    const traded = new Map(rows.map((row, at) => [at, row.traded]));
    this.painter.paint(rows, {
      ...this.style(),
      fullSize: greatest(sizes),
      fullTraded: greatest(traded),
    });
    this.painter.mark('cursor', this.cursor === null ? null : sight.top - this.cursor);
  }

  /** Presses place, drags move, a press on own orders cancels them. */
  private followPointer(): () => void {
    const { host } = this.parts;
    const gone = new AbortController();
    const { signal } = gone;
    let held: { readonly row: number; readonly orders: readonly DeskOrder[]; to: number } | null =
      null;
    const drop = () => {
      held = null;
      this.painter.mark('target', null);
      host.classList.remove('dragging');
    };
    const press = (event: PointerEvent) => {
      const place = event.target instanceof Element ? this.painter.placeOf(event.target) : null;
      const side = place && OWN_CELLS[place.cell];
      if (!place || !side || event.button !== 0) return;
      const orders = this.ownIn(place.row, side);
      if (orders.length === 0) return;
      host.setPointerCapture(event.pointerId);
      held = { row: place.row, orders, to: place.row };
      host.classList.add('dragging');
    };
    const drag = ({ clientY }: PointerEvent) => {
      if (held === null) return;
      const row = this.painter.rowAt(clientY);
      if (row >= 0) held.to = row;
      this.painter.mark('target', held.to === held.row ? null : held.to);
    };
    const release = () => {
      if (held === null || this.sight === null) return;
      const { orders, row, to } = held;
      drop();
      if (to === row) this.hands?.cancel(orders);
      else void this.hands?.move(orders, this.textOf(tickOf(to, this.sight)));
    };
    const click = (event: MouseEvent) => {
      const place = event.target instanceof Element ? this.painter.placeOf(event.target) : null;
      const side = place && PLACE_CELLS[place.cell];
      if (!place || !side || this.sight === null) return;
      this.hands?.place(side, this.textOf(tickOf(place.row, this.sight)));
    };
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      this.scroll(Math.sign(event.deltaY) * 3);
    };
    const under = (is: boolean) => () => {
      this.isUnderPointer = is;
    };
    host.addEventListener('pointerdown', press, { signal });
    host.addEventListener('pointermove', drag, { signal });
    host.addEventListener('pointerup', release, { signal });
    host.addEventListener('pointercancel', drop, { signal });
    host.addEventListener('click', click, { signal });
    host.addEventListener('pointerenter', under(true), { signal });
    host.addEventListener('pointerleave', under(false), { signal });
    host.addEventListener('wheel', wheel, { signal, passive: false });
    return () => gone.abort();
  }
}

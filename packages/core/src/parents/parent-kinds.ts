/** What a kind of parent order is: the parts that it falls into and the child that comes next. */
import { ParentKind } from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { ParentOrder } from './parent.ts';

/** What of a parent its kind looks at. */
export type ParentLayout = Pick<
  ParentOrder,
  'price' | 'farPrice' | 'slices' | 'visible' | 'waiting' | 'parentKind' | 'children'
>;

/** A child to be placed. */
export interface NextChild {
  readonly part: number;
  readonly price: number;
  readonly lots: number;
}

interface KindRow {
  /** Lots of each part, of all that is left. */
  readonly parts: (terms: Pick<ParentLayout, 'slices'>, lots: number, step: number) => number[];
  /** The child that comes next, null = none now. */
  readonly next: (parent: ParentLayout, market: Market) => NextChild | null;
  /** Whether it ends when one child is taken away. */
  readonly oneEndsAll: boolean;
}

const KINDS: Readonly<Record<ParentKind, KindRow>> = {
  [ParentKind.scaled]: {
    parts: ({ slices }, lots, step) => {
      const steps = Math.floor(lots / step);
      const parts = Array.from(
        { length: slices },
        (_, i) => (share(steps, i + 1, slices) - share(steps, i, slices)) * step,
      );
      // Of what steps that grew have left over.
      parts[slices - 1]! += lots - steps * step;
      return parts;
    },
    next: (parent, { instrument }) => {
      const part = parent.waiting.findIndex((lots) => lots > 0);
      if (part === -1) return null;
      const price = gridPrice(parent, part, instrument.priceStep);
      return { part, price, lots: parent.waiting[part]! };
    },
    oneEndsAll: false,
  },
  [ParentKind.iceberg]: {
    parts: (_, lots) => [lots],
    next: ({ waiting, children, visible, price }, market) => {
      const left = waiting[0]!;
      if (left === 0 || children.length > 0) return null;
      const standsAlone = left > visible && mayStand(market, price, left - visible);
      return { part: 0, price, lots: standsAlone ? visible : left };
    },
    oneEndsAll: true,
  },
};

/** Lots of each part of a parent, of all that is left of it. */
export function partsOf(
  parent: Pick<ParentLayout, 'parentKind' | 'slices'>,
  lots: number,
  { instrument }: Market,
): number[] {
  return KINDS[parent.parentKind].parts(parent, lots, instrument.quantityStep);
}

/** The child that a parent places next, null = none now. */
export function nextChild(parent: ParentLayout, market: Market): NextChild | null {
  return KINDS[parent.parentKind].next(parent, market);
}

/** Whether a parent of this kind ends when one child is taken away. */
export function oneEndsAll(kind: ParentKind): boolean {
  return KINDS[kind].oneEndsAll;
}

/** All children that a parent would place now, none of which has traded. */
export function* roundOf(parent: ParentLayout, market: Market): Generator<NextChild> {
  const after = { ...parent, waiting: [...parent.waiting], children: [...parent.children] };
  for (let next = nextChild(after, market); next !== null; next = nextChild(after, market)) {
    yield next;
    after.waiting[next.part]! -= next.lots;
    after.children.push({ order: 0, part: next.part, lots: next.lots });
  }
}

/** Whether what is left after a visible part is an order that would be taken. */
function mayStand({ instrument }: Market, price: number, lots: number): boolean {
  const { quantityMin, notionalMin, quoteFactor } = instrument;
  return lots >= quantityMin && price * lots * quoteFactor >= notionalMin;
}

/** `whole × i / n`, rounded down, exactly. */
function share(whole: number, i: number, n: number): number {
  return Math.floor(whole / n) * i + Math.floor(((whole % n) * i) / n);
}

/** The price of a part: equal distances, rounded towards the first price. */
function gridPrice(
  { price, farPrice, slices }: Pick<ParentLayout, 'price' | 'farPrice' | 'slices'>,
  part: number,
  step: number,
): number {
  const steps = Math.floor(Math.abs(farPrice - price) / step);
  return price + Math.sign(farPrice - price) * share(steps, part, slices - 1) * step;
}

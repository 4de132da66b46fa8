/** What a kind of parent order is: the parts that it falls into and the child that comes next. */
import { CHASE_MS, equalParts, gridPrice, ParentKind, TimeInForce } from '@halcyon/domain';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import type { ParentOrder } from './parent.ts';
import { lotsOf, sliceAt, slicePrice } from './twap.ts';

/** What of a parent its kind looks at. */
export type ParentLayout = Pick<
  ParentOrder,
  | ('price' | 'farPrice' | 'slices' | 'visible' | 'waiting' | 'parentKind' | 'children')
  | ('side' | 'duration' | 'slippage' | 'twap' | 'chase')
>;

/** Where and when a child is placed. */
export interface Place {
  readonly market: Market;
  readonly time: number;
  /** Chase: the price that it wants, ticks; 0 = none now. */
  readonly wanted: number;
}

/** A child to be placed. */
export interface NextChild {
  readonly part: number;
  readonly price: number;
  readonly lots: number;
}

interface KindRow {
  /** The rules that know it. */
  readonly rules: number;
  /** Time in force of its children. */
  readonly force: (terms: Pick<ParentOrder, 'postOnly'>) => TimeInForce;
  /** Lots of each part, of all that is left. */
  readonly parts: (terms: Pick<ParentLayout, 'slices'>, lots: number, step: number) => number[];
  /** The child that comes next, null = none now. */
  readonly next: (parent: ParentLayout, place: Place) => NextChild | null;
  /** Whether it ends when one child is taken away. */
  readonly oneEndsAll: boolean;
}

const KINDS: Readonly<Record<ParentKind, KindRow>> = {
  [ParentKind.scaled]: {
    rules: Rules.parents,
    force: restingForce,
    parts: ({ slices }, lots, step) => equalParts(lots, slices, step),
    next: (parent, { market: { instrument } }) => {
      const part = parent.waiting.findIndex((lots) => lots > 0);
      if (part === -1) return null;
      const price = gridPrice(parent, part, instrument.priceStep);
      return { part, price, lots: parent.waiting[part]! };
    },
    oneEndsAll: false,
  },
  [ParentKind.iceberg]: {
    rules: Rules.parents,
    force: restingForce,
    parts: (_, lots) => [lots],
    next: ({ waiting, children, visible, price }, { market }) => {
      const left = waiting[0]!;
      if (left === 0 || children.length > 0) return null;
      const standsAlone = left > visible && mayStand(market, price, left - visible);
      return { part: 0, price, lots: standsAlone ? visible : left };
    },
    oneEndsAll: true,
  },
  [ParentKind.twap]: {
    rules: Rules.workedParents,
    force: () => TimeInForce.ioc,
    parts: (_, lots) => [lots],
    next: (parent, { market, time }) => {
      const { slices, waiting, children, twap } = parent;
      const slice = sliceAt(parent, time);
      const over = slice >= slices || slice < twap!.slice;
      if (over || waiting[0] === 0 || children.length > 0) return null;
      const lots = lotsOf(waiting[0]!, 1, slices - slice, market.instrument.quantityStep);
      const price = slicePrice(parent, market, lots);
      return price === 0 ? null : { part: 0, price, lots };
    },
    oneEndsAll: false,
  },
  [ParentKind.chase]: {
    rules: Rules.workedParents,
    force: () => TimeInForce.postOnly,
    parts: (_, lots) => [lots],
    next: ({ waiting, children, chase }, { time, wanted }) => {
      if (wanted === 0 || waiting[0] === 0 || children.length > 0) return null;
      if (time < chase!.movedAt + CHASE_MS) return null;
      return { part: 0, price: wanted, lots: waiting[0]! };
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
export function nextChild(parent: ParentLayout, place: Place): NextChild | null {
  return KINDS[parent.parentKind].next(parent, place);
}

/** Time in force of a parent's children. */
export function forceOf(parent: Pick<ParentOrder, 'parentKind' | 'postOnly'>): TimeInForce {
  return KINDS[parent.parentKind].force(parent);
}

/** The first rules that know a kind; Infinity for a number that is none. */
export function rulesOf(kind: ParentKind): number {
  return KINDS[kind]?.rules ?? Number.POSITIVE_INFINITY;
}

/** Whether a parent of this kind ends when one child is taken away. */
export function oneEndsAll(kind: ParentKind): boolean {
  return KINDS[kind].oneEndsAll;
}

/** All children that a parent would place now, none of which has traded. */
export function* roundOf(parent: ParentLayout, place: Place): Generator<NextChild> {
  const after = { ...parent, waiting: [...parent.waiting], children: [...parent.children] };
  for (let next = nextChild(after, place); next !== null; next = nextChild(after, place)) {
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

function restingForce({ postOnly }: Pick<ParentOrder, 'postOnly'>): TimeInForce {
  return postOnly ? TimeInForce.postOnly : TimeInForce.gtc;
}

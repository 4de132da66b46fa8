/** What a command comes to in the market as it is: exactly what would be cancelled and sent, or why nothing. */

import {
  mulDivCeil,
  parseTruncated,
  pow10,
  rescaleFloor,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from '../../../data/decimal.ts';
import type { Instruments } from '../../../data/state/instruments.ts';
import type { FieldIssue } from '../../../platform/locale/field-issue.ts';
import { type BestPrices, bestAgainst, crossingOf, middleOf } from '../../terminal/crossing.ts';
import { cleanDraft, type DraftField, type OrderDraft } from '../order-form/draft.ts';
import { checkDraft } from '../order-form/order-check.ts';
import type { FormMarket, OrderSums } from '../order-form/order-product.ts';
import { sizeOfPercent } from '../order-form/share.ts';
import type { DeskOrder, DeskProduct } from './desk-product.ts';
import type { MarketPrice, Spoken } from './spoken.ts';

/** The market as it is. */
export interface MarketState<M extends FormMarket = FormMarket, S extends OrderSums = OrderSums> {
  readonly product: DeskProduct<M, S>;
  readonly market: M;
  readonly best: BestPrices;
  /** Of all instruments, newest first. */
  readonly orders: readonly DeskOrder[];
  /** All that are listed: commands name coins. */
  readonly listed: Instruments | undefined;
}

/** What would be done. Orders are cancelled before any is sent. */
export interface ActionPlan {
  readonly cancel: readonly DeskOrder[];
  /** Symbols of which all is cancelled, what is not shown too; none = those orders alone. */
  readonly symbols: readonly string[];
  readonly send: readonly OrderDraft[];
  /** Whether what is sent closes. */
  readonly closes: boolean;
  /** The order's price is far beyond the best one: it wants a look. */
  readonly isFar: boolean;
  /** Of the chart; '' = as it is. */
  readonly interval: string;
  /** The command that it is of; null = of none. */
  readonly said: Spoken | null;
}

/** Why nothing is done; the field is the one at fault, if any. */
export interface NoPlan {
  readonly issue: FieldIssue;
  readonly field?: DraftField;
}

/** One that does nothing. */
export const NOTHING: ActionPlan = {
  cancel: [],
  symbols: [],
  send: [],
  closes: false,
  isFar: false,
  interval: '',
  said: null,
};

/** Whether it is one. */
export function isPlan(plan: ActionPlan | NoPlan): plan is ActionPlan {
  return !('issue' in plan);
}

/** See the head of the file. */
export function planOf<M extends FormMarket, S extends OrderSums>(
  said: Spoken,
  scene: MarketState<M, S>,
): ActionPlan | NoPlan {
  const plan = planFor(said, scene);
  return isPlan(plan) ? { ...plan, said } : plan;
}

function planFor<M extends FormMarket, S extends OrderSums>(
  said: Spoken,
  scene: MarketState<M, S>,
): ActionPlan | NoPlan {
  switch (said.does) {
    case 'nothing':
      return { issue: said.issue };
    case 'interval':
      return { ...NOTHING, interval: said.key };
    case 'cancel':
      return cancelPlan(said, scene);
    case 'close':
      return closePlan(said, scene);
    case 'order':
      return orderPlan(said, scene);
  }
}

type Of<Does extends Spoken['does']> = Extract<Spoken, { readonly does: Does }>;

/** Symbols that a word names: of a market, or all of a coin. */
function symbolsOf(word: string, { market, listed }: MarketState): readonly string[] {
  if (word === '') return [market.instrument.symbol];
  const plain = word.replace(/[/-]/g, '');
  const all = [...(listed?.values() ?? [])];
  const exact = all.filter(({ symbol }) => symbol === plain);
  const named = exact.length > 0 ? exact : all.filter(({ base }) => base.toUpperCase() === plain);
  return named.map(({ symbol }) => symbol);
}

function cancelPlan({ which, market }: Of<'cancel'>, scene: MarketState): ActionPlan | NoPlan {
  const symbols = symbolsOf(market, scene);
  if (symbols.length === 0) return { issue: { id: 'desk.unknownWord', values: { word: market } } };
  const own = scene.orders.filter(({ symbol }) => symbols.includes(symbol));
  const cancel =
    which === 'all'
      ? own
      : which === 'last'
        ? own.slice(0, 1)
        : own.filter(({ side }) => side === which);
  if (cancel.length === 0) return { issue: { id: 'desk.noOrders' } };
  const whole = which === 'all' ? [...new Set(cancel.map(({ symbol }) => symbol))] : [];
  return { ...NOTHING, cancel, symbols: whole };
}

/** Only the market on screen can be traded from here. */
function otherMarket(market: string, scene: MarketState): NoPlan | null {
  const { symbol, base, quote } = scene.market.instrument;
  if (symbolsOf(market, scene).includes(symbol)) return null;
  return { issue: { id: 'desk.otherMarket', values: { pair: `${base}/${quote}` } } };
}

function closePlan<M extends FormMarket, S extends OrderSums>(
  { percent, cancels, market }: Of<'close'>,
  scene: MarketState<M, S>,
): ActionPlan | NoPlan {
  const { symbol } = scene.market.instrument;
  const other = otherMarket(market, scene);
  if (other !== null) return other;
  const cancel = cancels ? scene.orders.filter((order) => order.symbol === symbol) : [];
  const freed = cancel.reduce((sum, { side, open }) => (side === 'sell' ? sum + open : sum), 0n);
  const send = scene.product.closing(scene.market, percent, freed);
  if (send === null) return { issue: { id: 'desk.notKnown' } };
  if (send.length + cancel.length === 0) return { issue: { id: 'desk.noPosition' } };
  return {
    ...NOTHING,
    ...{ cancel, send, closes: true },
    symbols: cancel.length > 0 ? [symbol] : [],
  };
}

function marketPrice(at: MarketPrice, { best, market }: MarketState): string {
  const { last, instrument } = market;
  const prices = { ...best, last, mid: middleOf(best, instrument.priceDigits) };
  return prices[at];
}

function orderPlan<M extends FormMarket, S extends OrderSums>(
  said: Of<'order'>,
  scene: MarketState<M, S>,
): ActionPlan | NoPlan {
  const { product } = scene;
  const { side, price, force, reduces } = said;
  const text = price === null ? '' : 'at' in price ? marketPrice(price.at, scene) : price.text;
  if (price !== null && wide(text) <= 0n) return { issue: { id: 'desk.noPrice' } };
  const draft: OrderDraft = {
    ...product.form.empty,
    ...{ side, force, reduceOnly: reduces, price: trimZeros(text) },
    intent: reduces ? 'close' : 'open',
    kind: price === null ? 'market' : 'limit',
  };
  const sized = withSize(draft, said, scene);
  return 'issue' in sized ? sized : limitPlan(sized, scene);
}

/** The plan of an order that is whole; of a draft that could not be sent, why. */
export function limitPlan<M extends FormMarket, S extends OrderSums>(
  draft: OrderDraft,
  { product, market, best }: MarketState<M, S>,
): ActionPlan | NoPlan {
  const order = cleanDraft(draft);
  const [wrong] = Object.entries(checkDraft(product.form, order, market, true));
  if (wrong !== undefined) return { field: wrong[0] as DraftField, issue: wrong[1] };
  const isFar = order.kind === 'limit' && crossingOf(order.side, order.price, best) === 'far';
  return { ...NOTHING, send: [order], isFar };
}

/** The draft with the size that was said, in what its field counts. */
function withSize<M extends FormMarket, S extends OrderSums>(
  draft: OrderDraft,
  { size, unit }: Of<'order'>,
  scene: MarketState<M, S>,
): OrderDraft | NoPlan {
  const { form } = scene.product;
  const { instrument } = scene.market;
  const { base, quote } = instrument;
  if (unit === '%') {
    const { max, scale, counts } = form.sumsOf({ ...draft, size: '' }, scene.market);
    if (max === null) return { issue: { id: 'desk.notKnown' } };
    const share = sizeOfPercent(max, scale, Number(size));
    if (share === '') return { field: 'size', issue: form.tooLarge(draft, scene.market, max) };
    return { ...draft, unit: counts, size: share };
  }
  const coin = unit === '' ? base : unit;
  if (coin !== base && coin !== quote) return otherMarket(coin, scene) ?? noUnit(coin);
  if (form.sizeIn(draft, instrument).coin === coin) return { ...draft, size };
  if (coin === quote && form.unitsOf(draft).includes('value')) {
    return { ...draft, unit: 'value', size };
  }
  return converted(draft, { size, coin }, scene);
}

const noUnit = (word: string): NoPlan => ({ issue: { id: 'desk.unknownWord', values: { word } } });

/** A size in the other coin of the pair, at the best price: a market buy counts quote coins, a sell base coins. */
function converted<M extends FormMarket, S extends OrderSums>(
  draft: OrderDraft,
  { size, coin }: { readonly size: string; readonly coin: string },
  { product, market, best }: MarketState<M, S>,
): OrderDraft | NoPlan {
  const price = wide(bestAgainst(draft.side, best)) || wide(market.last);
  if (price <= 0n) return { issue: { id: 'desk.noPrice' } };
  const { scale } = product.form.sizeIn(draft, market.instrument);
  const amount = parseTruncated(size, WIDE_SCALE) ?? 0n;
  const one = pow10(WIDE_SCALE);
  const other =
    coin === market.instrument.base ? mulDivCeil(amount, price, one) : (amount * one) / price;
  const units = rescaleFloor(other, WIDE_SCALE, scale);
  return { ...draft, size: trimZeros(toText(units, scale)) };
}

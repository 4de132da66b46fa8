/**
 * The checks that the engine makes, made before sending: tick, lot, least and greatest quantity,
 * least value, price band, funds. The engine still decides.
 */

import { checkAmount } from '../../../data/amount-check.ts';
import {
  mulDivFloor,
  parseTruncated,
  pow10,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { FieldIssue as Issue } from '../../../platform/locale/field-issue.ts';
import {
  type DraftField,
  hasField,
  hasPrice,
  isPlan,
  type OrderDraft,
  type SideName,
} from './draft.ts';
import type { FormMarket, OrderRules, OrderSums } from './order-product.ts';

/** Errors by field; empty when the order may be sent. */
export type Issues = Partial<Record<DraftField, Issue>>;

/** The engine's range of trailing distances: 0.01 % to 50 %, in ten-thousandths of a percent. */
const CALLBACK_MIN = 100n;
const CALLBACK_MAX = 500_000n;

/** All errors of a draft. `complete` also reports empty fields (on submit). */
export function checkDraft<M extends FormMarket, S extends OrderSums>(
  rules: OrderRules<M, S>,
  draft: OrderDraft,
  market: M,
  complete: boolean,
): Issues {
  const { instrument } = market;
  const { kind, side, size } = draft;
  const issues: Issues = {};
  // The first that is wrong with a field is said.
  const put = (field: DraftField, issue: Issue | null) => {
    if (issue !== null) issues[field] ??= issue;
  };
  const priced = (field: DraftField, needed = complete) =>
    put(field, checkStep(draft[field], instrument.priceDigits, 'check.priceStep', needed));
  const exits = draft.attach && rules.attaches(draft, market) ? EXITS : [];
  if (hasPrice(draft)) priced('price');
  if (hasField(draft, 'trigger')) priced('trigger');
  if (kind === 'oco' && draft.execution === 'limit') priced('stopPrice');
  if (hasField(draft, 'callback')) put('callback', checkCallback(draft.callback, complete));
  put('size', checkStep(size, rules.sizeIn(draft, instrument).scale, 'check.sizeStep', complete));
  for (const exit of exits) priced(exit, false);
  if (rules.bothSides && !complete) return issues;
  const sums = rules.sumsOf(draft, market);
  if (hasField(draft, 'price') && !isPlan(draft)) {
    const limit = bandLimit(side, draft.price, rules.bandMiddle(market), instrument);
    const id = rules.band[side === 'buy' ? 'high' : 'low'];
    put('price', limit === null ? null : { id, values: { limit } });
  }
  if (kind === 'oco') put('trigger', checkOco(draft, market.last));
  if (size !== '') put('size', checkQuantity(sums, instrument));
  // Plan orders take the money when they fire, so nothing is asked of the account now.
  if (!isPlan(draft) && sums.max !== null && sums.units > sums.max) {
    put('size', rules.tooLarge(draft, market, sums.max));
  }
  for (const exit of exits) put(exit, checkExit(exit, draft, sums.entry));
  return issues;
}

const EXITS = ['takeProfit', 'stopLoss'] as const;

/** The error of an empty field, where that is one. */
function required(text: string, complete: boolean): Issue | null {
  return text === '' && complete ? { id: 'form.required' } : null;
}

/** A number lies on its step and above zero. @param tooFine what is said of one off its step */
function checkStep(
  text: string,
  scale: number,
  tooFine: Issue['id'],
  complete: boolean,
): Issue | null {
  if (text === '') return required(text, complete);
  return checkAmount(text, scale, { id: tooFine, values: { step: trimZeros(toText(1n, scale)) } });
}

/**
 * The limit that a price is beyond, as text; null where it is within, or nothing is known.
 * @param around the price that the band is around
 */
function bandLimit(
  side: SideName,
  price: string,
  around: string,
  { buyBand, sellBand, priceScale }: InstrumentInfo,
): string | null {
  const [middle, units] = [wide(around), wide(price)];
  const ratio = wide(side === 'buy' ? buyBand : sellBand);
  if (middle <= 0n || units <= 0n || ratio <= 0n) return null;
  const one = pow10(WIDE_SCALE);
  const limit = mulDivFloor(middle, side === 'buy' ? one + ratio : one - ratio, one);
  if (side === 'buy' ? units <= limit : units >= limit) return null;
  return grouped(toText(limit / pow10(WIDE_SCALE - priceScale), priceScale));
}

/** A trailing distance is in the engine's range. */
function checkCallback(text: string, complete: boolean): Issue | null {
  if (text === '') return required(text, complete);
  const percent = parseTruncated(text, 4);
  if (percent === null) return { id: 'check.number' };
  const inRange = percent >= CALLBACK_MIN && percent <= CALLBACK_MAX;
  return inRange ? null : { id: 'check.callback', values: { min: '0.01', max: '50' } };
}

/** A sell takes profit above the last price and stops below it; a buy the other way round. */
function checkOco(draft: OrderDraft, lastPrice: string): Issue | null {
  const [price, trigger, last] = [wide(draft.price), wide(draft.trigger), wide(lastPrice)];
  if (price <= 0n || trigger <= 0n || last <= 0n) return null;
  const right =
    draft.side === 'sell' ? price > last && trigger < last : price < last && trigger > last;
  if (right) return null;
  return { id: draft.side === 'sell' ? 'check.ocoSell' : 'check.ocoBuy' };
}

/** The instrument's limits of a single order. */
function checkQuantity({ coins, value }: OrderSums, instrument: InstrumentInfo): Issue | null {
  const { base, quote, minSize, maxSize, minNotional } = instrument;
  const limitOf = (id: Issue['id'], limit: string, coin: string) => ({
    id,
    values: { limit: grouped(trimZeros(limit)), coin },
  });
  if (coins !== null) {
    if (coins === 0n || coins < wide(minSize)) return limitOf('check.minSize', minSize, base);
    const most = wide(maxSize);
    if (most > 0n && coins > most) return limitOf('check.maxSize', maxSize, base);
  }
  if (value === null || value >= wide(minNotional)) return null;
  return limitOf('check.minValue', minNotional, quote);
}

/** A long takes profit above its entry and stops below it; a short the other way round. */
function checkExit(exit: (typeof EXITS)[number], draft: OrderDraft, entry: bigint): Issue | null {
  const units = wide(draft[exit]);
  if (units <= 0n || entry <= 0n) return null;
  const above = (exit === 'takeProfit') === (draft.side === 'buy');
  if (above ? units > entry : units < entry) return null;
  return { id: above ? 'check.aboveEntry' : 'check.belowEntry' };
}

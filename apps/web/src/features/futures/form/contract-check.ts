/** The checks that the engine makes of an order of a contract, made before sending. */

import { parseTruncated, toText, trimZeros, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import type { FieldIssue as Issue } from '../../../platform/locale/field-issue.ts';
import { type Draft, type DraftField, hasPrice, type Side } from '../../desk/order-form/draft.ts';
import {
  bandLimit,
  checkCallback,
  checkPrice,
  checkSizeText,
  required,
} from '../../desk/order-form/order-check.ts';
import { mayAttach } from './contract-draft.ts';
import { type ContractMarket, type SideSums, sumsOf } from './order-sums.ts';

/** Errors by field; empty when the order may be sent. */
export type ContractIssues = Partial<Record<DraftField, Issue>>;

function put(issues: ContractIssues, field: DraftField, issue: Issue | null): void {
  if (issue !== null) issues[field] = issue;
}

/** Errors of the fields by themselves. `complete` also reports empty fields (on submit). */
export function checkFields(
  draft: Draft,
  market: ContractMarket,
  complete: boolean,
): ContractIssues {
  const { instrument } = market;
  const issues: ContractIssues = {};
  if (hasPrice(draft)) put(issues, 'price', checkPrice(draft.price, instrument, complete));
  if (draft.kind === 'trigger') {
    put(issues, 'trigger', checkPrice(draft.trigger, instrument, complete));
  }
  if (draft.kind === 'trailing') put(issues, 'callback', checkCallback(draft.callback, complete));
  put(issues, 'size', checkDraftSize(draft, market, complete));
  if (draft.attach && mayAttach(draft, market.account?.hedge ?? false)) {
    put(issues, 'takeProfit', checkPrice(draft.takeProfit, instrument, false));
    put(issues, 'stopLoss', checkPrice(draft.stopLoss, instrument, false));
  }
  return issues;
}

/** All errors of the order of a side, as it would be sent. */
export function checkOrder(draft: Draft, market: ContractMarket, side: Side): ContractIssues {
  const issues = checkFields(draft, market, true);
  const sums = sumsOf(draft, market, side);
  if (draft.kind === 'limit') {
    put(issues, 'price', issues.price ?? checkBand(draft, market, side));
  }
  put(issues, 'size', issues.size ?? checkSize(draft, market, sums));
  if (draft.attach && mayAttach(draft, market.account?.hedge ?? false)) {
    for (const field of ['takeProfit', 'stopLoss'] as const) {
      put(issues, field, issues[field] ?? checkAttached(draft, sums, market, side, field));
    }
  }
  return issues;
}

function checkDraftSize(
  draft: Draft,
  { instrument }: ContractMarket,
  complete: boolean,
): Issue | null {
  const { size, unit } = draft;
  if (size === '') return required(size, complete);
  const scale = unit === 'coin' ? instrument.sizeDigits : WIDE_SCALE;
  return checkSizeText(size, scale);
}

/** The band is around the mark price. */
function checkBand(
  { price }: Draft,
  { account, instrument }: ContractMarket,
  side: Side,
): Issue | null {
  const mark = account?.position(0).mark ?? 0;
  const limit = bandLimit(side, price, toText(BigInt(mark), instrument.priceScale), instrument);
  if (limit === null) return null;
  return { id: side === 'buy' ? 'futures.bandHigh' : 'futures.bandLow', values: { limit } };
}

function checkSize(
  draft: Draft,
  { instrument }: ContractMarket,
  { lots, price, max }: SideSums,
): Issue | null {
  const { base, quote, sizeScale, priceScale, minSize, minNotional } = instrument;
  const coins = (text: string) => grouped(trimZeros(text));
  if (lots < Number(parseTruncated(minSize, sizeScale) ?? 0n) || lots === 0) {
    return { id: 'check.minSize', values: { limit: coins(minSize), coin: base } };
  }
  const value = wide(toText(BigInt(lots) * BigInt(price), sizeScale + priceScale));
  const opens = draft.intent === 'open' && !draft.reduceOnly;
  if (opens && price > 0 && value < wide(minNotional)) {
    return { id: 'check.minValue', values: { limit: coins(minNotional), coin: quote } };
  }
  // A plan takes its margin when it fires, so nothing is asked of the account now.
  const later = draft.kind === 'trigger' || draft.kind === 'trailing';
  if (later || max === null || lots <= max) return null;
  const limit = coins(toText(BigInt(max), sizeScale));
  return { id: 'futures.tooLarge', values: { limit, coin: base } };
}

function checkAttached(
  draft: Draft,
  { price }: SideSums,
  { instrument }: ContractMarket,
  side: Side,
  field: 'takeProfit' | 'stopLoss',
): Issue | null {
  const units = parseTruncated(draft[field], instrument.priceScale);
  if (draft[field] === '' || units === null || price === 0) return null;
  const above = (field === 'takeProfit') === (side === 'buy');
  if (above ? Number(units) > price : Number(units) < price) return null;
  return { id: above ? 'check.aboveEntry' : 'check.belowEntry' };
}

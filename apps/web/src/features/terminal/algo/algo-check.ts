/** The checks of algo orders that need no book, made before sending. The engine still decides. */

import { mostParts } from '@halcyon/domain/parent-layout';
import { checkAmount } from '../../../data/amount-check.ts';
import {
  compareText,
  parseExact,
  toText,
  trimZeros,
  wide,
  wideProduct,
} from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import type { FieldIssue } from '../../../platform/locale/field-issue.ts';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import {
  type AlgoDraft,
  type AlgoField,
  largestOf,
  partsOf,
  piecesOf,
  secondsOf,
  sizeOf,
  wholeOf,
  worthOf,
} from './algo-draft.ts';
import { ALGO_FIELDS, ALGO_LIMITS, ALGO_OPTIONAL } from './algo-kinds.ts';

/** Errors by field; empty when the order may be sent. */
export type AlgoIssues = Partial<Record<AlgoField, FieldIssue>>;

const between = (min: string | number, max: string | number): FieldIssue => ({
  id: 'algo.between',
  values: { min: `${min}`, max: `${max}` },
});

/** All errors of a draft. @param complete whether empty fields are errors too */
export function checkAlgo(draft: AlgoDraft, market: SpotMarket, complete: boolean): AlgoIssues {
  const issues: AlgoIssues = {};
  const fields: readonly AlgoField[] = [...ALGO_FIELDS[draft.kind], 'size'];
  const optional: readonly AlgoField[] = ALGO_OPTIONAL[draft.kind];
  for (const field of fields) {
    if (draft[field] === '' && (!complete || optional.includes(field))) continue;
    const issue = checkField(field, draft, market);
    if (issue !== null) issues[field] = issue;
  }
  if (Object.keys(issues).length > 0) return issues;
  return checkTogether(draft, market);
}

function checkField(field: AlgoField, draft: AlgoDraft, market: SpotMarket): FieldIssue | null {
  const { priceDigits, sizeDigits, quoteScale } = market.instrument;
  const text = draft[field];
  if (text === '') return { id: 'form.required' };
  const step = (digits: number) => ({ step: trimZeros(toText(1n, digits)) });
  if (field === 'price' || field === 'endPrice') {
    return checkAmount(text, priceDigits, { id: 'check.priceStep', values: step(priceDigits) });
  }
  if (field === 'size' || field === 'displaySize') {
    const digits = field === 'size' && draft.unit === 'value' ? quoteScale : sizeDigits;
    return checkAmount(text, digits, { id: 'check.sizeStep', values: step(digits) });
  }
  if (field === 'slippage') {
    const issue = checkAmount(text, 4);
    if (issue !== null) return issue;
    const { slippage } = ALGO_LIMITS;
    return compareText(text, String(slippage)) > 0 ? between('0.0001', slippage) : null;
  }
  if (field === 'duration') return checkDuration(draft);
  const most = mostParts(draft.kind === 'twap' ? secondsOf(draft) * 1_000 || 0 : undefined);
  const count = wholeOf(text);
  return count >= 2 && count <= most ? null : between(2, Math.max(most, 2));
}

function checkDuration(draft: AlgoDraft): FieldIssue | null {
  const seconds = secondsOf(draft);
  if (Number.isNaN(seconds)) return { id: 'check.number' };
  const { least, most } = ALGO_LIMITS;
  const fits = Number.isInteger(seconds) && seconds >= least && seconds <= most;
  return fits ? null : { id: 'algo.durationRange' };
}

/** What two fields say together. */
function checkTogether(draft: AlgoDraft, market: SpotMarket): AlgoIssues {
  const { kind, price, endPrice, displaySize } = draft;
  if (kind === 'scaled' && price !== '' && endPrice !== '' && compareText(price, endPrice) >= 0) {
    return { endPrice: { id: 'algo.aboveLow' } };
  }
  if (kind === 'iceberg' && displaySize !== '' && draft.size !== '') {
    if (compareText(displaySize, sizeOf(draft, market)) >= 0) {
      return { displaySize: { id: 'algo.belowSize' } };
    }
    const pieces = piecesOf(draft, market);
    if (pieces > ALGO_LIMITS.pieces) {
      return {
        displaySize: { id: 'algo.pieces', values: { count: pieces, max: ALGO_LIMITS.pieces } },
      };
    }
  }
  const parts = partsOf(draft, market);
  const small = tooSmall(draft, market);
  if (small !== null) return small;
  const { base, quote } = market.instrument;
  const largest = largestOf(draft, market);
  const atOnce = kind === 'iceberg' || kind === 'twap' ? parts[0]?.size : sizeOf(draft, market);
  if (largest === null || !atOnce || compareText(atOnce, largest) <= 0) return {};
  return { size: { id: 'check.funds', values: { coin: draft.side === 'buy' ? quote : base } } };
}

/** An order of it below the smallest one that is taken, said at the field that would mend it. */
function tooSmall(draft: AlgoDraft, market: SpotMarket): AlgoIssues | null {
  const { minSize, minNotional, base, quote, sizeDigits } = market.instrument;
  const size = sizeOf(draft, market);
  if (size === '') return null;
  const [least, worth] = [wide(minSize), wide(minNotional)];
  const first = wide(draft.price) > 0n ? wide(draft.price) : wide(market.last);
  const parts = partsOf(draft, market);
  // With more parts than lots there are no parts to look at.
  const none =
    parts.length === 0 && wholeOf(draft.count) > Number(parseExact(size, sizeDigits) ?? 0n);
  const low = parts.some((part) => wide(part.size) < least);
  const cheap = parts.some((part) => worthOf([part]) < worth);
  if (first <= 0n || !(none || low || cheap)) return null;
  const limit =
    low || none
      ? { limit: grouped(trimZeros(minSize)), coin: base }
      : { limit: grouped(trimZeros(minNotional)), coin: quote };
  const issue = { id: 'algo.eachSmall', values: limit } as const;
  if (draft.kind === 'iceberg') return { displaySize: issue };
  if (draft.kind === 'chase') return { size: issue };
  const bySize = least > 0n ? wide(size) / least : 1_000n;
  const byValue = worth > 0n ? wideProduct(wide(size), first) / worth : 1_000n;
  const most = bySize < byValue ? bySize : byValue;
  return most >= 2n
    ? { count: { id: 'algo.most', values: { max: Number(most) } } }
    : { size: issue };
}

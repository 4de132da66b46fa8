/** What is wrong with a loan or a repayment before it is sent; the engine still decides. */

import { borrowedCoin, type MarginWorth, marginWorth } from '@halcyon/domain';
import { checkAmount } from '../../../data/amount-check.ts';
import { parseExact, toText, trimZeros } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import {
  borrowable,
  coinText,
  type MarginCoin,
  type MarginPlace,
} from '../../../data/state/margin.ts';
import type { FieldIssue } from '../../../platform/locale/field-issue.ts';

/** What may be borrowed of a coin at most, or paid back. */
export function mostOf(way: 'borrow' | 'repay', place: MarginPlace, own: MarginCoin): number {
  return way === 'borrow' ? borrowable(place, own) : Math.min(own.debt, own.available);
}

/** The error of an amount; null where it may be sent. @param text '' has none yet */
export function loanIssue(
  way: 'borrow' | 'repay',
  place: MarginPlace,
  own: MarginCoin,
  text: string,
): FieldIssue | null {
  if (text === '') return null;
  const wrong = checkAmount(text, own.digits);
  if (wrong !== null) return wrong;
  const units = parseExact(text, own.digits) ?? 0n;
  const { coin } = own;
  const limited = (
    id: 'margin.smallest' | 'margin.tooMuch' | 'margin.tooMuchBack',
    limit: number,
  ) => ({
    id,
    values: { limit: grouped(trimZeros(coinText(own, limit))), coin },
  });
  const most = mostOf(way, place, own);
  if (way === 'repay') return units > most ? limited('margin.tooMuchBack', most) : null;
  const { loanMin } = own.lent.terms;
  if (units < loanMin) return limited('margin.smallest', loanMin);
  return units > most ? limited('margin.tooMuch', most) : null;
}

/** What the account is worth after a loan or a repayment. */
export function worthAfter(
  way: 'borrow' | 'repay',
  place: MarginPlace,
  own: MarginCoin,
  text: string,
): MarginWorth | null {
  const units = Number(parseExact(text, own.digits) ?? 0n);
  if (units <= 0) return null;
  const paid = { ...own, held: own.held - units, debt: Math.max(0, own.debt - units) };
  const changed = way === 'borrow' ? borrowedCoin(own, units, own.lent.ratePpm) : paid;
  return marginWorth({ ...place, coins: place.coins.with(place.coins.indexOf(own), changed) });
}

/** What bears interest after a loan or a repayment, which pays interest first. */
export function principalAfter(way: 'borrow' | 'repay', own: MarginCoin, text: string): number {
  const units = Number(parseExact(text, own.digits) ?? 0n);
  if (way === 'borrow') return own.principal + units;
  return Math.max(0, own.principal - Math.max(0, units - own.interest));
}

/** Units as the field takes them. */
export function fieldOf(own: MarginCoin, units: number): string {
  return trimZeros(toText(BigInt(units), own.digits));
}

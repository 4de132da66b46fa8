/** What may leave an account of a family, and what all of it is worth. */

import type { FamilyMoney, FamilyPair, FamilyRead, FamilySpare } from '@halcyon/domain/web';
import { wide } from '../../data/decimal.ts';
import type { FamilyPlace } from './sub-api.ts';

/** Where money goes from and to. */
export interface FamilyWay {
  readonly from: FamilyPlace;
  readonly to: FamilyPlace;
}

function spareOf({ own, subs }: FamilyRead, { uid, account }: FamilyPlace): readonly FamilySpare[] {
  const spare = [own, ...subs].find((one: FamilyMoney) => one.uid === uid)?.spare ?? [];
  return spare.filter((one) => one.account === account);
}

/**
 * The pair of a way that has an isolated margin account on a side, else undefined: the chosen one, else one
 * that the money can come from.
 */
export function pairOf(
  family: FamilyRead,
  { from, to }: FamilyWay,
  chosen: string,
): FamilyPair | undefined {
  if (from.account !== 'isolated_margin' && to.account !== 'isolated_margin') return undefined;
  const named = (symbol: string | undefined) => family.pairs.find((one) => one.symbol === symbol);
  return named(chosen) ?? named(spareOf(family, from)[0]?.symbol) ?? family.pairs[0];
}

/** What may go a way: coins that its beginning has, of a pair those of the pair. */
export function spareOn(
  family: FamilyRead,
  way: FamilyWay,
  pair: FamilyPair | undefined,
): readonly FamilySpare[] {
  return spareOf(family, way.from).filter(
    ({ coin, symbol }) =>
      (symbol === undefined || symbol === pair?.symbol) &&
      (pair === undefined || coin === pair.base || coin === pair.quote),
  );
}

/** All accounts together, wide units of USDT. */
export function worthOf({ own, subs }: FamilyRead): bigint {
  return [own, ...subs].reduce((sum, { value }) => sum + wide(value), 0n);
}

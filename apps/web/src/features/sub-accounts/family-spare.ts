/** What may leave an account of a family, and what all of it is worth. */

import type { FamilyMoney, FamilyRead } from '@halcyon/domain/web';
import { wide } from '../../data/decimal.ts';
import type { Place } from './sub-api.ts';

function moneyOf({ own, subs }: FamilyRead, uid: string): FamilyMoney | undefined {
  return [own, ...subs].find((one) => one.uid === uid);
}

/** The coins of an account. */
export function coinsAt(family: FamilyRead, { uid, account }: Place): readonly string[] {
  const spare = moneyOf(family, uid)?.spare ?? [];
  return spare.filter((one) => one.account === account).map(({ coin }) => coin);
}

/** What of a coin may leave it. */
export function spareAt(family: FamilyRead, { uid, account }: Place, coin: string): string {
  const spare = moneyOf(family, uid)?.spare ?? [];
  return spare.find((one) => one.account === account && one.coin === coin)?.amount ?? '0';
}

/** All accounts together, wide units of USDT. */
export function worthOf({ own, subs }: FamilyRead): bigint {
  return [own, ...subs].reduce((sum, { value }) => sum + wide(value), 0n);
}

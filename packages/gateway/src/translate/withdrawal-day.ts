/** How much a person may withdraw in a day: what the level allows by value, of all coins together. */
import {
  type Asset,
  levelOf,
  UNITS_MAX,
  type UserId,
  WITHDRAWAL_DAY_MS,
  wholeUsdt,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { withdrawUnits } from '../config/wallet.ts';
import { knownAsset, type RestContext } from '../http/context.ts';
import { userAckSeq } from './lists.ts';
import { unitsOfValue, usdtText, usdtUnits } from './value.ts';

/** Values in units of 10^-8 USDT. */
export interface WithdrawalDay {
  readonly level: number;
  readonly max: bigint;
  /** What of it has left or is leaving, at the prices of now; a coin without a price counts nothing. */
  readonly used: bigint;
}

/** What the level of a person allows in a day; null = it names nothing. */
function levelMax(views: Views, person: UserId): bigint | null {
  const usdt = views.feeSchedule()[levelOf(views.feeTier(person))]?.withdrawalDay;
  return usdt === undefined ? null : wholeUsdt(usdt);
}

/** The day of a person as it stands; null = its level names no limit. */
export async function withdrawalDay(
  { views, history, clock }: Pick<RestContext, 'views' | 'history' | 'clock'>,
  person: UserId,
): Promise<WithdrawalDay | null> {
  const max = levelMax(views, person);
  if (max === null) return null;
  const query = { user: person, since: clock() - WITHDRAWAL_DAY_MS };
  const rows = await history.withdrawn(query, { minSeq: userAckSeq(views, person) });
  const values = rows.map(({ asset, amount }) =>
    usdtUnits(views, knownAsset(views, asset), amount),
  );
  const used = values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
  return { level: levelOf(views.feeTier(person)), max, used };
}

/** @throws WireError withdrawDayLimit where so much would pass what the level allows */
export async function checkWithdrawalDay(
  context: RestContext,
  person: UserId,
  asset: Asset,
  amount: bigint,
): Promise<void> {
  const value = usdtUnits(context.views, asset, amount);
  const day = value === null ? null : await withdrawalDay(context, person);
  if (day === null || day.used + value! <= day.max) return;
  throw new WireError('withdrawDayLimit', {
    value: `${usdtText(day.used + value!)} USDT`,
    limit: `${usdtText(day.max)} USDT`,
  });
}

/**
 * The most of one coin in a day, units: what the level allows is worth as much. Where either has no
 * value the coin's own limit holds; 0 = none.
 */
export function coinDayMax(
  context: Pick<RestContext, 'views' | 'wallet' | 'chainTerms'>,
  person: UserId,
  asset: Asset,
): bigint {
  const { views } = context;
  const max = levelMax(views, person);
  const units = max === null ? null : unitsOfValue(views, asset, max);
  if (units === null) return withdrawUnits(context, asset).dayMax;
  const most = BigInt(UNITS_MAX);
  return units < most ? units : most;
}

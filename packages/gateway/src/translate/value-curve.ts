/** What a person's accounts were worth over time, as the web app shows it. */
import { AccountKind, accountOf, formatDecimal, type UserId } from '@halcyon/domain';
import {
  CURVE_ACCOUNTS,
  type CurveAccount,
  type CurveRange,
  type CurveRow,
  type ValueCurveInfo,
} from '@halcyon/domain/web';
import type { CurvePoint } from '@halcyon/records';
import type { RestContext } from '../http/context.ts';

const HOUR_MS = 3_600_000;
const DAY = 24;

/** Whole days of a range, today among them, and the hours between its rows. */
const RANGES: Readonly<Record<CurveRange, { readonly days: number; readonly step: 1 | 24 }>> = {
  '1D': { days: 1, step: 1 },
  '7D': { days: 7, step: 1 },
  '30D': { days: 30, step: 1 },
  '90D': { days: 90, step: DAY },
  '1Y': { days: 365, step: DAY },
};

/** The hours (since 1970) of a range up to the last full one before `now`. */
export function curveHours(range: CurveRange, now: number) {
  const { days, step } = RANGES[range];
  const to = Math.floor(now / HOUR_MS);
  const today = to - (to % DAY);
  const from = Math.max(0, range === '1D' ? to - DAY : today - (days - 1) * DAY);
  return { from, to, step };
}

/** The curve up to the last full hour before `now`. */
export async function valueCurveInfo(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  user: UserId,
  range: CurveRange,
  now: number,
): Promise<ValueCurveInfo> {
  const accounts = Object.values(AccountKind).map((kind) => accountOf(user, kind));
  const minSeq = Math.max(...accounts.map((account) => views.lastAckSeq(account)));
  const { scale, points } = await history.valueCurve(
    { user, ...curveHours(range, now) },
    { minSeq },
  );
  return { coin: 'USDT', rows: points.map((point) => rowOf(point, scale)) };
}

function rowOf({ hour, worth, inflow }: CurvePoint, scale: number): CurveRow {
  const texts = (values: Readonly<Record<CurveAccount, bigint>>) =>
    CURVE_ACCOUNTS.map((account) => formatDecimal(values[account], scale));
  return { time: hour * HOUR_MS, worth: texts(worth), inflow: texts(inflow) };
}

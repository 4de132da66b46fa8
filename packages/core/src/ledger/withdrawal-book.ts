/** Withdrawals on their way, and what left or is leaving of late. Plain data; no rules here. */
import { ownerOf, WITHDRAWAL_DAY_MS, type Withdrawal } from '@halcyon/domain';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = WITHDRAWAL_DAY_MS / HOUR_MS;

export class WithdrawalBook {
  /** Those that have not ended, by id. */
  readonly open = new Map<number, Withdrawal>();
  /** Units by user and asset, then by the hour of the request: as many as a day has, however much leaves. */
  private readonly days = new Map<string, Map<number, bigint>>();

  /** What was asked for of an asset in the day before `time`; an hour that began in it counts whole. */
  leaving(user: number, asset: number, time: number): bigint {
    const first = hourOf(time) - HOURS;
    let sum = 0n;
    for (const [hour, units] of this.days.get(dayKey(user, asset)) ?? []) {
      if (hour >= first) sum += units;
    }
    return sum;
  }

  /** Counts a withdrawal, or with -1 no longer: it came back. */
  count({ account, asset, amount, requestedAt }: Withdrawal, times: 1 | -1): void {
    const key = dayKey(ownerOf(account), asset);
    const day = this.days.get(key) ?? new Map<number, bigint>();
    const hour = hourOf(requestedAt);
    const known = day.get(hour);
    if (known === undefined && times === -1) return;
    day.set(hour, (known ?? 0n) + BigInt(times * amount));
    for (const [other, units] of day) {
      if (units === 0n || other < hour - HOURS) day.delete(other);
    }
    if (day.size === 0) this.days.delete(key);
    else this.days.set(key, day);
  }

  image(): WithdrawalsImage {
    const days = [...this.days].map(([key, day]): DayImage => {
      return [key, [...day].map(([hour, units]) => [hour, `${units}`])];
    });
    return { open: [...this.open.values()], days };
  }

  restore({ open, days }: WithdrawalsImage): void {
    for (const withdrawal of open) this.open.set(withdrawal.id, withdrawal);
    for (const [key, day] of days) {
      this.days.set(key, new Map(day.map(([hour, units]) => [hour, BigInt(units)])));
    }
  }
}

type DayImage = [key: string, day: [hour: number, units: string][]];

/** As a snapshot has them. */
export interface WithdrawalsImage {
  readonly open: Withdrawal[];
  readonly days: DayImage[];
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}

function dayKey(user: number, asset: number): string {
  return `${user}:${asset}`;
}

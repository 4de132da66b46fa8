/** Withdrawals on their way, and what left or is leaving of late. Plain data; no rules here. */
import {
  assert,
  ownerOf,
  WITHDRAWAL_DAY_MS,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = WITHDRAWAL_DAY_MS / HOUR_MS;

export class WithdrawalBook {
  private readonly all = new Map<number, Withdrawal>();
  /** How many of them each user has. */
  private readonly counts = new Map<number, number>();
  /** Units by user and asset, then by the hour of the request: as many as a day has, however much leaves. */
  private readonly days = new Map<string, Map<number, bigint>>();

  /** Those that have not ended, by id, oldest first. */
  get open(): ReadonlyMap<number, Withdrawal> {
    return this.all;
  }

  /** How many a user has that have not ended. */
  openOf(user: number): number {
    return this.counts.get(user) ?? 0;
  }

  /** A withdrawal is now this; one that has ended is forgotten. */
  put(withdrawal: Withdrawal): void {
    const { id, account, status } = withdrawal;
    const ended = status >= WithdrawalStatus.confirmed;
    const user = ownerOf(account);
    const count = this.openOf(user) - Number(this.all.has(id)) + Number(!ended);
    if (count > 0) this.counts.set(user, count);
    else this.counts.delete(user);
    if (ended) this.all.delete(id);
    else this.all.set(id, withdrawal);
  }

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
    const after = (known ?? 0n) + BigInt(times * amount);
    assert(after >= 0n, 'INV-18: more comes back than was asked for in an hour');
    day.set(hour, after);
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
    return { open: [...this.all.values()], days };
  }

  restore({ open, days }: WithdrawalsImage): void {
    for (const withdrawal of open) this.put(withdrawal);
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

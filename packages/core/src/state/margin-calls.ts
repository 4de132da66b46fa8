/**
 * Owners who are called because the ratio of their account came above that of the call: told once, and again
 * only after it was below. Both products call by it. It is no state of its own: who is called follows from
 * what accounts have.
 */
import {
  type AccountId,
  EventKind,
  type InstrumentId,
  isCalled,
  type MarginSums,
} from '@halcyon/domain';
import type { State } from './state.ts';

/** What an account has and must keep, margin units. */
export type RatioSums = Pick<MarginSums, 'equity' | 'keeps'>;

export class MarginCalls {
  private readonly called = new Set<number>();
  /** Who is to be told, with what he is told. */
  private untold: { readonly key: number; readonly sums: RatioSums }[] = [];

  /** Takes what an account has now. Who is liquidated at once is not called before. @returns whether it is called */
  note(key: number, sums: RatioSums): boolean {
    if (!isCalled(sums)) {
      this.called.delete(key);
      return false;
    }
    if (!this.called.has(key) && sums.equity >= sums.keeps) this.untold.push({ key, sums });
    this.called.add(key);
    return true;
  }

  has(key: number): boolean {
    return this.called.size > 0 && this.called.has(key);
  }

  /** It has nothing to be called for. */
  forget(key: number): void {
    this.called.delete(key);
  }

  /** Nobody is told of what was noted; after a snapshot was loaded. */
  keepQuiet(): void {
    this.untold = [];
  }

  /** Tells owners, in the order of their keys. */
  tell(
    { log, seq, time }: State,
    named: (key: number) => { account: AccountId; instrument: InstrumentId },
  ): void {
    if (this.untold.length === 0) return;
    const calls = this.untold.sort((a, b) => a.key - b.key);
    this.untold = [];
    for (const { key, sums } of calls) {
      const { equity, keeps } = sums;
      log.push({ kind: EventKind.marginCall, seq, time, ...named(key), equity, keeps });
    }
  }
}

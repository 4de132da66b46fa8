/**
 * Prices at which followers have to be looked at for their own exits, and who has to be. A price asks nobody but those
 * whose trigger it has crossed. Triggers are state: a snapshot has them, so that the same are called wherever it goes on.
 */
import { assert, type ExitBasis, movedBasis } from '@halcyon/domain';
import { NearestQueue, type Waiting } from '../memory/nearest-queue.ts';

const NIL = -1;

/** What is known of a follower. */
export interface Watched extends ExitBasis {
  /** Whether any exit is set. */
  readonly active: boolean;
  /** The exit that was told and could not be carried out whole, 0 = none. */
  readonly told: number;
}

/** Prices of a contract at which a follower is looked at. */
export interface Trigger {
  readonly instrument: number;
  /** At it and below; 0 = none. */
  readonly below: number;
  /** At it and above; Infinity = none. */
  readonly above: number;
}

interface Entry {
  watched: Watched;
  /** Each price of its triggers, with where it stands. */
  prices: (readonly [waiting: Waiting, queue: NearestQueue])[];
  triggers: readonly Trigger[];
}

export class ExitTriggers {
  /** Followers who have set an exit. */
  count = 0;
  private readonly entries = new Map<number, Entry>();
  /** Of each contract: prices below, and prices above. */
  private readonly queues: (readonly [NearestQueue, NearestQueue])[] = [];
  /** Contracts whose mark has reached prices of followers who are not called yet. */
  private readonly crossed = new Set<number>();
  /** Who has to be looked at, in this order. */
  private readonly due = new Set<number>();
  /** Who was called since; in the order of users they come next. */
  private called: number[] = [];

  /** Pairs are looked at after each command: their marks are made of their books. @param markOf ticks */
  crossPairs(markOf: (instrument: number) => number | null): void {
    for (let instrument = 0; instrument < this.queues.length; instrument++) {
      const mark = this.queues[instrument] === undefined ? null : markOf(instrument);
      if (mark !== null) this.crossMark(instrument, mark);
    }
  }

  /** Whether anybody has to be looked at. */
  get pending(): boolean {
    return this.due.size + this.called.length + this.crossed.size > 0;
  }

  watched(user: number): Watched {
    const entry = this.entries.get(user);
    assert(entry !== undefined, 'a follower is not known to the exits');
    return entry.watched;
  }

  set(user: number, watched: Watched): void {
    const entry = this.entries.get(user) ?? { watched, prices: [], triggers: [] };
    const before = this.entries.has(user) && entry.watched.active ? 1 : 0;
    this.count += (watched.active ? 1 : 0) - before;
    entry.watched = watched;
    this.entries.set(user, entry);
  }

  /** Money came into a portfolio, or left it: what its exits are measured from changes alike. */
  move(user: number, before: bigint, after: bigint): void {
    const { watched } = this.entries.get(user)!;
    this.set(user, { ...watched, ...movedBasis(watched, before, after) });
    this.touch(user);
  }

  forget(user: number): void {
    const entry = this.entries.get(user);
    if (entry === undefined) return;
    this.place(user, []);
    this.count -= entry.watched.active ? 1 : 0;
    this.entries.delete(user);
    this.due.delete(user);
  }

  /** What a follower has changed. */
  touch(user: number): void {
    if (this.entries.get(user)?.watched.active === true) this.called.push(user);
  }

  /** The mark of a contract is another. */
  crossMark(instrument: number, mark: number): void {
    const queues = this.queues[instrument];
    if (queues?.some((queue) => queue.isReached(mark)) === true) this.crossed.add(instrument);
  }

  /** Calls followers whose prices are reached, `most` at most. @param markOf the mark of a contract as it is now */
  call(markOf: (instrument: number) => number, most: number): void {
    let left = most;
    for (const instrument of this.crossed) {
      const mark = markOf(instrument);
      for (const queue of this.queues[instrument]!) {
        for (; queue.isReached(mark); left -= 1) {
          if (left === 0) return;
          this.called.push(queue.take().id);
        }
      }
      this.crossed.delete(instrument);
    }
  }

  /** The next who has to be looked at; -1 = nobody. */
  next(): number {
    if (this.called.length > 0) {
      for (const user of this.called.sort((a, b) => a - b)) this.due.add(user);
      this.called = [];
    }
    const [user] = this.due;
    if (user === undefined) return NIL;
    this.due.delete(user);
    return user;
  }

  /** A follower is looked at again at these prices, and at no others. */
  place(user: number, triggers: readonly Trigger[]): void {
    const entry = this.entries.get(user)!;
    for (const [waiting, queue] of entry.prices) if (waiting.place !== NIL) queue.remove(waiting);
    entry.prices = [];
    entry.triggers = triggers;
    for (const { instrument, below, above } of triggers) {
      this.queues[instrument] ??= [new NearestQueue(1), new NearestQueue(-1)];
      const [down, up] = this.queues[instrument];
      if (below > 0) entry.prices.push([{ id: user, at: below, place: NIL }, down]);
      if (above < Infinity) entry.prices.push([{ id: user, at: above, place: NIL }, up]);
    }
    for (const [waiting, queue] of entry.prices) queue.add(waiting);
  }

  image(): ExitsImage {
    const called = [...new Set(this.called)].sort((a, b) => a - b);
    const known = [...this.entries].map(([user, { watched, prices, triggers }]): EntryImage => {
      const stands = prices.map(([{ place }]) => (place === NIL ? 0 : 1));
      const { base, peak, active, told } = watched;
      return {
        ...{ user, base: `${base}`, peak: `${peak}`, active, told, stands },
        triggers: triggers.map(({ instrument, below, above }) => {
          return [instrument, below, above === Infinity ? 0 : above];
        }),
      };
    });
    return { known, due: [...this.due], called, crossed: [...this.crossed] };
  }

  restore({ known, due, called, crossed }: ExitsImage): void {
    for (const { user, base, peak, active, told, triggers, stands } of known) {
      this.set(user, { base: BigInt(base), peak: BigInt(peak), active, told });
      this.place(
        user,
        triggers.map(([instrument, below, above]) => {
          return { instrument, below, above: above === 0 ? Infinity : above };
        }),
      );
      // What was reached stands nowhere until it was looked at.
      for (const [i, [waiting, queue]] of this.entries.get(user)!.prices.entries()) {
        if (stands[i] === 0) queue.remove(waiting);
      }
    }
    for (const user of due) this.due.add(user);
    for (const instrument of crossed) this.crossed.add(instrument);
    this.called = [...called];
  }
}

interface EntryImage {
  readonly user: number;
  readonly base: string;
  readonly peak: string;
  readonly active: boolean;
  readonly told: number;
  /** Instrument, below, above (0 = none). */
  readonly triggers: readonly (readonly [instrument: number, below: number, above: number])[];
  /** Of each price of the triggers, 0 where it was crossed. */
  readonly stands: readonly number[];
}

/** As a snapshot has them. */
export interface ExitsImage {
  readonly known: readonly EntryImage[];
  readonly due: readonly number[];
  readonly called: readonly number[];
  readonly crossed: readonly number[];
}

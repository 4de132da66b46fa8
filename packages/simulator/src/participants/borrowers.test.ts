/** Borrowers against a margin account that a test keeps: prices stand still, orders fill whole. */
import { expect, test } from 'vitest';
import type { Borrower, BorrowerCoin, BorrowerOrder, BorrowerPort } from './borrowers.ts';
import { BORROWERS, Borrowers, startBorrowers } from './borrowers.ts';

const UNIT = 100_000_000;
const FUNDS = 1_000_000 * UNIT;
const PRICE = 50;
const HOUR_MS = 3_600_000;

/** What accounts do with requests; `asked` tells them in their order. */
class Desk implements BorrowerPort {
  readonly asked: string[] = [];
  readonly accounts = new Map<Borrower, Map<string, { available: number; owed: number }>>();
  /** Whether the pools are empty. */
  empty = false;
  /** Whether no answer comes. */
  silent = false;
  /** The most that one of them owed, USDT. */
  owedMost = 0;

  constructor() {
    for (const name of BORROWERS) {
      this.accounts.set(name, new Map([['USDT', { available: FUNDS, owed: 0 }]]));
    }
  }

  async holdings(name: Borrower): Promise<ReadonlyMap<string, BorrowerCoin>> {
    if (this.silent) throw new Error('no answer');
    this.owedMost = Math.max(this.owedMost, this.owed(name));
    return this.accounts.get(name)!;
  }

  async borrow(name: Borrower, coin: string, amount: number): Promise<boolean> {
    this.#note(name, 'borrow', coin, amount);
    return this.#lend(name, coin, amount);
  }

  async repay(name: Borrower, coin: string, amount: number): Promise<boolean> {
    this.#note(name, 'repay', coin, amount);
    const own = this.#coin(name, coin);
    expect(amount).toBeLessThanOrEqual(Math.min(own.available, own.owed));
    own.available -= amount;
    own.owed -= amount;
    return true;
  }

  async trade(name: Borrower, { symbol, side, loanType, size }: BorrowerOrder): Promise<boolean> {
    this.#note(name, side, symbol, Number(size), loanType);
    const base = symbol.replace('USDT', '');
    const [from, to] = side === 'buy' ? ['USDT', base] : [base, 'USDT'];
    const paid = Math.round(Number(size) * UNIT);
    const got = side === 'buy' ? Math.floor(paid / PRICE) : paid * PRICE;
    const source = this.#coin(name, from);
    const lacking = paid - source.available;
    if (lacking > 0 && (loanType !== 'autoLoan' || !this.#lend(name, from, lacking))) return false;
    source.available -= paid;
    const target = this.#coin(name, to);
    target.available += got;
    if (loanType === 'autoRepay') {
      const back = Math.min(target.owed, got);
      target.available -= back;
      target.owed -= back;
    }
    return true;
  }

  /** What one of them owes, USDT. */
  owed(name: Borrower): number {
    let sum = 0;
    for (const [coin, { owed }] of this.accounts.get(name)!) {
      sum += (owed / UNIT) * (coin === 'USDT' ? 1 : PRICE);
    }
    return sum;
  }

  #lend(name: Borrower, coin: string, amount: number): boolean {
    if (this.empty) return false;
    const own = this.#coin(name, coin);
    own.available += amount;
    own.owed += amount;
    return true;
  }

  #coin(name: Borrower, coin: string): { available: number; owed: number } {
    const account = this.accounts.get(name)!;
    const known = account.get(coin) ?? { available: 0, owed: 0 };
    account.set(coin, known);
    return known;
  }

  #note(...parts: readonly (string | number)[]): void {
    this.asked.push(parts.join(' '));
  }
}

async function run(desk: Desk, hours: number, seed = 'test', borrowers = made(desk, seed)) {
  const endMs = borrowers.nextMs + hours * HOUR_MS;
  while (borrowers.nextMs < endMs) await borrowers.step(borrowers.nextMs);
  return borrowers;
}

function made(port: Desk, seed: string): Borrowers {
  return new Borrowers({ port, priceOf: () => PRICE, seed, startMs: 0 });
}

test('they borrow money and coins, trade with them, and pay all back', async () => {
  const desk = new Desk();
  await run(desk, 24);
  expect(desk.asked.some((line) => /buy \w+USDT \S+ autoRepay/.test(line))).toBe(true);
  expect(desk.asked.some((line) => /sell \w+USDT \S+ autoLoan/.test(line))).toBe(true);
  expect(desk.asked.some((line) => /sell \w+USDT \S+ autoRepay/.test(line))).toBe(true);
  expect(desk.asked.some((line) => /borrow USDT/.test(line))).toBe(true);
  // A debt comes to some hundred thousand USDT and is paid back within hours.
  expect(desk.owedMost).toBeGreaterThan(300_000);
  expect(desk.owedMost).toBeLessThan(2_600_000);
  expect(desk.asked.length / 24).toBeLessThan(500);
});

test('the same seed and the same answers give the same orders, another seed others', async () => {
  const desks = [new Desk(), new Desk(), new Desk()];
  await run(desks[0]!, 6);
  await run(desks[1]!, 6);
  await run(desks[2]!, 6, 'other');
  expect(desks[1]!.asked).toEqual(desks[0]!.asked);
  expect(desks[2]!.asked).not.toEqual(desks[0]!.asked);
});

test('who finds a debt of an earlier run pays it back first', async () => {
  const desk = new Desk();
  await run(desk, 2);
  const before = new Map(BORROWERS.map((name) => [name, desk.owed(name)]));
  expect([...before.values()].some((owed) => owed > 0)).toBe(true);
  desk.asked.length = 0;
  const again = made(desk, 'later');
  const seen = new Set<string>();
  while (seen.size < BORROWERS.length) {
    const count = desk.asked.length;
    await again.step(again.nextMs);
    for (const line of desk.asked.slice(count)) {
      const [name = ''] = line.split(' ');
      if (seen.has(name)) continue;
      seen.add(name);
      if (before.get(name as Borrower)! > 0) expect(line).toMatch(/autoRepay$|repay/);
    }
  }
});

test('an empty pool ends a growth, and what is owed is paid back all the same', async () => {
  const desk = new Desk();
  const borrowers = await run(desk, 2);
  desk.empty = true;
  await run(desk, 24, '', borrowers);
  for (const name of BORROWERS) expect(desk.owed(name), name).toBe(0);
});

test('an answer that never came is told, and they go on', async () => {
  const desk = new Desk();
  desk.silent = true;
  let nowMs = 0;
  const timers: (() => void)[] = [];
  const faults: unknown[] = [];
  const clock = {
    now: () => nowMs,
    after: (_ms: number, task: () => void) => {
      timers.push(task);
      return () => void timers.splice(timers.indexOf(task), 1);
    },
  };
  const options = { port: desk, priceOf: () => PRICE, seed: 'test' };
  const running = startBorrowers(options, clock, (fault) => faults.push(fault));
  const later = async (): Promise<void> => {
    nowMs += HOUR_MS;
    timers.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await later();
  expect(faults).not.toEqual([]);
  desk.silent = false;
  for (let i = 0; i < 20; i++) await later();
  expect(desk.asked).not.toEqual([]);
  running.stop();
  expect(timers).toEqual([]);
});

/** Simulated traders who are copied, against an exchange that a test keeps: each order fills whole. */
import { expect, test } from 'vitest';
import { SEED_CONTRACTS } from '../contracts.ts';
import { Random } from '../random.ts';
import {
  COPY_FOLLOWED,
  COPY_FOLLOWERS,
  COPY_TRADER_MONEY,
  COPY_TRADERS,
  CopyCrowd,
  type CopyCrowdPort,
  type CopyFollowerName,
  type CopyQuote,
  type CopyTraderName,
  type CrowdOrder,
} from './copy-crowd.ts';
import { COPY_STYLES } from './copy-styles.ts';

const MINUTE_MS = 60_000;

class Desk implements CopyCrowdPort {
  readonly asked: string[] = [];
  readonly held = new Map<CopyTraderName, Map<string, number>>();
  readonly following = new Map<CopyFollowerName, Set<CopyTraderName>>();
  readonly random = new Random('desk', 'prices');
  readonly prices = new Map<string, number>(SEED_CONTRACTS.map(({ symbol }) => [symbol, 100]));

  async quotes(): Promise<ReadonlyMap<string, CopyQuote>> {
    const quotes = new Map<string, CopyQuote>();
    for (const [symbol, before] of this.prices) {
      const price = before * (1 + 0.001 * this.random.normal());
      this.prices.set(symbol, price);
      quotes.set(symbol, { price, fundingRate: 0.0001 });
    }
    return quotes;
  }

  async positions(trader: CopyTraderName): Promise<ReadonlyMap<string, number>> {
    return this.held.get(trader) ?? new Map();
  }

  async trade(trader: CopyTraderName, order: CrowdOrder): Promise<boolean> {
    const { symbol, side, size, reduceOnly } = order;
    this.asked.push([trader, symbol, side, size, reduceOnly].join(' '));
    const held = this.held.get(trader) ?? new Map<string, number>();
    this.held.set(trader, held);
    const before = held.get(symbol) ?? 0;
    const after = before + (side === 'buy' ? 1 : -1) * Number(size);
    if (reduceOnly) expect(Math.abs(after)).toBeLessThan(Math.abs(before));
    held.set(symbol, after);
    const most = COPY_TRADER_MONEY * COPY_STYLES[trader].boldness;
    // A position that was opened at a lower price may be worth somewhat more by now.
    expect(Math.abs(after) * this.prices.get(symbol)!).toBeLessThan(most);
    return true;
  }

  async follow(follower: CopyFollowerName, trader: CopyTraderName): Promise<boolean> {
    this.asked.push(`${follower} follows ${trader}`);
    this.following.set(follower, (await this.followed(follower)).add(trader));
    return true;
  }

  async followed(follower: CopyFollowerName): Promise<Set<CopyTraderName>> {
    return this.following.get(follower) ?? new Set();
  }
}

async function run(desk: Desk, minutes: number, seed = 'test', startMs = 0): Promise<void> {
  const crowd = new CopyCrowd(desk, seed, startMs);
  const endMs = startMs + minutes * MINUTE_MS;
  while (crowd.nextMs < endMs) await crowd.step(crowd.nextMs);
}

test('within minutes most have positions, some long and some short, and orders are few', async () => {
  const desk = new Desk();
  await run(desk, 5);
  const all = [...desk.held.values()].flatMap((held) => [...held.values()]);
  expect(desk.held.size).toBeGreaterThan(COPY_TRADERS.length / 2);
  expect(all.some((coins) => coins > 0)).toBe(true);
  expect(all.some((coins) => coins < 0)).toBe(true);
  await run(desk, 60, 'test', 5 * MINUTE_MS);
  const orders = desk.asked.filter((line) => / (buy|sell) /.test(line)).length;
  expect(orders / 65).toBeLessThan(20);
  expect(desk.held.size).toBe(COPY_TRADERS.length);
});

test('the same seed and the same answers give the same orders, another seed others', async () => {
  const desks = [new Desk(), new Desk(), new Desk()];
  await run(desks[0]!, 10);
  await run(desks[1]!, 10);
  await run(desks[2]!, 10, 'other');
  expect(desks[1]!.asked).toEqual(desks[0]!.asked);
  expect(desks[2]!.asked).not.toEqual(desks[0]!.asked);
});

test('after a restart nobody follows a second time', async () => {
  const desk = new Desk();
  await run(desk, 2);
  const follows = () => desk.asked.filter((line) => line.includes('follows')).length;
  expect(follows()).toBe(COPY_FOLLOWERS.length * COPY_FOLLOWED);
  await run(desk, 2, 'later', 2 * MINUTE_MS);
  expect(follows()).toBe(COPY_FOLLOWERS.length * COPY_FOLLOWED);
});

/**
 * Simulated traders who are copied, and who follows them. What they hold they ask the exchange, so a run goes on where the
 * one before ended; what they gain or lose follows from their trades alone.
 */
import { formatFixed } from '@halcyon/domain';
import { SEED_CONTRACTS, type SeedContract } from '../contracts.ts';
import { Random } from '../random.ts';
import type { SimulatorClock } from '../runner.ts';
import { COPY_STYLES, type CopyStyle, SAMPLES_MAX, SAMPLES_MIN } from './copy-styles.ts';

/** Traders by their styles. */
export type CopyTraderName = keyof typeof COPY_STYLES;
export const COPY_TRADERS = Object.keys(COPY_STYLES) as readonly CopyTraderName[];
export const COPY_FOLLOWERS = ['follower-1', 'follower-2', 'follower-3', 'follower-4'] as const;
export type CopyFollowerName = (typeof COPY_FOLLOWERS)[number];

/** What a trader puts into the portfolio, once, and a follower into each of those that it opens, USDT. */
export const COPY_TRADER_MONEY = 20_000;
export const COPY_FOLLOWER_MONEY = 2_000;
/** Each follower follows this many traders. */
export const COPY_FOLLOWED = 6;

/** A contract as it trades now. */
export interface CopyQuote {
  readonly price: number;
  readonly fundingRate: number;
}

/** A market order of a trader, for all who follow. */
export interface CrowdOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Coins, decimal text. */
  readonly size: string;
  /** It only makes the position smaller. */
  readonly reduceOnly: boolean;
}

/** An exchange as they see it. */
export interface CopyCrowdPort {
  /** By symbol. */
  quotes(): Promise<ReadonlyMap<string, CopyQuote>>;
  /** Coins of a trader's positions by symbol, below zero = short. */
  positions(trader: CopyTraderName): Promise<ReadonlyMap<string, number>>;
  /** Each says whether it was taken, and rejects where that is not known. */
  trade(trader: CopyTraderName, order: CrowdOrder): Promise<boolean>;
  follow(follower: CopyFollowerName, trader: CopyTraderName, amount: number): Promise<boolean>;
  /** Whom a follower follows. */
  followed(follower: CopyFollowerName): Promise<ReadonlySet<CopyTraderName>>;
}

/** Between two samples of prices, ms. */
export const SAMPLE_MS = 15_000;
/** A contract's part of what a trader may hold at a boldness of 1; each trades two. */
const PART = 0.5;
/** Changes of less of the largest position are not made. */
const CHANGE_MIN = 0.2;
/** Orders of less are not placed, USDT. */
const ORDER_MIN = 20;

interface Plan {
  readonly trader: CopyTraderName;
  readonly style: CopyStyle;
  readonly contract: SeedContract;
  readonly random: Random;
  dueMs: number;
}

/** See the head of the file. Time is whatever the caller says it is; it must not go backwards. */
export class CopyCrowd {
  readonly #port: CopyCrowdPort;
  readonly #prices = new Map<string, number[]>();
  readonly #plans: readonly Plan[];
  #quotes: ReadonlyMap<string, CopyQuote> = new Map();
  #sampleMs: number;
  #joined = false;

  constructor(port: CopyCrowdPort, seed: string, startMs: number) {
    this.#port = port;
    this.#sampleMs = startMs;
    const firstMs = startMs + SAMPLES_MIN * SAMPLE_MS;
    this.#plans = COPY_TRADERS.flatMap((trader, i) =>
      [0, 1].map((which): Plan => {
        const contract = SEED_CONTRACTS[(i + which * 5) % SEED_CONTRACTS.length]!;
        const random = new Random(seed, `copied:${trader}:${contract.symbol}`);
        // Who looks seldom looks soon after the start, too: pages have positions within minutes.
        const dueMs = firstMs + random.uniform() * SAMPLE_MS * SAMPLES_MIN;
        return { trader, style: COPY_STYLES[trader], contract, random, dueMs };
      }),
    );
  }

  /** When something is next due, Unix ms. */
  get nextMs(): number {
    return Math.min(this.#sampleMs, ...this.#plans.map(({ dueMs }) => dueMs));
  }

  /** Everything due at `nowMs`. Rejects with what the port rejects with; the next call goes on. */
  async step(nowMs: number): Promise<void> {
    if (this.#sampleMs <= nowMs) {
      this.#sampleMs = nowMs + SAMPLE_MS;
      if (!this.#joined) await this.#join();
      await this.#sample();
    }
    for (const plan of this.#plans) {
      if (plan.dueMs > nowMs) continue;
      plan.dueMs = nowMs + plan.random.exponential(plan.style.everyMs);
      await this.#decide(plan);
    }
  }

  /** Follows whom each means to follow and does not yet: after a restart nobody new. */
  async #join(): Promise<void> {
    for (const [i, follower] of COPY_FOLLOWERS.entries()) {
      const followed = await this.#port.followed(follower);
      for (let which = 0; which < COPY_FOLLOWED; which++) {
        const trader = COPY_TRADERS[(i * 3 + which) % COPY_TRADERS.length]!;
        if (followed.has(trader)) continue;
        await this.#port.follow(follower, trader, COPY_FOLLOWER_MONEY);
      }
    }
    this.#joined = true;
  }

  async #sample(): Promise<void> {
    this.#quotes = await this.#port.quotes();
    for (const [symbol, { price }] of this.#quotes) {
      if (price <= 0) continue;
      const known = this.#prices.get(symbol) ?? [];
      known.push(price);
      if (known.length > SAMPLES_MAX) known.shift();
      this.#prices.set(symbol, known);
    }
  }

  async #decide({ trader, style, contract, random }: Plan): Promise<void> {
    const { symbol, quantityPrecision } = contract;
    const prices = this.#prices.get(symbol) ?? [];
    if (prices.length < SAMPLES_MIN) return;
    const price = prices.at(-1)!;
    const most = (COPY_TRADER_MONEY * PART * style.boldness) / price;
    const has = (await this.#port.positions(trader)).get(symbol) ?? 0;
    const fundingRate = this.#quotes.get(symbol)?.fundingRate ?? 0;
    const wanted = style.wants({ prices, fundingRate, now: has / most, random });
    const change = Math.max(-1, Math.min(1, wanted)) * most - has;
    if (Math.abs(change) < CHANGE_MIN * most) return;
    const lots = Math.floor(Math.abs(change) * 10 ** quantityPrecision);
    if (lots === 0 || Math.abs(change) * price < ORDER_MIN) return;
    const reduceOnly = change * has < 0 && Math.abs(change) <= Math.abs(has);
    const side = change > 0 ? 'buy' : 'sell';
    const size = formatFixed(lots, quantityPrecision);
    await this.#port.trade(trader, { symbol, side, size, reduceOnly });
  }
}

/** How often it is looked whether something is due. */
const LOOK_MS = 2_000;

/** Lets them trade until they are stopped. @param onError hears of answers that never came */
export function startCopyCrowd(
  port: CopyCrowdPort,
  seed: string,
  clock: SimulatorClock,
  onError: (error: unknown) => void,
): { stop(): void } {
  const startMs = clock.now();
  // They decide anew after a restart: the same draws again would repeat the same hours.
  const crowd = new CopyCrowd(port, `${seed}:${startMs}`, startMs);
  let stopped = false;
  let callOff = (): void => undefined;
  const look = async (): Promise<void> => {
    const nowMs = clock.now();
    if (crowd.nextMs <= nowMs) await crowd.step(nowMs).catch(onError);
    if (!stopped) callOff = clock.after(LOOK_MS, () => void look());
  };
  void look();
  return {
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}

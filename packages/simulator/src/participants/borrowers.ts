/**
 * Traders who borrow: each has a cross margin account, goes long with borrowed USDT or short with a
 * borrowed coin, slice by slice so that no book is swept, holds that a while and pays it back.
 * What they do next follows from what they owe, so a run goes on where the one before ended.
 */
import { formatFixed } from '@halcyon/domain';
import { SEED_INSTRUMENTS, type SeedInstrument } from '../instruments.ts';
import { Random } from '../random.ts';
import type { SimulatorClock } from '../runner.ts';

/** The traders with leverage who also trade on margin. */
export const BORROWERS = ['trader-1', 'trader-2', 'trader-3'] as const;
export type Borrower = (typeof BORROWERS)[number];

/** What a margin account has and owes of a coin, 10^-8. */
export interface BorrowerCoin {
  readonly available: number;
  readonly owed: number;
}

/** A market order of a margin account. */
export interface BorrowerOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** `autoLoan`: it borrows what is lacking; `autoRepay`: it pays back with what it brings. */
  readonly loanType: 'normal' | 'autoLoan' | 'autoRepay';
  /** Decimal text: USDT of a buy, coins of a sale. */
  readonly size: string;
}

/** Margin accounts of an exchange as borrowers see them. */
export interface BorrowerPort {
  /** By coin. */
  holdings(borrower: Borrower): Promise<ReadonlyMap<string, BorrowerCoin>>;
  /** Each says whether it was taken, and rejects where that is not known. Amounts are 10^-8. */
  borrow(borrower: Borrower, coin: string, amount: number): Promise<boolean>;
  repay(borrower: Borrower, coin: string, amount: number): Promise<boolean>;
  trade(borrower: Borrower, order: BorrowerOrder): Promise<boolean>;
}

/** What borrowers need to know. */
export interface BorrowersOptions {
  readonly port: BorrowerPort;
  /** Price of a pair in USDT, 0 = not known. */
  readonly priceOf: (symbol: string) => number;
  readonly seed: string;
  readonly startMs: number;
}

/** The coin that all is valued in, and its smallest part. */
const MONEY = 'USDT';
const UNIT = 100_000_000;
/** What they trade: pairs against USDT that are active enough for their slices. */
const PAIRS = SEED_INSTRUMENTS.filter(({ kind, activity }) => kind === 'coin' && activity >= 0.15);
/** Worth of one slice, USDT, and the time between two. */
const SLICE_MIN = 10_000;
const SLICE_MAX = 50_000;
const SLICE_MS = 30_000;
/** Of what they own they owe at least and at most this multiple. */
const DEBT_MIN = 0.3;
const DEBT_MAX = 2.5;
const HOLD_MS = 2_400_000;
const PAUSE_MS = 900_000;
/** A purchase that is to pay a debt back is larger by this, for the price may move. */
const SPARE = 1.002;
/** Orders of less are not placed, USDT. */
const ORDER_MIN = 5;

/** What a borrower is about. */
interface Plan {
  readonly borrower: Borrower;
  readonly random: Random;
  phase: 'pause' | 'grow' | 'hold' | 'shrink';
  pair: SeedInstrument;
  side: 'long' | 'short';
  /** USDT that it means to owe. */
  target: number;
  dueMs: number;
}

type Holdings = ReadonlyMap<string, BorrowerCoin>;

/** See the head of the file. Time is whatever the caller says it is; it must not go backwards. */
export class Borrowers {
  readonly #port: BorrowerPort;
  readonly #priceOf: (symbol: string) => number;
  readonly #plans: readonly Plan[];

  constructor({ port, priceOf, seed, startMs }: BorrowersOptions) {
    this.#port = port;
    this.#priceOf = priceOf;
    this.#plans = BORROWERS.map((borrower) => {
      const random = new Random(seed, `borrower:${borrower}`);
      const dueMs = startMs + random.exponential(PAUSE_MS / BORROWERS.length);
      return { borrower, random, phase: 'pause', pair: PAIRS[0]!, side: 'long', target: 0, dueMs };
    });
  }

  /** When one of them next decides, Unix ms. */
  get nextMs(): number {
    return Math.min(...this.#plans.map(({ dueMs }) => dueMs));
  }

  /** Everything due at `nowMs`. Rejects with what the port rejects with; the next call goes on. */
  async step(nowMs: number): Promise<void> {
    for (const plan of this.#plans) {
      if (plan.dueMs > nowMs) continue;
      plan.dueMs = nowMs + plan.random.exponential(SLICE_MS);
      await this.#decide(plan, nowMs);
    }
  }

  async #decide(plan: Plan, nowMs: number): Promise<void> {
    const holdings = await this.#port.holdings(plan.borrower);
    const owed = this.#owed(holdings);
    if (plan.phase === 'hold') plan.phase = 'shrink';
    else if (plan.phase === 'pause') this.#begin(plan, owed, this.#owned(holdings));
    if (plan.phase === 'shrink') {
      if (owed > 0) await this.#shrink(plan, holdings);
      else this.#rest(plan, 'pause', nowMs);
    } else if (owed >= plan.target || !(await this.#grow(plan))) {
      this.#rest(plan, owed > 0 ? 'hold' : 'pause', nowMs);
    }
  }

  /** Chooses what to do after a pause. Who still owes something pays it back first. */
  #begin(plan: Plan, owed: number, owned: number): void {
    const { random } = plan;
    plan.pair = PAIRS[random.below(PAIRS.length)]!;
    plan.side = random.chance(0.5) ? 'long' : 'short';
    plan.target = Math.max(0, owned) * (DEBT_MIN + (DEBT_MAX - DEBT_MIN) * random.uniform());
    plan.phase = owed > 0 ? 'shrink' : 'grow';
  }

  #rest(plan: Plan, phase: 'hold' | 'pause', nowMs: number): void {
    plan.phase = phase;
    plan.dueMs = nowMs + plan.random.exponential(phase === 'hold' ? HOLD_MS : PAUSE_MS);
  }

  /** Borrows and trades one slice more; false where the exchange does not let it. */
  async #grow({ borrower, random, pair, side }: Plan): Promise<boolean> {
    const { symbol } = pair;
    const worth = SLICE_MIN + (SLICE_MAX - SLICE_MIN) * random.uniform();
    if (side === 'long') {
      const amount = Math.round(worth) * UNIT;
      if (!(await this.#port.borrow(borrower, MONEY, amount))) return false;
      const order = { symbol, side: 'buy', loanType: 'normal' } as const;
      return this.#port.trade(borrower, { ...order, size: moneyText(worth) });
    }
    const price = this.#priceOf(symbol);
    if (price === 0) return false;
    const size = coinText(pair, worth / price);
    return this.#port.trade(borrower, { symbol, side: 'sell', loanType: 'autoLoan', size });
  }

  /** Pays back one slice: trades for what is owed where it is not there, else pays with what is. */
  async #shrink({ borrower, random }: Plan, holdings: Holdings): Promise<void> {
    const slice = SLICE_MIN + (SLICE_MAX - SLICE_MIN) * random.uniform();
    for (const [coin, { available, owed }] of holdings) {
      if (owed === 0) continue;
      const order =
        coin === MONEY ? this.#sale(holdings, slice) : this.#purchase(coin, available, owed, slice);
      if (order !== null && (await this.#port.trade(borrower, order))) return;
      const amount = Math.min(owed, available);
      if (amount > 0) await this.#port.repay(borrower, coin, amount);
      return;
    }
  }

  /** Sells coins for USDT that is owed. */
  #sale(holdings: Holdings, slice: number): BorrowerOrder | null {
    for (const pair of PAIRS) {
      const held = (holdings.get(pair.base)?.available ?? 0) / UNIT;
      const price = this.#priceOf(pair.symbol);
      if (held * price < ORDER_MIN) continue;
      const size = coinText(pair, Math.min(held, slice / price));
      return { symbol: pair.symbol, side: 'sell', loanType: 'autoRepay', size };
    }
    return null;
  }

  /** Buys a coin that is owed and not there. */
  #purchase(coin: string, available: number, owed: number, slice: number): BorrowerOrder | null {
    const symbol = `${coin}${MONEY}`;
    const worth = ((owed - available) / UNIT) * this.#priceOf(symbol);
    if (worth <= 0) return null;
    const size = moneyText(Math.max(ORDER_MIN, Math.min(slice, worth * SPARE)));
    return { symbol, side: 'buy', loanType: 'autoRepay', size };
  }

  #worth(coin: string, amount: number): number {
    return (amount / UNIT) * (coin === MONEY ? 1 : this.#priceOf(`${coin}${MONEY}`));
  }

  /** What is owed, USDT. */
  #owed(holdings: Holdings): number {
    let sum = 0;
    for (const [coin, { owed }] of holdings) sum += this.#worth(coin, owed);
    return sum;
  }

  /** What is there beyond what is owed, USDT. */
  #owned(holdings: Holdings): number {
    let sum = 0;
    for (const [coin, { available, owed }] of holdings) sum += this.#worth(coin, available - owed);
    return sum;
  }
}

function moneyText(worth: number): string {
  return String(Math.round(worth));
}

/** Coins in whole lots, at least one. */
function coinText({ quantityPrecision }: SeedInstrument, coins: number): string {
  const lots = Math.max(1, Math.floor(coins * 10 ** quantityPrecision));
  return formatFixed(lots, quantityPrecision);
}

/** How often it is looked whether a borrower decides. */
const LOOK_MS = 1_000;

/** Lets borrowers trade until they are stopped. @param onError hears of answers that never came */
export function startBorrowers(
  options: Omit<BorrowersOptions, 'startMs'>,
  clock: SimulatorClock,
  onError: (error: unknown) => void,
): { stop(): void } {
  const startMs = clock.now();
  // They decide anew after a restart: the same draws again would repeat the same hours.
  const borrowers = new Borrowers({ ...options, seed: `${options.seed}:${startMs}`, startMs });
  let stopped = false;
  let callOff = (): void => undefined;
  const look = async (): Promise<void> => {
    const nowMs = clock.now();
    if (borrowers.nextMs <= nowMs) await borrowers.step(nowMs).catch(onError);
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

/**
 * The price of liquidation that is shown is the one at which it happens: an index that walks there tick by
 * tick, through an hour of interest, liquidates nobody; the next tick does.
 */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  type LoanTerms,
  type LoanTier,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { Views } from '../src/index.ts';

const HOUR = 3_600_000;
const COIN = 100_000_000;
const [USD, ETH] = [0, 1];
const PAIR = 0;
const USER = 16;
/** 2,000.00. */
const START = 200_000;
/** Ticks that are walked one by one. */
const WALK = 40;
const RUNS = 40;
const BY = { actor: 'test', reason: 'test', reference: '' };

/** What an account is about: does it owe money or coins, and do all its coins stand in a pair? */
interface Shape {
  readonly isolated: boolean;
  readonly short: boolean;
}

/** What is drawn of a run. */
interface Draw {
  /** What is brought, worth so many dollars. */
  readonly worth: number;
  /** Parts of what may be: borrowed, and taken out of what was. Per cent. */
  readonly borrowed: number;
  readonly taken: number;
  readonly maintenance: number;
  readonly counts: number;
  readonly hours: number;
}

const tiersOf = (coins: number, maintenance: number): LoanTier[] => [
  { upTo: coins * COIN, leverageMax: 5, maintenancePpm: maintenance },
  { upTo: 1_000 * coins * COIN, leverageMax: 3, maintenancePpm: 2 * maintenance + 7 },
];

function termsOf(coins: number, { maintenance, counts }: Draw): LoanTerms {
  return {
    tiers: tiersOf(coins, maintenance),
    collateral: [
      { upTo: coins * COIN, valuePpm: counts },
      { upTo: 1_000 * coins * COIN, valuePpm: counts - 50_000 },
    ],
    curve: { idlePpm: 2_000_000, kinkPpm: 5_000_000, fullPpm: 9_000_000, kinkAtPpm: 500_000 },
    lentMax: 80_000_000 * COIN,
    levelMax: [1_000 * coins * COIN],
    loanMin: 1,
    liquidationPpm: 20_000,
  };
}

/** An exchange with one borrower, and views that follow it. */
class Walk {
  readonly views = new Views();
  private readonly core = new Core();
  private readonly account: number;
  private readonly instrument: number;
  /** What is owed, and what is held against it. */
  private readonly owed: number;
  private readonly own: number;
  private now = HOUR;

  constructor({ isolated, short }: Shape, draw: Draw) {
    const { crossMargin, isolatedMargin } = AccountKind;
    this.account = accountOf(USER, isolated ? isolatedMargin : crossMargin);
    this.instrument = isolated ? PAIR : NO_PAIR;
    [this.owed, this.own] = short ? [ETH, USD] : [USD, ETH];
    this.open(draw);
    this.borrow(draw);
  }

  /** Applies a command that is accepted; whether it liquidated somebody. */
  send(input: CommandInput): boolean {
    const seq = this.core.state.seq + 1;
    const { code } = this.core.apply({ ...input, seq, time: this.now } as never);
    expect(code).toBe(0);
    const { log } = this.core.state;
    const events: Event[] = log.decode();
    log.reset();
    this.views.apply({ firstSeq: seq, lastSeq: seq, time: this.now, events });
    return events.some(({ kind }) => kind === EventKind.marginLiquidation);
  }

  /** A new index; whether it liquidated the account. */
  index(price: number): boolean {
    this.now += 1;
    return this.send({ kind: CommandKind.prices, entries: [PAIR, price] });
  }

  /** Clock hours go by at a price; whether one liquidated the account. */
  hours(count: number, price: number): boolean {
    let lost = false;
    for (let hour = 0; hour < count; hour++) {
      this.now = (Math.floor(this.now / HOUR) + 1) * HOUR;
      lost = this.send({ kind: CommandKind.prices, entries: [PAIR, price] }) || lost;
    }
    return lost;
  }

  /** The price that is shown for the risky coin, null = none. */
  get shown(): number | null {
    const { coins } = this.views.loans.figures(this.account, this.instrument);
    return coins.find(({ asset }) => asset === ETH)?.liquidationPrice ?? null;
  }

  private open(draw: Draw): void {
    const { listAsset, listInstrument, setLoanTerms, setPairTerms, deposit } = CommandKind;
    this.send({ kind: CommandKind.setRules, version: NEWEST_RULES });
    for (const code of ['USD', 'ETH']) this.send({ kind: listAsset, code, name: code, scale: 8 });
    const scales = { base: ETH, quote: USD, priceScale: 2, quantityScale: 3, state: 0 } as const;
    const limits = { quantityMin: 1, quantityMax: 1_000_000, notionalMin: 0, openOrdersMax: 10 };
    const listed = { symbol: 'ETHUSD', bandPpm: 500_000, ...scales, ...limits };
    this.send({ kind: listInstrument, ...listed });
    for (const [asset, market, coins] of [
      [USD, NO_PAIR, 20_000],
      [ETH, PAIR, 10],
    ] as const) {
      const terms = termsOf(coins, draw);
      this.send({ kind: setLoanTerms, asset, market, terms, ...BY });
      const pool = { account: SystemAccount.loans, from: SystemAccount.external, asset };
      this.send({ kind: deposit, ...pool, amount: 10n ** 15n, ...BY });
    }
    const [base, quote] = [tiersOf(10, draw.maintenance), tiersOf(20_000, draw.maintenance)];
    const terms = { base, quote, liquidationPpm: 10_000 };
    this.send({ kind: setPairTerms, instrument: PAIR, terms, ...BY });
    this.send({ kind: CommandKind.openUser, simulated: false });
    this.index(START);
  }

  private borrow({ worth, borrowed, taken }: Draw): void {
    const { account, instrument, owed, own, views } = this;
    const units = own === USD ? worth * COIN : Math.floor((worth * COIN * 100) / START);
    const given = { account: USER * 8, from: SystemAccount.external, asset: own };
    this.send({ kind: CommandKind.deposit, ...given, amount: BigInt(units), ...BY });
    this.move(own, units);
    const most = views.loans.borrowable(account, owed, instrument);
    const amount = Math.floor((most * borrowed) / 100);
    const loan = { account, instrument, asset: owed, amount, clientId: '' };
    this.send({ kind: CommandKind.borrow, ...loan });
    const spare = views.loans.transferable(account, owed, instrument);
    const out = Math.floor((spare * taken) / 100);
    if (out > 0) this.move(owed, -out);
  }

  /** Between the spot account and this one; below zero = out of it. */
  private move(asset: number, units: number): void {
    const { account, instrument } = this;
    const [from, to] = units > 0 ? [USER * 8, account] : [account, USER * 8];
    const amount = BigInt(Math.abs(units));
    this.send({ kind: CommandKind.transfer, from, to, asset, amount, clientId: '', instrument });
  }
}

/** Goes to the price that is shown and one tick beyond it. @returns whether there was one */
function walk(shape: Shape, draw: Draw): boolean {
  const trial = new Walk(shape, draw);
  const toward = shape.short ? 1 : -1;
  const first = trial.shown;
  if (first === null || first < 2 * WALK) return false;
  // Half of the way at once, then an hour or more; that brings the price nearer.
  const half = Math.floor((START + first) / 2);
  expect(trial.index(half)).toBe(false);
  if (trial.hours(draw.hours, half)) return false;
  const shown = trial.shown!;
  expect((shown - first) * toward).toBeLessThan(0);
  for (let price = shown - WALK * toward; price !== shown + toward; price += toward) {
    expect(trial.index(price), `${price}, shown ${shown}`).toBe(false);
    expect(trial.shown).toBe(shown);
  }
  expect(trial.index(shown + toward), `one tick on from ${shown}`).toBe(true);
  return true;
}

const per = (min: number, max: number) => fc.integer({ min, max });
const DRAWS = fc.record({
  worth: per(100, 200_000),
  borrowed: per(60, 100),
  taken: per(0, 100),
  maintenance: per(30_000, 90_000),
  counts: per(700_000, 1_000_000),
  hours: per(1, 12),
});

describe('INV-11 liquidation begins a tick beyond the price that is shown', () => {
  test.each([
    { isolated: false, short: false },
    { isolated: false, short: true },
    { isolated: true, short: false },
    { isolated: true, short: true },
  ])('%j', (shape) => {
    let walked = 0;
    fc.assert(
      fc.property(DRAWS, (draw) => {
        if (walk(shape, draw)) walked += 1;
      }),
      { numRuns: RUNS },
    );
    expect(walked).toBeGreaterThan(RUNS / 4);
  });
});

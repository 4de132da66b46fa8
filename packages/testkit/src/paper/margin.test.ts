/** Loans of a paper venue: the first start beside a busy live venue, later ones, and other sources. */
import { Core } from '@halcyon/core';
import {
  AccountKind,
  type Command,
  type CommandInput,
  CommandKind,
  EventKind,
  isMargin,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { ghostCommands, listingOf, missedLoans, seedSteps } from '@halcyon/flow';
import { describe, expect, test } from 'vitest';
import { checkLoans } from '../core/loan-invariants.ts';
import { MarginGenerator } from '../core/margin-generator.ts';
import { PaperPair } from './paper-pair.ts';

const RULES = { kind: CommandKind.setRules, version: 9 } as const;
const BY = { actor: 'test', reason: 'test' };
const [USD, ETH] = [0, 1];
const HOUR_MS = 3_600_000;
const TRADER = 16 * 8;
const CROSS = TRADER + AccountKind.crossMargin;

/** A pair after so many random live commands; paper has one user, who has USD as collateral. */
function busyPair(count: number): PaperPair {
  const pair = new PaperPair(0);
  const flow = new MarginGenerator(5);
  pair.onPaper(RULES, 0);
  for (const command of flow.opening()) pair.followed(command);
  const amount = 10n ** 10n;
  const funds = { account: TRADER, from: 0, asset: USD, amount, reference: '', ...BY };
  pair.onPaper({ kind: CommandKind.openUser, simulated: false }, 0);
  pair.onPaper({ kind: CommandKind.deposit, ...funds }, 0);
  const moved = { from: TRADER, to: CROSS, asset: USD, amount, clientId: '' };
  pair.onPaper({ kind: CommandKind.transfer, ...moved }, 0);
  for (let i = 0; i < count; i++) flow.learn(pair.followed(flow.next()).events);
  return pair;
}

/** All that is lent, without who owes what. */
function lent({ loans }: Core['state']): object {
  const coins = loans.coins.map(({ asset, market, terms, rate, index, closed }) => {
    return { asset, market, terms, rate, index, closed };
  });
  const pairs = [...loans.pairs].map(([instrument, { terms }]) => ({ instrument, terms }));
  return { hour: loans.hour, coins, pairs };
}

function units({ ledger }: Core['state'], account: number, asset: number): bigint {
  return ledger.available(ledger.slot(account, asset));
}

function borrow(amount: number): CommandInput {
  const place = { account: CROSS, instrument: -1, asset: ETH };
  return { kind: CommandKind.borrow, ...place, amount, clientId: '' };
}

function applyAll(core: Core, inputs: readonly CommandInput[], time: number): void {
  for (const input of inputs) {
    core.apply({ ...input, seq: core.state.seq + 1, time });
    expect(core.outcome.code).toBe(0);
  }
}

test('a paper venue tells of the index prices that it takes, for those who read its events', () => {
  const pair = new PaperPair(0);
  const flow = new MarginGenerator(5);
  const told = new Map<number, number>();
  const follow = (command: Command) => {
    const { events, paper } = pair.followed(command);
    for (const event of paper.flatMap((done) => done.events)) {
      if (event.kind === EventKind.coinIndex) told.set(event.instrument, event.index);
    }
    flow.learn(events);
  };
  pair.onPaper(RULES, 0);
  for (const command of flow.opening()) follow(command);
  for (let i = 0; i < 300; i++) follow(flow.next());
  const priced = pair.paper.state.loans.coins.filter(({ market }) => market >= 0);
  expect(priced.length).toBeGreaterThan(0);
  expect(priced.map(({ market }) => told.get(market))).toEqual(priced.map(({ index }) => index));
});

describe('a paper venue that follows live', () => {
  const pair = busyPair(3_000);
  const { paper, live } = pair;
  const { state } = live.core;
  const priced = (time: number) => {
    const entries = [0, 200_000, 1, 800];
    pair.followed({ kind: CommandKind.prices, entries, seq: state.seq + 1, time });
  };

  test('has its terms, prices, rates and hours, and the fund, but pools and debts of its own', () => {
    expect(lent(paper.state)).toEqual(lent(state));
    expect(state.loans.coins.every((coin) => coin.lent > 0)).toBe(true);
    for (const { asset, lent: sum, terms } of paper.state.loans.coins) {
      expect(units(paper.state, SystemAccount.insurance, asset)).toBe(
        units(state, SystemAccount.insurance, asset),
      );
      expect(sum).toBe(0);
      expect(units(paper.state, SystemAccount.loans, asset)).toBe(BigInt(terms.lentMax));
    }
  });

  test('ghosts borrow nothing: margin accounts are those of paper users', () => {
    const { accounts } = paper.state.ledger.index;
    const own = [...accounts].filter((account) => isMargin(account));
    expect(new Set(own)).toEqual(new Set([CROSS]));
    paper.state.ledger.assertConserved();
  });

  test('its users borrow from its pool alone, and interest comes with the hours of live', () => {
    const { time, loans } = state;
    priced(time);
    const before = units(state, SystemAccount.loans, ETH);
    const { outcome } = pair.onPaper(borrow(5 * 10 ** 7), time);
    expect(outcome.code).toBe(0);
    const { records } = paper.state.loans;
    const debt = records.find(CROSS, ETH);
    const owed = records.debt(debt);
    pair.onPaper({ kind: CommandKind.tick }, time + 2 * HOUR_MS);
    expect(records.debt(debt)).toBe(owed);
    const { seq } = state;
    pair.followed({ kind: CommandKind.tick, seq: seq + 1, time: time + 2 * HOUR_MS });
    expect(records.debt(debt)).toBeGreaterThan(owed);
    expect(paper.state.loans.hour).toBe(loans.hour);
    expect(units(state, SystemAccount.loans, ETH)).toBe(before);
    checkLoans(paper.state);
  });

  test('where something else is followed nothing is lent, and debts bear interest when live is back', () => {
    const time = paper.state.time + HOUR_MS;
    const recorded = { source: 'recorded', detail: '{}', ...BY } as const;
    pair.onPaper({ kind: CommandKind.follow, ...recorded }, time);
    expect(pair.onPaper(borrow(10 ** 7), time).outcome.code).toBe(Reject.indexStale);
    const { records } = paper.state.loans;
    const debt = records.find(CROSS, ETH);
    const owed = records.debt(debt);
    pair.onPaper({ kind: CommandKind.tick }, time + HOUR_MS);
    expect(records.debt(debt)).toBe(owed);
    expect(paper.deadline).toBe(Number.POSITIVE_INFINITY);
    pair.onPaper({ kind: CommandKind.follow, source: 'live', detail: '', ...BY }, time + HOUR_MS);
    priced(time + HOUR_MS);
    expect(records.debt(debt)).toBeGreaterThan(owed);
    expect(pair.onPaper(borrow(10 ** 7), time + HOUR_MS).outcome.code).toBe(0);
  });
});

/** A venue that begins beside a live one. @param loans what it is told of them */
function begunBeside(live: PaperPair['live'], loans = live.loans()): Core {
  const { state } = live.core;
  const market = {
    assets: state.assets,
    instruments: state.markets.map(({ instrument }) => instrument),
    fees: { tiers: state.fees.tiers, discounts: state.fees.discounts },
    prices: state.markets.map((_market, id) => live.prices(id)),
    marks: live.marks(),
    funds: live.funds(),
    loans,
    orders: live.orders(),
  };
  const core = new Core();
  const steps = ghostCommands(seedSteps(market, new Map(), 0), state.seq, state.time);
  applyAll(core, [RULES, ...listingOf(market, 0), ...steps], state.time);
  return core;
}

test('a first start lends at once', () => {
  const { live } = busyPair(600);
  expect(lent(begunBeside(live).state)).toEqual(lent(live.core.state));
});

test('a venue that followed live without its loans gets them at the next start', () => {
  const { live } = busyPair(600);
  const { state } = live.core;
  const core = begunBeside(live, { hour: 0, coins: [], pairs: [] });
  expect(core.state.loans.active).toBe(false);
  applyAll(core, missedLoans(live.loans(), core.state.loans, state), state.time);
  expect(lent(core.state)).toEqual(lent(state));
  expect(missedLoans(live.loans(), core.state.loans, state)).toEqual([]);
});

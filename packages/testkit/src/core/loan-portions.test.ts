/** An hour's interest of more loans than one command charges, and more liquidations than one carries out. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  type LoanEvent,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { checkLoans } from './loan-invariants.ts';
import { SMALL_LOAN } from './margin-scenario.ts';

const HOUR = 3_600_000;
const LOANS = 1_500;
const FIRST_USER = 16;

/** Sends commands to a core, at a time. */
function sender(core: Core): (input: CommandInput, time: number) => Event[] {
  return (input, time) => {
    const { code } = core.apply({ ...input, seq: core.state.seq + 1, time } as Command);
    expect(code).toBe(0);
    checkLoans(core.state);
    const events = core.state.log.decode();
    core.state.log.reset();
    return events;
  };
}

/** Accounts that owe 1 of the settle coin each. */
function indebted(): Core {
  const core = new Core();
  const send = sender(core);
  const by = { actor: 'test', reason: 'test' };
  send({ kind: CommandKind.setRules, version: NEWEST_RULES }, HOUR);
  send({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 4 }, HOUR);
  const at = { asset: 0, market: NO_PAIR };
  send({ kind: CommandKind.setLoanTerms, ...at, terms: SMALL_LOAN, ...by }, HOUR);
  const from = SystemAccount.external;
  const given = { from, asset: 0, amount: 100_000_000n, reference: '', ...by };
  send({ kind: CommandKind.deposit, account: SystemAccount.loans, ...given }, HOUR);
  for (let user = FIRST_USER; user < FIRST_USER + LOANS; user++) {
    const spot = accountOf(user, AccountKind.spot);
    const account = accountOf(user, AccountKind.crossMargin);
    const moved = { from: spot, to: account, asset: 0, amount: 100_000n, clientId: '' };
    const loan = { account, instrument: NO_PAIR, asset: 0, amount: 10_000, clientId: '' };
    send({ kind: CommandKind.openUser, simulated: false }, HOUR);
    send({ kind: CommandKind.deposit, account: spot, ...given }, HOUR);
    send({ kind: CommandKind.transfer, ...moved }, HOUR);
    send({ kind: CommandKind.borrow, ...loan }, HOUR);
  }
  return core;
}

const charged = (events: readonly Event[]): LoanEvent[] =>
  events.filter((event): event is LoanEvent => event.kind === EventKind.loan);

test('INV-15 INV-26 goes over 1,000 loans a command; one that changes before its turn comes first', () => {
  const core = indebted();
  expect(core.deadline).toBe(2 * HOUR);
  const send = sender(core);
  const tick = { kind: CommandKind.tick } as const;
  const first = charged(send(tick, 2 * HOUR));
  expect(first.map(({ account }) => account >> 3)).toEqual(
    Array.from({ length: 1_000 }, (_, i) => FIRST_USER + i),
  );
  expect(core.deadline).toBe(0);
  const copy = restoreCore(snapshotCore(core));
  const last = FIRST_USER + LOANS - 1;
  const account = accountOf(last, AccountKind.crossMargin);
  const loan = { account, instrument: NO_PAIR, asset: 0, amount: 5_000, clientId: '' };
  const repay = { kind: CommandKind.repay, ...loan } as const;
  for (const each of [core, copy]) {
    const next = charged(sender(each)(repay, 2 * HOUR));
    // A unit at first, and four now that 15 % of the pool are lent; then the 499 that are left.
    expect(next[0]).toMatchObject({ account, principal: 10_000, interest: 5 });
    expect(next[1]).toMatchObject({ account, principal: 5_005, interest: 0 });
    expect(next).toHaveLength(501);
    expect(each.deadline).toBe(3 * HOUR);
  }
  expect(stateHash(copy)).toBe(stateHash(core));
  expect(copy.state.log.chain).toBe(core.state.log.chain);
  const repaid = core.state.ledger.available(core.state.ledger.slot(SystemAccount.loans, 0));
  expect(repaid).toBe(100_000_000n - BigInt(LOANS * 10_000) + 5_000n);
});

/** Accounts that owe 180 of the settle coin and have 30 of another, at a price of 10; a bid for all of it at 7. */
function leveraged(accounts: number): Core {
  const core = new Core();
  const send = sender(core);
  const by = { actor: 'test', reason: 'test' };
  const limits = { quantityMin: 1, quantityMax: 100_000, notionalMin: 0, openOrdersMax: 10 };
  const scales = {
    base: 1,
    quote: 0,
    priceScale: 0,
    quantityScale: 0,
    bandPpm: 500_000,
    state: 0,
  } as const;
  send({ kind: CommandKind.setRules, version: NEWEST_RULES }, HOUR);
  for (const code of ['USD', 'ETH']) {
    send({ kind: CommandKind.listAsset, code, name: code, scale: 4 }, HOUR);
  }
  send({ kind: CommandKind.listInstrument, symbol: 'ETHUSD', ...scales, ...limits }, HOUR);
  for (const [asset, market] of [NO_PAIR, 0].entries()) {
    const terms = { ...SMALL_LOAN, lentMax: 900_000_000 };
    send({ kind: CommandKind.setLoanTerms, asset, market, terms, ...by }, HOUR);
  }
  const given = { from: SystemAccount.external, reference: '', ...by };
  const pool = { account: SystemAccount.loans, asset: 0, amount: 900_000_000n };
  send({ kind: CommandKind.deposit, ...pool, ...given }, HOUR);
  send({ kind: CommandKind.prices, entries: [0, 10] }, HOUR);
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    const [spot, account] = [user * 8, accountOf(user, AccountKind.crossMargin)];
    const funds = { account: spot, asset: 1, amount: 300_000n };
    const loan = { account, instrument: NO_PAIR, asset: 0, amount: 1_800_000, clientId: '' };
    const into = { from: spot, to: account, asset: 1, amount: 300_000n, clientId: '' };
    const out = { from: account, to: spot, asset: 0, amount: 1_800_000n, clientId: '' };
    send({ kind: CommandKind.openUser, simulated: false }, HOUR);
    send({ kind: CommandKind.deposit, ...funds, ...given }, HOUR);
    send({ kind: CommandKind.transfer, ...into }, HOUR);
    send({ kind: CommandKind.borrow, ...loan }, HOUR);
    send({ kind: CommandKind.transfer, ...out }, HOUR);
  }
  const bidder = (FIRST_USER + accounts) * 8;
  const order = { type: 0, timeInForce: 0, selfTrade: 0, quoteAmount: 0, clientId: '' } as const;
  const bid = { account: bidder, instrument: 0, side: 0, price: 7, quantity: 20_000 } as const;
  const plain = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  send({ kind: CommandKind.openUser, simulated: false }, HOUR);
  send(
    { kind: CommandKind.deposit, account: bidder, asset: 0, amount: 2_000_000_000n, ...given },
    HOUR,
  );
  send({ kind: CommandKind.place, ...bid, ...order, ...plain }, HOUR);
  return core;
}

test('INV-11 INV-15 liquidates 200 accounts a command, and goes on with the next, also after a snapshot', () => {
  const accounts = 230;
  const core = leveraged(accounts);
  const liquidated = (events: readonly Event[]): number[] =>
    events.flatMap((event) =>
      event.kind === EventKind.marginLiquidation ? [event.account >> 3] : [],
    );
  const first = liquidated(sender(core)({ kind: CommandKind.prices, entries: [0, 7] }, HOUR));
  expect(first).toEqual(Array.from({ length: 200 }, (_, i) => FIRST_USER + i));
  expect(core.deadline).toBe(0);
  const copy = restoreCore(snapshotCore(core));
  expect(copy.deadline).toBe(0);
  for (const each of [core, copy]) {
    const next = liquidated(sender(each)({ kind: CommandKind.tick }, HOUR));
    expect(next).toEqual(Array.from({ length: 30 }, (_, i) => FIRST_USER + 200 + i));
    expect(each.deadline).toBeGreaterThan(HOUR);
    expect(each.loans.risk.liquidated).toEqual([]);
  }
  expect(stateHash(copy)).toBe(stateHash(core));
  expect(copy.state.log.chain).toBe(core.state.log.chain);
});

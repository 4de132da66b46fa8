/**
 * One part of the bench of loans, on the core alone: `node loans-child.ts interest <loans> <coins>` or
 * `prices <loans> <coins>`, where each owes so many coins. Prints JSON with ns of the thread.
 */
import { Core } from '@halcyon/core';
import {
  AccountKind,
  type CommandInput,
  CommandKind,
  type LoanTerms,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';
import { ORDERS_ROOM } from '@halcyon/engine';
import { threadNs } from './child.ts';
import { FIRST_USER } from './exchange.ts';
import { median } from './rows.ts';

const HOUR_MS = 3_600_000;
const COIN = 100_000_000;
const [USDT, BTC] = [0, 1];
const PRICE = 131_072;
/** Prices a round. */
const PRICES = 50_000;
const TERMS: LoanTerms = {
  tiers: [
    { upTo: 1_000 * COIN, leverageMax: 5, maintenancePpm: 50_000 },
    { upTo: 10_000 * COIN, leverageMax: 3, maintenancePpm: 100_000 },
  ],
  collateral: [{ upTo: 10_000 * COIN, valuePpm: 950_000 }],
  curve: { idlePpm: 36_500, kinkPpm: 365_000, fullPpm: 3_650_000, kinkAtPpm: 800_000 },
  lentMax: 50_000_000 * COIN,
  levelMax: [10_000 * COIN],
  loanMin: 1,
  liquidationPpm: 20_000,
};

/** Sends a command at a time; it must be accepted. */
function send(core: Core, input: CommandInput, time = HOUR_MS): void {
  const command = { ...input, seq: core.state.seq + 1, time } as Parameters<Core['apply']>[0];
  const { code } = core.apply(command);
  if (code !== 0) throw new Error(`refused with ${code}: ${JSON.stringify(input, String)}`);
  core.state.log.reset();
}

/** Accounts that owe coins of the settle coin each, and have a two hundredth of them of another. */
function open(loans: number, coins: number): Core {
  const core = new Core(ORDERS_ROOM);
  const by = { actor: '', reason: '', reference: '' };
  const { crossMargin } = AccountKind;
  send(core, { kind: CommandKind.setRules, version: 6 });
  send(core, { kind: CommandKind.listAsset, code: 'USDT', name: 'U', scale: 8 });
  send(core, { kind: CommandKind.listAsset, code: 'BTC', name: 'B', scale: 8 });
  const limits = { quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 1_000_000 };
  const listed = { symbol: 'BTCUSDT', base: BTC, quote: USDT, priceScale: 2, quantityScale: 3 };
  const kind = CommandKind.listInstrument;
  send(core, { kind, ...listed, ...limits, state: 0, openOrdersMax: 1e6 });
  const first = { kind: CommandKind.setLoanTerms, terms: TERMS, ...by } as const;
  send(core, { ...first, asset: USDT, market: NO_PAIR });
  send(core, { ...first, asset: BTC, market: 0 });
  send(core, { kind: CommandKind.prices, entries: [0, PRICE] });
  const from = SystemAccount.external;
  const pool = { account: SystemAccount.loans, from, asset: USDT, amount: 10n ** 15n };
  for (let full = 0; full < 5; full++) send(core, { kind: CommandKind.deposit, ...pool, ...by });
  for (let user = FIRST_USER; user < FIRST_USER + loans; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    const account = user * 8;
    const to = account + crossMargin;
    const amount = BigInt((coins * COIN) / 200);
    send(core, { kind: CommandKind.deposit, account, from, asset: BTC, amount, ...by });
    const moved = { from: account, to, asset: BTC, amount, clientId: '' };
    send(core, { kind: CommandKind.transfer, ...moved });
    const loan = {
      account: to,
      instrument: NO_PAIR,
      asset: USDT,
      amount: coins * COIN,
      clientId: '',
    };
    send(core, { kind: CommandKind.borrow, ...loan });
  }
  return core;
}

/**
 * An hour's interest of all loans: ns of a loan, and of the longest command by the clock, because what a thread
 * has had of its processor is only told by the tick.
 */
function interest(loans: number, coins: number): unknown {
  const core = open(loans, coins);
  let ns = 0;
  const longest: number[] = [];
  // The first hours warm the compiler up; the last one counts.
  for (const hour of [2, 3, 4, 5]) {
    const time = hour * HOUR_MS;
    const start = threadNs();
    let most = 0;
    do {
      const began = process.hrtime.bigint();
      send(core, { kind: CommandKind.tick }, time);
      most = Math.max(most, Number(process.hrtime.bigint() - began));
    } while (core.state.loans.sweep !== null);
    ns = threadNs() - start;
    longest.push(most);
  }
  core.state.ledger.assertConserved();
  // What else the machine does can only add to a time.
  return { ns: ns / loans, longest: Math.min(...longest), hour: core.state.loans.hour };
}

/** An index that moves by a tick, nobody called or crossed. */
function prices(loans: number, coins: number): unknown {
  const core = open(loans, coins);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const start = threadNs();
    for (let k = 0; k < PRICES; k++) {
      send(core, { kind: CommandKind.prices, entries: [0, PRICE + (k % 2)] });
    }
    times.push((threadNs() - start) / PRICES);
  }
  return { ns: median(times) };
}

const PARTS = { interest, prices };
const [part = 'interest', loans = '10000', coins = '20'] = process.argv.slice(2);
console.log(JSON.stringify(PARTS[part as keyof typeof PARTS](Number(loans), Number(coins))));

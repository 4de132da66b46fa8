/**
 * One part of the bench of loans, on the core alone: `node loans-child.ts interest <loans> <coins>` or
 * `prices <loans> <coins>`, where each owes so many coins; `flow <accounts> <coins>`, where 0 = none owes
 * anything; `liquidations <accounts> <coins>`. Prints JSON with ns of the thread.
 */
import { Core, PREFETCH_MAX } from '@halcyon/core';
import {
  AccountKind,
  type CommandInput,
  CommandKind,
  type LoanTerms,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';
import { ORDERS_CAPACITY } from '@halcyon/engine';
import { threadNs } from './child.ts';
import { FIRST_USER } from './exchange.ts';
import { foreignFlow, NORMAL } from './flow.ts';
import { feed } from './flow-commands.ts';
import { median } from './rows.ts';

const { crossMargin } = AccountKind;
const HOUR_MS = 3_600_000;
const COIN = 100_000_000;
const [USDT, BTC] = [0, 1];
const PRICE = 131_072;
/** Prices a round. */
const PRICES = 50_000;
/** What an account is opened with beside its loan, units, where it trades. */
const TRADES_WITH = 10n ** 12n;
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

/** A pair, what its coins are lent by, and a pool of the settle coin. */
function list(): Core {
  const core = new Core(ORDERS_CAPACITY);
  const by = { actor: '', reason: '', reference: '' };
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
  for (let full = 0; full < 5; full++) give(core, SystemAccount.loans, USDT, 10n ** 15n);
  return core;
}

function give(core: Core, account: number, asset: number, amount: bigint): void {
  const by = { actor: '', reason: '', reference: '' };
  const from = SystemAccount.external;
  send(core, { kind: CommandKind.deposit, account, from, asset, amount, ...by });
}

/** Brings units into the cross margin account of a user, who has them from outside. */
function bring(core: Core, user: number, asset: number, amount: bigint): void {
  give(core, user * 8, asset, amount);
  const moved = { from: user * 8, to: user * 8 + crossMargin, asset, amount, clientId: '' };
  send(core, { kind: CommandKind.transfer, ...moved });
}

function borrow(core: Core, user: number, amount: number): void {
  const loan = { account: user * 8 + crossMargin, instrument: NO_PAIR, asset: USDT, amount };
  send(core, { kind: CommandKind.borrow, ...loan, clientId: '' });
}

/** Accounts that owe coins of the settle coin each, and have a two hundredth of them of another. */
function open(loans: number, coins: number): Core {
  const core = list();
  for (let user = FIRST_USER; user < FIRST_USER + loans; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    bring(core, user, BTC, BigInt((coins * COIN) / 200));
    borrow(core, user, coins * COIN);
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

/** The flow of the other core benches, of cross margin accounts that owe coins each. */
function flow(accounts: number, coins: number): unknown {
  const made = foreignFlow({ ...NORMAL, accounts }, 1);
  const core = list();
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    for (const asset of [USDT, BTC]) bring(core, user, asset, TRADES_WITH);
    if (coins > 0) borrow(core, user, coins * COIN);
  }
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    let refused = 0;
    const ns = feed(
      made,
      core.state.nextOrder - 1,
      core.state.seq + 1,
      (commands, kinds) => {
        const ahead = core.prefetchPays;
        for (let k = 0; k < commands.length; k++) {
          if (ahead && k % PREFETCH_MAX === 0) core.prefetch(commands, kinds, k);
          const command = commands[k] as { time: number };
          command.time = HOUR_MS;
          if (core.apply(commands[k]!, kinds[k]!).code !== 0) refused += 1;
        }
        core.state.log.reset();
      },
      crossMargin,
    );
    if (refused > 0) throw new Error(`${refused} commands of the flow were refused`);
    times.push(ns);
    for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
      const account = user * 8 + crossMargin;
      send(core, { kind: CommandKind.cancelAll, account, instrument: -1 });
    }
  }
  return { ns: median(times), trades: core.state.nextTrade - 1 };
}

/** Accounts that owe coins each and have them no more are crossed by one price; ns of an account. */
function liquidations(accounts: number, coins: number): unknown {
  const core = list();
  const lots = Math.ceil((coins * 1_000 * 1.32) / (PRICE / 100));
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    bring(core, user, BTC, BigInt(lots * (COIN / 1_000)));
    borrow(core, user, coins * COIN);
    const [from, amount] = [user * 8 + crossMargin, BigInt(coins * COIN)];
    const moved = { from, to: user * 8, asset: USDT, amount, clientId: '' };
    send(core, { kind: CommandKind.transfer, ...moved });
  }
  const price = Math.round(PRICE * 0.835);
  const rich = FIRST_USER + accounts;
  send(core, { kind: CommandKind.openUser, simulated: false });
  give(core, rich * 8, USDT, 8n * 10n ** 15n);
  const bid = {
    account: rich * 8,
    instrument: 0,
    side: 0,
    price,
    quantity: accounts * lots,
  } as const;
  const order = { type: 0, timeInForce: 0, selfTrade: 0, quoteAmount: 0, clientId: '' } as const;
  const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  send(core, { kind: CommandKind.place, ...bid, ...order, ...none });
  const before = core.state.nextOrder;
  const start = threadNs();
  send(core, { kind: CommandKind.prices, entries: [0, price] });
  while (core.deadline <= HOUR_MS) send(core, { kind: CommandKind.tick });
  const ns = threadNs() - start;
  const orders = core.state.nextOrder - before;
  const left = core.loans.risk.liquidated.length;
  if (orders < accounts || left > 0) throw new Error(`${orders} orders, ${left} accounts are left`);
  core.state.ledger.assertConserved();
  return { ns: ns / accounts, orders };
}

const PARTS = { interest, prices, flow, liquidations };
const [part = 'interest', loans = '10000', coins = '20'] = process.argv.slice(2);
console.log(JSON.stringify(PARTS[part as keyof typeof PARTS](Number(loans), Number(coins))));

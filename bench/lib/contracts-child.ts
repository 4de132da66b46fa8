/**
 * One part of the bench of contracts, on the core alone: `node contracts-child.ts flow <accounts>`, `marks
 * <positions>`, `liquidations <accounts>` or `fundings <positions>`. Prints JSON with ns of the thread.
 */
import { Core, PREFETCH_MAX } from '@halcyon/core';
import { AccountKind, type CommandInput, CommandKind, type ContractTerms } from '@halcyon/domain';
import { ORDERS_CAPACITY } from '@halcyon/engine';
import { threadNs } from './child.ts';
import { FIRST_USER, send } from './exchange.ts';
import { foreignFlow, NORMAL } from './flow.ts';
import { feed } from './flow-commands.ts';
import { median } from './rows.ts';

const { usdtFutures } = AccountKind;
const HOUR_MS = 3_600_000;
const PRICE = 131_072;
/** Lots of a position that is liquidated. */
const LOTS = 20;
/** Prices a round. */
const MARKS = 50_000;
const TERMS: ContractTerms = {
  tiers: [
    { upTo: 1_000_000, leverageMax: 100, maintenancePpm: 4_000 },
    { upTo: 20_000_000, leverageMax: 20, maintenancePpm: 20_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 100_000,
  openInterestMax: Number.MAX_SAFE_INTEGER,
  fundingIntervalMs: HOUR_MS,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};

/** Sends a command at a time of its own. */
function sendAt(core: Core, time: number, input: CommandInput): void {
  const command = { ...input, seq: core.state.seq + 1, time } as Parameters<Core['apply']>[0];
  const { code } = core.apply(command);
  if (code !== 0) throw new Error(`refused with ${code}: ${JSON.stringify(input, String)}`);
  core.state.log.reset();
}

/** One contract and accounts with `funds` units each in their futures wallets. */
function open(accounts: number, funds: bigint): Core {
  const core = new Core(ORDERS_CAPACITY);
  const by = { actor: '', reason: '', reference: '' };
  const amount = funds;
  send(core, { kind: CommandKind.setRules, version: 5 });
  send(core, { kind: CommandKind.listAsset, code: 'USDT', name: 'U', scale: 8 });
  send(core, { kind: CommandKind.listAsset, code: 'C0', name: 'C', scale: 8 });
  const limits = { quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 1_000_000 };
  const listed = { symbol: 'C0USDT', base: 1, quote: 0, priceScale: 2, quantityScale: 3 };
  const kind = CommandKind.listContract;
  send(core, { kind, ...listed, ...limits, state: 0, openOrdersMax: 1e6, contract: TERMS });
  const fund = { from: 0, asset: 0, amount: 10n ** 15n, ...by };
  send(core, { kind: CommandKind.deposit, account: 5, ...fund });
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    const account = user * 8;
    send(core, { kind: CommandKind.deposit, account, from: 0, asset: 0, amount, ...by });
    const to = account + usdtFutures;
    send(core, { kind: CommandKind.transfer, from: account, to, asset: 0, amount, clientId: '' });
  }
  send(core, { kind: CommandKind.prices, entries: [0, PRICE] });
  return core;
}

function order(user: number, side: 0 | 1, price: number, quantity: number): CommandInput {
  const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  return {
    kind: CommandKind.place,
    account: user * 8 + usdtFutures,
    instrument: 0,
    side,
    type: 0,
    timeInForce: 0,
    selfTrade: 0,
    price,
    quantity,
    quoteAmount: 0,
    clientId: '',
    options: 0,
    ...none,
  };
}

/** The flow of the other core benches, on a contract. */
function flow(accounts: number): unknown {
  const made = foreignFlow({ ...NORMAL, accounts }, 1);
  const core = open(accounts, 10n ** 14n);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    let refused = 0;
    const first = core.state.nextOrder - 1;
    const seq = core.state.seq + 1;
    const ns = feed(
      made,
      first,
      seq,
      (commands, kinds) => {
        const ahead = core.prefetchPays;
        for (let k = 0; k < commands.length; k++) {
          if (ahead && k % PREFETCH_MAX === 0) core.prefetch(commands, kinds, k);
          if (core.apply(commands[k]!, kinds[k]!).code !== 0) refused += 1;
        }
        core.state.log.reset();
      },
      usdtFutures,
    );
    if (refused > 0) throw new Error(`${refused} commands of the flow were refused`);
    times.push(ns);
    for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
      const account = user * 8 + usdtFutures;
      send(core, { kind: CommandKind.cancelAll, account, instrument: -1 });
    }
  }
  return { ns: median(times), trades: core.state.nextTrade - 1 };
}

/** Half of the accounts long, half short, `lots` each, at the mark. */
function takePositions(core: Core, accounts: number, lots: number, leverage: number): void {
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user += 2) {
    for (const each of [user, user + 1]) {
      const account = each * 8 + usdtFutures;
      send(core, { kind: CommandKind.setLeverage, account, instrument: 0, leg: 0, leverage });
    }
    send(core, order(user, 0, PRICE, lots));
    send(core, order(user + 1, 1, PRICE, lots));
  }
}

/** A mark that moves by a tick, nobody crossed. */
function marks(positions: number): unknown {
  const core = open(positions, 10n ** 12n);
  takePositions(core, positions, 1_000, 20);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const start = threadNs();
    for (let k = 0; k < MARKS; k++) {
      send(core, { kind: CommandKind.prices, entries: [0, PRICE + (k % 2)] });
    }
    times.push((threadNs() - start) / MARKS);
  }
  return { ns: median(times) };
}

/** Every long account is crossed by one price; ns of an account. */
function liquidations(accounts: number): unknown {
  // 0.02 coins at 1310.72 are 26.2; 1 % of it and the fee is what each has.
  const core = open(accounts * 2 + 2, 40_000_000n);
  takePositions(core, accounts * 2, LOTS, 100);
  const rich = FIRST_USER + accounts * 2;
  const by = { actor: '', reason: '', reference: '' };
  const account = rich * 8;
  const amount = 8n * 10n ** 15n;
  send(core, { kind: CommandKind.deposit, account, from: 0, asset: 0, amount, ...by });
  const to = account + usdtFutures;
  send(core, { kind: CommandKind.transfer, from: account, to, asset: 0, amount, clientId: '' });
  send(core, order(rich, 0, Math.round(PRICE * 0.985), accounts * LOTS));
  const before = core.state.nextOrder;
  const start = threadNs();
  send(core, { kind: CommandKind.prices, entries: [0, Math.round(PRICE * 0.985)] });
  while (core.deadline <= 1) send(core, { kind: CommandKind.tick });
  const ns = threadNs() - start;
  const liquidated = core.state.nextOrder - before;
  core.state.ledger.assertConserved();
  return { ns: ns / Math.max(1, liquidated), liquidated };
}

/** A funding of all positions: ns of a position, and of the longest command. */
function fundings(positions: number): unknown {
  const core = open(positions, 10n ** 12n);
  takePositions(core, positions, 1_000, 20);
  // The first rounds warm the compiler up; the last one counts.
  const hours = [2, 3, 4, 5];
  let longest = 0;
  let ns = 0;
  for (const hour of hours) {
    const time = hour * HOUR_MS;
    ns = 0;
    longest = 0;
    sendAt(core, time - 1, { kind: CommandKind.prices, entries: [0, PRICE + 1] });
    do {
      const start = threadNs();
      sendAt(core, time, { kind: CommandKind.tick });
      const took = threadNs() - start;
      longest = Math.max(longest, took);
      ns += took;
    } while (core.deadline <= time);
  }
  core.state.ledger.assertConserved();
  return { ns: ns / positions, longest, round: core.state.markets[0]!.contract!.round };
}

const PARTS = { flow, marks, liquidations, fundings };
const [part = 'flow', size = '10000'] = process.argv.slice(2);
console.log(JSON.stringify(PARTS[part as keyof typeof PARTS](Number(size))));

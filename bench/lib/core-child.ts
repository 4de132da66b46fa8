/**
 * The whole core on a flow: `node core-child.ts <accounts> <instruments> <passes>`. Prints JSON: ns of
 * the thread per timed command (median of the passes), events, JS heap after the first and last pass.
 */
import { Core } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind } from '@halcyon/domain';
import { threadNs } from './child.ts';
import { FLOW_STRIDE, type Flow, interleave, makeFlow, NORMAL } from './flow.ts';
import { median } from './rows.ts';

/** Events are drained as often as an engine at load would. */
const DRAIN_EVERY = 64;
const FIRST_USER = 16;

const [accountsText = '10000', instrumentsText = '1', passesText = '3'] = process.argv.slice(2);
const accounts = Number(accountsText);
const instruments = Number(instrumentsText);
const passes = Number(passesText);

function send(core: Core, input: CommandInput): void {
  const command = { ...input, seq: core.state.seq + 1, time: 1 } as Command;
  const { code } = core.apply(command);
  if (code !== 0) throw new Error(`refused with ${code}: ${JSON.stringify(input, String)}`);
  core.state.log.reset();
}

/** An exchange in which every account can trade everything. */
function open(): Core {
  const core = new Core();
  const by = { actor: '', reason: '', reference: '' };
  send(core, { kind: CommandKind.listAsset, code: 'USDT', name: 'U', scale: 8 });
  for (let i = 0; i < instruments; i++) {
    send(core, { kind: CommandKind.listAsset, code: `C${i}`, name: 'C', scale: 8 });
    send(core, {
      kind: CommandKind.listInstrument,
      symbol: `C${i}USDT`,
      base: i + 1,
      quote: 0,
      priceScale: 2,
      quantityScale: 6,
      state: 0,
      quantityMin: 1,
      quantityMax: 1_000_000_000,
      notionalMin: 0,
      bandPpm: 1_000_000,
      openOrdersMax: 1_000_000,
    });
  }
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    for (let asset = 0; asset <= instruments; asset++) {
      const { deposit } = CommandKind;
      send(core, { kind: deposit, account: user * 8, from: 0, asset, amount: 10n ** 14n, ...by });
    }
  }
  return core;
}

const place: Extract<Command, { kind: typeof CommandKind.place }> = {
  kind: CommandKind.place,
  seq: 0,
  time: 1,
  account: 0,
  instrument: 0,
  side: 0,
  type: 0,
  timeInForce: 0,
  selfTrade: 0,
  price: 0,
  quantity: 0,
  quoteAmount: 0,
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
  clientId: '',
};
const cancel: Extract<Command, { kind: typeof CommandKind.cancel }> = {
  kind: CommandKind.cancel,
  seq: 0,
  time: 1,
  account: 0,
  order: 0,
  clientId: '',
};

/** One pass over the flow; returns ns per timed command. */
function pass(core: Core, flow: Flow): number {
  const { records, prefill, count } = flow;
  const first = core.state.nextOrder - 1;
  let seq = core.state.seq;
  let start = 0;
  let refused = 0;
  for (let i = 0; i < count; i++) {
    if (i === prefill) start = threadNs();
    const j = i * FLOW_STRIDE;
    seq += 1;
    const account = (records[j + 5]! + FIRST_USER) * 8;
    if (records[j] === 1) {
      cancel.seq = seq;
      cancel.account = account;
      cancel.order = first + records[j + 2]!;
      if (core.apply(cancel).code !== 0) refused += 1;
    } else {
      place.seq = seq;
      place.account = account;
      place.instrument = records[j + 6]!;
      place.side = records[j + 1] as 0 | 1;
      place.price = records[j + 3]!;
      place.quantity = records[j + 4]!;
      if (core.apply(place).code !== 0) refused += 1;
    }
    if (i % DRAIN_EVERY === 0) core.state.log.reset();
  }
  const ns = (threadNs() - start) / (count - prefill);
  if (refused > 0) throw new Error(`${refused} commands of the flow were refused`);
  core.state.log.reset();
  return ns;
}

/** Empties the books, so that every pass meets the same ones. */
function clear(core: Core): void {
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    if (core.state.users.restingCount(user) === 0) continue;
    send(core, { kind: CommandKind.cancelAll, account: user * 8, instrument: -1 });
  }
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const options = { ...NORMAL, accounts };
const flow = instruments === 1 ? makeFlow(options) : interleave(options, instruments);
const core = open();
const times: number[] = [];
let heapFirst = 0;
for (let round = 0; round < passes; round++) {
  times.push(pass(core, flow));
  clear(core);
  if (round === 0) heapFirst = heap();
}
core.state.ledger.assertConserved();
const trades = core.state.nextTrade - 1;
console.log(JSON.stringify({ ns: median(times), trades, heapFirst, heapLast: heap() }));

/**
 * The whole core on a flow: `node core-child.ts <accounts> <instruments> <passes>`. Prints JSON: ns of
 * the thread per timed command (median of the passes), JS heap after the first and the last pass.
 */
import { type Core, PREFETCH_MAX } from '@halcyon/core';
import { type Command, CommandKind } from '@halcyon/domain';
import { FIRST_USER, openExchange, send } from './exchange.ts';
import { type CommandFlow, foreignFlow, NORMAL } from './flow.ts';
import { feed } from './flow-commands.ts';
import { median } from './rows.ts';

const [accountsText = '10000', instrumentsText = '1', passesText = '3'] = process.argv.slice(2);
const accounts = Number(accountsText);
const instruments = Number(instrumentsText);
const passes = Number(passesText);

/** One pass over the flow; returns ns per timed command. */
function pass(core: Core, flow: CommandFlow): number {
  const first = core.state.nextOrder - 1;
  let refused = 0;
  const ns = feed(flow, first, core.state.seq + 1, (commands, kinds) => {
    refused += apply(core, commands, kinds);
  });
  if (refused > 0) throw new Error(`${refused} commands of the flow were refused`);
  return ns;
}

/** As the engine does it, which knows each command's kind; returns how many were refused. */
function apply(core: Core, commands: readonly Command[], kinds: readonly CommandKind[]): number {
  let refused = 0;
  const ahead = core.prefetchPays;
  for (let k = 0; k < commands.length; k++) {
    if (ahead && k % PREFETCH_MAX === 0) core.prefetch(commands, kinds, k);
    if (core.apply(commands[k]!, kinds[k]!).code !== 0) refused += 1;
  }
  core.state.log.reset();
  return refused;
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
const flow = foreignFlow(options, instruments);
const core = openExchange(accounts, instruments);
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

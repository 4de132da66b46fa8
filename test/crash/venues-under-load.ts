/**
 * A process to be killed: opens both venues of a folder, lets paper follow live to its end, and then
 * trades at random in both at once. Standard output, a line each: `followed SEQ` once paper is there,
 * then `live seq code id` and `paper seq code id` of what was acknowledged. With a third argument it
 * ends by itself before it trades.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountId,
  accountOf,
  type CommandInput,
  CommandKind,
  type CommandPort,
  type Outcome,
} from '@halcyon/domain';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { openPaper } from '../../apps/halcyon/src/paper/open-paper.ts';
import type { PaperVenue } from '../../apps/halcyon/src/paper/paper-venue.ts';
import { randomMarket, randomOrders } from './random-orders.ts';

/** Paper trades in the first only: in the other the ghosts have to stay what live has. */
const SYMBOLS = ['BTCUSDT', 'BTC2USDT'];
/** The first of whoever trades on paper, and how many there are. */
const FIRST_OWNER = 16;
const OWNERS = 8;
/** Between two batches of live, ms: paper follows at about this pace. */
const PAUSE_MS = 2;
const [folder = '', seed = '1', only] = process.argv.slice(2);

function die(message: string): never {
  writeSync(2, `${message}\n`);
  process.exit(3);
}

const exchange = await openExchange(folder, (error) => die(`live failed: ${error.message}`));
const { engine } = exchange;

function report(venue: string, outcomes: readonly Outcome[]): void {
  writeSync(1, outcomes.map(({ seq, code, id }) => `${venue} ${seq} ${code} ${id}\n`).join(''));
}

async function submit(venue: string, port: CommandPort, commands: CommandInput[]): Promise<void> {
  report(venue, await port.submitAll(commands));
}

async function follow(paper: PaperVenue): Promise<void> {
  await paper.whenReady();
  const end = engine.seq;
  while ((paper.progress?.liveSeq ?? 0) < end) await sleep(5);
  writeSync(1, `followed ${end}\n`);
}

/** The accounts of the people on paper, with money; asked for again after every start. */
async function paperAccounts(paper: PaperVenue): Promise<AccountId[]> {
  const owners = Array.from({ length: OWNERS }, (_, i) => FIRST_OWNER + i);
  const opened = await paper.submitAll(
    owners.map((owner) => ({ kind: CommandKind.openUser, simulated: false, owner })),
  );
  const accounts = opened.map(({ id }) => accountOf(id, 0));
  const money = accounts.flatMap((account, i) => {
    const given = { kind: CommandKind.deposit, from: 0, account, actor: 't', reason: 't' } as const;
    return [
      { ...given, asset: 0, amount: 10n ** 11n, reference: `b${i}` },
      { ...given, asset: 1, amount: 10n ** 15n, reference: `q${i}` },
    ];
  });
  await submit('paper', paper, money);
  return accounts;
}

/** Every other batch goes to the second instrument. */
async function tradeLive(): Promise<never> {
  let instrument = 0;
  const batches = randomOrders(Number(seed), engine.seq);
  for (;;) {
    const batch: CommandInput[] = batches.next().value;
    instrument = 1 - instrument;
    await submit(
      'live',
      engine,
      batch.map((one) => ('side' in one ? { ...one, instrument } : one)),
    );
    await sleep(PAUSE_MS);
  }
}

async function tradePaper(paper: PaperVenue): Promise<never> {
  const accounts = await paperAccounts(paper);
  const batches = randomOrders(Number(seed) + 1, paper.seq);
  for (;;) {
    const batch: CommandInput[] = batches.next().value;
    const own = (account: AccountId): AccountId =>
      accounts[(account / 8 - FIRST_OWNER) % OWNERS] ?? die(`account ${account}`);
    await submit(
      'paper',
      paper,
      batch.map((one) => ('account' in one ? { ...one, account: own(one.account) } : one)),
    );
  }
}

if (engine.seq === 0) {
  for (const commands of randomMarket(SYMBOLS)) await submit('live', engine, commands);
}
const log = { info: () => {}, warn: (message: string) => writeSync(2, `${message}\n`) };
const paper = openPaper(exchange, {
  databaseUrl: null,
  bytesMax: Number.MAX_SAFE_INTEGER,
  flow: { source: 'live' },
  log,
});
await follow(paper);
if (only === undefined) await Promise.all([tradeLive(), tradePaper(paper)]);
await paper.close();
exchange.close();

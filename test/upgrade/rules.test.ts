/** A data folder from before goes over to the newest rules at its first start, once, in both venues. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEWEST_RULES, RULES_VERSION, Rules } from '@halcyon/core';
import { CommandDecoder, CommandKind } from '@halcyon/domain';
import { verifyJournal } from '@halcyon/engine';
import { FileStorage, readJournal } from '@halcyon/journal';
import { RecordsClient } from '@halcyon/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layoutOf, paperLayoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openExchange, openVenue } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { openRuntime } from '../../apps/halcyon/src/exchange/open-runtime.ts';
import { withPaper } from '../../apps/halcyon/src/paper/open-paper.ts';
import { randomMarket } from '../crash/random-orders.ts';

const PAPER = {
  databaseUrl: null,
  flow: { source: 'live' },
  bytesMax: 1e9,
  log: { info: () => {}, warn: () => {} },
} as const;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-rules-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function fail(problem: unknown): never {
  throw problem;
}

/** Both journals as they were before there were newer rules. @returns the last sequence of live */
async function writeOld(): Promise<number> {
  const live = await openExchange(root, fail);
  for (const batch of randomMarket()) await live.engine.submitAll(batch);
  const { seq } = live.engine;
  const { engine, writer, core } = await openVenue(paperLayoutOf(root), fail);
  await engine.submit({ kind: CommandKind.openUser, simulated: false, owner: 16 });
  expect([live.core.state.rules, core.state.rules]).toEqual([Rules.first, Rules.first]);
  engine.stop();
  writer.close();
  live.close();
  await register();
  return seq;
}

/** One of the people: with none in its database a folder would be refused. */
async function register(): Promise<void> {
  const hashCost = { memoryKib: 64, passes: 1, parallelism: 1 };
  const records = await RecordsClient.open({ dataFolder: root, hashCost });
  const person = { email: 'ada@example.com', password: 'nine whales sing' };
  await records.identity.createUser({ uid: 16, ...person });
  await records.close();
}

/** Opens both venues and closes them. @returns the last sequence of live */
async function start(): Promise<number> {
  const place = { root, databaseUrl: null, paper: true };
  const options = { place, mayBegin: true, onFailure: fail, onProblem: () => {} };
  const runtime = withPaper(await openRuntime(options), PAPER);
  const { core, engine } = runtime.exchange;
  expect(core.state.rules).toBe(NEWEST_RULES);
  await runtime.paper?.whenReady();
  const { seq } = engine;
  await runtime.close();
  return seq;
}

/** Where a venue's journal changes its rules, and to which. */
function changes({ journal, venue }: { journal: string; venue: string }): [number, number][] {
  const found: [number, number][] = [];
  const decoder = new CommandDecoder();
  readJournal(new FileStorage(), journal, {
    venue,
    rulesVersion: RULES_VERSION,
    fromSeq: 1,
    onRecord: (seq, bytes, offset, length) => {
      const command = decoder.decode(bytes, offset, length);
      if (command.kind === CommandKind.setRules) found.push([seq, command.version]);
    },
  });
  verifyJournal(new FileStorage(), journal, venue, [], null);
  return found;
}

test('B11 an old folder: both journals change once, after all that was there', async () => {
  const old = await writeOld();
  const first = await start();
  expect(first).toBe(old + 1);
  expect(await start()).toBe(first);
  expect(changes(layoutOf(root))).toEqual([[first, NEWEST_RULES]]);
  expect(changes(paperLayoutOf(root))).toEqual([[2, NEWEST_RULES]]);
});

test('a new folder begins with the newest rules', async () => {
  await start();
  expect(changes(layoutOf(root))).toEqual([[1, NEWEST_RULES]]);
  expect(changes(paperLayoutOf(root))).toEqual([[1, NEWEST_RULES]]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind, OWN_CHAIN } from '@halcyon/domain';
import { PARTICIPANTS } from '@halcyon/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFirst } from './first-listing.ts';
import { folderDeposits } from './folder-chain.ts';
import { openRuntime, type Runtime } from './open-runtime.ts';
import { prepareParticipants } from './participants.ts';
import { listUsers } from './people.ts';

let root: string;
let runtime: Runtime;

/** One for all tests: what each makes of it, the others can do with. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-participants-'));
  const fail = (problem: unknown): never => {
    throw problem;
  };
  const place = { root, databaseUrl: null, paper: false };
  runtime = await openRuntime({ place, mayBegin: true, onFailure: fail, onProblem: () => {} });
  await listFirst(runtime.exchange, fail);
});

afterAll(async () => {
  await runtime.close();
  rmSync(root, { recursive: true, force: true });
});

function prepare(): Promise<unknown> {
  const { exchange, records } = runtime;
  return prepareParticipants({ engine: exchange.engine, views: exchange.reader.views, records });
}

async function participantIds(): Promise<number[]> {
  const { views } = runtime.exchange.reader;
  const users = await runtime.records.identity.listUsers({ limit: 500 });
  return users.map(({ uid }) => uid).filter((uid) => views.isSimulated(uid));
}

test('participants pay no fees, people pay theirs, and the schedule grows once', async () => {
  const { engine, reader } = runtime.exchange;
  const before = reader.views.feeSchedule().length;
  await prepare();
  const ids = await participantIds();
  expect(ids).toHaveLength(PARTICIPANTS.length);
  for (const uid of ids) {
    expect(reader.views.feeRates(uid)).toMatchObject({ makerPpm: 0, takerPpm: 0 });
  }
  const person = await engine.submit({ kind: CommandKind.openUser, simulated: false });
  expect(reader.views.feeRates(person.id)).toMatchObject({ makerPpm: 1_000, takerPpm: 1_000 });
  await prepare();
  expect(reader.views.feeSchedule()).toHaveLength(before + 1);
});

test('the list of users has them only when all are asked for', async () => {
  const { exchange, records } = runtime;
  const { engine, reader } = exchange;
  await prepare();
  const context = {
    engine,
    views: reader.views,
    records,
    paper: null,
    revocations: null,
    withdrawals: () => [],
    operators: exchange.core.state.operators,
    closedRoots: () => [],
    deposits: () => folderDeposits({ exchange }),
    chainTerms: OWN_CHAIN,
  };
  expect(await listUsers(context, {})).toEqual([]);
  expect(await listUsers(context, { all: true })).toHaveLength(PARTICIPANTS.length);
});

test('participants of an older data folder stop paying at the next start', async () => {
  const { engine, reader } = runtime.exchange;
  await prepare();
  const [first = 0] = await participantIds();
  const by = { actor: 'test', reason: 'as before' };
  await engine.submit({ kind: CommandKind.setFeeTier, user: first, tier: 0, ...by });
  expect(reader.views.feeRates(first).takerPpm).toBe(1_000);
  await prepare();
  expect(reader.views.feeRates(first).takerPpm).toBe(0);
});

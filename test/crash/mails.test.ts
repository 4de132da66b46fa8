/** Kills while mails about margin calls are written: each call is mailed, and none of them twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountKind, accountOf, type Event, EventKind, NO_PAIR, rowsOf } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { afterAll, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { runProgram } from './engine-runs.ts';
import { generator } from './random-orders.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
/** Between two kills, and after the last. */
const CALLS_PER_KILL = 40;
const CALLS = CALLS_PER_KILL * (KILLS + 1);
const FIRST_USER = 16;
const SEED = seedOf();
/** A kill comes up to so long after its call was mailed, ms. */
const LATE_MS = 8;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-mails-'));
const options = { dataFolder: folder, hashCost: { memoryKib: 8, passes: 1, parallelism: 1 } };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const emailOf = (user: number): string => `called${user}@example.com`;
const users = Array.from({ length: CALLS }, (_, i) => FIRST_USER + i);

/** Everybody is called once, each by a command of its own; of margin accounts and of contracts by turns. */
async function callAll(records: RecordsClient): Promise<void> {
  const { crossMargin, usdtFutures } = AccountKind;
  const time = Date.now();
  for (const [i, user] of users.entries()) {
    const uid = user;
    await records.identity.createUser({
      uid,
      email: emailOf(uid),
      password: 'correct horse staple',
    });
    const seq = i + 1;
    const account = accountOf(user, i % 2 === 0 ? crossMargin : usdtFutures);
    const call = { instrument: NO_PAIR, equity: 100, keeps: 90 };
    const events = [
      { kind: EventKind.userOpened, seq, time, user, simulated: false },
      { kind: EventKind.marginCall, seq, time, account, ...call },
    ] as unknown as Event[];
    records.push(rowsOf({ firstSeq: seq, lastSeq: seq, time, events }));
  }
  await records.reached(CALLS);
}

async function withRecords<T>(work: (records: RecordsClient) => Promise<T>): Promise<T> {
  const records = await RecordsClient.open({
    ...options,
    onProblem: (text) => expect(text).toBe(''),
  });
  const done = await work(records);
  await records.close();
  return done;
}

test(
  `each of ${CALLS} margin calls is mailed once, through ${KILLS} kills`,
  async () => {
    console.log(`seed ${SEED}`);
    const random = generator(SEED);
    await withRecords(callAll);
    const args = [folder, String(CALLS)];
    for (let kill = 1; kill <= KILLS; kill++) {
      const due = String(kill * CALLS_PER_KILL);
      const { signal, errors } = await runProgram('mails-under-load.ts', [...args, due], {
        killAfterWord: 'due',
        killAfterMs: random() * LATE_MS,
      });
      expect([signal, errors], `kill ${kill}`).toEqual(['SIGKILL', '']);
    }
    const end = await runProgram('mails-under-load.ts', args, {});
    expect([end.code, end.errors]).toEqual([0, '']);
    const written = await withRecords(({ identity }) =>
      Promise.all(users.map((uid) => identity.listMails({ recipient: emailOf(uid), limit: 100 }))),
    );
    expect(written.map((mails) => mails.map(({ kind }) => kind))).toEqual(
      users.map(() => ['marginCall']),
    );
  },
  KILLS * 40_000 + 120_000,
);

/** A backup is the same pair of files on either database, and goes back into either. */

import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '@halcyon/domain';
import { afterEach, expect, test } from 'vitest';
import { backUp, restoreInto } from '../src/backup.ts';
import { RecordsClient } from '../src/records-client.ts';
import { onThisThread } from '../src/testing/this-thread.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';
import { CHEAP } from './identity-setup.ts';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'ada@example.com';

onBothDatabases('a backup', (databases) => {
  const open: RecordsClient[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  async function start(dataFolder: string, databaseUrl?: string): Promise<RecordsClient> {
    const options = { dataFolder, databaseUrl, hashCost: CHEAP, onProblem: () => {} };
    const client = await RecordsClient.open(options, onThisThread);
    open.push(client);
    return client;
  }

  /** Some of everything, and the folder with its copy. */
  async function backedUp() {
    const dataFolder = databases.folder();
    const databaseUrl = await databases.url();
    const client = await start(dataFolder, databaseUrl);
    const stream = new RecordsEventStream(41);
    for (const batch of stream.take(600)) client.push(rowsOf(batch));
    await client.dump();
    const { identity } = client;
    await identity.createUser({ uid: 20, email: EMAIL, password: PASSWORD });
    const key = await identity.createApiKey({
      uid: 20,
      label: 'naïve 🐳',
      type: 'hmac',
      permissions: ['read'],
      ipList: [],
      venue: 'live',
      tier: 'normal',
      expiresAt: 0,
    });
    await identity.putSetting({ uid: 20, name: 'layout', value: '{"a":"\'\\\\ú"}' });
    const folder = join(dataFolder, 'copy');
    mkdirSync(folder);
    // The exchange goes on meanwhile: what comes later is not in the copy, or all of it is.
    const copying = backUp({ dataFolder, databaseUrl }, ['records', 'identity'], folder);
    for (const batch of stream.take(100)) client.push(rowsOf(batch));
    await copying;
    copyFileSync(join(dataFolder, 'secrets.key'), join(folder, 'secrets.key'));
    return { folder, key };
  }

  async function expectWhole(client: RecordsClient, from: Awaited<ReturnType<typeof backedUp>>) {
    const dump = await client.dump();
    const model = await start(databases.folder());
    for (const batch of new RecordsEventStream(41).take(700)) {
      if (batch.lastSeq <= dump.seq) model.push(rowsOf(batch));
    }
    await model.reached(dump.seq, 60_000);
    expect(await model.dump()).toEqual(dump);
    const { identity } = client;
    const login = { email: EMAIL, password: PASSWORD, address: null };
    expect((await identity.verifyLogin(login)).uid).toBe(20);
    const { apiKey } = from.key.record;
    const found = await identity.apiKeyByKey({ apiKey });
    expect(found).toMatchObject({ secret: from.key.secretKey, label: 'naïve 🐳' });
    const setting = await identity.getSetting({ uid: 20, name: 'layout' });
    expect(setting).toBe('{"a":"\'\\\\ú"}');
  }

  test('opens as it is, with all rows of one moment', async () => {
    const made = await backedUp();
    for (const name of ['records.db', 'identity.db']) {
      expect(statSync(join(made.folder, name)).mode & 0o077, name).toBe(0);
      expect(existsSync(join(made.folder, `${name}-wal`)), name).toBe(false);
    }
    await expectWhole(await start(made.folder), made);
  });

  if (databases.kind === 'sqlite') return;
  test('goes into an empty PostgreSQL database, and into no other', async () => {
    const url = (await databases.url()) ?? '';
    const made = await backedUp();
    await restoreInto(url, made.folder);
    expect(existsSync(join(made.folder, 'identity.db'))).toBe(false);
    await expectWhole(await start(made.folder, url), made);
    const again = await backedUp();
    await expect(restoreInto(url, again.folder)).rejects.toThrow('has rows already');
    expect(existsSync(join(again.folder, 'identity.db'))).toBe(true);
  });
});

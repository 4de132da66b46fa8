/** What databases tell of themselves, alike on both kinds, and that asking changes nothing. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { databaseFacts, keyFileId, renameSchema } from '../src/parts.ts';
import { RecordsClient } from '../src/records-client.ts';
import { onThisThread } from '../src/testing/this-thread.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';
import { CHEAP } from './identity-setup.ts';

const PERSON = { email: 'ada@example.com', password: 'correct horse battery staple' };

onBothDatabases('what a database knows', (databases) => {
  async function place() {
    return { dataFolder: databases.folder(), databaseUrl: await databases.url() };
  }

  test('nothing before there is one, and asking makes none', async () => {
    const at = await place();
    expect(await databaseFacts(at, 'identity')).toBeNull();
    expect(await databaseFacts(at, 'records')).toBeNull();
    expect(keyFileId(at.dataFolder)).toBeNull();
    expect(existsSync(join(at.dataFolder, 'identity.db'))).toBe(false);
  });

  test('whose it is, how far it reaches, and its key; of another exchange it is not opened', async () => {
    const at = await place();
    const client = await RecordsClient.open(
      { ...at, exchange: 'one', hashCost: CHEAP },
      onThisThread,
    );
    const batches = new RecordsEventStream(5).take(50);
    for (const batch of batches) client.push(rowsOf(batch));
    await client.dump();
    await client.identity.createUser({ uid: 20, ...PERSON });
    const open = await databaseFacts(at, 'identity');
    expect(open).toEqual({ exchange: 'one', reached: 20, keyId: keyFileId(at.dataFolder) });
    await client.rebuild(batches.map(rowsOf));
    await client.close();
    const reached = batches.at(-1)?.lastSeq;
    const records = await databaseFacts(at, 'records');
    expect(records).toEqual({ exchange: 'one', reached, keyId: null });
    const other = RecordsClient.open({ ...at, exchange: 'two', hashCost: CHEAP }, onThisThread);
    await expect(other).rejects.toThrow('belongs to exchange one, not to two');
  });

  if (databases.kind === 'sqlite') {
    test('a file that is no database is named', async () => {
      const at = await place();
      writeFileSync(join(at.dataFolder, 'identity.db'), 'x'.repeat(9_000));
      await expect(databaseFacts(at, 'identity')).rejects.toThrow(/identity\.db: .*not a database/);
    });
    return;
  }
  test('a schema is moved aside under another name', async () => {
    const at = await place();
    const client = await RecordsClient.open(
      { ...at, exchange: 'one', hashCost: CHEAP },
      onThisThread,
    );
    await client.close();
    await renameSchema(at.databaseUrl ?? '', 'identity', 'identity_old');
    expect(await databaseFacts(at, 'identity')).toBeNull();
    await renameSchema(at.databaseUrl ?? '', 'identity', 'identity_older');
  });
});

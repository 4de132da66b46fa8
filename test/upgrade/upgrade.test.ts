/**
 * B11: journals and snapshots that earlier versions wrote replay to what those versions answered and
 * held. `record.ts` adds a version at each release.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { accountOfJournal, type JournalAccount } from './account-of-journal.ts';

const journals = join(import.meta.dirname, 'journals');

test.each(readdirSync(journals))('B11 a journal written by %s replays equal', (version) => {
  const from = join(journals, version);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-upgrade-'));
  try {
    for (const name of readdirSync(from).filter((file) => file.endsWith('.gz'))) {
      writeFileSync(join(folder, name.slice(0, -3)), gunzipSync(readFileSync(join(from, name))));
    }
    const said = JSON.parse(readFileSync(join(from, 'says.json'), 'utf8')) as JournalAccount;
    expect(accountOfJournal(folder, 'start')).toEqual(said);
    const { answers: _partial, ...held } = said;
    expect(accountOfJournal(folder, 'snapshot')).toMatchObject(held);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

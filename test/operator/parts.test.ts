/**
 * Parts of an exchange that are lost, emptied, damaged or from elsewhere: nothing is begun anew beside
 * the others, the message says what is missing, and a named option moves the old parts aside.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '@halcyon/gateway';
import { databaseFacts, RecordsClient } from '@halcyon/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askFolder } from '../../apps/halcyon/src/control/ask-folder.ts';
import type { OperationArgs } from '../../apps/halcyon/src/exchange/operation-args.ts';
import { startPostgres, type TestPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const ADA = { email: 'ada@example.com', password: 'plum tree under rain 77' };

const aside = mkdtempSync(join(tmpdir(), 'halcyon-parts-'));
/** A sound folder with one person in it, the same before that person came, and another exchange's. */
const sound = join(aside, 'sound');
const older = join(aside, 'older');
const other = join(aside, 'other');
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await ExchangeProcess.filled();
  copyFolder(exchange.folder, older);
  await asked('user-create', { ...ADA, fund: 'USDT=1000' });
  copyFolder(exchange.folder, sound);
  const second = await RecordsClient.open({ dataFolder: other, exchange: 'another' });
  await second.close();
});

afterAll(async () => {
  await exchange.remove();
  rmSync(aside, { recursive: true, force: true });
});

/** The folder as it was, but for what is done to it. */
function damaged(damage: (path: (name: string) => string) => void): void {
  rmSync(exchange.folder, { recursive: true });
  copyFolder(sound, exchange.folder);
  damage((name) => join(exchange.folder, name));
}

/** What a command prints where no server runs; in this process, which has loaded the code already. */
async function asked(operation: string, args: OperationArgs = {}, of = exchange): Promise<string> {
  return JSON.stringify(await askFolder(of.folder, parseConfig(of.env), operation, args));
}

/** What a command says that cannot open the folder. */
function refusal(of: ExchangeProcess): Promise<string> {
  return asked('user-list', {}, of).then((said) => `no refusal: ${said}`, String);
}

/** Every file with its size, without the lock's and what SQLite makes to read. */
function listing(): string[] {
  return readdirSync(exchange.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^lock\.|-shm$|-wal$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).size}`)
    .sort();
}

function remove(pattern: RegExp): void {
  for (const name of readdirSync(exchange.folder)) {
    if (pattern.test(name)) rmSync(join(exchange.folder, name), { recursive: true });
  }
}

const segments = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /segment|snapshot/.test(name));

const DAMAGES: readonly [string, (path: (name: string) => string) => void, RegExp][] = [
  [
    'no live folder',
    (path) => rmSync(path('live'), { recursive: true }),
    /live\/ holds no journal, but records\.db knows commands up to \d+, identity\.db knows users up to 16/,
  ],
  [
    'no journal in it',
    (path) => {
      for (const name of segments(path('live'))) rmSync(join(path('live'), name));
    },
    /live\/ holds no journal, but/,
  ],
  [
    'an older live folder',
    (path) => {
      rmSync(path('live'), { recursive: true });
      copyFolder(join(older, 'live'), path('live'));
    },
    /the journal in live\/ ends at command \d+ and user 15, but .*identity\.db knows users up to 16/,
  ],
  [
    'no exchange.json',
    (path) => rmSync(path('live/exchange.json')),
    /identity\.db belongs to exchange [0-9a-f-]+, live\/exchange\.json is missing/,
  ],
  ['no identity.db', () => remove(/^identity/), /identity\.db is missing or empty, but live\/ has/],
  [
    'an empty identity.db',
    (path) => {
      remove(/^identity/);
      writeFileSync(path('identity.db'), '');
    },
    /identity\.db is missing or empty/,
  ],
  [
    'a garbled identity.db',
    (path) => writeFileSync(path('identity.db'), 'x'.repeat(50_000)),
    /identity\.db cannot be read: .*not a database/,
  ],
  [
    'an identity.db with damaged pages',
    (path) => {
      const bytes = readFileSync(path('identity.db'));
      writeFileSync(path('identity.db'), bytes.fill(0x5a, 5_000, bytes.length - 5_000));
    },
    /identity\.db cannot be read/,
  ],
  [
    'the identity.db of another exchange',
    (path) => {
      remove(/^identity/);
      cpSync(join(other, 'identity.db'), path('identity.db'));
    },
    /identity\.db belongs to exchange another, live\/ to [0-9a-f-]+/,
  ],
  ['no secrets.key', (path) => rmSync(path('secrets.key')), /secrets\.key is missing/],
  [
    'the secrets.key of another exchange',
    (path) => cpSync(join(other, 'secrets.key'), path('secrets.key')),
    /secrets\.key is not the key that the secrets in identity\.db are encrypted with/,
  ],
  [
    'a garbled records.db',
    (path) => writeFileSync(path('records.db'), 'x'.repeat(50_000)),
    /records\.db cannot be read .*without the file, the next start makes it again/,
  ],
];

describe('a part that does not fit', () => {
  test.each(DAMAGES)('%s: refused in words, nothing is changed', async (_name, damage, words) => {
    damaged(damage);
    const before = listing();
    const refused = await refusal(exchange);
    expect(refused).toMatch(words);
    expect(refused).toContain('--archive-old-parts');
    expect(listing()).toEqual(before);
  });

  test.each([
    ['folder', 'paper', /the paper venue is missing/],
    ['journal', 'paper/segment-0000000001.journal', /paper\/ holds no journal, but paper_records/],
  ])('no paper %s: refused, and the live venue alone goes on', async (_name, part, words) => {
    damaged((path) => rmSync(path(part), { recursive: true }));
    expect(await refusal(exchange)).toMatch(words);
    Object.assign(exchange.env, { HALCYON_PAPER: 'off' });
    expect(await asked('user-list')).toContain(ADA.email);
    Object.assign(exchange.env, { HALCYON_PAPER: 'on' });
  });
});

test('records that are gone are made again from the journal', async () => {
  damaged(() => remove(/records\.db/));
  await exchange.launch();
  expect(exchange.log).toContain('there are no records: they are made again from the journal');
  await exchange.stop();
  const database = new DatabaseSync(join(exchange.folder, 'records.db'));
  expect(database.prepare('select count(*) as n from bills').get()).not.toEqual({ n: 0 });
  database.close();
});

test('a folder from before there were ids is given one, and is held to it from then on', async () => {
  damaged((path) => {
    for (const name of ['live/exchange.json', 'paper/exchange.json']) rmSync(path(name));
    for (const name of ['records.db', 'paper_records.db', 'identity.db']) {
      const database = new DatabaseSync(path(name));
      database.exec("delete from facts where name = 'exchange'");
      database.close();
    }
  });
  expect(await asked('user-list')).toContain(ADA.email);
  expect(existsSync(join(exchange.folder, 'live/exchange.json'))).toBe(true);
  remove(/^identity/);
  expect(await refusal(exchange)).toMatch(/identity\.db is missing or empty/);
});

test('old parts are moved aside by name, and an empty exchange takes people', async () => {
  damaged((path) => rmSync(path('live'), { recursive: true }));
  expect(() => exchange.output('user', 'list')).toThrow(
    /live\/ holds no journal.*--archive-old-parts/s,
  );
  expect(await exchange.launchInVain()).toBe(1);
  await exchange.launch('--archive-old-parts');
  const { email, password } = ADA;
  exchange.command('user', 'create', '--email', email, '--password', password, '--fund', 'USDT=5');
  await exchange.stop();
  const archive = readdirSync(exchange.folder).find((name) => name.startsWith('old-parts-'));
  expect(exchange.log).toContain(archive);
  const kept = readdirSync(join(exchange.folder, archive ?? ''));
  expect(kept).toEqual(expect.arrayContaining(['identity.db', 'paper', 'records.db']));
  expect(exchange.output('user', 'list')).toContain(email);
});

describe('on PostgreSQL', () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres?.stop());

  test('one that is empty beside a folder with people is refused, and stays empty', async () => {
    const url = await postgres.createDatabase();
    const server = await ExchangeProcess.filled({
      HALCYON_PAPER: 'off',
      HALCYON_DATABASE_URL: url.replace('@/', '@localhost/'),
    });
    expect(await refusal(server)).toMatch(/start without HALCYON_DATABASE_URL/);
    // A folder that was last started before it said where its databases are.
    const file = join(server.folder, 'live', 'exchange.json');
    const { database, ...older } = JSON.parse(readFileSync(file, 'utf8'));
    expect(database).toBe('sqlite');
    writeFileSync(file, JSON.stringify(older));
    expect(await refusal(server)).toMatch(
      /the schema identity of HALCYON_DATABASE_URL is missing or empty, but live\/ has/,
    );
    const place = { dataFolder: server.folder, databaseUrl: url };
    expect(await databaseFacts(place, 'identity')).toBeNull();
    await server.remove();
  });
});

/**
 * Holds what the parts of an exchange know of each other together before a start opens them: the
 * journals, the databases and the key of the secrets. A part that is missing, emptied, older than the
 * others or of another exchange ends the start; beginning it anew beside the others would leave logins
 * without balances, or balances that nobody can sign in to.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_USER_ID } from '@halcyon/domain';
import { segmentIndex, segmentName } from '@halcyon/journal';
import { type DatabaseFacts, type DatabaseName, databaseFacts, keyFileId } from '@halcyon/records';
import { type ExchangeFile, readExchangeFile } from './exchange-file.ts';
import { type Layout, layoutOf, paperLayoutOf } from './layout.ts';

/** Where the parts are. */
export interface PartsPlace {
  /** Data folder, absolute. */
  readonly root: string;
  readonly databaseUrl: string | null;
  /** Whether the paper venue is opened too; otherwise it is not looked at. */
  readonly paper: boolean;
}

/** What the live journal reaches. */
export interface LiveReach {
  readonly seq: number;
  /** Highest user number. */
  readonly lastUser: number;
}

/** One thing that does not fit, and what would have to begin anew for it. */
export interface PartFault {
  readonly text: string;
  readonly scope: 'all' | 'paper';
}

/** The parts do not fit together. */
export class PartsError extends Error {
  override readonly name = 'PartsError';
  /** What would have to begin anew. */
  readonly scope: PartFault['scope'];
  /** What is wrong, without what may be done about it. */
  readonly what: string;

  constructor(faults: readonly PartFault[]) {
    const scope = faults.some((fault) => fault.scope === 'all') ? 'all' : 'paper';
    const anew = scope === 'all' ? 'an empty exchange' : 'an empty paper venue';
    const texts = faults.map(({ text }) => text).join('; ');
    super(
      `${texts}. Nothing was changed. Put back what is missing, or restore a backup into an empty ` +
        'folder (see "When a part is missing" in docs/operator-guide.md). ' +
        `"start --archive-old-parts" moves the old parts aside and begins ${anew}`,
    );
    this.scope = scope;
    this.what = texts;
  }
}

/** A database as it was found: `null` = missing or empty, a text = why it cannot be read. */
type Found = DatabaseFacts | string | null;

interface Venue {
  readonly file: ExchangeFile | null;
  /** Whether it has a journal at all. */
  readonly begun: boolean;
  /** Whether its journal is kept from the first command on. */
  readonly whole: boolean;
}

/** All that is compared. */
export interface Parts {
  readonly live: Venue;
  readonly paper: Venue;
  readonly databases: Readonly<Record<DatabaseName, Found>>;
  /** Which key is in secrets.key; null = no file. */
  readonly key: { readonly id: string | null } | string;
}

/** Whether a venue's folder has any of its journal. */
export function hasJournal({ journal }: Layout): boolean {
  if (!existsSync(journal)) return false;
  return readdirSync(journal).some((name) => segmentIndex(name) !== undefined);
}

/** @throws Error naming a folder that has no journal of a venue */
export function requireExchange(layout: Layout): void {
  if (hasJournal(layout)) return;
  throw new Error(`${layout.root} holds no exchange: there is no journal in ${layout.journal}`);
}

/**
 * @returns sentences for the log: what is missing and made again by itself
 * @throws PartsError when the parts do not fit the live journal, which reaches `reach`
 */
export async function checkParts(place: PartsPlace, reach: LiveReach): Promise<string[]> {
  const parts = await readParts(place);
  const faults = faultsOf(parts, reach, place);
  if (faults.length > 0) throw new PartsError(faults);
  const { records, paper_records } = parts.databases;
  const again = [
    ...(records === null && reach.seq > 0 ? ['records'] : []),
    ...(paper_records === null && parts.paper.begun && place.paper ? ['paper_records'] : []),
  ];
  return again.map((name) => `there are no ${name}: they are made again from the journal`);
}

async function readParts({ root, databaseUrl }: PartsPlace): Promise<Parts> {
  const find = async (name: DatabaseName): Promise<Found> => {
    const place = { dataFolder: root, databaseUrl: databaseUrl ?? undefined };
    try {
      return await databaseFacts(place, name);
    } catch (error) {
      // A server that does not answer is no damage: nothing may be moved aside for it.
      if (databaseUrl !== null) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  };
  return {
    live: venueOf(layoutOf(root)),
    paper: venueOf(paperLayoutOf(root)),
    databases: {
      records: await find('records'),
      paper_records: await find('paper_records'),
      identity: await find('identity'),
    },
    key: keyOf(root),
  };
}

function venueOf(layout: Layout): Venue {
  const whole = existsSync(join(layout.journal, segmentName(1)));
  return { file: readExchangeFile(layout), begun: hasJournal(layout), whole };
}

function keyOf(root: string): Parts['key'] {
  try {
    return { id: keyFileId(root) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What does not fit, by the names that an operator sees. */
export function faultsOf(parts: Parts, reach: LiveReach, place: PartsPlace): PartFault[] {
  // With its setting: a wrong address looks like lost data.
  const name = (database: DatabaseName): string =>
    place.databaseUrl === null
      ? `${database}.db`
      : `the schema ${database} of HALCYON_DATABASE_URL`;
  const inAll = (text: string): PartFault => ({ text, scope: 'all' });
  const journal = journalFaults(parts, reach, name);
  // Beside another journal nothing else fits either.
  if (journal.length > 0) return journal.map(inAll);
  const isNoted = parts.live.file?.database !== undefined;
  const hint = place.databaseUrl === null && !isNoted ? IN_POSTGRESQL : '';
  const all = [
    ...identityFaults(parts, reach, name).map((text) => text + hint),
    ...recordsFaults(parts.live, parts.databases.records, name('records')),
  ].map(inAll);
  if (!place.paper) return all;
  const paper = paperFaults(parts, name).map((text): PartFault => ({ text, scope: 'paper' }));
  return [...all, ...paper];
}

/** A folder may be from before it noted where its databases are. */
const IN_POSTGRESQL = ' (if the databases are in PostgreSQL, set HALCYON_DATABASE_URL)';

type NameOf = (database: DatabaseName) => string;

/** The live journal is missing, older than the rest, or not the one that the rest belongs to. */
function journalFaults(
  { live, paper, databases }: Parts,
  reach: LiveReach,
  name: NameOf,
): string[] {
  const { records, identity } = databases;
  const ahead: string[] = [];
  if (isFacts(records) && records.reached > reach.seq) {
    ahead.push(`${name('records')} knows commands up to ${records.reached}`);
  }
  if (isFacts(identity) && identity.reached > reach.lastUser) {
    ahead.push(`${name('identity')} knows users up to ${identity.reached}`);
  }
  if (paper.begun && reach.seq === 0) ahead.push('paper/ has a journal');
  if (ahead.length > 0) {
    const live =
      reach.seq === 0
        ? 'live/ holds no journal'
        : `the journal in live/ ends at command ${reach.seq} and user ${reach.lastUser}`;
    return [`${live}, but ${ahead.join(', ')}`];
  }
  return (['records', 'identity'] as const).flatMap((database) => {
    const found = databases[database];
    const owner = isFacts(found) ? found.exchange : null;
    if (owner === null || owner === live.file?.id) return [];
    const own = live.file === null ? 'live/exchange.json is missing' : `live/ to ${live.file.id}`;
    return [`${name(database)} belongs to exchange ${owner}, ${own}`];
  });
}

/** People and their secrets. */
function identityFaults({ live, databases, key }: Parts, reach: LiveReach, name: NameOf): string[] {
  const { identity } = databases;
  const database = name('identity');
  if (typeof identity === 'string') return [`${database} cannot be read: ${identity}`];
  const users = Math.max(0, reach.lastUser - FIRST_USER_ID + 1);
  const given = live.file?.parts.includes('identity') ?? false;
  // Before there were ids only the users tell. The last may have been cut off between both.
  const lost = given ? (identity?.exchange ?? null) === null : !identity?.reached && users > 1;
  if (lost) return [`${database} is missing or empty, but live/ has ${users} users`];
  if (typeof key === 'string') return [key];
  const wanted = identity?.keyId ?? null;
  if (wanted === null || wanted === key.id) return [];
  const what = key.id === null ? 'is missing' : 'is not the key';
  return [`secrets.key ${what} that the secrets in ${database} are encrypted with`];
}

/** Rows that can be made again from a whole journal are: there is nothing to say about them. */
function recordsFaults({ whole, begun }: Venue, found: Found, database: string): string[] {
  if (typeof found === 'string') {
    const again = whole ? ': without the file, the next start makes it again from the journal' : '';
    return [`${database} cannot be read (${found})${again}`];
  }
  if (found !== null || whole || !begun) return [];
  return [`${database} is missing or empty, and the journal no longer begins at its first command`];
}

function paperFaults({ live, paper, databases }: Parts, name: NameOf): string[] {
  const { paper_records: records } = databases;
  const given = live.file?.parts.includes('paper') ?? false;
  if (given && paper.file === null)
    return ['the paper venue is missing: there is no paper/exchange.json'];
  const owners = [paper.file?.id ?? null, isFacts(records) ? records.exchange : null];
  const other = owners.find((owner) => owner !== null && owner !== live.file?.id);
  if (other !== undefined) return [`the paper venue belongs to exchange ${other}`];
  if (!paper.begun && isFacts(records) && records.reached > 0) {
    const knows = `${name('paper_records')} knows commands up to ${records.reached}`;
    return [`paper/ holds no journal, but ${knows}`];
  }
  return recordsFaults(paper, records, name('paper_records'));
}

function isFacts(found: Found): found is DatabaseFacts {
  return found !== null && typeof found !== 'string';
}

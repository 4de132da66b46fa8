/**
 * `exchange.json` beside a venue's journal: which exchange the journal belongs to. The id is made at
 * the first start and stored in every part, so that a part that is lost or of another exchange is noticed.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from './durable-file.ts';
import type { Layout } from './layout.ts';

/** A part that a start may find to be missing because it was there before. */
export type LastingPart = 'identity' | 'paper';

/** Where the databases of an exchange are. */
export type DatabaseEngine = 'sqlite' | 'postgresql';

/** What the file says. */
export interface ExchangeFile {
  readonly id: string;
  /** Parts that were given the id, in the file of the live venue. */
  readonly parts: readonly LastingPart[];
  /** In the file of the live venue, from the first start that knew of it. */
  readonly database?: DatabaseEngine;
}

const NAME = 'exchange.json';

/** Null where there is none. @throws Error naming the file when it cannot be read */
export function readExchangeFile({ journal }: Pick<Layout, 'journal'>): ExchangeFile | null {
  const file = join(journal, NAME);
  try {
    const { id, parts, database } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ExchangeFile>;
    if (typeof id !== 'string' || !Array.isArray(parts))
      throw new Error('it has no id or no parts');
    return { id, parts, ...(database === undefined ? {} : { database }) };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be read, put it back from a backup: ${why}`, { cause });
  }
}

/** The id of the exchange, made and stored where there is none yet. */
export function settleExchangeId(live: Layout): string {
  const known = readExchangeFile(live);
  if (known !== null) return known.id;
  const id = randomUUID();
  write(live, { id, parts: [] });
  return id;
}

/** Notes that a part has the id: from now on it must be there. */
export function listPart(live: Layout, part: LastingPart): void {
  const known = readExchangeFile(live);
  if (known === null || known.parts.includes(part)) return;
  write(live, { ...known, parts: [...known.parts, part] });
}

/**
 * Databases of the other kind would look as if all were lost.
 * @throws Error naming the setting, when the exchange's databases are of the other kind
 */
export function requireDatabase(live: Layout, databaseUrl: string | null): void {
  const known = readExchangeFile(live)?.database;
  if (known === undefined || known === databasePlace(databaseUrl)) return;
  throw new Error(
    known === 'postgresql'
      ? 'the databases of this folder are in PostgreSQL: set HALCYON_DATABASE_URL to their address'
      : 'the databases of this folder are files in it: start without HALCYON_DATABASE_URL',
  );
}

/** Notes where the databases are. */
export function noteDatabase(live: Layout, databaseUrl: string | null): void {
  const known = readExchangeFile(live);
  const database = databasePlace(databaseUrl);
  if (known === null || known.database === database) return;
  write(live, { ...known, database });
}

function databasePlace(databaseUrl: string | null): DatabaseEngine {
  return databaseUrl === null ? 'sqlite' : 'postgresql';
}

/** Notes that a part begins anew. */
export function unlistPart(live: Layout, part: LastingPart): void {
  const known = readExchangeFile(live);
  if (known === null) return;
  write(live, { ...known, parts: known.parts.filter((name) => name !== part) });
}

/** Binds the paper venue to the exchange of the live one, where live has an id. */
export function settlePaper(live: Layout, paper: Layout): void {
  const known = readExchangeFile(live);
  if (known === null) return;
  if (readExchangeFile(paper) === null) write(paper, { id: known.id, parts: [] });
  listPart(live, 'paper');
}

function write({ journal }: Layout, content: ExchangeFile): void {
  writeFileDurably(join(journal, NAME), `${JSON.stringify(content)}\n`);
}

/** Runs one suite on both databases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { TestPostgres } from '../../testkit/src/postgres/index.ts';
import { startPostgres } from '../../testkit/src/postgres/index.ts';
import type { DatabaseKind, DatabaseLocation } from '../src/sql/connect.ts';

/** Where tests put their databases. */
export interface TestDatabases {
  readonly kind: DatabaseKind;
  /** An empty folder of its own. */
  folder(): string;
  /** A URL of an empty PostgreSQL database; undefined on SQLite. */
  url(): Promise<string | undefined>;
  /** A fresh, empty location. */
  fresh(): Promise<DatabaseLocation>;
  /** Ends all connections to a PostgreSQL database. */
  dropConnections(url: string): Promise<void>;
  /** Makes a PostgreSQL database as if it were down, or up again. */
  refuseConnections(url: string, refused: boolean): Promise<void>;
}

/** Declares `suite` once for SQLite and once for PostgreSQL. */
export function onBothDatabases(name: string, suite: (databases: TestDatabases) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${name} (${kind})`, () => suite(setUp(kind)));
  }
}

function setUp(kind: DatabaseKind): TestDatabases {
  const folders: string[] = [];
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    if (kind === 'postgres') server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'halcyon-records-'));
    folders.push(made);
    return made;
  };
  const url = async () => server?.createDatabase();
  return {
    kind,
    folder,
    url,
    async fresh() {
      const made = await url();
      if (made === undefined) return { kind: 'sqlite', file: join(folder(), 'records.db') };
      return { kind: 'postgres', url: made, schema: 'records' };
    },
    async dropConnections(made) {
      await server?.dropConnections(made);
    },
    async refuseConnections(made, refused) {
      await server?.refuseConnections(made, refused);
    },
  };
}

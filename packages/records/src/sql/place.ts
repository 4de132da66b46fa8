/** Where the databases of an exchange are. */
import { join } from 'node:path';
import type { DatabaseLocation } from './connect.ts';

/** The place of all of them. */
export interface DatabasePlace {
  /** Folder of `records.db`, `identity.db` and `secrets.key`. */
  readonly dataFolder: string;
  /** PostgreSQL instead of SQLite files; the key file stays in the folder. */
  readonly databaseUrl?: string | undefined;
}

/** The database of a name: a file, or a schema of that name. */
export function placeOf(
  { dataFolder, databaseUrl: url }: DatabasePlace,
  name: string,
): DatabaseLocation {
  return url === undefined
    ? { kind: 'sqlite', file: join(dataFolder, `${name}.db`) }
    : { kind: 'postgres', url, schema: name };
}

/** The file of the key of all secrets. */
export function keyFileOf(dataFolder: string): string {
  return join(dataFolder, 'secrets.key');
}

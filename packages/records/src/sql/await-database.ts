/** Waits for a PostgreSQL server that is not there yet, as when both start with the machine. */
import { setTimeout as pause } from 'node:timers/promises';

/** What says that it may answer later: not reached, not found, starting, shut to new connections. */
const LATER: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN', '57P03', '53300', '55000'],
]);
const TRY_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * Resolves once the server at `url` takes a connection.
 * @param onWait told why it does not, once for each reason
 * @throws what the server says where waiting cannot help, such as a wrong password
 */
export async function awaitDatabase(url: string, onWait: (why: string) => void): Promise<void> {
  const { default: pg } = await import('pg');
  for (let told = ''; ; await pause(PAUSE_MS)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TRY_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      client.end().catch(() => {});
      const why = error instanceof Error ? reasonOf(error) : null;
      if (why === null) throw error;
      if (why !== told) onWait(why);
      told = why;
    }
  }
}

/** Why to wait; null = there is nothing to wait for. */
function reasonOf(error: Error): string | null {
  // A host with several addresses fails with one error for each of them.
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  const [first = error] = errors;
  const { code } = first as { readonly code?: unknown };
  if (typeof code === 'string') return LATER.has(code) ? first.message : null;
  return /timeout/i.test(first.message) ? first.message : null;
}

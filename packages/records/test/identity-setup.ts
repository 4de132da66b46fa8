/** An identity database with a clock that tests move and hashes that cost little. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { IdentityContext } from '../src/identity/context.ts';
import { openIdentity } from '../src/identity/open.ts';
import { PasswordHasher } from '../src/identity/password-hasher.ts';
import type { IdentityTables } from '../src/identity/schema.ts';
import { createUser } from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import type { TestDatabases } from './databases.ts';

/** Cheap on purpose. */
export const CHEAP = { memoryKib: 64, passes: 1, parallelism: 1 };
/** A password that all rules accept. */
export const PASSWORD = 'nine blue whales sing';

/** Where requests of tests come from. */
export const ORIGIN = { address: '198.51.100.1', language: 'en' };

/** What a test works with. */
export interface IdentityUnderTest {
  readonly context: IdentityContext;
  readonly database: Database<IdentityTables>;
  readonly hasher: PasswordHasher;
  /** Moves the clock on. */
  wait(ms: number): void;
  /** Registers a user with PASSWORD; `u<uid>@example.com`. */
  user(uid: number): Promise<void>;
}

/** Opens an empty identity database. */
export async function openTestIdentity(
  databases: Pick<TestDatabases, 'fresh'>,
): Promise<IdentityUnderTest> {
  const location = await databases.fresh();
  const database = await openDatabase<IdentityTables>(location);
  let now = 1_790_000_000_000;
  const hasher = new PasswordHasher(CHEAP, 100_000);
  const box = new SecretBox(randomBytes(32));
  const context = await openIdentity(database, { box, hasher, now: () => now });
  return {
    context,
    database,
    hasher,
    wait(ms) {
      now += ms;
    },
    async user(uid) {
      await createUser(context, { uid, email: `u${uid}@example.com`, password: PASSWORD });
    },
  };
}

/** Expects a RecordsError with this code; gives it back. */
export async function refused(promise: Promise<unknown>, code: string) {
  const error = await promise.then(
    () => expect.fail(`was accepted, expected ${code}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'RecordsError', code });
  return error as { message: string; field: string; retryAfterMs: number };
}

/** How many of the promises were fulfilled, and the codes of the rest. */
export async function tally(promises: readonly Promise<unknown>[]) {
  const results = await Promise.allSettled(promises);
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code?: string }).code ?? 'none'] : [],
  );
  return { fulfilled: results.length - codes.length, codes: [...new Set(codes)].sort() };
}

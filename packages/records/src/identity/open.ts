import type { Kysely } from 'kysely';
import type { SecretBox } from '../secrets/secret-box.ts';
import { Fact, settleFact } from '../sql/facts.ts';
import { migrate } from '../sql/migrate.ts';
import type { IdentityContext } from './context.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { IdentityDatabase, IdentityTables } from './schema.ts';
import { IDENTITY_MIGRATIONS } from './schema.ts';

/** Brings the schema up to date. Throws when the key file is not the one this database began with. */
export async function openIdentity(
  database: IdentityDatabase,
  tools: { readonly box: SecretBox; readonly hasher: PasswordHasher; readonly now: () => number },
): Promise<IdentityContext> {
  await migrate(database as never, IDENTITY_MIGRATIONS, tools.now());
  await checkKey(database.db, tools.box.keyId);
  return { db: database.db, noticesChanged: () => {}, ...tools };
}

async function checkKey(db: Kysely<IdentityTables>, keyId: string): Promise<void> {
  if ((await settleFact(db, Fact.key, keyId)) === keyId) return;
  throw new Error(
    'secrets.key is not the key that the identity database was made with: put the right one back ' +
      '(it is part of the backup), or the secrets of all API keys are lost',
  );
}

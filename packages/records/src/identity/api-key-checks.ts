/** Whether a key may be made or changed so: asked before anything is done, and again when it is. */
import { PORTFOLIO_KEY_PERMISSIONS } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import {
  type ApiKeySettings,
  checkKeySettings,
  checkPublicKey,
  type NewApiKeyInput,
  type Permission,
} from './api-key-rules.ts';
import type { IdentityContext } from './context.ts';
import { API_KEYS_PER_USER, PASSPHRASE_LENGTH_MAX, PASSPHRASE_LENGTH_MIN } from './limits.ts';
import type { IdentityTables } from './schema.ts';

/** A new key in canonical form. Throws `badRequest`. */
export function checkForm(input: NewApiKeyInput, now: number) {
  const settings = checkKeySettings(input, now);
  if (input.passphrase !== undefined) checkPassphrase(input.passphrase);
  const publicKey = input.type === 'hmac' ? '' : checkPublicKey(input.type, input.publicKey ?? '');
  return { settings, publicKey };
}

/** Throws as `createApiKey` would, and makes nothing. */
export async function checkNewApiKey(
  { db, now }: IdentityContext,
  input: NewApiKeyInput,
): Promise<void> {
  const { settings } = checkForm(input, now());
  checkBounds(await boundsOf(db, input), settings.permissions);
  const row = await db
    .selectFrom('users')
    .select('key_count')
    .where('uid', '=', input.uid)
    .executeTakeFirst();
  if (row !== undefined && row.key_count >= API_KEYS_PER_USER) throw tooManyKeys();
}

/** Throws as `updateApiKey` would of new settings, and changes nothing. */
export async function checkKeyChange(
  { db, now }: IdentityContext,
  { uid, portfolio, ...settings }: ApiKeySettings & KeyHolder,
): Promise<void> {
  const { permissions } = checkKeySettings(settings, now());
  checkBounds(await boundsOf(db, { uid, portfolio }), permissions);
}

/** The person has as many as there may be. */
export function tooManyKeys(): RecordsError {
  const message = `a user may have at most ${API_KEYS_PER_USER} API keys: delete one first`;
  return new RecordsError('limitReached', message, { facts: { limit: API_KEYS_PER_USER } });
}

/** Whose a key is. */
type KeyHolder = Pick<NewApiKeyInput, 'uid' | 'portfolio'>;

/** What keys of a sub-account or of a copy portfolio may be allowed; null for everybody else's. */
export async function boundsOf(
  db: Kysely<IdentityTables>,
  { uid, portfolio = 0 }: KeyHolder,
): Promise<string | null> {
  if (portfolio !== 0) return PORTFOLIO_KEY_PERMISSIONS.join(',');
  const row = await db
    .selectFrom('sub_accounts')
    .select('permissions')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.permissions ?? null;
}

/** Throws `badRequest` where a key would be allowed what its sub-account or portfolio is not. */
export function checkBounds(bounds: string | null, permissions: readonly Permission[]): void {
  const allowed = bounds?.split(',') ?? permissions;
  if (permissions.every((one) => allowed.includes(one))) return;
  const message = `permissions may hold what the account is allowed: ${allowed.join(', ')}`;
  throw new RecordsError('badRequest', message, { field: 'permissions' });
}

function checkPassphrase(text: string): void {
  const form = new RegExp(`^[A-Za-z0-9]{${PASSPHRASE_LENGTH_MIN},${PASSPHRASE_LENGTH_MAX}}$`);
  if (form.test(text)) return;
  throw new RecordsError(
    'badRequest',
    `passphrase must be ${PASSPHRASE_LENGTH_MIN} to ${PASSPHRASE_LENGTH_MAX} letters and digits`,
    { field: 'passphrase', facts: { min: PASSPHRASE_LENGTH_MIN, max: PASSPHRASE_LENGTH_MAX } },
  );
}

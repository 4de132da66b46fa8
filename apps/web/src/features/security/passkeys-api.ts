/** Passkeys of the signed-in person, by the web's own API. */

import type { PasskeyRow } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';
import { replaceSession } from '../../data/state/sign-in.ts';
import { makePasskey } from '../auth/passkey.ts';

/** Those that there are. */
export function fetchPasskeys(): Promise<readonly PasskeyRow[]> {
  return web('GET /passkeys');
}

/** Has the device make one; backup codes, told this once, come with the first second factor. */
export async function addPasskey(name: string): Promise<readonly string[]> {
  const passkey = await makePasskey(await web('POST /passkeys/setup'));
  const body = { name, passkey };
  const row = await replaceSession(() => web('POST /passkeys', body));
  return row.codes;
}

/** Gives one another name. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await web('PATCH /passkeys/:id', { id, name });
}

/** Removes one; this browser gets a new session. */
export async function removePasskey(id: string): Promise<void> {
  await replaceSession(() => web('DELETE /passkeys/:id', { id }));
}

/** Passkeys of the signed-in person, by the web's own API. */

import type { PasskeyRow } from '@halcyon/domain/web';
import { get, post, send } from '../../data/rest/http.ts';
import { replaceSession } from '../../data/state/sign-in.ts';
import { makePasskey, type PasskeyOptions } from '../auth/passkey.ts';

const ROUTE = '/api/web/v1/passkeys';

interface Begun {
  readonly csrfToken: string;
}

/** Those that there are. */
export function fetchPasskeys(): Promise<readonly PasskeyRow[]> {
  return get<readonly PasskeyRow[]>(ROUTE);
}

/** Has the device make one; backup codes, told this once, come with the first second factor. */
export async function addPasskey(name: string): Promise<readonly string[]> {
  const passkey = await makePasskey(await post<PasskeyOptions>(`${ROUTE}/setup`));
  const body = { name, passkey };
  const row = await replaceSession(() =>
    post<Begun & { readonly codes: readonly string[] }>(ROUTE, body),
  );
  return row.codes;
}

/** Gives one another name. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await send('PATCH', `${ROUTE}/${encodeURIComponent(id)}`, { name });
}

/** Removes one; this browser gets a new session. */
export async function removePasskey(id: string): Promise<void> {
  await replaceSession(() => send<Begun>('DELETE', `${ROUTE}/${encodeURIComponent(id)}`));
}

/** The second factor of the signed-in person, by the web's own API. */

import type { FactorSetup, FactorState } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';
import { replaceSession } from '../../data/state/sign-in.ts';

/** Reads the state. */
export function fetchFactor(): Promise<FactorState> {
  return web('GET /second-factor');
}

/** A secret for a new app; nothing changes until a code of it is shown. */
export function beginSetup(): Promise<FactorSetup> {
  return web('POST /second-factor/setup');
}

/** Takes the new app; its backup codes, which are told this once. */
export async function confirmSetup(code: string): Promise<readonly string[]> {
  const row = await replaceSession(() => web('POST /second-factor', { code }));
  return row.codes;
}

/** New backup codes, told this once; those before are void. */
export async function renewCodes(): Promise<readonly string[]> {
  return (await web('POST /second-factor/backup-codes')).codes;
}

/** Removes the app. */
export async function removeFactor(): Promise<void> {
  await replaceSession(() => web('DELETE /second-factor'));
}

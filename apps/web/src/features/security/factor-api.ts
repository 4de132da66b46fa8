/** The second factor of the signed-in person, by the web's own API. */

import { get, post, send } from '../../data/rest/http.ts';
import { replaceSession } from '../../data/state/sign-in.ts';

const ROUTE = '/api/web/v1/second-factor';

/** What there is. */
export interface FactorState {
  /** Unix ms at which the app was set up; null = there is none. */
  readonly madeAt: number | null;
  readonly backupCodesLeft: number;
}

/** What a new app is set up with. */
export interface FactorSetup {
  /** To type. */
  readonly secret: string;
  /** To scan. */
  readonly uri: string;
  /** How long it is good, ms. */
  readonly validMs: number;
}

interface Begun {
  readonly csrfToken: string;
}

interface Codes {
  readonly codes: readonly string[];
}

/** Reads the state. */
export function fetchFactor(): Promise<FactorState> {
  return get<FactorState>(ROUTE);
}

/** A secret for a new app; nothing changes until a code of it is shown. */
export function beginSetup(): Promise<FactorSetup> {
  return post<FactorSetup>(`${ROUTE}/setup`);
}

/** Takes the new app; its backup codes, which are told this once. */
export async function confirmSetup(code: string): Promise<readonly string[]> {
  const row = await replaceSession(() => post<Begun & Codes>(ROUTE, { code }));
  return row.codes;
}

/** New backup codes, told this once; those before are void. */
export async function renewCodes(): Promise<readonly string[]> {
  return (await post<Codes>(`${ROUTE}/backup-codes`)).codes;
}

/** Removes the app. */
export async function removeFactor(): Promise<void> {
  await replaceSession(() => send<Begun>('DELETE', ROUTE));
}

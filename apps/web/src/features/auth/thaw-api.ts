/** Thawing an account that its owner froze, by the web's own API. */

import type { ThawNeeds } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';
import type { Proof } from '../../data/state/sign-in.ts';

/** Has a link sent to an address, if its owner froze the account; nobody is told. */
export async function askThaw(email: string): Promise<void> {
  await web('POST /thaw', { email });
}

/** What the page of a link asks for; rejects with an ApiError. */
export function fetchThawNeeds(token: string): Promise<ThawNeeds> {
  return web('POST /thaw/needs', { token });
}

/** Thaws the account of a link; rejects with an ApiError that the form shows. */
export async function thaw(token: string, proof: Proof): Promise<void> {
  await web('PUT /thaw', { token, ...proof });
}

/** Thawing an account that its owner froze, by the web's own API. */

import { post, send } from '../../data/rest/http.ts';
import type { Proof } from '../../data/state/sign-in.ts';

const ROUTE = '/api/web/v1/thaw';

/** How the owner of a link proves to be who froze the account. */
export interface ThawNeeds {
  readonly secondFactor: boolean;
}

/** Has a link sent to an address, if its owner froze the account; nobody is told. */
export async function askThaw(email: string): Promise<void> {
  await post(ROUTE, { email });
}

/** What the page of a link asks for; rejects with an ApiError. */
export function fetchThawNeeds(token: string): Promise<ThawNeeds> {
  return post<ThawNeeds>(`${ROUTE}/needs`, { token });
}

/** Thaws the account of a link; rejects with an ApiError that the form shows. */
export async function thaw(token: string, proof: Proof): Promise<void> {
  await send('PUT', ROUTE, { token, ...proof });
}

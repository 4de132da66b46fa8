/** Answers that are no envelope. */

import { marked } from '../../platform/simulation/venue.ts';
import { NETWORK_ERROR, RequestError } from './api-error.ts';
import { ownHeaders } from './http.ts';

/** GET a JSON document that has no envelope; rejects with an ApiError. */
export async function getDocument(path: string): Promise<unknown> {
  try {
    const response = await fetch(marked(path), {
      credentials: 'same-origin',
      headers: ownHeaders(),
    });
    if (response.ok) return await response.json();
    throw new RequestError(String(response.status), `HTTP ${response.status}`, response.status);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError(NETWORK_ERROR, '', 0);
  }
}

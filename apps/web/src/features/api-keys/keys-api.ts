/** Calls of the API-key page. */

import type { KeyRequests, Stopped } from '@halcyon/domain/web';
import { get, post, send } from '../../data/rest/http.ts';
import type { ApiKeyRow, CreatedApiKey } from '../../data/rest/types.ts';
import { VENUE } from '../../platform/simulation/venue.ts';
import type { KeyType } from './key-form.ts';

const PATH = '/api/web/v1/api-keys';

/** What can be changed of a key. */
export interface KeySettings {
  readonly label: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
  /** Unix ms; null for never. */
  readonly expiresAt: number | null;
  /** How far the time of a request may be off, ms; null for as far as the exchange allows. */
  readonly windowMs: number | null;
}

/** What a new key is made of. */
export interface NewKey extends KeySettings {
  readonly type: KeyType;
  readonly publicKey?: string;
  readonly passphrase?: string;
}

/** All keys of the signed-in person. */
export function listKeys(): Promise<ApiKeyRow[]> {
  return get<ApiKeyRow[]>(PATH);
}

/** Creates a key for the venue of this page; the answer carries the secret this once. */
export function createKey(key: NewKey): Promise<CreatedApiKey> {
  return post<CreatedApiKey>(PATH, { ...key, venue: VENUE });
}

/** Changes a key. */
export function updateKey(id: string, settings: KeySettings): Promise<ApiKeyRow> {
  return send<ApiKeyRow>('PATCH', `${PATH}/${encodeURIComponent(id)}`, settings);
}

/** Switches a key on that was switched off. */
export function switchKeyOn(id: string): Promise<ApiKeyRow> {
  return send<ApiKeyRow>('PATCH', `${PATH}/${encodeURIComponent(id)}`, { disabled: false });
}

/** The last requests with a key. */
export function keyRequests(id: string): Promise<KeyRequests> {
  return get<KeyRequests>(`${PATH}/${encodeURIComponent(id)}/requests`);
}

/** Switches all keys off and cancels all orders. */
export function stopEverything(): Promise<Stopped> {
  return post<Stopped>('/api/web/v1/kill-switch', {});
}

/** Deletes a key. */
export function deleteKey(id: string): Promise<unknown> {
  return send('DELETE', `${PATH}/${encodeURIComponent(id)}`);
}

/** Whose keys a list shows: the person's own, or those of one of their sub-accounts. */

import type { KeyRequests } from '@halcyon/domain/web';
import { createContext, useContext } from 'react';
import { get, post, send } from '../../data/rest/http.ts';
import type { ApiKeyRow, CreatedApiKey } from '../../data/rest/types.ts';
import { VENUE } from '../../platform/simulation/venue.ts';
import { type KeyType, PERMISSIONS } from './key-form.ts';

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

/** The calls about the keys of an account. @param account uid of a sub-account; '' = one's own */
export function keysOf(account: string) {
  const suffix = account === '' ? '' : `?account=${encodeURIComponent(account)}`;
  const one = (id: string, rest = '') => `${PATH}/${encodeURIComponent(id)}${rest}${suffix}`;
  return {
    list: () => get<ApiKeyRow[]>(PATH + suffix),
    /** Creates a key for the venue of this page; the answer carries the secret this once. */
    create: (key: NewKey) => post<CreatedApiKey>(PATH + suffix, { ...key, venue: VENUE }),
    update: (id: string, settings: KeySettings) => send<ApiKeyRow>('PATCH', one(id), settings),
    /** Switches a key on that was switched off. */
    switchOn: (id: string) => send<ApiKeyRow>('PATCH', one(id), { disabled: false }),
    /** The last requests with a key. */
    requests: (id: string) => get<KeyRequests>(one(id, '/requests')),
    remove: (id: string) => send('DELETE', one(id)),
  };
}

/** An account with keys. */
export interface KeyOwner extends ReturnType<typeof keysOf> {
  /** uid of a sub-account; '' = one's own. */
  readonly account: string;
  /** What its keys may be given. */
  readonly permissions: readonly (typeof PERMISSIONS)[number][];
}

const Owner = createContext<KeyOwner>({
  account: '',
  permissions: PERMISSIONS,
  ...keysOf(''),
});

/** Names another account than one's own for what is below it. */
export const KeyOwnerProvider = Owner.Provider;

/** The account whose keys are shown. */
export function useKeyOwner(): KeyOwner {
  return useContext(Owner);
}

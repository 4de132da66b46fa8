/** Whose keys a list shows: the person's own, or those of one of their sub-accounts. */

import type { KeyPermission } from '@halcyon/domain';
import { createContext, useContext } from 'react';
import { web } from '../../data/rest/web.ts';
import { VENUE } from '../../platform/simulation/venue.ts';
import { type KeyType, PERMISSIONS } from './key-form.ts';

/** What can be changed of a key. */
export interface KeySettings {
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
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
  const query = { query: { account } };
  return {
    list: () => web('GET /api-keys', { account }),
    /** Creates a key for the venue of this page; the answer carries the secret this once. */
    create: (key: NewKey) => web('POST /api-keys', { ...key, venue: VENUE }, query),
    update: (id: string, settings: KeySettings) =>
      web('PATCH /api-keys/:id', { id, ...settings }, query),
    /** Switches a key on that was switched off. */
    switchOn: (id: string) => web('PATCH /api-keys/:id', { id, disabled: false }, query),
    /** The last requests with a key. */
    requests: (id: string) => web('GET /api-keys/:id/requests', { id, account }),
    remove: (id: string) => web('DELETE /api-keys/:id', { id }, query),
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

/** What an API key is for the gateway, and where it comes from. */
import type { KeyObject } from 'node:crypto';
import type { Permission } from '@halcyon/protocol';
import type { ApiKeySecrets, IdentityApi } from '@halcyon/records';

/** Where keys are looked up: `null` when there is none, or its user is frozen. */
export type KeySource = Pick<IdentityApi, 'apiKeyByKey'> &
  Partial<Pick<IdentityApi, 'touchApiKeys'>>;

/** A key made ready for verification. */
export interface ReadyKey {
  readonly stored: ApiKeySecrets;
  readonly verifyKey: KeyObject;
  /** null = from everywhere. */
  readonly allowedFrom: IpList | null;
  readonly permissions: ReadonlySet<Permission>;
  /** The passphrase, once one was found right: later ones are compared with it. */
  rightPassphrase: string | null;
  /** Unix ms of the last use that was not reported yet; 0 = none. */
  usedAt: number;
  usedFrom: string;
}

/** Which addresses may use a key. */
export interface IpList {
  allows(address: string): boolean;
}

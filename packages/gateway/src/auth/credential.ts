/** What an API key is for the gateway, and where it comes from. */
import type { KeyObject } from 'node:crypto';
import type { UserId } from '@halcyon/domain';
import type { KeyTier, Permission } from '@halcyon/protocol';

/** An API key as the identity store keeps it, with the secret already decrypted. */
export interface StoredKey {
  readonly apiKey: string;
  readonly user: UserId;
  readonly venue: 'live' | 'paper';
  readonly type: 'hmac' | 'rsa' | 'ed25519';
  /** HMAC secret as text, or the public key as PEM. */
  readonly verifyWith: string;
  readonly permissions: readonly Permission[];
  /** CIDR blocks and single addresses; empty = from everywhere. */
  readonly ipList: readonly string[];
  /** Unix ms; null = never. */
  readonly expiresAt: number | null;
  readonly tier: KeyTier;
  readonly label: string;
  /** Whether the user is frozen by the operator. */
  readonly frozen: boolean;
}

/** Where keys are looked up. */
export interface KeySource {
  /** The key, or null when there is none of that name. */
  findKey(apiKey: string): Promise<StoredKey | null>;
  /** Whether `passphrase` is the one of the key. Slow on purpose; the gateway remembers a yes. */
  checkPassphrase(apiKey: string, passphrase: string): Promise<boolean>;
}

/** A key made ready for verification. */
export interface ReadyKey {
  readonly stored: StoredKey;
  readonly verifyKey: KeyObject;
  readonly allowedFrom: IpList | null;
  readonly permissions: ReadonlySet<Permission>;
  /** SHA-256 of the passphrase once it was found right. */
  passphraseDigest: Buffer | null;
}

/** Which addresses may use a key. */
export interface IpList {
  allows(address: string): boolean;
}

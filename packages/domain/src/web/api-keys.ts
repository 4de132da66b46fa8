/** API keys as the page has them. */
import type { KeyPermission } from '../key-permissions.ts';

/** A key without its secret. Times are Unix ms. */
export interface ApiKeyRow {
  readonly id: string;
  readonly label: string;
  readonly type: 'hmac' | 'rsa' | 'ed25519';
  readonly apiKey: string;
  readonly permissions: readonly KeyPermission[];
  readonly ipList: readonly string[];
  readonly venue: 'live' | 'paper';
  /** null = never. */
  readonly expiresAt: number | null;
  readonly windowMs: number;
  readonly createdAt: number;
  /** null = never. */
  readonly lastUsedAt: number | null;
  readonly lastUsedAddress: string;
  /** Whether it was switched off. */
  readonly disabled: boolean;
  /** The copy portfolio that it acts for; '' = its owner. */
  readonly portfolio: string;
}

/** Answer to creating a key: the secret is shown this once. */
export interface CreatedApiKey extends ApiKeyRow {
  /** Of a key that signs with a shared secret. */
  readonly secretKey?: string;
  readonly passphrase?: string;
}

/** What is known of a recorded exchange that its databases do not tell in the clear. */

/** A key and what it signs with. */
export interface RecordedKey {
  readonly type: 'hmac' | 'rsa' | 'ed25519';
  readonly apiKey: string;
  readonly passphrase: string;
  /** HMAC: the secret. Others: the private key, PKCS 8, base64. */
  readonly secret: string;
}

/** A browser that stays signed in. */
export interface RecordedSession {
  readonly cookie: string;
  readonly csrfToken: string;
}

/** `says.json`. */
export interface RecordedIdentity {
  /** Unix ms. */
  readonly at: number;
  /** Of everybody. */
  readonly password: string;
  /** Ada's, in the live venue: one of each type. */
  readonly keys: readonly RecordedKey[];
  /** Cara's. */
  readonly paperKey: RecordedKey;
  readonly deletedKey: RecordedKey;
  /** Cara's. */
  readonly session: RecordedSession;
  readonly guest: RecordedSession;
}

/** A session that is valid now. */
export interface SessionRecord {
  readonly uid: number;
  readonly email: string;
  /** Whether its person proves itself with more than the password. */
  readonly secondFactor: boolean;
  /** Whether a passkey can do that. */
  readonly passkeys: boolean;
  readonly csrfToken: string;
  /** Unix ms at which it began: every session begins with a proof of who its person is. */
  readonly createdAt: number;
  /** Unix ms of the request before this one, up to 30 s too early. */
  readonly lastSeenAt: number;
  /** Unix ms at which its person last did something, up to 30 s too early. */
  readonly activeAt: number;
  readonly expiresAt: number;
}

/** A session that is valid now. */
export interface SessionRecord {
  readonly uid: number;
  readonly email: string;
  readonly csrfToken: string;
  readonly createdAt: number;
  /** Unix ms of the request before this one, up to 30 s too early. */
  readonly lastSeenAt: number;
  /** Unix ms at which its person last did something, up to 30 s too early. */
  readonly activeAt: number;
  readonly expiresAt: number;
}

/** Mails as the page of the outbox has them. */

/** A mail that was written and not handed to a server. */
export interface OutboxMail {
  readonly id: string;
  readonly recipient: string;
  /** Unix ms. */
  readonly createdAt: number;
  readonly subject: string;
  readonly text: string;
}

/** Newest first. */
export type Outbox = readonly OutboxMail[];

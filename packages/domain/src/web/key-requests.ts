/** What the owner of an API key sees of its requests. Times are Unix ms. */

/** A usual mistake of who signs requests, by which a wrong signature would be a right one. */
export const SIGNING_MISTAKES = [
  /** The query is not in the signed text. */
  'queryLeftOut',
  /** The query is there, without its question mark. */
  'questionMark',
  /** The parameters of the query are signed in another order than they are sent. */
  'queryOrder',
  /** The body is not in the signed text. */
  'bodyLeftOut',
  /** The body was written twice: spaces or the order of fields differ. */
  'bodyRewritten',
  /** The method is signed in lower case. */
  'methodCase',
  /** The whole address is signed, not its path. */
  'wholeUrl',
  /** The time is not in milliseconds. */
  'timestampUnit',
  /** The signature is sent in hex. */
  'hex',
  /** The signature is sent in the Base64 of addresses, or without its padding. */
  'base64Url',
  /** The secret was decoded before it was used. */
  'secretDecoded',
  /** The passphrase was used as the secret. */
  'passphraseAsSecret',
  /** The secret was sent as the passphrase. */
  'secretAsPassphrase',
] as const;
/** See `SIGNING_MISTAKES`. */
export type SigningMistake = (typeof SIGNING_MISTAKES)[number];

/** Why a request was not believed. */
export interface SignatureReport {
  /** The text that the signature has to cover; secrets in it are stars. */
  readonly text: string;
  /** Whether the text goes on. */
  readonly cut: boolean;
  /** The time as it was sent, cut when long. */
  readonly timestamp: string;
  /** How far the sent time is ahead of the server's, ms; null = it is no time. */
  readonly aheadMs: number | null;
  readonly mistakes: readonly SigningMistake[];
}

/** A request that was made with a key. */
export interface KeyRequestRow {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Code of the wire. */
  readonly code: string;
  /** Name of the error; '' = none. */
  readonly reason: string;
  readonly ms: number;
  readonly address: string;
  /** null = it was believed, or not for its signature. */
  readonly signature: SignatureReport | null;
}

/** How much of the limit of an endpoint was used with a key. */
export interface KeyLimitRow {
  readonly path: string;
  readonly perSecond: number;
  /** Requests in the busiest second. */
  readonly busiest: number;
  /** Requests that were refused for the limit. */
  readonly refused: number;
}

/** The last requests with a key, newest first, since the server started. */
export interface KeyRequests {
  readonly requests: readonly KeyRequestRow[];
  readonly limits: readonly KeyLimitRow[];
}

/** What was stopped at once: keys that were on, and orders and plans that were open. */
export interface Stopped {
  readonly keys: number;
  readonly orders: number;
}

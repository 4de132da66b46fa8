/** What the WebSocket side needs of its neighbours. */
import type { UserId } from '@halcyon/domain';
import type { KeyTier } from '@halcyon/protocol';
import type { VenueName } from '@halcyon/records';
import type { Caller } from '../auth/authenticate.ts';
import type { HistoryReads } from '../http/ports.ts';
import type { WsCode } from './errors.ts';

/** Whom a connection speaks for. */
export interface Principal {
  readonly venue: VenueName;
  /** Who it is, by the number in the live venue. */
  readonly person: UserId;
  /** The person's user in the venue. */
  readonly user: UserId;
  /** How the login was made; revoking that key or session closes the socket. */
  readonly via: 'key' | 'session';
  /** API key or session id. */
  readonly id: string;
  readonly tier: KeyTier;
  /** Unix ms at which the key or session ends; 0 = never. */
  readonly expiresAt: number;
  /** The same for the order routes. */
  readonly caller: Caller;
}

/** A login by API key: `sign` covers the timestamp as sent, `GET` and `/user/verify`. */
export interface KeyLogin {
  readonly apiKey: string;
  readonly passphrase: string;
  /** Seconds or ms, the text as signed. */
  readonly timestamp: string;
  readonly sign: string;
}

/** What came of a login. */
export type SocketLoginResult =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly code: WsCode; readonly message: string };

/** Who may log in. */
export interface Logins {
  /**
   * @param address of the client, checked against the key's IP list
   * @param venue that the connection was opened for: a live key has no business on a paper one
   */
  byKey(login: KeyLogin, address: string, venue: VenueName): Promise<SocketLoginResult>;
  /** By the one-time token of a web session. */
  byToken(token: string, venue: VenueName): Promise<SocketLoginResult>;
}

/** Where what views do not know is looked up: positions as a whole, parts of copied orders. */
export type PushRecords = Pick<HistoryReads, 'positionByTrade' | 'copyOwners' | 'copiedOrders'>;

/** What the push side counts; `/metrics` reads it. */
export interface WsStats {
  /** Sockets open now. */
  connections: number;
  /** Of them, logged in. */
  loggedIn: number;
  /** Sockets accepted since the start. */
  accepted: number;
  /** Upgrades refused, by reason. */
  readonly refused: Map<string, number>;
  /** Sockets closed by us, by reason. */
  readonly closed: Map<string, number>;
  /** Messages received. */
  received: number;
  /** Of them, those that came too fast and had to wait. */
  delayed: number;
  /** Frames handed to sockets: one a subscriber. */
  pushed: number;
  /** Writes that carried them. */
  writes: number;
  bytes: number;
  /** Pushes held back from a slow socket that gets the newest state later. */
  conflated: number;
  /** Error answers by code. */
  readonly errors: Map<number, number>;
  /** Rows that could not be built because their order was gone from the views. */
  missedRows: number;
}

/** Counters at zero. */
export function newWsStats(): WsStats {
  return {
    connections: 0,
    loggedIn: 0,
    accepted: 0,
    refused: new Map(),
    closed: new Map(),
    received: 0,
    delayed: 0,
    pushed: 0,
    writes: 0,
    bytes: 0,
    conflated: 0,
    errors: new Map(),
    missedRows: 0,
  };
}

/** One more under `key`. */
export function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The numeric codes of WebSocket errors, as the clients know them. */
export const WsCode = {
  /** Channel or instId does not exist. */
  unknownChannel: 30001,
  illegalRequest: 30002,
  badOp: 30003,
  loginNeeded: 30004,
  loginFailed: 30005,
  tooManyRequests: 30006,
  /** Over a limit; the connection is closed. */
  overLimit: 30007,
  badKey: 30011,
  badPassphrase: 30012,
  badTimestamp: 30013,
  timestampExpired: 30014,
  badSign: 30015,
  badParams: 30016,
} as const;
export type WsCode = (typeof WsCode)[keyof typeof WsCode];

/** WebSocket close codes in use. */
export const CloseCode = {
  goingAway: 1001,
  policy: 1008,
  /** Over a limit that a new connection begins anew. */
  tryLater: 1013,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** What a call can end with instead of data. */

/** The exchange refused; the request certainly had no effect, unless `outcomeUnknown` says else. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Code of the wire, `43012`; `http` when the answer was no envelope. */
  readonly code: string;
  readonly status: number;
  /** Name of the error in the protocol's table, '' where the answer had none. */
  readonly reason: string;
  /** Whether the same request can succeed later without being changed. */
  readonly retryable: boolean;

  constructor(parts: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly reason?: string;
    readonly retryable?: boolean;
  }) {
    super(parts.message);
    this.code = parts.code;
    this.status = parts.status;
    this.reason = parts.reason ?? '';
    this.retryable = parts.retryable ?? false;
  }
}

/** There is no connection: nothing was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** No answer came: the request may or may not have had its effect. Look it up by client id. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

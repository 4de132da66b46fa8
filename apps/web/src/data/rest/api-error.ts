/** Errors of requests: what the server reports them, and what a form shows. */

/** What an error tells beside its name. */
export interface ServerErrorDetails {
  /** The field of the request at fault. */
  readonly field?: string;
  /** Numbers, times and names that the message tells. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Until the same can succeed. */
  readonly retryAfterMs?: number;
}

/** A refusal by the server (or no answer at all), with the wire's code. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  /** The server's stable name of the error; empty when it gave none. */
  readonly reason: string;
  readonly about: ServerErrorDetails;

  constructor(
    code: string,
    message: string,
    status: number,
    reason = '',
    about: ServerErrorDetails = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.reason = reason;
    this.about = about;
  }

  /** True when the session is missing or over, so that the page should offer to log in. */
  get unauthenticated(): boolean {
    // The trading routes answer 40001 (no key given): the page never sends keys, only its session.
    return this.status === 401 || this.code === '40001';
  }
}

/** Code of an error that never reached the server. */
export const NETWORK_ERROR = 'network';

/** A refusal as a form shows it. */
export interface FormRefusal {
  /** Name of the request's field that it is about; '' = none. */
  readonly field: string;
  /** '' = nothing is told. */
  readonly text: string;
}

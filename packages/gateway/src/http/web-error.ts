/** Errors of the web app's own API, in the envelope of the public one. */
import { WireError } from '@halcyon/protocol';
import { RecordsError, type RecordsErrorCode } from '@halcyon/records';

/** An error that the web app is told about; the message is fit for people. */
export class WebError extends Error {
  override readonly name = 'WebError';
  /** Name of the error, stable. */
  readonly reason: string;
  readonly code: string;
  readonly status: number;
  /** The field of the request at fault, '' = none. */
  readonly field: string;
  /** Ms until the same request can succeed, 0 = not known. */
  readonly retryAfterMs: number;

  constructor(
    reason: string,
    status: number,
    code: string,
    message: string,
    detail: { readonly field?: string; readonly retryAfterMs?: number } = {},
  ) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.code = code;
    this.field = detail.field ?? '';
    this.retryAfterMs = detail.retryAfterMs ?? 0;
  }
}

/** A field of the request that does not fit. */
export function badField(field: string, message: string): WebError {
  return new WebError('badField', 400, '40020', message, { field });
}

/** A request that needs somebody signed in. */
export function notSignedIn(): WebError {
  return new WebError('notLoggedIn', 401, '40001', 'Sign in first.');
}

const RECORDS: Readonly<Record<RecordsErrorCode, readonly [status: number, code: string]>> = {
  lagging: [503, '500'],
  unavailable: [503, '500'],
  badRequest: [400, '40020'],
  notFound: [404, '40034'],
  keyNotFound: [404, '40037'],
  badPassphrase: [400, '40012'],
  emailTaken: [400, '40060'],
  nameTaken: [400, '40071'],
  passwordRefused: [400, '40020'],
  badCredentials: [401, '40036'],
  codeNeeded: [401, '40036'],
  badCode: [401, '40036'],
  badPasskey: [401, '40036'],
  setupOver: [400, '40020'],
  resetOver: [400, '40020'],
  loginBackoff: [429, '429'],
  busy: [429, '429'],
  accountFrozen: [403, '40710'],
  selfFrozen: [403, '40710'],
  accountClosed: [403, '40710'],
  withheld: [403, '40013'],
  limitReached: [400, '40063'],
  internal: [500, '500'],
};

/** What was thrown as a WebError; null when it is a fault of ours that nobody expected. */
export function asWebError(thrown: unknown): WebError | null {
  if (thrown instanceof WebError) return thrown;
  if (thrown instanceof WireError) {
    const { reason, status, code, message, retryAfterMs } = thrown;
    return new WebError(reason, status, code, message, { retryAfterMs });
  }
  if (thrown instanceof RecordsError && thrown.code !== 'internal') {
    const [status, code] = RECORDS[thrown.code];
    const { field, retryAfterMs } = thrown;
    return new WebError(thrown.code, status, code, thrown.message, { field, retryAfterMs });
  }
  return null;
}

import { hiddenCharacter, hiddenMessage } from '@halcyon/domain';

/** Why a call to records or identity was refused; the gateway maps these to the wire's codes. */
export type RecordsErrorCode =
  /** The projection had not reached the wanted sequence in the time given. */
  | 'lagging'
  /** The database or the worker does not answer at present; the same call can succeed later. */
  | 'unavailable'
  /** An argument is outside its range; the message names it and the limit. */
  | 'badRequest'
  | 'notFound'
  /** A user has no such API key: the wire has a code of its own for it. */
  | 'keyNotFound'
  /** The address book has the address already. */
  | 'addressKnown'
  /** The passphrase is not that of the API key. */
  | 'badPassphrase'
  | 'emailTaken'
  /** A setting has another version than the one that is to be replaced. */
  | 'settingChanged'
  /** Another sub-account of the same root is called so. */
  | 'nameTaken'
  | 'passwordRefused'
  /** Wrong e-mail or password: deliberately one answer for both. */
  | 'badCredentials'
  /** Too many guesses; `retryAfterMs` says when the next one is looked at. */
  | 'loginBackoff'
  /** Too many passwords are being hashed already; try again after `retryAfterMs`. */
  | 'busy'
  /** The account has a second factor: the same with its code can succeed. */
  | 'codeNeeded'
  /** Wrong, used already, or of another 30 s. */
  | 'badCode'
  /** Unknown, shown for something else, too late or again, or wrongly signed. */
  | 'badPasskey'
  /** The secret that a new authenticator app was to be set up with is too old. */
  | 'setupOver'
  /** A link that sets a password was used already, or is too old. */
  | 'resetOver'
  | 'accountFrozen'
  /** Its owner froze it, and can thaw it. */
  | 'selfFrozen'
  | 'accountClosed'
  /** A permission that its owner took away on the page: no key gives it back. */
  | 'withheld'
  /** A limit on how many there may be (API keys, settings) is reached. */
  | 'limitReached'
  /** A fault of ours; details are in the log, never in the message. */
  | 'internal';

/** What crosses the thread boundary of a RecordsError. */
export interface RecordsFailure {
  readonly code: RecordsErrorCode;
  readonly message: string;
  /** The argument at fault, '' = none. */
  readonly field: string;
  /** Ms until a retry makes sense, 0 = not known. */
  readonly retryAfterMs: number;
  /** The numbers and names of the message, for who says it in another language. */
  readonly facts: RecordsFacts;
}

/** What a refusal is about: `limit`, or `min` and `max`, and `value`. */
export type RecordsFacts = Readonly<Record<string, string | number>>;

/** The one error type of this package; messages never hold SQL, paths or secrets. */
export class RecordsError extends Error {
  override readonly name = 'RecordsError';
  readonly code: RecordsErrorCode;
  readonly field: string;
  readonly retryAfterMs: number;
  readonly facts: RecordsFacts;

  constructor(
    code: RecordsErrorCode,
    message: string,
    detail: { field?: string; retryAfterMs?: number; facts?: RecordsFacts; cause?: unknown } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.field = detail.field ?? '';
    this.retryAfterMs = detail.retryAfterMs ?? 0;
    this.facts = detail.facts ?? {};
  }

  /** The plain object that can be posted to another thread. */
  toFailure(): RecordsFailure {
    return {
      code: this.code,
      message: this.message,
      field: this.field,
      retryAfterMs: this.retryAfterMs,
      facts: this.facts,
    };
  }

  /** The error again, on the other side. */
  static fromFailure(failure: RecordsFailure): RecordsError {
    return new RecordsError(failure.code, failure.message, failure);
  }
}

/** Throws `badRequest` naming `field` unless `value` is an integer in `min..max`. */
export function checkInteger(field: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RecordsError('badRequest', `${field} must be an integer from ${min} to ${max}`, {
    field,
    facts: { min, max },
  });
}

/** Throws `badRequest` naming `field` unless `value` has `min..max` characters. */
export function checkLength(field: string, value: string, min: number, max: number): void {
  if (typeof value === 'string' && value.length >= min && value.length <= max) return;
  throw new RecordsError('badRequest', `${field} must have ${min} to ${max} characters`, {
    field,
    facts: { min, max },
  });
}

/** The same for text that is kept as it came: it may have no hidden characters either. */
export function checkText(field: string, value: string, min: number, max: number): void {
  checkLength(field, value, min, max);
  const hidden = hiddenCharacter(value);
  if (hidden !== null) {
    throw new RecordsError('badRequest', hiddenMessage(field, hidden), { field });
  }
}

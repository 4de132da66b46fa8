/** Errors that only the web app's own API answers with. Most are told in a sentence that says more. */
import { type Entry, entry } from './error-entry.ts';

/** See errors.ts, whose table they are part of. */
export const WEB_ERRORS = {
  fieldRefused: entry('40020', '{field} does not fit what is asked for'),
  lagging: entry('500', 'the records have not caught up yet: ask again', 503, true),
  unavailable: entry('500', 'the records do not answer at present', 503, true),
  badRequest: entry('40020', '{field} is not in its range'),
  notFound: entry('40034', '{field} names nothing', 404),
  keyNotFound: entry('40037', 'there is no such API key', 404),
  badPassphrase: entry('40012', 'the passphrase is not that of the API key'),
  emailTaken: entry('40060', 'the e-mail address has an account'),
  nameTaken: entry('40071', 'another sub-account is called so'),
  passwordRefused: entry('40020', 'the password is too short, too long or well known'),
  badCredentials: entry('40036', 'the e-mail address or the password is wrong', 401),
  codeNeeded: entry('40036', 'the account asks for a code of its second factor', 401),
  badCode: entry('40036', 'the code is wrong, or was used', 401),
  badPasskey: entry('40036', 'the passkey is not one of the account, or was shown too late', 401),
  setupOver: entry('40020', 'the secret of the new authenticator app is too old'),
  resetOver: entry('40020', 'the link was used, or is too old'),
  loginBackoff: entry('429', 'too many guesses: try again later', 429, true),
  busy: entry('429', 'too much of this is being done: try again in a moment', 429, true),
  accountFrozen: entry('40710', 'the operator has frozen this account', 403),
  selfFrozen: entry('40710', 'the account is frozen: its owner can thaw it', 403),
  accountClosed: entry('40710', 'the account is closed', 403),
  withheld: entry('40013', 'the owner took this permission away on the page', 403),
  limitReached: entry('40063', 'there may be no more of these'),
  faucetClosed: entry('40919', 'this exchange has no faucet', 403),
  outboxClosed: entry('40404', 'this exchange shows no outbox', 404),
  signedIn: entry('40020', 'this browser is signed in already'),
  exportRunning: entry('40020', 'another file of yours is being written: wait, or end it', 409),
  positionsOpen: entry('40020', 'a position is open that the book does not take now'),
} as const satisfies Readonly<Record<string, Entry>>;

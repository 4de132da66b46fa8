/** Which errors a page is told of in its own language; a new one is among them until it is said here. */
import type { COPY_ERRORS } from '../copy-errors.ts';
import type { ErrorName } from '../errors.ts';

/** Only who signs requests, sends keys or batches, or writes addresses by hand meets them. */
type OfPrograms =
  | 'clientOidLength'
  | 'clientOidCharacters'
  | 'receiveWindow'
  | 'requestExpired'
  | 'keyMissing'
  | 'signMissing'
  | 'signEmpty'
  | 'timestampFormat'
  | 'keyUnknown'
  | 'keyExpired'
  | 'keyFormat'
  | 'passphraseMissing'
  | 'passphraseWrong'
  | 'signWrong'
  | 'timestampWindow'
  | 'signatureReplayed'
  | 'signedBeforeStart'
  | 'loginReplayed'
  | 'ipNotAllowed'
  | 'liveKeyPaper'
  | 'paperKey'
  | 'countdownRange';

/** Copy trading is not offered yet: its pages show the words of the server. */
type OfCopying = keyof typeof COPY_ERRORS;

/** An error that a page may be answered with. */
export type PageErrorName = Exclude<ErrorName, OfPrograms | OfCopying>;

/** Which errors a page is told of in its own language; a new one is among them until it is said here. */
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
  | 'countdownRange'
  | 'copyKeyOnly'
  | 'copyKeyOff'
  // A page reads the setting again and goes on.
  | 'settingChanged';

/** An error that a page may be answered with. */
export type PageErrorName = Exclude<ErrorName, OfPrograms>;

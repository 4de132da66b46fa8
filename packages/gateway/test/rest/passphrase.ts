/** Passphrases as the identity store keeps them. */
import { createHmac } from 'node:crypto';

/** The stored fields of a passphrase; `passphraseMatches` of records reads them. */
export function passphraseFields(passphrase: string) {
  const passphraseKey = Uint8Array.from(Buffer.alloc(32, 7));
  const passphraseMac = createHmac('sha256', passphraseKey).update(passphrase).digest('hex');
  return { passphraseKey, passphraseMac };
}

/** Verifies the signature of a request in both forms that clients sign. */
import { createHmac, verify } from 'node:crypto';
import { decodedQuery, preHash } from '@halcyon/protocol';
import type { ReadyKey } from './credential.ts';
import { sameText } from './same-text.ts';

/** The parts of a request that its signature covers. */
export interface SignedParts {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  /** Raw, without `?`. */
  readonly query: string;
  /** The exact text sent. */
  readonly body: string;
}

/** Whether `signature` (base64) is the key's over the parts, query as sent or decoded. */
export function verifySignature(key: ReadyKey, parts: SignedParts, signature: string): boolean {
  const { timestamp, method, path, query, body } = parts;
  if (matches(key, preHash(timestamp, method, path, query, body), signature)) return true;
  const decoded = decodedQuery(query);
  return (
    decoded !== null && matches(key, preHash(timestamp, method, path, decoded, body), signature)
  );
}

/** Longest signature looked at: RSA with 8192 bits. */
const SIGNATURE_LENGTH_MAX = 1_400;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HMAC_BASE64_LENGTH = 44;

/** Whether `signature` (base64) is the key's over `text`. */
export function matches(key: ReadyKey, text: string, signature: string): boolean {
  const type = key.stored.type;
  if (type === 'hmac') {
    // Compared as text, so that only the one canonical base64 form passes.
    if (signature.length !== HMAC_BASE64_LENGTH) return false;
    const expected = createHmac('sha256', key.verifyKey).update(text).digest('base64');
    return sameText(expected, signature);
  }
  if (signature.length > SIGNATURE_LENGTH_MAX || !BASE64.test(signature)) return false;
  const given = Buffer.from(signature, 'base64');
  if (given.toString('base64') !== signature) return false;
  return verify(type === 'rsa' ? 'sha256' : null, Buffer.from(text), key.verifyKey, given);
}

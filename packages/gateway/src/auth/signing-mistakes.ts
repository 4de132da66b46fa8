/**
 * Finds the mistake by which somebody with the right secret made a wrong signature: each usual one is
 * made here too, and the result is compared with what came. Only the key's owner is told.
 */
import { createHmac, verify } from 'node:crypto';
import type { SigningMistake } from '@halcyon/domain/web';
import { preHash } from '@halcyon/protocol';
import type { ReadyKey } from './credential.ts';
import type { SignedParts } from './signature.ts';

/** A request whose signature was wrong. */
export interface WrongRequest extends SignedParts {
  readonly signature: string;
  readonly passphrase: string;
  /** What the request names as its host. */
  readonly host: string;
}

/** Longer bodies are not looked at: every mistake is a hash of the whole text. */
const BODY_LENGTH_MAX = 8_192;
const SIGNATURE_LENGTH_MAX = 1_400;

type Variant<T> = readonly [mistake: SigningMistake | null, made: T];

/** The mistakes that explain a wrong signature; none when there is no such explanation. */
export function signingMistakes(key: ReadyKey, wrong: WrongRequest): readonly SigningMistake[] {
  const { signature, body } = wrong;
  if (body.length > BODY_LENGTH_MAX || signature.length > SIGNATURE_LENGTH_MAX) return [];
  const forms = formsOf(signature);
  if (forms.length === 0) return [];
  for (const [inText, text] of textsOf(wrong)) {
    for (const [inSecret, fits] of checksOf(key, wrong.passphrase)) {
      const form = forms.find(([, bytes]) => fits(text, bytes));
      if (form === undefined) continue;
      return [inText, inSecret, form[0]].filter((mistake) => mistake !== null);
    }
  }
  return [];
}

/** The bytes that a signature may stand for. */
function formsOf(signature: string): Variant<Buffer>[] {
  const forms: Variant<Buffer>[] = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(signature)) forms.push(['hex', Buffer.from(signature, 'hex')]);
  const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(signature);
  if (padded) forms.push([null, Buffer.from(signature, 'base64')]);
  else if (/^[A-Za-z0-9_+/-]+=*$/.test(signature)) {
    forms.push(['base64Url', Buffer.from(signature, 'base64url')]);
  }
  return forms;
}

type Fits = (text: string, signature: Buffer) => boolean;

/** Ways to check a signature: with the key, and with what may be taken for it. */
function checksOf(key: ReadyKey, passphrase: string): Variant<Fits>[] {
  const { type, secret } = key.stored;
  if (type !== 'hmac') {
    const hash = type === 'rsa' ? 'sha256' : null;
    return [[null, (text, given) => verify(hash, Buffer.from(text), key.verifyKey, given)]];
  }
  const hmac =
    (used: string | Buffer): Fits =>
    (text, given) =>
      createHmac('sha256', used).update(text).digest().equals(given);
  return [
    [null, hmac(secret)],
    ['secretDecoded', hmac(Buffer.from(secret, 'hex'))],
    ['secretDecoded', hmac(Buffer.from(secret, 'base64'))],
    ['passphraseAsSecret', hmac(passphrase)],
  ];
}

/** The text as it should be, then as it is when one mistake was made. */
function textsOf({ timestamp, method, path, query, body, host }: WrongRequest): Variant<string>[] {
  const head = timestamp + method + path;
  const texts: Variant<string>[] = [
    [null, preHash(timestamp, method, path, query, body)],
    ['methodCase', preHash(timestamp, method.toLowerCase(), path, query, body)],
  ];
  for (const scheme of ['https', 'http']) {
    const url = `${scheme}://${host}${path}`;
    texts.push(['wholeUrl', preHash(timestamp, method, url, query, body)]);
  }
  const seconds = String(Math.floor(Number(timestamp) / 1000));
  texts.push(['timestampUnit', preHash(seconds, method, path, query, body)]);
  if (query !== '') {
    texts.push(['queryLeftOut', head + body], ['questionMark', head + query + body]);
    const sorted = query.split('&').sort().join('&');
    texts.push(['queryOrder', preHash(timestamp, method, path, sorted, body)]);
  }
  if (body !== '') {
    texts.push(['bodyLeftOut', preHash(timestamp, method, path, query, '')]);
    for (const written of rewritten(body)) {
      texts.push(['bodyRewritten', preHash(timestamp, method, path, query, written)]);
    }
  }
  return texts;
}

/** The body as other programs would write it: with and without spaces, fields sorted or not. */
function rewritten(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body);
    const orders = [value, isPlain(value) ? sortedFields(value) : value];
    return orders.flatMap((one) => [JSON.stringify(one), withSpaces(one)]);
  } catch {
    return [];
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedFields(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON with a space after each comma and colon, as Python writes it. */
function withSpaces(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/,\n */g, ', ')
    .replace(/([[{])\n */g, '$1')
    .replace(/\n *([\]}])/g, '$1');
}

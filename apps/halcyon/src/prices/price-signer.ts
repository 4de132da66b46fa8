/** Signs messages of a feed: with an HMAC secret, or an Ed25519 private key in PEM. */
import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { SignedPrices } from '@halcyon/domain/web';
import { signedText } from './signed-feed.ts';

/** See the head of the file. Each message is later than the one before. */
export class PriceSigner {
  readonly #source: string;
  readonly #signature: (text: string) => string;
  readonly #now: () => number;
  #lastMs = 0;

  /** @param key what the key's file holds. @throws Error for a key that is neither */
  constructor(source: string, key: string, now: () => number = Date.now) {
    this.#source = source;
    this.#now = now;
    if (key.includes('-----BEGIN')) {
      const pem = createPrivateKey(key);
      if (pem.asymmetricKeyType !== 'ed25519') throw new Error('the key is no Ed25519 key');
      this.#signature = (text) => sign(null, Buffer.from(text), pem).toString('base64');
    } else {
      const secret = key.trim();
      this.#signature = (text) => createHmac('sha256', secret).update(text).digest('base64');
    }
  }

  /** A message of these prices, decimal text by symbol, as of now. */
  message(prices: Readonly<Record<string, string>>): SignedPrices {
    this.#lastMs = Math.max(this.#now(), this.#lastMs + 1);
    const source = this.#source;
    const timestamp = String(this.#lastMs);
    const body = JSON.stringify({ prices });
    return {
      source,
      timestamp,
      body,
      signature: this.#signature(signedText({ source, timestamp, body })),
    };
  }
}

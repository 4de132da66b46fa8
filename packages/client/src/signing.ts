/** HMAC signatures by WebCrypto, for browsers and Node alike. */
import { preHash, WS_LOGIN_METHOD, WS_LOGIN_PATH } from '@halcyon/protocol';

/** An API key with its secret. */
export interface ApiCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** What is to be signed; `query` without `?` and exactly as it is sent. */
export interface RequestToSign {
  /** Unix ms as text. */
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

/** Arguments of a WebSocket login. */
export interface LoginArgs {
  readonly apiKey: string;
  readonly passphrase: string;
  readonly timestamp: string;
  readonly sign: string;
}

const encoder = new TextEncoder();

/** Signs for one API key; the key is imported once. */
export class Signer {
  readonly #credentials: ApiCredentials;
  #key: Promise<CryptoKey> | null = null;

  constructor(credentials: ApiCredentials) {
    this.#credentials = credentials;
  }

  /** base64 of HMAC-SHA256 over `text`. */
  async sign(text: string): Promise<string> {
    this.#key ??= crypto.subtle.importKey(
      'raw',
      encoder.encode(this.#credentials.secretKey),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const raw = await crypto.subtle.sign('HMAC', await this.#key, encoder.encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(raw)));
  }

  /** The four headers of a signed request. */
  async headers(parts: RequestToSign): Promise<Record<string, string>> {
    const { timestamp, method, path, query, body } = parts;
    return {
      'ACCESS-KEY': this.#credentials.apiKey,
      'ACCESS-SIGN': await this.sign(preHash(timestamp, method, path, query, body)),
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': this.#credentials.passphrase,
    };
  }

  /** @param timestamp Unix ms */
  async login(timestamp: number): Promise<LoginArgs> {
    const { apiKey, passphrase } = this.#credentials;
    const text = String(timestamp);
    const sign = await this.sign(preHash(text, WS_LOGIN_METHOD, WS_LOGIN_PATH, '', ''));
    return { apiKey, passphrase, timestamp: text, sign };
  }
}

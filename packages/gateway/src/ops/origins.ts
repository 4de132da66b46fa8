/** Which browser origins are pages of this exchange. */

import { isLoopbackHost } from '../config/config-values.ts';
import type { Config } from '../config.ts';

/** The exchange's own origins; the port is known once the server listens. */
export class Origins {
  readonly #configured: string | null;
  readonly #scheme: 'http' | 'https';
  readonly #host: string;
  readonly #own = new Set<string>();

  constructor(config: Pick<Config, 'origin' | 'tls' | 'host'>) {
    this.#configured = config.origin;
    this.#scheme = config.tls === null ? 'http' : 'https';
    this.#host = config.host;
  }

  /** The server listens on `port` now. */
  listening(port: number): void {
    this.#own.clear();
    if (this.#configured !== null) {
      this.#own.add(this.#configured);
      return;
    }
    for (const host of ['127.0.0.1', 'localhost', '[::1]', bracketed(this.#host)]) {
      // The URL parser leaves the scheme's usual port out, as browsers do.
      this.#own.add(new URL(`${this.#scheme}://${host}:${port}`).origin);
    }
  }

  /** Whether an Origin header names a page of this exchange. */
  isOwn(origin: string): boolean {
    return this.#own.has(origin);
  }

  /** Whether a Host header names this machine: by loopback, or by the address that it listens on. */
  isThisMachine(host: string | undefined): boolean {
    if (host === undefined || !URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return isLoopbackHost(hostname.replace(/^\[|\]$/g, '')) || hostname === bracketed(this.#host);
  }

  /** The address to show as the server's own; `host` is a request's Host header. */
  base(host: string | undefined): string {
    if (this.#configured !== null) return this.#configured;
    const asked = `${this.#scheme}://${host ?? ''}`;
    return this.#own.has(asked) ? asked : ([...this.#own][0] ?? '');
  }

  /** Whether browsers reach the exchange by https: decides cookie names and HSTS. */
  get secure(): boolean {
    return this.#configured === null
      ? this.#scheme === 'https'
      : this.#configured.startsWith('https:');
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

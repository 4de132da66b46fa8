/**
 * Keys in use, ready for verification. A look-up in the identity store happens once a key; whoever
 * changes a key says so here, and the next request reads it again.
 */
import { createPublicKey, createSecretKey } from 'node:crypto';
import type { UserId } from '@halcyon/domain';
import { type ApiKeySecrets, passphraseMatches } from '@halcyon/records';
import type { KeySource, ReadyKey } from './credential.ts';
import { makeIpList } from './ip-list.ts';
import { sameText } from './same-text.ts';

/** Keys that are kept ready; the one that was read longest ago goes first. */
export const READY_KEYS_MAX = 50_000;
/** A cached key is read again after this long, so that a missed notice heals, ms. */
const REFRESH_MS = 60_000;
const API_KEY_FORM = /^[A-Za-z0-9_-]{8,128}$/;

interface Cached {
  readonly ready: ReadyKey;
  readonly readAt: number;
}

/** API keys by name. */
export class KeyCache {
  readonly #source: KeySource;
  readonly #clock: () => number;
  readonly #keys = new Map<string, Cached>();
  readonly #pending = new Map<string, Promise<ReadyKey | null>>();
  /** Grows with every invalidation: a read that began before one must not be kept. */
  #epoch = 0;

  constructor(source: KeySource, clock: () => number) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Whether a text can be an API key at all. */
  static wellFormed(apiKey: string): boolean {
    return API_KEY_FORM.test(apiKey);
  }

  /** The key when it is at hand and fresh; null when `load` must be asked. */
  peek(apiKey: string, now: number = this.#clock()): ReadyKey | null {
    const cached = this.#keys.get(apiKey);
    if (cached === undefined || now - cached.readAt > REFRESH_MS) return null;
    return cached.ready;
  }

  /**
   * The key from the store; null when there is none. Simultaneous calls share one look-up. What was read
   * before something stopped being valid is read again: it may be what did.
   */
  load(apiKey: string): Promise<ReadyKey | null> {
    const running = this.#pending.get(apiKey);
    if (running !== undefined) return running;
    const epoch = this.#epoch;
    const loading: Promise<ReadyKey | null> = this.#source
      .apiKeyByKey({ apiKey })
      .then((stored) => {
        if (epoch !== this.#epoch) return this.#again(apiKey, loading);
        const ready = stored === null ? null : makeReady(stored);
        this.#keep(apiKey, ready);
        return ready;
      })
      .catch((error: unknown) => {
        // The store is away: a key that was good and of which nothing was told since is still good.
        const stale = this.#keys.get(apiKey);
        if (stale === undefined) throw error;
        return stale.ready;
      })
      .finally(() => this.#end(apiKey, loading));
    this.#pending.set(apiKey, loading);
    return loading;
  }

  #again(apiKey: string, before: Promise<ReadyKey | null>): Promise<ReadyKey | null> {
    this.#end(apiKey, before);
    return this.load(apiKey);
  }

  /** A look-up is over; a later one of the same key may have taken its place. */
  #end(apiKey: string, loading: Promise<ReadyKey | null>): void {
    if (this.#pending.get(apiKey) === loading) this.#pending.delete(apiKey);
  }

  #keep(apiKey: string, ready: ReadyKey | null): void {
    this.#keys.delete(apiKey);
    if (ready === null) return;
    if (this.#keys.size >= READY_KEYS_MAX) {
      const oldest = this.#keys.keys().next();
      if (!oldest.done) this.#keys.delete(oldest.value);
    }
    this.#keys.set(apiKey, { ready, readAt: this.#clock() });
  }

  /** When and from where keys were used since the last call. */
  takeUses(): { apiKey: string; at: number; address: string }[] {
    const uses: { apiKey: string; at: number; address: string }[] = [];
    for (const [apiKey, { ready }] of this.#keys) {
      if (ready.usedAt === 0) continue;
      uses.push({ apiKey, at: ready.usedAt, address: ready.usedFrom });
      ready.usedAt = 0;
    }
    return uses;
  }

  /** A key was changed or deleted: its next use reads it again. */
  forget(apiKey: string): void {
    this.#epoch++;
    this.#keys.delete(apiKey);
    this.#pending.delete(apiKey);
  }

  /** All keys of a user changed (freeze, password change, deletion). */
  forgetUser(user: UserId): void {
    this.#epoch++;
    this.#pending.clear();
    for (const [apiKey, cached] of this.#keys) {
      if (cached.ready.stored.uid === user) this.#keys.delete(apiKey);
    }
  }
}

/** Whether `passphrase` belongs to the key. */
export function isPassphrase(key: ReadyKey, passphrase: string): boolean {
  if (key.rightPassphrase !== null) return sameText(key.rightPassphrase, passphrase);
  if (!passphraseMatches(key.stored, passphrase)) return false;
  key.rightPassphrase = passphrase;
  return true;
}

function makeReady(stored: ApiKeySecrets): ReadyKey {
  return {
    stored,
    verifyKey:
      stored.type === 'hmac'
        ? createSecretKey(Buffer.from(stored.secret))
        : createPublicKey(stored.publicKey),
    allowedFrom: stored.ipList.length === 0 ? null : makeIpList(stored.ipList),
    permissions: new Set(stored.permissions),
    rightPassphrase: null,
    usedAt: 0,
    usedFrom: '',
  };
}

/** Encryption and keyed hashes under the key file. Each use has a key of its own, derived from it. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** See the head of the file. */
export class SecretBox {
  readonly #encryption: Buffer;
  readonly #passphrase: Buffer;
  readonly #csrf: Buffer;
  readonly #backupCode: Buffer;
  readonly #challenge: Buffer;
  readonly #userHandle: Buffer;
  readonly #audit: Buffer;
  /** Names the key without telling it; stored in the database to notice a wrong key file. */
  readonly keyId: string;

  /** @param key 32 bytes, from `loadKeyFile` */
  constructor(key: Buffer) {
    this.#encryption = derive(key, 'encryption');
    this.#passphrase = derive(key, 'passphrase');
    this.#csrf = derive(key, 'csrf');
    this.#backupCode = derive(key, 'backup code');
    this.#challenge = derive(key, 'challenge');
    this.#userHandle = derive(key, 'user handle');
    this.#audit = derive(key, 'audit');
    this.keyId = derive(key, 'key id').toString('hex').slice(0, 32);
  }

  /** Encrypts; `context` (whose secret it is) has to be the same when it is decrypted. */
  encrypt(text: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#encryption, iv);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Throws when the text was changed, moved to another context or made under another key. */
  decrypt(sealed: string, context: string): string {
    const [version, text] = sealed.split('.');
    const data = Buffer.from(text ?? '', 'base64url');
    if (version !== VERSION || data.length < IV_BYTES + TAG_BYTES) {
      throw new Error('a stored secret is not in the form that this program writes');
    }
    const iv = data.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#encryption, iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = data.subarray(IV_BYTES + TAG_BYTES);
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
  }

  /** The key under which the passphrase of one API key is hashed. */
  passphraseKey(apiKey: string): Buffer {
    return createHmac('sha256', this.#passphrase).update(apiKey).digest();
  }

  /** How a backup code of a user is stored, hex. */
  backupCodeMac(uid: number, code: string): string {
    return createHmac('sha256', this.#backupCode).update(`${uid} ${code}`).digest('hex');
  }

  /** What shows that a challenge is one of ours. */
  challengeMac(text: string): Buffer {
    return createHmac('sha256', this.#challenge).update(text).digest();
  }

  /** What shows that an entry of the audit log is as it was written, hex. */
  auditMac(text: string): string {
    return createHmac('sha256', this.#audit).update(text).digest('hex');
  }

  /** Whether two texts are the same; takes equally long wherever they differ. */
  isSame(a: string, b: string): boolean {
    const [first, second] = [this.challengeMac(a), this.challengeMac(b)];
    return timingSafeEqual(first, second);
  }

  /** The name by which passkeys know a user, which tells nobody who it is, base64url. */
  userHandle(uid: number): string {
    return createHmac('sha256', this.#userHandle).update(String(uid)).digest('base64url');
  }

  /** The CSRF token that belongs to a session token; nothing of it needs to be stored. */
  csrfToken(sessionToken: string): string {
    return createHmac('sha256', this.#csrf).update(sessionToken).digest('base64url');
  }
}

function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `halcyon ${use}`, 32));
}

/** Keyed hash of a passphrase, hex. */
export function passphraseMac(key: Uint8Array, passphrase: string): string {
  return createHmac('sha256', key).update(passphrase).digest('hex');
}

/** Whether `passphrase` is the one of an API key; takes equally long for every wrong one. */
export function passphraseMatches(
  record: { readonly passphraseKey: Uint8Array; readonly passphraseMac: string },
  passphrase: string,
): boolean {
  const given = Buffer.from(passphraseMac(record.passphraseKey, passphrase), 'hex');
  const stored = Buffer.from(record.passphraseMac, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}

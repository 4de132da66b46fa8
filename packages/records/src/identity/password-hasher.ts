/**
 * argon2id, one at a time: a hash takes 64 MiB and a third of a second of one core on purpose, so a
 * burst of sign-ins must neither take the machine's memory nor starve the exchange. Those who wait
 * are bounded; the rest are told to come again. The work itself runs in the runtime's thread pool.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { RecordsError } from '../errors.ts';

/** Cost of a hash. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** What new passwords are hashed with. */
export const HASH_COST: HashCost = { memoryKib: 64 * 1024, passes: 3, parallelism: 1 };
/** What a random password is hashed with that nobody is told: it cannot be guessed, whatever a guess costs. */
export const UNTOLD_HASH_COST: HashCost = { memoryKib: 8, passes: 1, parallelism: 1 };
/** Hashes that may wait behind the running one. */
export const HASHES_WAITING_MAX = 16;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** What a caller who was turned away is told to wait, ms. */
const BUSY_RETRY_MS = 2_000;
const FORM =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** See the head of the file. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(cost: HashCost = HASH_COST, waitingMax: number = HASHES_WAITING_MAX) {
    this.#cost = cost;
    this.#waitingMax = waitingMax;
  }

  /** The password as a PHC string. Throws `busy` when too many wait. */
  async hash(password: string, cost: HashCost = this.#cost): Promise<string> {
    const { memoryKib, passes, parallelism } = cost;
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#run(() => derive(password, salt, cost));
    const parameters = `m=${memoryKib},t=${passes},p=${parallelism}`;
    return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`;
  }

  /**
   * Whether `password` is the one of `stored`. With `stored` null the work is done all the same and
   * the answer is no: an account that does not exist must not answer faster. Throws `busy`.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    if (stored === null) {
      await this.#run(() => derive(password, Buffer.alloc(SALT_BYTES), this.#cost));
      return false;
    }
    const form = FORM.exec(stored);
    if (form === null) throw new Error('a stored password hash is not in the form of this program');
    const [, memory, passes, parallelism, salt, expected] = form as unknown as string[];
    const cost = {
      memoryKib: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    };
    const saltBytes = Buffer.from(salt as string, 'base64');
    const hash = await this.#run(() => derive(password, saltBytes, cost));
    return timingSafeEqual(hash, Buffer.from(expected as string, 'base64'));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#waitingMax) {
      throw new RecordsError('busy', 'too many sign-ins at this moment, try again shortly', {
        retryAfterMs: BUSY_RETRY_MS,
      });
    }
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}

function derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  const parameters = {
    // One form for one password, however the keyboard composes its accents.
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce: salt,
    parallelism: cost.parallelism,
    tagLength: HASH_BYTES,
    memory: cost.memoryKib,
    passes: cost.passes,
  };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => {
      if (error === null || error === undefined) resolve(Buffer.from(key));
      else reject(error);
    });
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

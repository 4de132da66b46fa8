/** A scheduler for one task: it runs again and again, one round after the other, until it is stopped. */

/** See the head of the file. */
export class PeriodicTask {
  readonly #round: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(round: () => Promise<void>, everyMs: number) {
    this.#round = round;
    this.#everyMs = everyMs;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** @param firstMs when the first one begins; those after it wait for as long as all do */
  start(firstMs = this.#everyMs): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#round().then(() => {
        if (!this.#stopped) this.start();
      });
    }, firstMs);
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }
}

/** Tells each problem once, as long as it is the same. */
export class Problems<Key> {
  readonly #tell: (message: string) => void;
  readonly #told = new Map<Key, string>();

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
  }

  /** Does something about `key`; what it throws is told. */
  async during(key: Key, name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#told.delete(key);
    } catch (error) {
      const message = `${name} waits: ${String(error)}`;
      if (this.#told.get(key) === message) return;
      this.#told.set(key, message);
      this.#tell(message);
    }
  }
}

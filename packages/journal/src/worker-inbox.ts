import type { Worker } from 'node:worker_threads';

/** A worker's messages, taken one at a time; its end before an awaited one is an error. */
export class WorkerInbox<Message> {
  readonly #messages: Message[] = [];
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor(worker: Worker) {
    worker.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#wake();
    });
    worker.on('error', (error) => this.#fail(error as Error));
    worker.on('exit', () => this.#fail(new Error('the thread ended early')));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** The next message, in order; one caller at a time. @throws what ended the worker */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      if (this.#failure !== null) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

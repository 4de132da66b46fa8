/** A WebSocket client for tests that keeps what it was told. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** How long a wait looks away at most, ms. */
const LOOK_MS = 50;

/** A message of the server; which fields it has depends on its kind. */
export interface ServerMessage {
  readonly event?: string;
  readonly code?: number;
  readonly msg?: string;
  readonly action?: string;
  readonly arg?: Record<string, unknown>;
  readonly data?: readonly unknown[];
  readonly ts?: number;
}

/** The rows of a push, in the shape that the test expects of its channel. */
export function rowsOf<T>(push: ServerMessage): readonly T[] {
  return (push.data ?? []) as readonly T[];
}

/** See the head of the file. */
export class TestClient {
  readonly socket: WebSocket;
  readonly told: ServerMessage[] = [];
  readonly texts: string[] = [];
  closeCode = 0;
  closeReason = '';
  #wake: (() => void)[] = [];

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: true });
    this.socket.on('message', (data) => {
      const text = String(data);
      this.texts.push(text);
      if (text.startsWith('{')) this.told.push(JSON.parse(text) as ServerMessage);
      this.#notify();
    });
    this.socket.on('close', (code, reason) => {
      this.closeCode = code;
      this.closeReason = String(reason);
      this.#notify();
    });
    this.socket.on('error', () => this.#notify());
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }

  /** Resolves once the connection is open. */
  async opened(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open');
    return this;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(...args: Record<string, unknown>[]): void {
    this.send({ op: 'subscribe', args });
  }

  /**
   * Waits until a condition on this client holds; fails after `timeoutMs`. That time is counted in
   * timers that ran: what holds up this process, in which the server is too, does not count.
   */
  async until(holds: () => boolean, timeoutMs = 30_000): Promise<void> {
    let left = timeoutMs;
    while (!holds()) {
      if (left <= 0) throw new Error(`never happened; told: ${this.texts.slice(-5).join('\n')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          left -= LOOK_MS;
          resolve();
        }, LOOK_MS);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Waits for the first message that `matches`, and takes it. */
  async next(matches: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    await this.until(() => this.told.some(matches));
    const index = this.told.findIndex(matches);
    const [found] = this.told.splice(index, 1);
    if (found === undefined) throw new Error('unreachable');
    return found;
  }

  /** The next push of a channel. */
  push(channel: string): Promise<ServerMessage> {
    return this.next(
      (message) => message.data !== undefined && message.arg?.['channel'] === channel,
    );
  }

  /** The next answer of a kind. */
  answer(event: string): Promise<ServerMessage> {
    return this.next((message) => message.event === event);
  }

  /** Resolves once the server has closed the connection. */
  async closed(timeoutMs = 30_000): Promise<void> {
    await this.until(() => this.closeCode !== 0, timeoutMs);
  }

  end(): void {
    this.socket.terminate();
  }
}

/** The way to an exchange, over loopback, which can be closed: then nothing answers at its address. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Road {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(to: number) {
    this.#server = createServer((client) => {
      const exchange = connect({ port: to, host: '127.0.0.1' });
      for (const [one, other] of [
        [client, exchange],
        [exchange, client],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  /** Opens one to a port of this machine. */
  static async to(port: number): Promise<Road> {
    const road = new Road(port);
    await road.open();
    return road;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, at the same address as before. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Breaks all connections and refuses new ones. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

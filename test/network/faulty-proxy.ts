/** A TCP proxy on loopback that cuts connections after so many bytes, for what a network does. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to the next connection; Infinity = nothing. */
export interface Cut {
  /** Bytes that still pass to the server. */
  readonly toServer: number;
  /** Bytes that still pass to the client. */
  readonly toClient: number;
}

const WHOLE: Cut = { toServer: Number.POSITIVE_INFINITY, toClient: Number.POSITIVE_INFINITY };

export class FaultyProxy {
  /** For connections made from now on. */
  cut: Cut = WHOLE;
  private readonly server: Server;
  private readonly open = new Set<Promise<void>>();
  private readonly port: number;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.port = port;
  }

  /** Listens on a free port in front of `port`. */
  static async before(port: number): Promise<FaultyProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const own = typeof address === 'object' && address !== null ? address.port : 0;
    const proxy = new FaultyProxy(server, own);
    server.on('connection', (client) => proxy.join(client, port));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.server.close();
  }

  /**
   * Until the server has ended every connection. What the proxy passed on is decided then; before, a
   * request can still be on its way, and no question about it can tell.
   */
  async settled(): Promise<void> {
    await Promise.all(this.open);
  }

  private join(client: Socket, port: number): void {
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const { cut } = this;
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    this.open.add(ended);
    void ended.then(() => {
      this.open.delete(ended);
      client.destroySoon();
    });
    client.on('error', () => client.destroy());
    // Only half of it ends: the server reads to the end, answers what was whole, and ends its half.
    client.on('close', () => server.end());
    server.on('error', () => server.destroy());
    server.on('end', () => server.end());
    pass(client, server, cut.toServer, () => client.destroy());
    pass(server, client, cut.toClient, () => client.destroy());
  }
}

/** Passes `most` bytes on; then what was passed is flushed and `cutOff` called. */
function pass(from: Socket, to: Socket, most: number, cutOff: () => void): void {
  let left = most;
  from.on('data', (chunk: Buffer) => {
    const part = chunk.length <= left ? chunk : chunk.subarray(0, left);
    left -= part.length;
    if (left > 0) to.write(part);
    else if (part.length > 0) to.end(part, cutOff);
    else cutOff();
  });
}

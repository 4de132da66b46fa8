/**
 * A proxy in front of an exchange that knows the frames of its WebSocket streams: it loses some, keeps
 * quiet, or drops the connections, as a network does between two exchanges.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class FrameProxy {
  /** The next frames of the server in which this text stands are lost. */
  losing: { readonly text: string; count: number } | null = null;
  /** Nothing passes, in neither direction, while the connections stay. */
  quiet = false;
  /** New connections are refused. */
  refusing = false;
  /** Connections that were made. */
  connections = 0;
  private readonly server: Server;
  private readonly port: number;
  private readonly sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.server = server;
    this.port = port;
  }

  /** Listens on a free port in front of `port`. */
  static async before(port: number): Promise<FrameProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const own = typeof address === 'object' && address !== null ? address.port : 0;
    const proxy = new FrameProxy(server, own);
    server.on('connection', (client) => proxy.join(client, port));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends all connections without a word. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(client: Socket, port: number): void {
    if (this.refusing) {
      client.destroy();
      return;
    }
    this.connections += 1;
    const server = connect(port, '127.0.0.1');
    const end = (): void => {
      for (const socket of [client, server]) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk: Buffer) => {
      if (!this.quiet) server.write(chunk);
    });
    const frames = new ServerFrames();
    server.on('data', (chunk: Buffer) => {
      for (const part of frames.parts(chunk))
        if (!this.quiet && !this.loses(part)) client.write(part);
    });
  }

  private loses(part: Buffer): boolean {
    const { losing } = this;
    if (losing === null || losing.count === 0 || !part.includes(losing.text)) return false;
    losing.count -= 1;
    return true;
  }
}

/** Cuts what a server sends into its answer to the upgrade and the frames after it. */
class ServerFrames {
  private rest = Buffer.alloc(0);
  private upgraded = false;
  private plain = false;

  parts(chunk: Buffer): Buffer[] {
    if (this.plain) return [chunk];
    this.rest = Buffer.concat([this.rest, chunk]);
    const parts: Buffer[] = [];
    for (let length = this.next(); length > 0; length = this.next()) {
      parts.push(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
    }
    return parts;
  }

  /** Length of the next part, 0 = not all of it is there. */
  private next(): number {
    if (this.rest.length === 0) return 0;
    if (this.upgraded) return frameLength(this.rest);
    const head = this.rest.indexOf('\r\n\r\n');
    if (head < 0) return 0;
    this.upgraded = this.rest.includes(' 101 ');
    this.plain = !this.upgraded;
    return this.plain ? this.rest.length : head + 4;
  }
}

/** Length of an unmasked frame, 0 = not all of it is there. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < 2) return 0;
  const short = bytes[1]! & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + extra) return 0;
  let size = short;
  if (extra === 2) size = bytes.readUInt16BE(2);
  if (extra === 8) size = Number(bytes.readBigUInt64BE(2));
  const length = 2 + extra + size;
  return bytes.length < length ? 0 : length;
}

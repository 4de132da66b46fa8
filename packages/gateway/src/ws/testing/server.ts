/** A WebSocket gateway on a plain HTTP server, for tests. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccountKind, accountOf, type EventBatch } from '@halcyon/domain';
import { type KeyTier, PERMISSIONS } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { addressFinder } from '../../auth/client-address.ts';
import type { Revocation } from '../../auth/revocations.ts';
import { WsCode } from '../errors.ts';
import type { Clock } from '../feeds/throttle.ts';
import type { OrderEntry } from '../messages.ts';
import type { Logins, Principal, PushRecords, SocketLoginResult } from '../ports.ts';
import { newWsStats, type WsStats } from '../stats.ts';
import { WsGateway } from '../ws-gateway.ts';
import { TestClient } from './client.ts';
import { FakeEngine } from './market.ts';

/** User of the key `key-16`. */
export const ALICE = 16;
/** User of the key `key-17`. */
export const BOB = 17;

/** A principal that may do everything. */
export function principalOf(user: number, via: 'key' | 'session', tier: KeyTier): Principal {
  const id = via === 'key' ? `key-${user}` : `session-${user}`;
  const account = accountOf(user, AccountKind.spot);
  const permissions = new Set(PERMISSIONS);
  const who = { venue: 'live', person: user, user } as const;
  const rest = { permissions, tier, ipList: [], expiresAt: 0 };
  const caller = { ...who, account, via, id, ...rest };
  return { ...who, via, id, tier, expiresAt: 0, caller };
}

/** Logins that know the keys `key-16` and `key-17` with passphrase `secret`, and such tokens. */
class TestLogins implements Logins {
  checks = 0;
  tier: KeyTier = 'normal';
  expiresAt = 0;
  /** What happens while a log-in is looked at. */
  meanwhile: () => void = () => {};

  async byKey(login: { apiKey: string; passphrase: string }): Promise<SocketLoginResult> {
    this.checks++;
    await Promise.resolve();
    this.meanwhile();
    const user = Number(/^key-(16|17)$/.exec(login.apiKey)?.[1] ?? 0);
    if (user === 0) return { ok: false, code: WsCode.badKey, message: 'unknown key' };
    if (login.passphrase !== 'secret') {
      return { ok: false, code: WsCode.badPassphrase, message: 'wrong passphrase' };
    }
    const principal = { ...principalOf(user, 'key', this.tier), expiresAt: this.expiresAt };
    return { ok: true, principal };
  }

  async byToken(token: string): Promise<SocketLoginResult> {
    await Promise.resolve();
    this.meanwhile();
    const user = Number(/^token-(16|17)$/.exec(token)?.[1] ?? 0);
    if (user === 0) return { ok: false, code: WsCode.loginFailed, message: 'unknown token' };
    return { ok: true, principal: principalOf(user, 'session', 'normal') };
  }
}

/** Where commits come from, and the views that apply them first. */
export interface CommitSource {
  readonly views: Views;
  onCommit(listener: (batch: EventBatch) => void): () => void;
}

/** A running test server. */
export interface TestServer<M extends CommitSource = FakeEngine> {
  readonly engine: M;
  readonly gateway: WsGateway;
  readonly stats: WsStats;
  readonly logins: TestLogins;
  readonly url: string;
  readonly port: number;
  revoke(revocation: Revocation): void;
  connect(path?: string, headers?: Record<string, string>): Promise<TestClient>;
  close(): Promise<void>;
}

/** What a test may change. */
export interface TestServerOptions {
  readonly booksIntervalMs?: number;
  readonly clock?: Clock;
  readonly orderEntry?: OrderEntry;
  readonly records?: PushRecords;
}

const NO_ORDERS: OrderEntry = {
  trade: async () => '{"event":"trade","arg":[],"code":0,"msg":"Success"}',
};

const NO_RECORDS: PushRecords = {
  positionByTrade: async () => null,
  copyOwners: async () => [],
  copiedOrders: async () => [],
};

/** Starts a server on a free port of this machine. */
export function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startServerOf(new FakeEngine(), options);
}

/** The same over a given market. */
export async function startServerOf<M extends CommitSource>(
  engine: M,
  options: TestServerOptions = {},
): Promise<TestServer<M>> {
  const stats = newWsStats();
  const logins = new TestLogins();
  let listener: ((revocation: Revocation) => void) | null = null;
  const gateway = new WsGateway({
    views: engine.views,
    logins,
    revocations: {
      onRevoked(added) {
        listener = added;
        return () => {
          listener = null;
        };
      },
    },
    orderEntry: options.orderEntry ?? NO_ORDERS,
    records: options.records ?? NO_RECORDS,
    stats,
    addressOf: addressFinder(1),
    isOwnOrigin: (origin) => origin === 'http://own.example',
    booksIntervalMs: options.booksIntervalMs ?? 10,
    clock: options.clock,
  });
  engine.onCommit((batch) => gateway.committed(batch));
  const server: Server = createServer();
  server.on('upgrade', (request, stream, head) => gateway.upgrade(request, stream, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  return {
    engine,
    gateway,
    stats,
    logins,
    url,
    port,
    revoke: (revocation) => listener?.(revocation),
    connect: (path = '/v2/ws/public', headers = {}) => new TestClient(url + path, headers).opened(),
    async close() {
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A login message. */
export function loginMessage(user: number): Record<string, unknown> {
  const args = [{ apiKey: `key-${user}`, passphrase: 'secret', timestamp: '1', sign: 's' }];
  return { op: 'login', args };
}

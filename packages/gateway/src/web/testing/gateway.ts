/** A whole gateway for tests: fake engine, real views, real records in a temporary folder, on the test's thread. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainPort,
  type ChainTerms,
  CommandKind,
  type CommandPort,
  EventKind,
  engineReport,
  HealthRegistry,
  OWN_CHAIN,
  type SealPort,
} from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import type { Views } from '@halcyon/views';
import { RevocationBus } from '../../auth/revocations.ts';
import { type Config, parseConfig } from '../../config.ts';
import type { PaperVenuePort } from '../../http/paper-venue-port.ts';
import { type Gateway, startGateway } from '../../server.ts';
import { FakeEngine } from '../../ws/testing/market.ts';

/** A password that the rules accept. */
export const PASSWORD = 'correct horse battery staple';
/** Hashing as cheap as it gets: tests are not about its cost. */
const CHEAP = { memoryKib: 8, passes: 1, parallelism: 1 };

/** An engine with the views that follow it. */
export type TestEngine = CommandPort & { readonly views: Views };

/** A started gateway. */
export interface TestGateway<E extends TestEngine = FakeEngine> {
  readonly healthRegistry: HealthRegistry;
  readonly engine: E;
  readonly records: RecordsClient;
  readonly gateway: Gateway;
  readonly revocations: RevocationBus;
  readonly folder: string;
  readonly url: string;
  /** Lines that went to the log as warnings and errors. */
  readonly problems: string[];
  close(): Promise<void>;
}

/** What a test may change. */
export interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly webRoot?: string | null;
  readonly config?: Partial<Config>;
  readonly paper?: PaperVenuePort;
  readonly chainTerms?: ChainTerms;
  readonly chain?: ChainPort;
  readonly seals?: SealPort;
  readonly requestFactors?: readonly number[];
  readonly exchange?: string;
  /** Absent = it is offered. */
  readonly copyTrading?: boolean;
}

/** Opens users as the core does: the next number from 16. */
function openUsers(engine: FakeEngine): void {
  let next = 16;
  engine.answer = (command) =>
    command.kind === CommandKind.openUser ? { id: next++ } : { id: engine.commands.length };
  engine.happens = (command) =>
    command.kind === CommandKind.openUser
      ? [
          {
            kind: EventKind.userOpened,
            user: next - 1,
            simulated: false,
            ...(command.root === undefined ? {} : { root: command.root }),
          },
        ]
      : [];
}

/** Starts one on a free port of this machine. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const engine = new FakeEngine();
  openUsers(engine);
  return startTestGatewayOver(engine, options);
}

/** Starts one over an engine that is more than a fake one. */
export async function startTestGatewayOver<E extends TestEngine>(
  engine: E,
  options: TestGatewayOptions = {},
): Promise<TestGateway<E>> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-gateway-'));
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const kept = { dataFolder: folder, hashCost: CHEAP, onProblem };
  const records = await RecordsClient.open(kept, onThisThread);
  const healthRegistry = new HealthRegistry();
  healthRegistry.join('engine', () => engineReport(engine.status));
  const config = { ...parseConfig({ HALCYON_PORT: '0', ...options.env }), ...options.config };
  const revocations = new RevocationBus((user) => engine.views.subAccounts(user));
  const gateway = await startGateway(
    {
      commands: engine,
      views: engine.views,
      records,
      revocations,
      healthRegistry,
      recordsProgress: () => ({ seq: records.reachedSeq(), lagMs: 0, rowsSetAside: 0 }),
      paper: options.paper ?? null,
      chainTerms: options.chainTerms ?? OWN_CHAIN,
      chain: options.chain ?? null,
      seals: options.seals ?? null,
      dataFolder: folder,
      requestFactors: options.requestFactors ?? [],
      exchange: options.exchange ?? '',
      copyTrading: options.copyTrading ?? true,
      webRoot: options.webRoot ?? null,
      log: {
        info: () => {},
        warn: (message) => problems.push(message),
        error: (message, fault) => problems.push(`${message}: ${String(fault)}`),
      },
    },
    config,
  );
  return {
    healthRegistry,
    engine,
    records,
    gateway,
    revocations,
    folder,
    problems,
    url: `${config.tls === null ? 'http' : 'https'}://127.0.0.1:${gateway.port}`,
    async close() {
      await gateway.close();
      await records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An answer of the API. */
export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string;
  readonly msg: string;
  readonly data: T;
  /** Name of an error. */
  readonly reason?: string | undefined;
}

/** A browser without a page: keeps cookies and the CSRF token. */
export class Browser {
  readonly url: string;
  cookies = new Map<string, string>();
  csrfToken = '';

  constructor(url: string) {
    this.url = url;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request; what the page would send is sent, `headers` come on top. */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const { text, ...answer } = await this.read(method, path, body, headers);
    const { code, msg, data, reason } = JSON.parse(text) as Omit<
      ApiAnswer<T>,
      'status' | 'headers'
    >;
    return { ...answer, code, msg, data, reason };
  }

  /** The same, whose answer may be a file. */
  async read(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    const own: Record<string, string> = { cookie: this.cookieHeader };
    if (method !== 'GET') {
      own['origin'] = this.url;
      own['x-csrf-token'] = this.csrfToken;
      if (body !== undefined) own['content-type'] = 'application/json';
    }
    const sent = Object.fromEntries(
      Object.entries({ ...own, ...headers }).filter(([, value]) => value !== ''),
    );
    const response = await fetch(this.url + path, {
      method,
      headers: sent,
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const equals = pair.indexOf('=');
      const value = pair.slice(equals + 1);
      if (value === '') this.cookies.delete(pair.slice(0, equals));
      else this.cookies.set(pair.slice(0, equals), value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Registers and signs in. */
  async register(email: string): Promise<string> {
    const person = { email, password: PASSWORD };
    const made = await this.call('POST', '/api/web/v1/register', person);
    if (made.status !== 200) throw new Error(`register: ${made.code} ${made.msg}`);
    const path = '/api/web/v1/login';
    const answer = await this.call<{ user: { uid: string }; csrfToken: string }>(
      'POST',
      path,
      person,
    );
    if (answer.status !== 200) throw new Error(`login: ${answer.code} ${answer.msg}`);
    this.csrfToken = answer.data.csrfToken;
    return answer.data.user.uid;
  }
}

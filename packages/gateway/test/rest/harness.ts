/** A whole REST side for tests: real core, real views, keys in memory, requests without a socket. */

import { createHmac } from 'node:crypto';
import { NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type ChainPort,
  type ChainTerms,
  type CommandInput,
  CommandKind,
  OWN_CHAIN,
  SystemAccount,
} from '@halcyon/domain';
import { PERMISSIONS, preHash, ROUTES, type RouteSpec } from '@halcyon/protocol';
import { type ApiKeySecrets, plainLine, RecordsError } from '@halcyon/records';
import { Views } from '@halcyon/views';
import Fastify, { type FastifyInstance } from 'fastify';
import { Check, Errors } from 'typebox/value';
import type { SessionVerifier } from '../../src/auth/authenticate.ts';
import { type AddressFinder, addressFinder } from '../../src/auth/client-address.ts';
import type { KeySource } from '../../src/auth/credential.ts';
import { DEFAULT_WALLET_RULES } from '../../src/config/wallet.ts';
import { Family, type FamilyParts } from '../../src/family/family.ts';
import { CodeGuesses } from '../../src/http/code-guesses.ts';
import { LIVE_PEOPLE, type RestContext } from '../../src/http/context.ts';
import type { PaperVenuePort } from '../../src/http/paper-venue-port.ts';
import type { HistoryReads, UserReads } from '../../src/http/ports.ts';
import { PaperVenueAccess } from '../../src/paper/paper-access.ts';
import { ConvertQuotes } from '../../src/quotes/quotes.ts';
import type { LaneOptions } from '../../src/rest/fast-lane.ts';
import { type Rest, registerRest, restServerOptions } from '../../src/rest/rest.ts';
import { MemoryEngine } from './memory-engine.ts';
import { passphraseFields } from './passphrase.ts';

/** 2026-01-01T00:00:00Z. */
export const START = 1_767_225_600_000;
export const ALICE = 16;
export const BOB = 17;
export const ALICE_SPOT = accountOf(ALICE, AccountKind.spot);
export const BOB_SPOT = accountOf(BOB, AccountKind.spot);
export const PASSPHRASE = 'passphrase1';

/** Data whose shape the test knows. */
export interface Loose {
  readonly [key: string]: Loose;
}

/** Data that the test knows to be a list. */
export function listOf(data: Loose | undefined): Loose[] {
  if (!Array.isArray(data)) throw new Error('not a list');
  return data as unknown as Loose[];
}

/** Data that the test knows to be text. */
export function textOf(data: Loose | undefined): string {
  if (typeof data !== 'string') throw new Error('not a text');
  return data;
}

/** An answer of the API. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: {
    code: string;
    msg: string;
    requestTime: number;
    reason?: string;
    retryable?: boolean;
    readonly data: Loose;
  };
}

/** How a request differs from an ordinary one. */
export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly timestamp?: number;
}

/** Nothing ever happened. */
export const NO_HISTORY = new Proxy(
  {},
  { get: (_target, name) => async () => (/By(Id|ClientId)$/.test(String(name)) ? null : []) },
) as HistoryReads;

/** Nobody has sub-accounts. */
const NO_SUB_ACCOUNTS = new Proxy(
  {},
  {
    get: (_target, name) => async () => {
      if (String(name).startsWith('list')) return [];
      throw recordsError('notFound');
    },
  },
) as FamilyParts['identity'];

/** See the head of the file. */
export class TestRest {
  readonly engine: MemoryEngine;
  readonly views: Views;
  readonly keys = new Map<string, ApiKeySecrets>();
  /** Where keys are that are not among those. */
  moreKeys: KeySource['apiKeyByKey'] = async () => null;
  readonly faults: unknown[] = [];
  /** Whether the identity store does not answer. */
  storeAway = false;
  app: FastifyInstance = Fastify();
  rest!: Rest;
  now = START;
  sessions: SessionVerifier | null = null;
  history: HistoryReads = NO_HISTORY;
  lane: LaneOptions | undefined;
  addressOf: AddressFinder = addressFinder(false);
  /** When addresses can be used; null = they are in no book. */
  usableAt: number | null = 0;
  /** To be set before the side is opened. */
  chain: ChainPort | null = null;
  chainTerms: ChainTerms = OWN_CHAIN;
  /** What mails about withdrawals told. */
  readonly mails: string[] = [];
  /** Numbers of those withdrawals. */
  readonly told = new Set<number>();
  users: UserReads = {
    userByUid: async () => null,
    bookAddress: async ({ coin, chain, address }) =>
      this.usableAt === null
        ? null
        : { coin, chain, address, label: '', addedAt: 0, usableAt: this.usableAt },
    mailWithdrawal: async ({ id, detail }) => {
      if (!this.told.has(id)) this.mails.push(plainLine(detail));
      this.told.add(id);
    },
  };
  subAccounts: FamilyParts['identity'] = NO_SUB_ACCOUNTS;
  family!: Family;
  paper: PaperVenuePort | null = null;
  /** By fee level. */
  requestFactors: readonly number[] = [];

  /** @param endedKept ended orders that its views keep; undefined = as many as those of an exchange */
  constructor(endedKept?: number) {
    this.views = new Views(undefined, endedKept);
    this.engine = new MemoryEngine(() => this.now);
    this.engine.onCommit((batch) => this.views.apply(batch));
  }

  /** Lists BTCUSDT and ETHUSDT, opens Alice and Bob with money and a key each, starts the routes. */
  static async open(
    prepare: (rest: TestRest) => void | Promise<void> = () => {},
    endedKept?: number,
  ): Promise<TestRest> {
    const rest = new TestRest(endedKept);
    await prepare(rest);
    for (const command of LISTING) rest.engine.apply(command);
    rest.fund(ALICE_SPOT, 1, 1_000_000_00000000n);
    rest.fund(ALICE_SPOT, 0, 100_00000000n);
    rest.fund(BOB_SPOT, 1, 1_000_000_00000000n);
    rest.fund(BOB_SPOT, 0, 100_00000000n);
    rest.addKey('alice-key-1', ALICE);
    rest.addKey('bob-key-001', BOB);
    await rest.start();
    return rest;
  }

  takeNewestRules(): void {
    this.engine.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  }

  async start(): Promise<void> {
    this.app = Fastify({ ...restServerOptions(() => this.now) });
    const keys = {
      apiKeyByKey: async ({ apiKey }: { apiKey: string }) => {
        if (this.storeAway) throw recordsError('unavailable');
        return this.keys.get(apiKey) ?? this.moreKeys({ apiKey });
      },
    };
    this.family = new Family({
      identity: this.subAccounts,
      commands: this.engine,
      views: this.views,
      revocations: {
        user: (user) => this.rest.authenticator.keys.forgetUser(user),
        key: (apiKey) => this.rest.authenticator.keys.forget(apiKey),
      },
    });
    const context: RestContext = {
      venue: 'live',
      people: LIVE_PEOPLE,
      views: this.views,
      history: this.history,
      users: this.users,
      family: this.family,
      commands: this.engine,
      wallet: DEFAULT_WALLET_RULES,
      quotes: new ConvertQuotes(() => this.now),
      codeGuesses: new CodeGuesses(),
      chainTerms: this.chainTerms,
      chain: this.chain,
      seals: null,
      requestFactors: this.requestFactors,
      clock: () => this.now,
    };
    this.rest = await registerRest(this.app, {
      context,
      paper: this.paper === null ? null : new PaperVenueAccess(this.paper, context),
      keys,
      sessions: this.sessions,
      addressOf: this.addressOf,
      onFault: (fault) => this.faults.push(fault),
      lane: this.lane,
      copyTrading: true,
    });
    await this.app.ready();
  }

  /** Credits an account from outside, in asset units. */
  fund(account: number, asset: number, amount: bigint): void {
    this.engine.apply({
      kind: CommandKind.deposit,
      account,
      from: SystemAccount.external,
      asset,
      amount,
      actor: 'test',
      reason: 'test',
      reference: '',
    });
  }

  /** An HMAC key whose secret is `secret-` and its name. */
  addKey(apiKey: string, uid: number, change: Partial<ApiKeySecrets> = {}): void {
    this.keys.set(apiKey, {
      apiKey,
      uid,
      label: 'test',
      type: 'hmac',
      publicKey: '',
      secret: `secret-${apiKey}`,
      permissions: PERMISSIONS,
      ipList: [],
      expiresAt: 0,
      venue: 'live',
      tier: 'maker',
      createdAt: START,
      windowMs: 0,
      lastUsedAt: 0,
      lastUsedAddress: '',
      ...passphraseFields(PASSPHRASE),
      ...change,
    });
  }

  /** Headers of a request signed by an HMAC key. */
  sign(apiKey: string, method: string, path: string, query: string, body: string, at: number) {
    const text = preHash(String(at), method, path, query, body);
    return {
      'access-key': apiKey,
      'access-sign': createHmac('sha256', `secret-${apiKey}`).update(text).digest('base64'),
      'access-timestamp': String(at),
      'access-passphrase': PASSPHRASE,
    };
  }

  /** A request; signed when `apiKey` is given. Time moves by 1 ms, so that no two are the same. */
  async call(
    apiKey: string | null,
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions = {},
  ): Promise<RestAnswer> {
    this.now += 1;
    const query = new URLSearchParams(options.query ?? {}).toString();
    const body = bodyText(method, options.body);
    const at = options.timestamp ?? this.now;
    const signed = apiKey === null ? {} : this.sign(apiKey, method, path, query, body, at);
    const answer = await this.raw(method, query === '' ? path : `${path}?${query}`, body, {
      headers: { ...signed, ...options.headers },
      ...(options.address === undefined ? {} : { address: options.address }),
    });
    checkSchema(path.split('?', 1)[0] ?? '', answer);
    return answer;
  }

  /** A request as it is. */
  async raw(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    body: string,
    options: { headers?: Readonly<Record<string, string>>; address?: string } = {},
  ): Promise<RestAnswer> {
    const json = method === 'GET' ? {} : { 'content-type': 'application/json' };
    const response = await this.app.inject({
      method,
      url,
      headers: { ...json, ...options.headers },
      remoteAddress: options.address ?? '127.0.0.1',
      ...(method === 'GET' ? {} : { payload: body }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: JSON.parse(text) as RestAnswer['body'],
    };
  }

  alice(method: 'GET' | 'POST', path: string, params: Record<string, unknown> = {}) {
    return this.as('alice-key-1', method, path, params);
  }

  bob(method: 'GET' | 'POST', path: string, params: Record<string, unknown> = {}) {
    return this.as('bob-key-001', method, path, params);
  }

  private as(apiKey: string, method: 'GET' | 'POST', path: string, params: object) {
    const options =
      method === 'GET' ? { query: params as Record<string, string> } : { body: params };
    return this.call(apiKey, method, `/api/v2${path}`, options);
  }
}

/** Every success has the shape that the reference promises. */
function checkSchema(path: string, { body }: RestAnswer): void {
  const route = ROUTES.find((one) => one.path === path);
  if (body.code !== '00000' || route === undefined || Check(route.data, body.data)) return;
  const problems = JSON.stringify([...Errors(route.data, body.data)].slice(0, 3));
  throw new Error(`${path} answers against its schema: ${problems}`);
}

function bodyText(method: string, body: unknown): string {
  if (method === 'GET' || body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

const SAMPLE_ORDER = {
  symbol: 'BTCUSDT',
  orderType: 'limit',
  side: 'buy',
  size: '0.01',
  price: '59000',
};

const MARGIN_ORDER = { loanType: 'normal', baseSize: '0.01' };

const SAMPLE: Readonly<Record<string, unknown>> = {
  ...SAMPLE_ORDER,
  orderId: '1200000000000999999',
  planOrderId: '1200000000000999999',
  subAccountList: ['alphaone'],
  list: [{ subAccountName: 'alphatwo', passphrase: 'passphrase2', label: 'bot' }],
  subAccountUid: '1000000016',
  subUid: '1000000016',
  fromUserId: '1000000016',
  toUserId: '1000000016',
  subAccountApiKey: 'hk_none',
  passphrase: 'passphrase2',
  label: 'bot',
  permList: ['read'],
  status: 'normal',
  coin: 'USDT',
  fromType: 'spot',
  toType: 'p2p',
  amount: '1',
  borrowAmount: '1',
  repayAmount: '1',
  ...MARGIN_ORDER,
  countdown: '5',
  businessType: 'spot',
  deduct: 'off',
  accountType: 'spot',
  startTime: '0',
  endTime: '1',
  granularity: '1min',
  transferType: 'on_chain',
  address: 'x',
  triggerPrice: '61000',
  executePrice: '61000',
  orderList: [{ ...SAMPLE_ORDER, ...MARGIN_ORDER, orderId: '1200000000000999999', newSize: '1' }],
  orderIdList: [{ orderId: '1200000000000999999' }],
  productType: 'USDT-FUTURES',
  newPrice: '59000',
  traderId: '1000000016',
  followerUid: '1000000017',
  trackingNo: '1200000000000999999',
  stopLossPrice: '50000',
  parentType: 'iceberg',
  displaySize: '0.004',
  copyAmount: '100',
  settingList: [{ symbol: 'BTCUSDT', productType: 'USDT-FUTURES', settingType: 'UPDATE' }],
  settings: [
    {
      ...{ symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginType: 'trader' },
      ...{ leverType: 'trader', traceType: 'percent', traceValue: '100' },
    },
  ],
};

/** A request of a route in which every field has the right form. */
export function sampleRequest(route: RouteSpec): Record<string, unknown> {
  const known = Object.keys(route.request.properties).filter((key) => Object.hasOwn(SAMPLE, key));
  return Object.fromEntries(known.map((key) => [key, SAMPLE[key]]));
}

/** An error as records throw it. */
export function recordsError(code: 'lagging' | 'unavailable' | 'notFound'): Error {
  return new RecordsError(code, 'test');
}

const LIMITS = {
  state: 0,
  quantityMin: 10,
  quantityMax: 100_000_000,
  notionalMin: 5_00000000,
  bandPpm: 100_000,
  openOrdersMax: 500,
} as const;

/** BTCUSDT and ETHUSDT, their prices and fees, and two users. */
export const LISTING: readonly CommandInput[] = [
  { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
  { kind: CommandKind.listAsset, code: 'ETH', name: 'Ether', scale: 8 },
  {
    kind: CommandKind.listInstrument,
    symbol: 'BTCUSDT',
    base: 0,
    quote: 1,
    priceScale: 2,
    quantityScale: 6,
    ...LIMITS,
  },
  {
    kind: CommandKind.listInstrument,
    symbol: 'ETHUSDT',
    base: 2,
    quote: 1,
    priceScale: 2,
    quantityScale: 4,
    ...LIMITS,
  },
  { kind: CommandKind.seedLastPrice, instrument: 0, price: 60_000_00 },
  { kind: CommandKind.seedLastPrice, instrument: 1, price: 3_000_00 },
  {
    kind: CommandKind.setFeeSchedule,
    tiers: [
      { makerPpm: 1_000, takerPpm: 2_000 },
      { makerPpm: 500, takerPpm: 1_000, volumeFrom: 250_000, contractVolumeFrom: 500_000 },
      { makerPpm: 0, takerPpm: 0 },
    ],
    actor: 'test',
    reason: 'test',
  },
  { kind: CommandKind.openUser, simulated: false },
  { kind: CommandKind.openUser, simulated: false },
];

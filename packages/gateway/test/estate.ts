/**
 * What a person has, one of everything that an id can name, and somebody else with as much: a whole
 * gateway over the real core and the real records.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  type EventBatch,
  InstrumentState,
  OWN_CHAIN,
  rowsOf,
  SystemAccount,
  type UserId,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { PERMISSIONS, preHash } from '@halcyon/protocol';
import { lendingCommands } from '@halcyon/testkit';
import { Views } from '@halcyon/views';
import type { PaperVenuePort } from '../src/http/paper-venue-port.ts';
import {
  Browser,
  PASSWORD,
  startTestGatewayOver,
  type TestGateway,
} from '../src/web/testing/gateway.ts';
import { type Key, PASSPHRASE, type Person } from './matrix.ts';
import { LISTING } from './rest/harness.ts';
import { MemoryEngine } from './rest/memory-engine.ts';

const { addressOf } = OWN_CHAIN;

const API = '/api/web/v1';
const [BTC, USDT, ETH] = [0, 1, 2];
/** BTCUSDT and the contract of the same name. */
const [SPOT_PAIR, CONTRACT] = [0, 2];
const FUNDS = 1_000_000_00000000n;

/** Fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** What an answer says, whenever it was made. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Somebody who has an estate. */
export interface Holder extends Person {
  readonly key: Key;
  /** A sub-account, and a key of it. */
  readonly sub: UserId;
  readonly subKey: Key;
}

const TERMS: ContractTerms = {
  tiers: [{ upTo: 10_000_000, leverageMax: 20, maintenancePpm: 25_000 }],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 100_000,
  openInterestMax: 1_000_0000,
  fundingIntervalMs: 8 * 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

/** The real core with the views that follow it. */
export class WatchedEngine extends MemoryEngine {
  readonly views = new Views();

  constructor() {
    super(Date.now);
    this.onCommit((batch) => this.views.apply(batch));
  }
}

/** Fields that tell who looked at something and when: looking at it is not a change. */
const OF_LOOKING: ReadonlySet<string> = new Set([
  'lastUsedAt',
  'lastUsedAddress',
  'activeAt',
  'lastSeenAt',
]);

/** See the head of the file. */
export class Estate {
  readonly server: TestGateway<WatchedEngine>;
  owner!: Holder;
  other!: Holder;
  /** Users of the core alone, whose orders meet. */
  #seller!: UserId;
  #buyer!: UserId;
  #names = 0;
  /** When the newest signed request was made, ms. */
  #askedAt = 0;

  private constructor(server: TestGateway<WatchedEngine>) {
    this.server = server;
  }

  /** @param webRoot folder of the built web app; null = none @param paper absent = there is no paper venue */
  static async open(webRoot: string | null = null, paper?: PaperVenuePort): Promise<Estate> {
    const engine = new WatchedEngine();
    const missed: EventBatch[] = [];
    const stop = engine.onCommit((batch) => missed.push(batch));
    list(engine);
    stop();
    const server = await startTestGatewayOver(engine, { webRoot, ...(paper && { paper }) });
    for (const batch of missed) server.records.push(rowsOf(batch));
    engine.onCommit((batch) => server.records.push(rowsOf(batch)));
    const estate = new Estate(server);
    estate.#seller = estate.#user();
    estate.#buyer = estate.#user();
    estate.owner = await estate.#holder('owner');
    estate.other = await estate.#holder('other');
    return estate;
  }

  /** Ends the gateway. @throws Error when it had anything to complain about */
  async close(): Promise<void> {
    await this.server.close();
    if (this.server.problems.length > 0) throw new Error(this.server.problems.join('\n'));
  }

  /** Changes what is stored without anybody being told, as time would. */
  store(statement: string, ...values: (string | number)[]): void {
    const file = new DatabaseSync(join(this.server.folder, 'identity.db'));
    file.exec('pragma busy_timeout = 5000');
    file.prepare(statement).run(...values);
    file.close();
  }

  /** A request of the trading API, signed by a key of somebody. */
  async wire(key: Key, method: 'GET' | 'POST', path: string, fields: Fields): Promise<Reply> {
    const get = method === 'GET';
    const query = get ? new URLSearchParams(fields as Record<string, string>).toString() : '';
    const body = get ? '' : JSON.stringify(fields);
    // Two requests of one moment would be the same one, sent again.
    this.#askedAt = Math.max(Date.now(), this.#askedAt + 1);
    const at = String(this.#askedAt);
    const signed = createHmac('sha256', key.secret).update(preHash(at, method, path, query, body));
    const answer = await this.server.gateway.app.inject({
      method,
      url: query === '' ? path : `${path}?${query}`,
      headers: {
        host: new URL(this.server.url).host,
        ...(!get && { 'content-type': 'application/json' }),
        'access-key': key.apiKey,
        'access-sign': signed.digest('base64'),
        'access-timestamp': at,
        'access-passphrase': PASSPHRASE,
      },
      ...(!get && { payload: body }),
    });
    return { status: answer.statusCode, text: withoutTime(answer.body) };
  }

  /** A request of somebody's page. */
  async web(holder: Person, method: string, path: string, body?: Fields): Promise<Reply> {
    const { browser } = holder;
    const { status, text } = await browser.read(method, API + path, body);
    // A session that begins has another token.
    const [, csrfToken] = /"csrfToken":"([^"]+)"/.exec(text) ?? [];
    if (csrfToken !== undefined) browser.csrfToken = csrfToken;
    return { status, text: withoutTime(text) };
  }

  /** What the owner asks for by key and gets. @throws Error for a refusal */
  async asked(path: string, fields: Fields, method: 'GET' | 'POST' = 'POST') {
    const { text } = await this.wire(this.owner.key, method, `/api/v2${path}`, fields);
    const { code, data } = JSON.parse(text) as { code: string; data: Record<string, unknown> };
    if (code !== '00000') throw new Error(`${path}: ${text}`);
    return data;
  }

  /** A name that nobody gave to anything yet. */
  name(): string {
    return `own-${++this.#names}`;
  }

  /** All that somebody has, for to tell whether any of it changed. */
  async belongings({ uid, sub }: Holder): Promise<string> {
    const { views } = this.server.engine;
    const { identity } = this.server.records;
    const money = [uid, sub].flatMap((user) =>
      Object.values(AccountKind).map((kind) => {
        const account = accountOf(user, kind);
        return [
          views.balances(account),
          views.openOrders(account),
          views.plans(account),
          views.loans.debts(account),
          views.contracts.positions(account),
        ];
      }),
    );
    const kept = await Promise.all([
      identity.listApiKeys({ uid }),
      identity.listApiKeys({ uid: sub }),
      identity.listSubAccounts({ root: uid, limit: 50 }),
      identity.listSessions({ uid }),
      identity.listDevices({ uid, deviceToken: undefined }),
      identity.listPasskeys({ uid }),
      identity.listAddresses({ uid }),
      identity.listSettings({ uid }),
    ]);
    return JSON.stringify([money, kept], (field, value: unknown) => {
      if (OF_LOOKING.has(field)) return 0;
      return typeof value === 'bigint' ? String(value) : value;
    });
  }

  /** Prices as they were in the beginning, a moment ago. */
  prices(btc = 60_000): void {
    const spot = [SPOT_PAIR, btc * 100, 1, 3_000_00];
    this.#apply({ kind: CommandKind.prices, entries: [...spot, CONTRACT, btc * 10] });
  }

  /** Two others trade in the pair. */
  tradeAt(price: number): void {
    const order = { ...RESTING, instrument: SPOT_PAIR, price: price * 100, quantity: 10_000 };
    this.#place(this.#seller, AccountKind.spot, { ...order, side: 1 });
    this.#place(this.#buyer, AccountKind.spot, { ...order, side: 0 });
  }

  /** Others offer so much, above the market, for whoever comes. */
  offer(price = 60_000): void {
    const order = { ...RESTING, instrument: SPOT_PAIR, price: price * 100, quantity: 10_000_000 };
    this.#place(this.#seller, AccountKind.spot, { ...order, side: 1 });
  }

  /** The same of the contract. @returns takes out of the book what is left */
  offerContract(price = 60_000, quantity = 100_000): () => void {
    const order = { ...RESTING, instrument: CONTRACT, price: price * 10, quantity };
    return this.#place(this.#seller, AccountKind.usdtFutures, { ...order, side: 1 });
  }

  /** Others buy as much of the contract, for whoever closes what it has. */
  bid(price = 60_000, quantity = 1_000_000): () => void {
    const order = { ...RESTING, instrument: CONTRACT, price: price * 10, quantity };
    return this.#place(this.#buyer, AccountKind.usdtFutures, { ...order, side: 0 });
  }

  #place(
    user: UserId,
    kind: AccountKind,
    terms: Omit<PlaceInput, 'account' | 'clientId'>,
  ): () => void {
    const account = accountOf(user, kind);
    const order = this.#apply({ ...terms, account, clientId: '' } as CommandInput);
    return () => {
      this.server.engine.apply({ kind: CommandKind.cancel, account, order, clientId: '' });
    };
  }

  #apply(command: CommandInput): number {
    return applied(this.server.engine, command);
  }

  #user(): UserId {
    const user = this.#apply({ kind: CommandKind.openUser, simulated: true });
    this.#fund(user, AccountKind.spot, BTC, USDT, ETH);
    this.#fund(user, AccountKind.usdtFutures, USDT);
    return user;
  }

  #fund(user: UserId, kind: AccountKind, ...assets: readonly number[]): void {
    for (const asset of assets) this.#apply(deposit(accountOf(user, kind), asset, FUNDS));
  }

  async #holder(name: string): Promise<Holder> {
    const browser = new Browser(this.server.url);
    const email = `${name}@example.com`;
    await browser.register(email);
    const uid = (await this.server.records.identity.userByEmail({ email }))!.uid;
    this.#fund(uid, AccountKind.spot, BTC, USDT, ETH);
    this.#fund(uid, AccountKind.usdtFutures, USDT);
    const key = await this.keyFor(uid, PERMISSIONS);
    const sub = (await this.server.gateway.family.create(uid, `sub${name}`)).uid;
    this.#fund(sub, AccountKind.spot, USDT);
    const permissions = PERMISSIONS.filter((one) => one !== 'withdraw' && one !== 'copy');
    const subKey = await this.keyFor(sub, permissions);
    const holder = { uid, browser, key, sub, subKey };
    for (const [toType, symbol] of [['crossed_margin'], ['isolated_margin', 'BTCUSDT']] as const) {
      for (const [coin, amount] of [
        ['USDT', '100000'],
        ['BTC', '10'],
      ] as const) {
        const move = { fromType: 'spot', toType, coin, amount, ...(symbol && { symbol }) };
        await this.wire(key, 'POST', '/api/v2/spot/wallet/transfer', move);
      }
    }
    return holder;
  }

  /** A key of somebody with these permissions. */
  async keyFor(
    uid: UserId,
    permissions: readonly (typeof PERMISSIONS)[number][],
    venue: 'live' | 'paper' = 'live',
  ): Promise<Key> {
    const made = await this.server.records.identity.createApiKey({
      ...{ uid, label: 'estate', type: 'hmac', passphrase: PASSPHRASE, permissions },
      ...{ ipList: ['127.0.0.1'], venue, tier: 'maker', expiresAt: 0 },
    });
    return { apiKey: made.record.apiKey, secret: made.secretKey };
  }

  /** A key of somebody that can be lost. */
  async spareKey(uid: UserId): Promise<string> {
    return (await this.keyFor(uid, ['read'])).apiKey;
  }

  /** A deposit of the owner's or of its sub-account's: its id. */
  deposited(user: UserId): string {
    return wireId(this.#apply(deposit(accountOf(user, AccountKind.spot), USDT, 7_00000000n)));
  }

  /** An address in the owner's book that can be used. */
  async listed(user = 900): Promise<string> {
    const address = addressOf(user, USDT);
    const origin = { address: '127.0.0.1', language: 'en' };
    const name = { uid: this.owner.uid, coin: 'USDT', chain: 'HALCYON', address };
    await this.server.records.identity.addAddress({ ...name, label: '', origin }).catch(() => {});
    this.store('update withdrawal_addresses set usable_at = 1');
    return address;
  }

  /** The owner has no second factor, and withdrawals are free, as long after a change. */
  calm(): void {
    this.store('delete from passkeys');
    this.store('update users set secured_at = 0');
  }

  /** Another browser of the owner's that is signed in. */
  async secondBrowser(): Promise<void> {
    const login = { email: 'owner@example.com', password: PASSWORD };
    await new Browser(this.server.url).call('POST', `${API}/login`, login);
  }

  /** A passkey of the owner's, which nobody ever shows: its id. */
  passkey(): string {
    const id = randomUUID().replaceAll('-', '');
    const columns = 'passkey_id, uid, credential_id, public_key, counter, name, made_at, used_at';
    const values = `'${id}', ?1, '${id}', '', 0, 'x', 1, 0`;
    this.store(`insert into passkeys (${columns}) values (${values})`, this.owner.uid);
    return id;
  }
}

type PlaceInput = Extract<CommandInput, { readonly kind: typeof CommandKind.place }>;

/** An order that says nothing but where, how much and at what price. */
const RESTING = {
  kind: CommandKind.place,
  type: 0,
  timeInForce: 0,
  selfTrade: 0,
  quoteAmount: 0,
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
} as const;

/** What the exchange trades and lends. */
export function list(engine: WatchedEngine): void {
  const listing = LISTING.filter(({ kind }) => kind !== CommandKind.openUser);
  for (const command of listing) applied(engine, command);
  applied(engine, { kind: CommandKind.setRules, version: NEWEST_RULES });
  applied(engine, {
    kind: CommandKind.listContract,
    ...{ symbol: 'BTCUSDT', base: BTC, quote: USDT, priceScale: 1, quantityScale: 4 },
    ...{ contract: TERMS, state: InstrumentState.open, priceStep: 1, quantityStep: 1 },
    ...{ quantityMin: 1, quantityMax: 10_000_000, notionalMin: 5_00000000 },
    ...{ bandPpm: 100_000, openOrdersMax: 200 },
  });
  for (const command of lendingCommands(engine.views)) applied(engine, command);
}

export function applied(engine: WatchedEngine, command: CommandInput): number {
  const { code, id } = engine.apply(command);
  if (code !== 0) throw new Error(`refused with ${code}: ${command.kind}`);
  return id;
}

export function deposit(account: number, asset: number, amount: bigint): CommandInput {
  const by = { actor: 'test', reason: 'test', reference: '' };
  return { kind: CommandKind.deposit, account, from: SystemAccount.external, asset, amount, ...by };
}

/** The text of an answer without when it was made. */
function withoutTime(text: string): string {
  return text.replace(/"requestTime":\d+/, '"requestTime":0');
}

/** A user as the wire names it. */
export const named = (user: UserId): string => wireUserId(user);

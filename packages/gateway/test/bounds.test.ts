/**
 * One table of everything that clients can make grow (src/bounds.ts): each row is grown beyond its limit, here
 * or in the test that is named, and every field of the gateway that can grow is in the table.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Core, NEWEST_RULES } from '@halcyon/core';
import { accountOf, type Command, type CommandInput, CommandKind, Reject } from '@halcyon/domain';
import { ADDRESS_REQUESTS_PER_MINUTE } from '@halcyon/protocol';
import { expect, test } from 'vitest';
import type { Caller, RequestCredentials } from '../src/auth/authenticate.ts';
import { KeyCache } from '../src/auth/key-cache.ts';
import { ReplayGuard } from '../src/auth/replay-guard.ts';
import { type Ended, RequestLog } from '../src/auth/request-log.ts';
import { copied, LatestMap } from '../src/base/latest-map.ts';
import { BOUNDS, type BoundName, FIXED } from '../src/bounds.ts';
import { HourLimiter } from '../src/http/hour-limiter.ts';
import { AddressLimiter, EndpointLimiter } from '../src/http/rate-limiter.ts';
import { ConvertQuotes } from '../src/quotes/quotes.ts';
import { ExportService } from '../src/web/export-service.ts';
import { WsTokens } from '../src/web/ws-tokens.ts';
import { LISTING } from './rest/harness.ts';

const PACKAGES = join(import.meta.dirname, '../..');
const NOW = 1_790_000_000_000;

/** Does something once for each of `count` names. */
function many(count: number, act: (name: string, i: number) => void): void {
  for (let i = 0; i < count; i++) act(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, i);
}

function refusedAt(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

const STORED = {
  ...{ uid: 16, type: 'hmac', secret: 'secret', publicKey: '', ipList: [], permissions: ['read'] },
  ...{ venue: 'live', tier: 'normal', expiresAt: 0, passphraseKey: new Uint8Array(1) },
};

function keysOf(loads: string[] = []): KeyCache {
  const apiKeyByKey = async ({ apiKey }: { readonly apiKey: string }) => {
    loads.push(apiKey);
    return { ...STORED, apiKey } as never;
  };
  return new KeyCache({ apiKeyByKey } as never, () => NOW);
}

const ASKS = { via: 'key', id: 'some-key', person: 16, account: 1 } as const;

function ended(id: string, more: Partial<Ended> = {}): Ended {
  const given = { headers: { 'access-key': id }, method: 'GET', path: '/x', query: '', body: '' };
  const caller = { via: 'key', id, tier: 'normal' } as unknown as Caller;
  const credentials = { ...given, address: '10.0.0.1', now: NOW } as RequestCredentials;
  return { given: credentials, caller, error: null, path: '/x', perSecond: 10, ...more };
}

/** A test that grows a row elsewhere: its file, and the limit that it names. */
type Elsewhere = readonly [file: string, limit: string];

const { callers, addresses, readyKeys, loggedKeys, proved, refused, quotes, tokens, exports } =
  BOUNDS;

const GROWN: Readonly<Record<BoundName, (() => void | Promise<void>) | Elsewhere>> = {
  callers: () => {
    const limiter = new EndpointLimiter(1);
    limiter.take('first', 'normal', NOW);
    many(callers.most - 1, (name) => limiter.take(name, 'normal', NOW));
    expect(refusedAt(() => limiter.take('first', 'normal', NOW))).toBe(true);
    limiter.take('one more', 'normal', NOW);
    expect(refusedAt(() => limiter.take('first', 'normal', NOW))).toBe(false);
  },
  addresses: () => {
    const hours = new HourLimiter(1, 'user');
    const limiter = new AddressLimiter();
    const first = '192.0.2.1';
    hours.admits(first, NOW);
    for (let i = 0; i < ADDRESS_REQUESTS_PER_MINUTE; i++) limiter.take(first, NOW);
    many(addresses.most - 1, (name) => {
      hours.admits(name, NOW);
      limiter.take(name, NOW);
    });
    expect(hours.admits(first, NOW)).toBe(false);
    hours.admits('192.0.2.2', NOW);
    limiter.take('192.0.2.2', NOW);
    expect(hours.admits(first, NOW)).toBe(true);
    expect(refusedAt(() => limiter.take(first, NOW))).toBe(false);
  },
  readyKeys: async () => {
    const keys = keysOf();
    await keys.load('first-key');
    for (let i = 1; i < readyKeys.most; i++) await keys.load(`other-key-${i}`);
    expect(keys.peek('first-key')).not.toBeNull();
    await keys.load('one-more-key');
    expect(keys.peek('first-key')).toBeNull();
  },
  signatures: () => {
    const guard = new ReplayGuard(60_000, NOW, 3);
    for (const sign of ['a', 'b', 'c']) expect(guard.take(sign, NOW)).toBe(true);
    expect(() => guard.take('d', NOW)).toThrow('Too Many Requests');
    expect(guard.take('a', NOW)).toBe(false);
    expect(guard.take('d', NOW + 60_000)).toBe(true);
    expect(guard.take('a', NOW + 60_000)).toBe(false);
  },
  loggedKeys: () => {
    const log = new RequestLog(keysOf(), () => NOW);
    many(loggedKeys.most, (_, i) => log.note(ended(`logged-key-${i}`)));
    expect(log.of('logged-key-0').requests).toHaveLength(1);
    log.note(ended('one-more-key'));
    expect(log.of('logged-key-0').requests).toHaveLength(1 - 1);
    expect(log.of('logged-key-1').requests).toHaveLength(1);
  },
  proved: () => {
    const log = new RequestLog(keysOf(), () => NOW);
    many(proved.most + 5, () => log.note(ended('some-key')));
    expect(log.of('some-key').requests).toHaveLength(proved.most);
  },
  refused: async () => {
    const keys = keysOf();
    await keys.load('some-key');
    const log = new RequestLog(keys, () => NOW);
    const error = { reason: 'signWrong', status: 400, code: '40009' } as never;
    many(refused.most + 5, () => log.note(ended('some-key', { caller: null, error })));
    expect(log.of('some-key').requests).toHaveLength(refused.most);
    expect(JSON.stringify(log.of('some-key')).length).toBeLessThan(100_000);
  },
  quotes: () => {
    const made = new ConvertQuotes(() => NOW);
    const first = made.make(ASKS, {} as never, 0);
    for (let i = 1; i < quotes.most; i++) made.make({ ...ASKS, account: 2 }, {} as never, 0);
    expect(made.find(1, first.traceId)).toBe(first);
    made.make({ ...ASKS, account: 2 }, {} as never, 0);
    expect(refusedAt(() => made.find(1, first.traceId))).toBe(true);
  },
  tokens: () => {
    const issued = new WsTokens(() => NOW);
    const [first, second] = [issued.issue(1, 's', NOW), issued.issue(1, 's', NOW)];
    for (let i = 2; i <= tokens.most; i++) issued.issue(2, 's', NOW);
    expect(issued.take(first)).toBeNull();
    expect(issued.take(second)).not.toBeNull();
  },
  funded: ['gateway/src/paper/paper-access.ts', 'LatestMap<UserId, true>(FUNDED_MAX)'],
  exports: () => {
    const service = new ExportService({ onRevoked: () => () => {} });
    const order = (person: number) => ({ person, session: 's' }) as never;
    for (let person = 0; person < exports.most; person++) service.begin(order(person));
    expect(service.state(0)).not.toBeNull();
    service.begin(order(exports.most));
    expect([service.state(0), service.state(1) === null]).toEqual([null, false]);
  },
  dryRuns: ['gateway/src/web/dry-runs.test.ts', 'DRY_RUNS_AT_ONCE'],
  exportsWritten: ['gateway/src/web/export.test.ts', 'EXPORTS_MAX'],
  turns: ['gateway/src/base/keyed-mutex.test.ts', 'MUTEX_WAITERS_MAX'],
  connecting: ['gateway/src/ws/ws-gateway.ts', 'LatestMap<string, Attempts>('],
  sockets: ['gateway/src/ws/protocol.test.ts', 'CONNECTIONS_PER_ADDRESS'],
  channels: ['gateway/src/ws/rates.test.ts', 'CHANNELS_MAX'],
  waitingMessages: ['gateway/src/ws/rates.test.ts', 'WAITING_MESSAGES_MAX'],
  buffered: ['gateway/src/ws/slow-readers.test.ts', 'BUFFERED_BYTES_MAX'],
  calls: ['records/test/records-client.test.ts', 'CALLS_WAITING_MAX'],
  connections: ['gateway/src/ops/connections.test.ts', 'perAddress'],
  connectionsInAll: ['gateway/src/ops/connections.test.ts', 'inAll'],
  requests: ['gateway/src/ops/requests-under-way.test.ts', 'perAddress'],
  requestsInAll: ['gateway/src/ops/requests-under-way.test.ts', 'inAll'],
  sessions: ['records/test/bounds.test.ts', 'SESSIONS_PER_USER'],
  signIns: ['records/test/bounds.test.ts', 'LOGINS_PER_USER'],
  devices: ['records/test/bounds.test.ts', 'DEVICES_PER_USER'],
  mails: ['records/test/bounds.test.ts', 'MAILS_PER_KIND'],
  deletedKeys: ['records/test/bounds.test.ts', 'DELETED_KEYS_PER_USER'],
  acts: ['records/test/bounds.test.ts', 'ACTS_BUDGET'],
  noticeMarks: ['records/test/notices.test.ts', 'NOTICE_MARKS_PER_USER'],
  noticesRead: ['records/test/notices.test.ts', 'READ_APART_MAX'],
  alerts: ['records/test/alerts.test.ts', 'ALERTS_MAX'],
  riskMails: ['records/test/notices.test.ts', 'RISK_MAIL_BUDGET'],
  apiKeys: ['records/test/api-keys.test.ts', 'API_KEYS_PER_USER'],
  settings: ['records/test/settings.test.ts', 'SETTINGS_PER_USER'],
  passkeys: ['records/test/passkeys.test.ts', 'PASSKEYS_PER_USER'],
  bookAddresses: ['records/test/address-book.test.ts', 'ADDRESSES_PER_USER'],
  subAccounts: ['records/test/sub-accounts.test.ts', 'SUB_ACCOUNTS_PER_USER'],
  withdrawals: ['testkit/src/core/withdrawals.test.ts', 'WITHDRAWALS_OPEN_MAX'],
  openOrders: () => {
    expect(placed(BOUNDS.openOrders.most, RESTING)).toEqual([0, Reject.openOrdersAccount]);
  },
  plans: () => {
    const plan = { ...RESTING, kind: CommandKind.placePlan, planType: 0, triggerBy: 0 };
    const waits = { ...plan, triggerPrice: 70_000_00, callbackPpm: 0 } as CommandInput;
    expect(placed(BOUNDS.plans.most, waits)).toEqual([0, Reject.plansAccount]);
  },
  parents: ['testkit/src/core/scenarios-parents.test.ts', 'PARENTS_PER_USER'],
};

const USER = 16;
const RESTING = {
  ...{ kind: CommandKind.place, account: accountOf(USER, 0), instrument: 0, side: 0, type: 0 },
  ...{ timeInForce: 0, selfTrade: 0, price: 59_000_00, quantity: 100, quoteAmount: 0 },
  ...{ clientId: '', takeProfitTrigger: 0, takeProfitPrice: 0 },
  ...{ stopLossTrigger: 0, stopLossPrice: 0 },
} as CommandInput;

/** The codes of the last order that an account may have, and of one more. */
function placed(most: number, order: CommandInput): number[] {
  const core = new Core();
  const apply = (input: CommandInput): number => {
    const { code } = core.apply({ ...input, seq: core.state.seq + 1, time: NOW } as Command);
    core.state.log.reset();
    return code;
  };
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  for (const command of LISTING) apply({ ...command, openOrdersMax: 1_000_000 } as CommandInput);
  const by = { actor: 'test', reason: 'test', reference: 'first' };
  const given = { account: accountOf(USER, 0), from: 0, asset: 1, amount: 2n ** 52n };
  apply({ kind: CommandKind.deposit, ...given, ...by });
  for (let i = 1; i < most; i++) apply(order);
  return [apply(order), apply(order)];
}

test.each(Object.keys(BOUNDS) as BoundName[])('%s end at their limit', async (name) => {
  const grow = GROWN[name];
  expect(BOUNDS[name].most).toBeGreaterThan(0);
  if (typeof grow === 'function') {
    await grow();
    return;
  }
  const [file, limit] = grow;
  expect(readFileSync(join(PACKAGES, file), 'utf8')).toContain(limit);
});

test('the addresses of a /64 network of IPv6 are one, those beside it are not', () => {
  const limiter = new AddressLimiter();
  for (let i = 0; i < ADDRESS_REQUESTS_PER_MINUTE; i++) limiter.take(`2001:db8:1:2::${i}`, NOW);
  expect(refusedAt(() => limiter.take('2001:db8:1:2:ffff::1', NOW))).toBe(true);
  expect(refusedAt(() => limiter.take('2001:db8:1:3::1', NOW))).toBe(false);
});

test('a map of the latest drops the oldest alone, and one that is set again is no new one', () => {
  const map = new LatestMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  map.set('c', 4);
  expect([...map.keys()]).toEqual(['b', 'c']);
});

test('what is kept of a long text does not keep the text', () => {
  global.gc?.();
  const kept: string[] = [];
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) {
    const long = `${i}`.padEnd(1_000_000, `${i}`);
    kept.push(copied(long.slice(0, 100)));
  }
  global.gc?.();
  expect(kept[99]).toHaveLength(100);
  expect(copied('\ud800é€')).toBe('\ud800é€');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
});

/** Fields of classes that hold any number of things. */
const HOLDS =
  /^ {2}(?:(?:readonly|private|protected|static) )*(#?\w+)(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|LatestMap|PrintSet|HourLimiter|KeyedMutex)\b|\[\];)/;

/** The same of whole files, which live as long as the process. */
const KEPT =
  /^(?:export )?(?:const|let) (\w+)(?:: (?!Readonly)[^=]+)? = (?:new (?:Map|Set|WeakMap|LatestMap|HourLimiter|KeyedMutex|\w+Limiter)\b|\[\];)/;

function fieldsThatGrow(): string[] {
  const root = join(PACKAGES, 'gateway/src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
    .map((file) => file.replaceAll('\\', '/'));
  return files.flatMap((file) => {
    let owner = '';
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        owner = /^(?:export )?(?:abstract )?class (\w+)/.exec(line)?.[1] ?? owner;
        const field = HOLDS.exec(line)?.[1];
        if (field !== undefined) return [`${file} ${owner}.${field}`];
        const name = KEPT.exec(line)?.[1];
        return name === undefined ? [] : [`${file} ${name}`];
      });
  });
}

test('every field of the gateway that can grow is in the table', () => {
  const found = fieldsThatGrow();
  const held: readonly string[] = Object.values(BOUNDS).flatMap((bound) => [...bound.held]);
  const known = [...held, ...Object.keys(FIXED)];
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((field) => !known.includes(field))).toEqual([]);
  expect(known.filter((field) => !found.includes(field))).toEqual([]);
});

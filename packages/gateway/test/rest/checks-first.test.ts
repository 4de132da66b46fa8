/**
 * S2, S5: what stands against a request is said before its person is to prove again who they are. Such a
 * request does nothing, and one that nothing stands against still does nothing without the proof.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OWN_CHAIN, parseWireUserId } from '@halcyon/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webRoutes } from '../../src/web/plugin.ts';
import {
  Browser,
  PASSWORD,
  startTestGateway,
  type TestGateway,
} from '../../src/web/testing/gateway.ts';

const API = '/api/web/v1';
const HOUR_MS = 3_600_000;
const USDT = 1;
const ORIGIN = { address: '', language: 'en' };
const OUTSIDE = OWN_CHAIN.addressOf(900_000, USDT);

let server: TestGateway;
let browser: Browser;
let uid = 0;
let own = '';
let key = '';
let sub = '';

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  uid = parseWireUserId(await browser.register('first@example.com')) ?? 0;
  own = OWN_CHAIN.addressOf(uid, USDT);
  const { identity } = server.records;
  const place = { uid, coin: 'USDT', chain: OWN_CHAIN.name, address: OUTSIDE };
  await identity.addAddress({ ...place, label: '', cooled: true, origin: ORIGIN });
  key = (await made<{ id: string }>('/api-keys', { label: 'one', permissions: ['read'] })).id;
  for (const name of ['theotter', 'thebeave'] as const) {
    sub = (await made<{ subAccountUid: string }>('/sub-accounts', { name })).subAccountUid;
  }
  const file = new DatabaseSync(join(server.folder, 'identity.db'));
  file.exec('pragma busy_timeout = 5000');
  file
    .prepare('update sessions set active_at = active_at - ?1, created_at = created_at - ?1')
    .run(HOUR_MS);
  file.close();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function made<T>(path: string, body: object): Promise<T> {
  const { status, data, msg } = await browser.call<T>('POST', API + path, body);
  expect([path, status, msg]).toEqual([path, 200, 'success']);
  return data;
}

interface Case {
  readonly good: () => object;
  /** What stands against it, by the reason that is said. */
  readonly bad: readonly (readonly [reason: string, field: string | undefined, () => object])[];
}

const KEY = { label: 'two', permissions: ['read'] };
const PLACE = { coin: 'USDT', address: OWN_CHAIN.addressOf(900_001, USDT) };
const TAKEN = { size: '50', coin: 'USDT', address: OUTSIDE, clientOid: 'a' };

const CASES: Readonly<Record<string, Case>> = {
  'POST /withdrawal-addresses': {
    good: () => PLACE,
    bad: [
      ['addressKnown', 'address', () => ({ ...PLACE, address: OUTSIDE })],
      ['withdrawAddress', undefined, () => ({ ...PLACE, coin: 'BTC' })],
      ['withdrawSelf', undefined, () => ({ ...PLACE, address: own })],
      ['coinUnknown', undefined, () => ({ ...PLACE, coin: 'NONE' })],
      ['fieldType', 'label', () => ({ ...PLACE, label: 'x'.repeat(41) })],
    ],
  },
  'POST /withdrawals': {
    good: () => TAKEN,
    bad: [
      ['withdrawTooSmall', undefined, () => ({ ...TAKEN, size: '0.00000001' })],
      ['fieldScale', 'size', () => ({ ...TAKEN, size: '50.123456789' })],
      ['withdrawUnlisted', undefined, () => ({ ...TAKEN, address: PLACE.address })],
      ['withdrawFee', undefined, () => ({ ...TAKEN, fee: '12345' })],
    ],
  },
  'POST /api-keys': {
    good: () => KEY,
    bad: [
      ['badRequest', 'permissions', () => ({ ...KEY, permissions: [] })],
      ['badRequest', 'ipList', () => ({ ...KEY, permissions: ['withdraw'] })],
      ['badRequest', 'ipList', () => ({ ...KEY, ipList: ['nowhere'] })],
      ['fieldMissing', 'label', () => ({ ...KEY, label: '' })],
      ['badRequest', 'publicKey', () => ({ ...KEY, type: 'rsa', publicKey: 'x' })],
      ['badRequest', 'passphrase', () => ({ ...KEY, passphrase: 'x' })],
    ],
  },
  'PATCH /api-keys/:id': {
    good: () => ({ label: 'three' }),
    bad: [
      ['badRequest', 'ipList', () => ({ permissions: ['withdraw'] })],
      ['badRequest', 'expiresAt', () => ({ expiresAt: 1 })],
    ],
  },
  'POST /sub-accounts': {
    good: () => ({ name: 'thesquir' }),
    bad: [
      ['subAccountTaken', 'name', () => ({ name: 'theotter' })],
      ['subAccountName', 'name', () => ({ name: 'x' })],
    ],
  },
  'PATCH /sub-accounts/:id': {
    good: () => ({ name: 'themoles' }),
    bad: [['subAccountTaken', 'subAccountUid', () => ({ name: 'theotter' })]],
  },
  'POST /password': {
    good: () => ({ currentPassword: PASSWORD, newPassword: `${PASSWORD} too` }),
    bad: [
      [
        'passwordRefused',
        'password',
        () => ({ currentPassword: 'whatever', newPassword: 'password1234' }),
      ],
    ],
  },
  'POST /email': {
    good: () => ({ email: 'second@example.com' }),
    bad: [['settingUnchanged', 'email', () => ({ email: ' First@example.com' })]],
  },
  'POST /close-account': { good: () => ({}), bad: [] },
};

const ROUTES = webRoutes().filter(({ check }) => check !== undefined);

function urlOf(path: string): string {
  return API + path.replace(':id', path.startsWith('/api-keys') ? key : sub);
}

describe('S2 S5 what stands against a request is said before a proof is asked for', () => {
  it('by each route that checks first', () => {
    expect(ROUTES.map(({ spec }) => spec.name).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  it.each(ROUTES.map(({ spec }) => [spec.name, spec] as const))('%s', async (name, spec) => {
    const { good, bad } = CASES[name]!;
    const commands = server.engine.commands.length;
    const audit = await server.records.identity.listAudit({ limit: 500 });
    const asked = async (body: object) => {
      const { text } = await browser.read(spec.method, urlOf(spec.path), body);
      const { reason, field, data } = JSON.parse(text) as Record<string, unknown>;
      return [reason, field, data];
    };
    for (const [reason, field, body] of bad) {
      expect(await asked(body())).toEqual([reason, field, null]);
    }
    expect(await asked(good())).toEqual(['stepUp', undefined, null]);
    expect(server.engine.commands.length).toBe(commands);
    const acts = await server.records.identity.listAudit({ limit: 500 });
    const refusals = acts.filter((act) => !audit.some((one) => one.seq === act.seq));
    expect(refusals.map(({ act }) => act)).toEqual(['request refused: stepUp']);
  });

  it('tells a page the numbers and programs the wire as it is', async () => {
    const small = { ...TAKEN, size: '0.5' };
    const { text } = await browser.read('POST', `${API}/withdrawals`, small);
    const { facts } = JSON.parse(text) as { facts: Record<string, string> };
    expect(facts).toEqual({ value: '0.5 USDT', limit: '10 USDT' });
  });
});

/** A person's sub-accounts over the web's API: made, changed, acted as, and nobody else's. */
import { AccountKind, accountOf, CommandKind, parseWireUserId } from '@halcyon/domain';
import { type FamilyRead, SUB_ACCOUNT_HEADER, type SubAccountEntry } from '@halcyon/domain/web';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestPaperVenue } from '../../test/rest/paper-venue.ts';
import { TestClient } from '../ws/testing/client.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const SUBS = `${API}/sub-accounts`;
const PLACE = '/api/v2/spot/trade/place-order';
const ORDER = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '100', size: '1' };
const TRANSFER = '/api/v2/spot/wallet/subaccount-transfer';
const PAPER = { paptrading: '1' };

let server: TestGateway;
let people = 0;

beforeAll(async () => {
  const paper = new TestPaperVenue(Date.now);
  paper.apply({ kind: CommandKind.setRules, version: 7 });
  server = await startTestGateway({ paper });
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Owner {
  readonly browser: Browser;
  readonly uid: string;
}

async function owner(): Promise<Owner> {
  const browser = new Browser(server.url);
  return { browser, uid: await browser.register(`owner${people++}@example.com`) };
}

/** A sub-account of somebody. */
async function madeBy({ browser }: Owner, name = 'momentum'): Promise<SubAccountEntry> {
  const made = await browser.call<SubAccountEntry>('POST', SUBS, { name });
  expect(made.msg).toBe('success');
  return made.data;
}

const actingAs = (uid: string) => ({ [SUB_ACCOUNT_HEADER]: uid });
const userOf = (uid: string) => parseWireUserId(uid) ?? 0;

describe('the sub-accounts of a person', () => {
  it('are made, listed, renamed, remarked, bounded and thawed', async () => {
    const me = await owner();
    const made = await madeBy(me);
    expect(made).toMatchObject({ name: 'momentum', remark: '', frozen: false, value: '0' });
    const { data } = await me.browser.call<FamilyRead>('GET', SUBS);
    expect(data).toEqual({
      own: { uid: me.uid, value: '0', spare: [] },
      subs: [made],
      pairs: [],
      most: 50,
    });
    const target = `${SUBS}/${made.uid}`;
    const change = { name: 'reversal', remark: 'grid bot', permissions: ['transfer', 'read'] };
    const changed = await me.browser.call<SubAccountEntry>('PATCH', target, change);
    expect(changed.data).toMatchObject({ ...change, permissions: ['read', 'transfer'] });
    const frozen = await me.browser.call<SubAccountEntry>('POST', `${target}/freeze`);
    expect(frozen.data).toMatchObject({ frozen: true, name: 'reversal', remark: 'grid bot' });
    const thawed = await me.browser.call<SubAccountEntry>('PATCH', target, { frozen: false });
    expect(thawed.data).toMatchObject({ frozen: false, name: 'reversal' });
    expect((await me.browser.call<SubAccountEntry>('PATCH', target, { remark: '' })).data).toEqual({
      ...thawed.data,
      remark: '',
    });
  });

  it.each([
    ['POST', '', { name: 'short' }, 'subAccountName'],
    ['POST', '', {}, 'fieldMissing'],
    ['POST', '', { name: 'momentum' }, 'subAccountTaken'],
    ['PATCH', ':id', { name: 'toolongone' }, 'subAccountName'],
    ['PATCH', ':id', { remark: 'x'.repeat(21) }, 'fieldType'],
    ['PATCH', ':id', { remark: 'a\u202eb' }, 'fieldHidden'],
    ['PATCH', ':id', { permissions: [] }, 'fieldMissing'],
    ['PATCH', ':id', { permissions: ['withdraw'] }, 'fieldValue'],
    ['PATCH', ':id', { frozen: 'no' }, 'fieldType'],
  ])('%s %s %j is refused: %s', async (method, path, body, reason) => {
    const me = await owner();
    const made = await madeBy(me);
    const target = path === '' ? SUBS : `${SUBS}/${made.uid}`;
    const answer = await me.browser.call(method, target, body);
    expect([answer.status, answer.reason]).toEqual([400, reason]);
    expect((await me.browser.call<FamilyRead>('GET', SUBS)).data.subs).toEqual([made]);
  });

  it('have keys that end when their owner said, until it is said otherwise', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    const of = `account=${uid}`;
    const key = { label: 'bot', permissions: ['read'], ipList: [] };
    const path = `${API}/api-keys`;
    const ends = Date.now() + 3_600_000;
    const late = await me.browser.call('POST', `${path}?${of}`, { ...key, expiresAt: 1 });
    expect([late.status, late.reason]).toEqual([400, 'badRequest']);
    await me.browser.call('POST', `${path}?${of}`, { ...key, expiresAt: ends });
    const list = async () =>
      (await me.browser.call<{ id: string; expiresAt: number }[]>('GET', `${path}?${of}`)).data;
    const [made] = await list();
    expect(made).toMatchObject({ label: 'bot', expiresAt: ends });
    const stored = await server.records.identity.apiKeyByKey({ apiKey: made?.id ?? '' });
    expect(stored).toMatchObject({ uid: userOf(uid), expiresAt: ends });
    await me.browser.call('PATCH', `${path}/${made?.id}?${of}`, { expiresAt: null });
    expect(await list()).toMatchObject([{ label: 'bot', expiresAt: null }]);
  });

  it('are named to whoever acts as whom, frozen ones left out, and counted in the session', async () => {
    const me = await owner();
    const session = async (headers = {}) =>
      (await me.browser.call<{ user: object }>('GET', `${API}/session`, undefined, headers)).data;
    const named = async (headers = {}) =>
      (await me.browser.call('GET', `${API}/identities`, undefined, headers)).data;
    expect((await session()).user).not.toHaveProperty('subAccounts');
    expect(await named()).toEqual([]);
    const [reversal, momentum, frozen] = [
      await madeBy(me, 'reversal'),
      await madeBy(me, 'momentum'),
      await madeBy(me, 'iceberga'),
    ];
    await me.browser.call('POST', `${SUBS}/${frozen.uid}/freeze`);
    const open = [momentum, reversal].map(({ uid, name }) => ({ uid, name }));
    expect(await named()).toEqual(open);
    expect(await named(actingAs(reversal.uid))).toEqual(open);
    expect(await named({ ...PAPER, ...actingAs(reversal.uid) })).toEqual(open);
    expect((await session(actingAs(reversal.uid))).user).toMatchObject({ subAccounts: 3 });
    const other = await owner();
    expect((await other.browser.call('GET', `${API}/identities`)).data).toEqual([]);
  });

  it('what the operator froze, its owner cannot thaw', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    const status = { uid: userOf(uid), status: 'frozen' } as const;
    await server.records.identity.setUserStatus(status);
    const thaw = await me.browser.call('PATCH', `${SUBS}/${uid}`, { frozen: false });
    expect(thaw.reason).toBe('subAccountFrozen');
  });

  it('S8 are nobody else’s, whether or not they exist', async () => {
    const [me, other] = [await owner(), await owner()];
    const { uid } = await madeBy(me);
    await madeBy(other);
    for (const named of [uid, other.uid, '1', 'x', '99999999999']) {
      const target = `${SUBS}/${named}`;
      const answers = await Promise.all([
        other.browser.call('PATCH', target, { name: 'stolenit' }),
        other.browser.call('POST', `${target}/freeze`),
        other.browser.call('POST', `${target}/cancellation`),
        other.browser.call('GET', `${API}/api-keys?account=${named}`),
        other.browser.call('POST', `${API}/api-keys?account=${named}`, {
          ...{ label: 'x', permissions: ['read'] },
        }),
        other.browser.call('GET', `${API}/ws-token`, undefined, actingAs(named)),
        other.browser.call('POST', PLACE, ORDER, actingAs(named)),
        other.browser.call('GET', `${API}/paper/funds`, undefined, actingAs(named)),
      ]);
      for (const answer of answers) {
        expect([answer.status, answer.code, answer.data]).toEqual([400, '40066', null]);
      }
      const session = await other.browser.call<object>(
        'GET',
        `${API}/session`,
        undefined,
        actingAs(named),
      );
      expect(session.data).toMatchObject({ subAccount: null });
    }
    expect((await me.browser.call<FamilyRead>('GET', SUBS)).data.subs).toMatchObject([
      { uid, name: 'momentum', frozen: false },
    ]);
  });

  it('are not for guests', async () => {
    const guest = new Browser(server.url);
    const begun = await guest.call<{ csrfToken: string }>('POST', `${API}/paper/guest`);
    guest.csrfToken = begun.data.csrfToken;
    expect((await guest.call('POST', SUBS, { name: 'momentum' })).status).toBe(401);
    expect((await guest.call('GET', SUBS)).status).toBe(401);
    const { uid } = await madeBy(await owner());
    const order = await guest.call('POST', PLACE, ORDER, { ...PAPER, ...actingAs(uid) });
    expect(order.reason).toBe('subAccountUnknown');
  });

  it('have keys of their own, within what they may do', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    await me.browser.call('PATCH', `${SUBS}/${uid}`, { permissions: ['read', 'spot_trade'] });
    const keys = `${API}/api-keys?account=${uid}`;
    const key = { label: 'bot', permissions: ['read', 'spot_trade'], passphrase: 'passphrase1' };
    const beyond = await me.browser.call('POST', keys, { ...key, permissions: ['withdraw'] });
    expect(beyond.status).toBe(400);
    const made = await me.browser.call<{ id: string }>('POST', keys, key);
    const { id } = made.data;
    const listed = await me.browser.call<{ id: string }[]>('GET', keys);
    expect(listed.data.map((row) => row.id)).toEqual([id]);
    expect((await me.browser.call('GET', `${API}/api-keys`)).data).toEqual([]);
    const stored = await server.records.identity.apiKeyByKey({ apiKey: id });
    expect(stored?.uid).toBe(userOf(uid));
    const one = (account: string) => `${API}/api-keys/${id}?account=${account}`;
    const asOwn = await me.browser.call('DELETE', `${API}/api-keys/${id}`);
    expect(asOwn.status).toBe(404);
    expect((await me.browser.call('PATCH', one(uid), { label: 'grid' })).status).toBe(200);
    const log = await me.browser.call('GET', `${API}/api-keys/${id}/requests?account=${uid}`);
    expect(log.status).toBe(200);
    expect((await me.browser.call('DELETE', one(uid))).status).toBe(200);
    expect((await me.browser.call('GET', keys)).data).toEqual([]);
  });

  it('have money in simulation by transfers alone, each account told with its worth', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    const before = await me.browser.call<FamilyRead>('GET', SUBS, undefined, PAPER);
    const spare = before.data.own.spare.find((row) => row.coin === 'USDT');
    expect(spare?.account).toBe('spot');
    expect(before.data.subs[0]?.spare).toEqual([]);
    const way = { fromUserId: me.uid, toUserId: uid, coin: 'USDT', amount: '250' };
    const kinds = { fromType: 'spot', toType: 'spot', clientOid: 'one' };
    const sent = await me.browser.call('POST', TRANSFER, { ...way, ...kinds }, PAPER);
    expect(sent.msg).toBe('success');
    const after = await me.browser.call<FamilyRead>('GET', SUBS, undefined, PAPER);
    expect(after.data.subs[0]).toMatchObject({
      value: '250',
      spare: [{ account: 'spot', coin: 'USDT', amount: '250' }],
    });
    const [own] = [before, after].map(({ data }) => Number(data.own.value));
    expect(Number(before.data.own.value) - Number(after.data.own.value)).toBeCloseTo(250, 6);
    expect(own).toBeGreaterThan(250);
    const funds = [`${API}/paper/funds`, undefined, { ...PAPER, ...actingAs(uid) }] as const;
    expect((await me.browser.call('GET', ...funds)).status).toBe(200);
    expect((await me.browser.call('POST', ...funds)).reason).toBe('subAccountCannot');
  });
});

describe('a page that acts as a sub-account', () => {
  it('is told which, places its orders and watches its account', async () => {
    const me = await owner();
    const { uid, name } = await madeBy(me);
    const acting = actingAs(uid);
    const session = await me.browser.call('GET', `${API}/session`, undefined, acting);
    expect(session.data).toMatchObject({ user: { uid: me.uid }, subAccount: { uid, name } });
    expect((await me.browser.call('POST', PLACE, ORDER, acting)).msg).toBe('success');
    const account = accountOf(userOf(uid), AccountKind.spot);
    expect(server.engine.commands.at(-1)).toMatchObject({
      kind: CommandKind.place,
      account,
    });
    expect((await me.browser.call('POST', PLACE, ORDER)).msg).toBe('success');
    expect(server.engine.commands.at(-1)).not.toMatchObject({ account });
    const path = '/api/v2/spot/account/info';
    const info = await me.browser.call('GET', path, undefined, acting);
    expect(info.data).toMatchObject({ userId: uid });
  });

  it('trades on paper as the sub-account of the paper account', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    const way = { fromUserId: me.uid, toUserId: uid, coin: 'USDT', amount: '1000' };
    const kinds = { fromType: 'spot', toType: 'spot' };
    await me.browser.call('POST', TRANSFER, { ...way, ...kinds }, PAPER);
    const acting = { ...PAPER, ...actingAs(uid) };
    const placed = await me.browser.call('POST', PLACE, { ...ORDER, force: 'gtc' }, acting);
    expect(placed.msg).toBe('success');
    const open = `${API}/orders/open?list=book`;
    const total = async (headers: Record<string, string>) =>
      (await me.browser.call<{ total: number }>('GET', open, undefined, headers)).data.total;
    expect([await total(acting), await total(PAPER)]).toEqual([1, 0]);
    await me.browser.call('POST', `${SUBS}/${uid}/freeze`);
    const refused = await me.browser.call('POST', PLACE, ORDER, acting);
    expect(refused.reason).toBe('subAccountActs');
    const cancelled = await me.browser.call('POST', `${SUBS}/${uid}/cancellation`);
    expect(cancelled.data).toEqual({ orders: 1 });
  });

  const forPerson = WEB_ROUTES.filter(({ need, subs }) => need !== 'public' && !subs);
  it.each(forPerson.map(({ method, path }) => [method, path] as const))(
    '%s %s stays its owner’s',
    async (method, path) => {
      const me = await owner();
      const { uid } = await madeBy(me);
      const target = API + path.replace(':id', 'x').replace(':name', 'x');
      const before = server.engine.commands.length;
      const answer = await me.browser.call(
        method,
        target,
        method === 'GET' ? undefined : {},
        actingAs(uid),
      );
      expect([answer.status, answer.reason]).toEqual([403, 'subAccountCannot']);
      expect(server.engine.commands.length).toBe(before);
    },
  );

  it('security, keys, withdrawals and closing are among them', () => {
    const names = forPerson.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /password',
        'PUT /anti-phishing',
        'POST /email',
        'POST /freeze',
        'POST /close-account',
        'POST /second-factor',
        'POST /api-keys',
        'POST /withdrawals',
        'POST /withdrawal-addresses',
        'POST /sub-accounts',
        'POST /faucet',
      ]),
    );
  });

  it('may be asked who is there: who was away proves it and goes on', async () => {
    const me = await owner();
    const acting = actingAs((await madeBy(me)).uid);
    const proof = { password: PASSWORD };
    const proved = await me.browser.call<{ csrfToken: string }>(
      'POST',
      `${API}/step-up`,
      proof,
      acting,
    );
    expect(proved.status).toBe(200);
    me.browser.csrfToken = proved.data.csrfToken;
    expect((await me.browser.call('POST', `${API}/activity`, undefined, acting)).status).toBe(200);
    expect((await me.browser.call('POST', PLACE, ORDER, acting)).msg).toBe('success');
    const asked = await me.browser.call('POST', `${API}/passkeys/proof-challenge`, {}, acting);
    expect(asked.reason).not.toBe('subAccountCannot');
  });

  it('does what the sub-account is allowed, and never withdraws', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    await me.browser.call('PATCH', `${SUBS}/${uid}`, { permissions: ['transfer'] });
    const order = await me.browser.call('POST', PLACE, ORDER, actingAs(uid));
    expect([order.status, order.reason]).toEqual([403, 'subAccountLacks']);
    const path = '/api/v2/spot/account/info';
    expect((await me.browser.call('GET', path, undefined, actingAs(uid))).status).toBe(200);
    const out = { coin: 'BTC', transferType: 'on_chain', address: 'x', size: '1' };
    const withdrawal = '/api/v2/spot/wallet/withdrawal';
    const sent = await me.browser.call('POST', withdrawal, out, actingAs(uid));
    expect(sent.reason).toBe('subAccountLacks');
  });

  it('loses its socket when the sub-account is frozen, and a token that it still had', async () => {
    const me = await owner();
    const { uid } = await madeBy(me);
    const token = async () => {
      const path = `${API}/ws-token`;
      const answer = await me.browser.call<{ token: string }>(
        'GET',
        path,
        undefined,
        actingAs(uid),
      );
      return answer.data.token;
    };
    const opened = async (given: string) => {
      const address = `${server.url.replace('http', 'ws')}/v2/ws/private`;
      const client = new TestClient(address, { origin: server.url });
      await client.opened();
      client.send({ op: 'login', args: [{ token: given }] });
      return client;
    };
    const [first, second] = [await token(), await token()];
    const client = await opened(first);
    expect(await client.answer('login')).toMatchObject({ code: 0 });
    await me.browser.call('POST', `${SUBS}/${uid}/freeze`);
    await client.closed(1_000);
    const late = await opened(second);
    expect(await late.answer('error')).toMatchObject({ event: 'error' });
    late.end();
  });
});

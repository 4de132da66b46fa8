/** Sub-accounts on the wire, over the real core and the real records worker. */
import { AccountKind, accountOf, CommandKind, parseWireUserId, wireUserId } from '@halcyon/domain';
import { ERRORS } from '@halcyon/protocol';
import type { RecordsClient } from '@halcyon/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_PEOPLE } from '../../src/http/context.ts';
import { ALICE, BOB, listOf, type TestRest, textOf } from './harness.ts';
import { PASS, SubAccountsFixture, transferOf, USER } from './sub-accounts-fixture.ts';

const AT_ONCE = 50;
/** By the clock of the records, which look that a key does not end before it begins. */
const BRIEF_ENDS = Date.now() + 3_600_000;

let desk: SubAccountsFixture;
let rest: TestRest;
let records: RecordsClient;

beforeAll(async () => {
  desk = await SubAccountsFixture.open((before) => {
    before.addKey('alice-trade', ALICE, { permissions: ['read', 'transfer', 'spot_trade'] });
    before.addKey('alice-bound', ALICE, { ipList: ['127.0.0.1'] });
    before.addKey('alice-brief', ALICE, { expiresAt: BRIEF_ENDS });
    before.addKey('alice-nomove', ALICE, { permissions: ['read', 'spot_trade'] });
  });
  ({ rest, records } = desk);
});

afterAll(() => desk.close());

const made = (name: string) => desk.made(name);
const keyOf = (uid: string, permList: readonly string[]) => desk.keyOf(uid, permList);
const by = (...asked: Parameters<SubAccountsFixture['by']>) => desk.by(...asked);

const ORDER = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy', size: '0.01', price: '59000' };
const PLACE = '/api/v2/spot/trade/place-order';

describe('sub-accounts', () => {
  it('are made by name, and listed by their root alone', async () => {
    const answer = await rest.alice('POST', `${USER}/create-virtual-subaccount`, {
      subAccountList: ['alphaone', 'betatwos'],
    });
    expect(answer.body.data).toMatchObject({
      failureList: [],
      successList: [
        { subaAccountName: 'alphaone', status: 'normal', label: '' },
        { subaAccountName: 'betatwos', status: 'normal' },
      ],
    });
    const [first] = listOf(answer.body.data['successList']);
    expect(first?.['permList']).toEqual([
      'read',
      'spot_trade',
      'margin_trade',
      'contract_trade',
      'transfer',
    ]);
    const again = await rest.alice('POST', `${USER}/create-virtual-subaccount`, {
      subAccountList: ['alphaone', 'gammathr'],
    });
    expect(again.body.data).toMatchObject({
      failureList: [{ subaAccountName: 'alphaone' }],
      successList: [{ subaAccountName: 'gammathr' }],
    });
    rest.now += 1_000;
    const page = await rest.alice('GET', `${USER}/virtual-subaccount-list`, { limit: '2' });
    expect(listOf(page.body.data['subAccountList']).map((row) => row['subAccountName'])).toEqual([
      'gammathr',
      'betatwos',
    ]);
    rest.now += 1_000;
    const next = await rest.alice('GET', `${USER}/virtual-subaccount-list`, {
      idLessThan: String(page.body.data['endId']),
    });
    expect(next.body.data['subAccountList']).toMatchObject([
      { subAccountUid: first?.['subaAccountUid'], subAccountName: 'alphaone' },
    ]);
    const other = await rest.bob('GET', `${USER}/virtual-subaccount-list`);
    expect(other.body.data).toEqual({ endId: 0, subAccountList: [] });
  });

  it.each([
    [['short'], '40055'],
    [['delta4th'], '40055'],
    [['goodname', 'bad name'], '40055'],
    [['twicetwo', 'twicetwo'], '40071'],
    [['alphaone'], '40071'],
    [[], '40019'],
  ])('%j: refused, and none is made', async (subAccountList, code) => {
    const commands = rest.engine.submitted.length;
    const path = `${USER}/create-virtual-subaccount`;
    const { body } = await rest.alice('POST', path, { subAccountList });
    expect([body.code, body.data]).toEqual([code, null]);
    expect(rest.engine.submitted).toHaveLength(commands);
  });

  it('of another are as if there were none, at every route that names one', async () => {
    const own = await made('delphine');
    const { apiKey } = await keyOf(own, ['read']);
    const routes = (subAccountUid: string): ['GET' | 'POST', string, object][] =>
      [
        ['POST', '/modify-virtual-subaccount', { permList: ['read'], status: 'freeze' }],
        ['POST', '/create-virtual-subaccount-apikey', { passphrase: PASS, label: 'x' }],
        [
          'POST',
          '/modify-virtual-subaccount-apikey',
          { subAccountApiKey: apiKey, passphrase: PASS, label: 'x' },
        ],
        ['GET', '/virtual-subaccount-apikey-list', {}],
      ].map(([method, path, fields]) => [
        method as 'GET' | 'POST',
        `${USER}${path as string}`,
        { subAccountUid, ...(fields as object) },
      ]);
    const money = (uid: string): ['GET' | 'POST', string, object][] => [
      ['GET', '/spot/account/sub-main-trans-record', { subUid: uid }],
      ['GET', '/spot/wallet/subaccount-deposit-address', { subUid: uid, coin: 'USDT' }],
      ['GET', '/spot/wallet/subaccount-deposit-records', { subUid: uid }],
      ['POST', '/spot/wallet/subaccount-transfer', transferOf(wireUserId(BOB), uid)],
      ['POST', '/spot/wallet/subaccount-transfer', transferOf(uid, wireUserId(BOB))],
    ];
    const commands = rest.engine.submitted.length;
    for (const uid of [own, wireUserId(ALICE), wireUserId(999)]) {
      const answers = [];
      for (const [method, path, fields] of [...routes(uid), ...money(uid)]) {
        const { status, body } = await rest.bob(method, path, fields as Record<string, unknown>);
        answers.push([path, status, body.code, body.data]);
      }
      expect(answers.filter(([, , code]) => code !== '40066')).toEqual([]);
      expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([400]));
    }
    expect(rest.engine.submitted).toHaveLength(commands);
    rest.now += 1_000;
    const list = await rest.alice('GET', `${USER}/virtual-subaccount-list`);
    expect(listOf(list.body.data['subAccountList'])[0]).toMatchObject({ status: 'normal' });
  });

  it('S17 50 creations at once of one name make one, and open one user', async () => {
    const commands = rest.engine.submitted.length;
    const asked = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => rest.family.create(BOB, 'onlyonce')),
    );
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toHaveLength(AT_ONCE - 1);
    expect(new Set(refused)).toEqual(new Set(['40071', '429']));
    expect(rest.engine.submitted).toHaveLength(commands + 1);
    expect(await rest.family.all(BOB)).toMatchObject([{ name: 'onlyonce' }]);
  });

  it('take the user that a crash left between the core and the records', async () => {
    const { id } = rest.engine.apply({ kind: CommandKind.openUser, simulated: false, root: BOB });
    const commands = rest.engine.submitted.length;
    expect(await rest.family.create(BOB, 'leftover')).toMatchObject({ uid: id });
    expect(rest.engine.submitted).toHaveLength(commands);
    expect((await rest.family.create(BOB, 'nextnext')).uid).not.toBe(id);
  });

  it('may none of this themselves', async () => {
    const key = await keyOf(await made('epsilons'), ['read', 'transfer']);
    const names = { subAccountList: ['children'] };
    const answer = await by(key, 'POST', '/api/v2/user/create-virtual-subaccount', names);
    expect(answer).toMatchObject({ code: '40068', data: null });
    for (const path of ['user/virtual-subaccount-list', 'spot/account/subaccount-assets']) {
      expect((await by(key, 'GET', `/api/v2/${path}`)).code).toBe('40068');
    }
  });
});

describe('keys of a sub-account', () => {
  it('act for it, are listed without their secret, and changed with their passphrase', async () => {
    const uid = await made('zetazeta');
    const key = await keyOf(uid, ['read', 'spot_trade']);
    const info = await by(key, 'GET', '/api/v2/spot/account/info');
    expect(info.data).toMatchObject({ userId: uid, parentId: Number(wireUserId(ALICE)) });
    const list = await rest.alice('GET', `${USER}/virtual-subaccount-apikey-list`, {
      subAccountUid: uid,
    });
    expect(list.body.data).toEqual([
      {
        subAccountUid: uid,
        label: 'bot',
        subAccountApiKey: key.apiKey,
        permList: ['read', 'spot_trade'],
        ipList: [],
      },
    ]);
    const path = `${USER}/modify-virtual-subaccount-apikey`;
    const change = { subAccountUid: uid, subAccountApiKey: key.apiKey, label: 'slow bot' };
    const wrong = await rest.alice('POST', path, { ...change, passphrase: 'another99' });
    expect(wrong.body.code).toBe('40012');
    const right = { ...change, passphrase: PASS, permList: ['read'] };
    const changed = await rest.alice('POST', path, right);
    expect(changed.body.data).toMatchObject({ label: 'slow bot', permList: ['read'] });
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('40014');
    const unknown = { ...right, subAccountApiKey: 'hk_nothing' };
    expect((await rest.alice('POST', path, unknown)).body.code).toBe('40065');
  });

  it('are allowed no more than the key that made them, nor than the sub-account', async () => {
    const uid = await made('etaetaet');
    const path = '/api/v2/user/create-virtual-subaccount-apikey';
    const terms = { subAccountUid: uid, passphrase: PASS, label: 'x' };
    const ask = async (key: string, permList: readonly string[]) =>
      (await rest.call(key, 'POST', path, { body: { ...terms, permList } })).body;
    expect((await ask('alice-trade', ['contract_trade'])).code).toBe('40040');
    expect((await ask('alice-nomove', ['read'])).code).toBe('40014');
    expect((await ask('alice-trade', ['withdraw'])).code).toBe('40020');
    expect((await ask('alice-trade', ['spot_trade'])).code).toBe('00000');
    const modify = { subAccountUid: uid, status: 'normal', permList: ['read'] };
    await rest.alice('POST', `${USER}/modify-virtual-subaccount`, modify);
    expect((await ask('alice-key-1', ['spot_trade'])).code).toBe('40040');
    const widen = { ...modify, permList: ['read', 'contract_trade'] };
    const body = { body: widen };
    const asked = await rest.call(
      'alice-trade',
      'POST',
      '/api/v2/user/modify-virtual-subaccount',
      body,
    );
    expect(asked.body.code).toBe('40040');
    // What a person took away no key gives back, and what a key took away a key does.
    const again = { ...modify, permList: ['read', 'spot_trade'] };
    const change = async () =>
      (await rest.alice('POST', `${USER}/modify-virtual-subaccount`, again)).body;
    expect((await change()).code).toBe('00000');
    const member = { root: ALICE, uid: parseWireUserId(uid) ?? 0 };
    await rest.family.change({ ...member, permissions: ['read'] });
    expect(await change()).toMatchObject({
      ...{ code: '40013', msg: expect.stringContaining('no key gives it back') },
    });
    await rest.family.change({ ...member, permissions: ['read', 'spot_trade'] });
    expect((await change()).code).toBe('00000');
  });

  it('are bound to the addresses that the key which made them is bound to', async () => {
    const uid = await made('etabound');
    const terms = { subAccountUid: uid, passphrase: PASS, label: 'x' };
    const ask = (path: string, more: object) => {
      rest.now += 1_000;
      return rest.call('alice-bound', 'POST', `/api/v2${USER}/${path}`, {
        body: { ...terms, ...more },
      });
    };
    const create = 'create-virtual-subaccount-apikey';
    for (const more of [{}, { ipList: [] }, { ipList: ['127.0.0.1'] }]) {
      expect((await ask(create, more)).body.data).toMatchObject({ ipList: ['127.0.0.1'] });
    }
    for (const ipList of [['10.0.0.1'], ['127.0.0.1', '127.0.0.0/8'], ['0.0.0.0/0']]) {
      expect((await ask(create, { ipList })).body.code).toBe('40040');
    }
    const modify = 'modify-virtual-subaccount-apikey';
    const open = await keyOf(uid, ['read']);
    const change = { subAccountApiKey: open.apiKey };
    const wide = { ...change, ipList: ['10.0.0.1'] };
    expect((await ask(modify, wide)).body.code).toBe('40040');
    await rest.alice('POST', `${USER}/${modify}`, { ...terms, ...wide });
    expect((await ask(modify, wide)).body.data).toMatchObject({ ipList: ['10.0.0.1'] });
    const none = { ...change, ipList: [] };
    expect((await ask(modify, none)).body.data).toMatchObject({ ipList: ['127.0.0.1'] });
  });

  it.each([
    [{ passphrase: 'short' }, '40070'],
    [{ passphrase: 'with space 9' }, '40070'],
    [{ label: 'x'.repeat(21) }, '40056'],
    [{ label: '' }, '40019'],
    [{ ipList: ['here'] }, '40020'],
  ])('%j: refused', async (fields, code) => {
    const subAccountUid = wireUserId(
      (await records.identity.listSubAccounts({ root: ALICE, limit: 1 }))[0]?.uid ?? 0,
    );
    const terms = { subAccountUid, passphrase: PASS, label: 'x', ...fields };
    const { body } = await rest.alice('POST', `${USER}/create-virtual-subaccount-apikey`, terms);
    expect([body.code, body.data]).toEqual([code, null]);
  });

  it('are made with their sub-accounts, of a list and of one item', async () => {
    const path = `${USER}/batch-create-subaccount-and-apikey`;
    const item = (subAccountName: string) => ({ subAccountName, passphrase: PASS, label: 'bot' });
    const call = (body: unknown) => {
      rest.now += 1_000;
      return rest.call('alice-key-1', 'POST', `/api/v2${path}`, { body });
    };
    const { body } = await call([
      item('thetaone'),
      { ...item('thetatwo'), permList: ['transfer'] },
    ]);
    expect(body.data).toMatchObject([
      { subAccountName: 'thetaone', permList: ['read'] },
      { subAccountName: 'thetatwo', permList: ['transfer'] },
    ]);
    expect((await call(item('thetathr'))).body.data).toMatchObject([{ label: 'bot' }]);
    const commands = rest.engine.submitted.length;
    expect((await call([item('thetafou'), item('theta five')])).body.code).toBe('40055');
    const weak = { ...item('thetasix'), passphrase: 'weak' };
    expect((await call([item('thetafou'), weak])).body.code).toBe('40070');
    expect((await call([])).body.code).toBe('40019');
    expect(rest.engine.submitted).toHaveLength(commands);
  });

  it('stop with what their sub-account may not, and with its freeze', async () => {
    const uid = await made('iotaiota');
    const key = await keyOf(uid, ['read', 'spot_trade']);
    await rest.alice(
      'POST',
      '/spot/wallet/subaccount-transfer',
      transferOf(wireUserId(ALICE), uid, { amount: '2000' }),
    );
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('00000');
    const modify = (status: string, permList: readonly string[]) =>
      rest.alice('POST', `${USER}/modify-virtual-subaccount`, {
        ...{ subAccountUid: uid, status, permList },
      });
    await modify('normal', ['read']);
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('40014');
    const rename = { ...{ subAccountUid: uid, passphrase: PASS }, subAccountApiKey: key.apiKey };
    const path = `${USER}/modify-virtual-subaccount-apikey`;
    const renamed = await rest.alice('POST', path, { ...rename, label: 'bot two' });
    expect(renamed.body.data).toMatchObject({ label: 'bot two', permList: ['read'] });
    await modify('freeze', ['read', 'spot_trade']);
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('40037');
    rest.now += 1_000;
    const list = await rest.alice('GET', `${USER}/virtual-subaccount-list`, { status: 'freeze' });
    expect(list.body.data['subAccountList']).toMatchObject([{ subAccountUid: uid }]);
    await modify('normal', ['read', 'spot_trade']);
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('00000');
  });
});

describe('what a sub-account may', () => {
  it('is taken from its keys at once, and given back', async () => {
    const uid = await made('permitte');
    const key = await keyOf(uid, ['read', 'spot_trade']);
    const member = { root: ALICE, uid: parseWireUserId(uid) ?? 0 };
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe(ERRORS.insufficientBalance.code);
    await rest.family.change({ ...member, permissions: ['read'] });
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe(ERRORS.permission.code);
    await rest.family.change({ ...member, permissions: ['read', 'spot_trade'] });
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe(ERRORS.insufficientBalance.code);
  });
});

describe('orders of a sub-account', () => {
  it('are not those of its root, nor the other way round', async () => {
    const uid = await made('muonmuon');
    const key = await keyOf(uid, ['read', 'spot_trade', 'transfer']);
    const money = transferOf(wireUserId(ALICE), uid);
    await rest.alice('POST', '/spot/wallet/subaccount-transfer', money);
    const own = textOf((await by(key, 'POST', PLACE, ORDER)).data['orderId']);
    const placed = await rest.alice('POST', '/spot/trade/place-order', { ...ORDER, force: 'gtc' });
    const root = textOf(placed.body.data['orderId']);
    const cancel = (orderId: string) => ({ symbol: 'BTCUSDT', orderId });
    const path = '/spot/trade/cancel-order';
    expect((await by(key, 'POST', `/api/v2${path}`, cancel(root))).code).toBe('43001');
    expect((await rest.alice('POST', path, cancel(own))).body.code).toBe('43001');
    expect((await rest.alice('POST', path, cancel(root))).body.code).toBe('00000');
    expect((await by(key, 'POST', `/api/v2${path}`, cancel(own))).code).toBe('00000');
  });

  it('are cancelled by its root while it is frozen, and by no other', async () => {
    const uid = await made('nunununu');
    const key = await keyOf(uid, ['read', 'spot_trade']);
    const money = transferOf(wireUserId(ALICE), uid);
    await rest.alice('POST', '/spot/wallet/subaccount-transfer', money);
    expect((await by(key, 'POST', PLACE, ORDER)).code).toBe('00000');
    const member = { root: ALICE, uid: parseWireUserId(uid) ?? 0 };
    await rest.family.change({ ...member, frozen: true });
    const venue = { commands: rest.engine, people: LIVE_PEOPLE, views: rest.views };
    const strange = rest.family.cancelOrders({ ...member, root: BOB }, venue);
    await expect(strange).rejects.toMatchObject({ code: '40066' });
    expect(await rest.family.cancelOrders(member, venue)).toBe(1);
    const account = accountOf(member.uid, AccountKind.spot);
    expect(rest.views.balance(account, 1)).toMatchObject({ available: 1000_00000000n, held: 0n });
    expect(rest.views.openOrderCount(account)).toBe(0);
    const back = transferOf(uid, wireUserId(ALICE));
    const returned = await rest.alice('POST', '/spot/wallet/subaccount-transfer', back);
    expect(returned.body.code).toBe('00000');
  });
});

describe('money', () => {
  const total = () =>
    [ALICE, ...rest.views.subAccounts(ALICE)].reduce(
      (sum, user) =>
        sum + rest.views.balance(user * 8, 1).available + rest.views.balance(user * 8, 1).held,
      0n,
    );

  it('moves between any two of one root, is in the records of both, and is conserved', async () => {
    const [one, two] = [await made('kappaone'), await made('kappatwo')];
    const path = '/spot/wallet/subaccount-transfer';
    const before = total();
    const first = { ...transferOf(wireUserId(ALICE), one), clientOid: 'to-kappa' };
    const sent = await rest.alice('POST', path, first);
    const repeated = await rest.alice('POST', path, first);
    expect(repeated.body.data).toEqual(sent.body.data);
    await rest.alice('POST', path, transferOf(one, two, { amount: '400' }));
    await rest.alice('POST', path, transferOf(two, two, { toType: 'p2p', amount: '100' }));
    expect(total()).toBe(before - 100_00000000n);
    const assets = await rest.alice('GET', '/spot/account/subaccount-assets', { limit: '2' });
    expect(assets.body.data).toMatchObject([
      { userId: Number(two), assetsList: [{ coin: 'USDT', available: '300' }] },
      { userId: Number(one), assetsList: [{ coin: 'USDT', available: '600' }] },
    ]);
    const records = (fields: object) =>
      rest.alice('GET', '/spot/account/sub-main-trans-record', fields as Record<string, unknown>);
    expect((await records({ subUid: one })).body.data).toMatchObject([
      { fromUserId: one, toUserId: two, size: '400', coin: 'USDT' },
    ]);
    const received = await records({ subUid: one, role: 'receiver' });
    expect(received.body.data).toMatchObject([
      { fromUserId: wireUserId(ALICE), toUserId: one, clientOid: 'to-kappa', size: '1000' },
    ]);
    expect((await records({ clientOid: 'to-kappa' })).body.data).toEqual(received.body.data);
    const within = await rest.alice('GET', '/spot/account/transferRecords');
    expect(within.body.data).toEqual([]);
    const deposit = await rest.alice('GET', '/spot/wallet/subaccount-deposit-address', {
      ...{ subUid: one, coin: 'USDT' },
    });
    expect(deposit.body.data).toMatchObject({ coin: 'USDT', chain: 'HALCYON' });
  });

  it('is refused in one account, beyond the balance and to strangers', async () => {
    const uid = await made('lambdaof');
    const path = '/spot/wallet/subaccount-transfer';
    const ask = async (fields: object) =>
      (await rest.alice('POST', path, fields as Record<string, unknown>)).body.code;
    expect(await ask(transferOf(uid, uid))).toBe('40020');
    expect(await ask(transferOf(uid, wireUserId(ALICE)))).toBe('43012');
    expect(await ask(transferOf(wireUserId(ALICE), wireUserId(BOB)))).toBe('40066');
  });
});

describe('a key that ends', () => {
  it('makes keys that end with it, and its own end is not moved by a change', async () => {
    const uid = await made('omicrono');
    const path = '/api/v2/user/create-virtual-subaccount-apikey';
    const body = { subAccountUid: uid, passphrase: PASS, label: 'x', permList: ['read'] };
    const { data } = (await rest.call('alice-brief', 'POST', path, { body })).body;
    const brief = { apiKey: textOf(data['subAccountApiKey']), secret: textOf(data['secretKey']) };
    const change = { ...body, subAccountApiKey: brief.apiKey, label: 'y' };
    await rest.alice('POST', `${USER}/modify-virtual-subaccount-apikey`, change);
    const lasting = await keyOf(uid, ['read']);
    const info = '/api/v2/spot/account/info';
    expect((await by(brief, 'GET', info)).code).toBe('00000');
    const user = parseWireUserId(uid) ?? 0;
    const ends = (await records.identity.listApiKeys({ uid: user })).map((key) => key.expiresAt);
    expect(ends).toEqual([0, BRIEF_ENDS]);
    rest.now = BRIEF_ENDS;
    expect((await by(brief, 'GET', info)).code).toBe(ERRORS.keyExpired.code);
    expect((await by(lasting, 'GET', info)).code).toBe('00000');
  });
});

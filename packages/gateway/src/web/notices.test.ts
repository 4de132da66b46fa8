/**
 * Notices: one list of all accounts, of the person and of what is urgent of its sub-accounts, with what was
 * read; the channel that says that there are more, and the mails about urgent ones.
 */
import {
  AccountKind,
  accountOf,
  EventKind,
  NO_PAIR,
  Product,
  parseWireUserId,
  rowsOf,
  SystemAccount,
  TradeOrigin,
  wireUserId,
} from '@halcyon/domain';
import type { NoticePage, NoticePush, UnreadNotices } from '@halcyon/domain/web';
import { RISK_MAILS_SETTING, SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { detailText } from '../mail/mail-text.ts';
import { RiskMails } from '../mail/risk-mails.ts';
import { TestClient } from '../ws/testing/client.ts';
import { BTCUSDT, type EventInput } from '../ws/testing/market.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const { crossMargin, spot, funding, usdtFutures } = AccountKind;
const PERPETUAL = { ...BTCUSDT, id: 2, symbol: 'XBTUSDT', product: Product.usdtFutures };

let server: TestGateway;
let owner: Browser;
let stranger: Browser;
let uid = 0;
let other = 0;
let sub = 0;
/** The newest command that told something urgent. */
let lastUrgent = 0;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await startTestGateway();
  const { engine, records } = server;
  records.push(rowsOf({ firstSeq: 1, lastSeq: engine.seq, time: 1, events: [] }));
  // What is a day old is not mailed, and the events of this engine are older.
  const shift = Date.now() - engine.views.time;
  engine.onCommit(({ time, events, ...batch }) =>
    records.push(
      rowsOf({
        ...batch,
        time: time + shift,
        events: events.map((event) => ({ ...event, time: event.time + shift })),
      }),
    ),
  );
  engine.commit(
    [BTCUSDT, PERPETUAL].map((instrument) => ({ kind: EventKind.instrumentSet, instrument })),
  );
  owner = new Browser(server.url);
  stranger = new Browser(server.url);
  uid = parseWireUserId(await owner.register('noticed@example.com')) ?? 0;
  other = parseWireUserId(await stranger.register('unnoticed@example.com')) ?? 0;
  sub = other + 1;
  engine.commit([{ kind: EventKind.userOpened, user: sub, simulated: false, root: uid }]);
  await unread(owner);
  await records.identity.createSubAccount({ root: uid, uid: sub, name: 'abcdefgh' });
});

afterAll(async () => {
  for (const client of clients) client.end();
  await server.close();
  expect(server.problems).toEqual([]);
});

const asSub = () => ({ [SUB_ACCOUNT_HEADER]: wireUserId(sub) });
const page = async (browser: Browser, query = '', headers = {}) =>
  (await browser.call<NoticePage>('GET', `${API}/notices${query}`, undefined, headers)).data;
const unread = async (browser: Browser, headers = {}) =>
  (await browser.call<UnreadNotices>('GET', `${API}/notices/unread`, undefined, headers)).data
    .unread;

const deposit = (user: number, amount = 5_00000000n): EventInput =>
  ({
    ...{ kind: EventKind.moved, movement: 'deposit', id: user * 10, from: SystemAccount.external },
    ...{ to: accountOf(user, spot), asset: 1, amount, fee: 0n },
    ...{ clientId: '', address: '', actor: '', reason: '' },
  }) as EventInput;
const transfer = (user: number): EventInput =>
  ({
    ...deposit(user),
    ...{ movement: 'transfer', id: user * 10 + 1 },
    ...{ from: accountOf(user, spot), to: accountOf(user, funding) },
  }) as EventInput;
const call = (user: number): EventInput => ({
  ...{ kind: EventKind.marginCall, account: accountOf(user, crossMargin), instrument: NO_PAIR },
  ...{ equity: 1_000_000, keeps: 825_000 },
});
const contractCall = (user: number, instrument = NO_PAIR): EventInput => ({
  ...{ kind: EventKind.marginCall, account: accountOf(user, usdtFutures), instrument },
  ...{ equity: 1_000_000, keeps: 912_500 },
});
const deleveraged = (user: number): EventInput =>
  ({
    ...{ kind: EventKind.contractTrade, instrument: 2, trade: user, price: 6_000_000 },
    ...{ quantity: 2_500, quote: 0, takerSide: 0, makerOrder: 0, takerOrder: 0 },
    ...{ makerAccount: accountOf(user, usdtFutures), takerAccount: 9 },
    ...{ makerFee: 0, takerFee: 0, makerProfit: 0, takerProfit: 0 },
    ...{ makerRemaining: 0, takerRemaining: 0, origin: TradeOrigin.deleveraging, own: false },
  }) as EventInput;

async function listening(browser: Browser, headers: Record<string, string> = {}) {
  const url = `${server.url.replace('http', 'ws')}/v2/ws/private`;
  const client = await new TestClient(url, { origin: server.url }).opened();
  clients.push(client);
  const { data } = await browser.call<{ token: string }>(
    'GET',
    `${API}/ws-token`,
    undefined,
    headers,
  );
  client.send({ op: 'login', args: [{ token: data.token }] });
  await client.answer('login');
  client.send({ op: 'subscribe', args: [{ instType: 'SPOT', channel: 'notices' }] });
  await client.answer('subscribe');
  return client;
}

const pushed = (client: TestClient) =>
  client.told.flatMap(({ data }) => (data ?? []) as unknown as NoticePush[]);

describe('notices', () => {
  it('are told on the channel, of sub-accounts the urgent ones, to nobody else', async () => {
    const client = await listening(owner);
    const asDesk = await listening(owner, asSub());
    const others = await listening(stranger);
    const { engine } = server;
    engine.commit([deposit(uid)]);
    engine.commit([deposit(sub), call(sub)]);
    engine.commit([call(uid), deleveraged(uid), transfer(uid), deposit(other)]);
    lastUrgent = engine.seq;
    await vi.waitFor(() => expect(pushed(others)).toHaveLength(1));
    expect(pushed(client).map(({ kind, ofSub }) => `${kind} ${ofSub}`)).toEqual([
      'deposit false',
      'marginCall true',
      'marginCall false',
      'deleveraged false',
      // Both sides of a transfer.
      'transfer false',
      'transfer false',
    ]);
    expect(pushed(client)[3]).toMatchObject({ account: 'futures', symbol: 'XBTUSDT' });
    expect(pushed(asDesk).map(({ kind }) => kind)).toEqual(['deposit', 'marginCall']);
  });

  it('are one list: own ones whole, of a sub-account what is urgent, by its name', async () => {
    const { rows } = await page(owner);
    expect(rows.map(({ kind, account, subAccount }) => [kind, account, subAccount])).toEqual([
      ['transfer', 'spot', ''],
      ['deleveraged', 'futures', ''],
      ['marginCall', 'crossed', ''],
      ['marginCall', 'crossed', 'abcdefgh'],
      ['deposit', 'spot', ''],
    ]);
    expect(rows[0]).toMatchObject({ to: 'funding', coin: 'USDT', size: '5' });
    expect(rows[1]).toMatchObject({ symbol: 'XBTUSDT', side: 'sell', size: '0.2500' });
    expect(rows[2]).toMatchObject({ size: '82.5' });
    const ofDesk = (await page(owner, '', asSub())).rows.map(({ kind }) => kind);
    expect(ofDesk).toEqual(['marginCall', 'deposit']);
    expect((await page(stranger)).rows.map(({ kind }) => kind)).toEqual(['deposit']);
  });

  it('go on page by page, with what is about security among them', async () => {
    await server.records.identity.disableApiKeys({ uid });
    const whole = (await page(owner)).rows;
    expect(whole[0]).toMatchObject({ kind: 'security', topic: 'apiKeys' });
    const found = [];
    let before = '';
    for (;;) {
      const { rows } = await page(owner, `?limit=2${before}`);
      if (rows.length === 0) break;
      found.push(...rows);
      before = `&before=${rows.at(-1)?.id}`;
    }
    expect(found.map(({ kind, time }) => [kind, time])).toEqual(
      whole.map(({ kind, time }) => [kind, time]),
    );
    expect((await page(owner, '', asSub())).rows).toHaveLength(2);
  });

  it('are new until they were read, for each reader apart; a later one stays new', async () => {
    expect([await unread(owner), await unread(owner, asSub()), await unread(stranger)]).toEqual([
      ...[6, 2, 1],
    ]);
    const { newest } = await page(owner, '?limit=2');
    server.engine.commit([deposit(uid)]);
    const read = () => owner.call('POST', `${API}/notices/read`, { upTo: newest });
    expect((await read()).status).toBe(200);
    expect([await unread(owner), await unread(owner, asSub()), await unread(stranger)]).toEqual([
      ...[1, 2, 1],
    ]);
    const old = (await page(owner)).rows.at(-1)?.id;
    await owner.call('POST', `${API}/notices/read`, { upTo: old });
    expect(await unread(owner)).toBe(1);
  });

  it('are of a group where one is named, each with whether it is new', async () => {
    const told = async (group: string) =>
      (await page(owner, `?group=${group}`)).rows.map(({ kind, unread: isNew }) => [kind, isNew]);
    expect(await told('risk')).toEqual([
      ['deleveraged', false],
      ['marginCall', false],
      ['marginCall', false],
    ]);
    expect(await told('money')).toEqual([
      ['deposit', true],
      ['transfer', false],
      ['deposit', false],
    ]);
    expect(await told('security')).toEqual([['security', false]]);
    expect(await told('trading')).toEqual([]);
    const [narrow, wide] = await Promise.all([page(owner, '?group=trading'), page(owner)]);
    expect(narrow.newest).toBe(wide.newest);
    expect((await owner.call('GET', `${API}/notices?group=x`)).status).toBe(400);
  });

  it('are read one by one, too: that one alone, of accounts or of security', async () => {
    await server.records.identity.disableApiKeys({ uid });
    server.engine.commit([deposit(uid)]);
    const before = await unread(owner);
    const { rows } = await page(owner);
    const fresh = rows.filter((row) => row.unread);
    expect(before).toBe(fresh.length);
    const readOne = (entry: string | undefined, browser = owner) =>
      browser.call('POST', `${API}/notices/read`, { entry });
    const one = fresh.find(({ kind }) => kind === 'deposit')?.entry;
    const act = fresh.find(({ kind }) => kind === 'security')?.entry;
    // Of another person it is no entry of the list.
    for (const entry of [one, act]) expect((await readOne(entry, stranger)).status).toBe(200);
    expect(await unread(owner)).toBe(before);
    for (const entry of [one, act, one]) expect((await readOne(entry)).status).toBe(200);
    expect(await unread(owner)).toBe(before - 2);
    const left = (await page(owner)).rows.filter((row) => row.unread).map(({ entry }) => entry);
    expect(left).toEqual(fresh.map(({ entry }) => entry).filter((e) => e !== one && e !== act));
    for (const entry of ['0-0', '5-5', 'x', '']) {
      expect((await readOne(entry)).status, entry).toBe(400);
    }
    const { newest } = await page(owner);
    await owner.call('POST', `${API}/notices/read`, { upTo: newest });
    server.engine.commit([deposit(uid)]);
    expect(await unread(owner)).toBe(1);
  });

  it('that were read, or are of security, are told on the channel of their reader alone', async () => {
    const [one, another, desk, others] = await Promise.all([
      ...[listening(owner), listening(owner), listening(owner, asSub()), listening(stranger)],
    ]);
    const kinds = (client: TestClient | undefined) =>
      client === undefined ? [] : pushed(client).map(({ kind }) => kind);
    const { newest } = await page(owner);
    await owner.call('POST', `${API}/notices/read`, { upTo: newest });
    await vi.waitFor(() =>
      expect([kinds(one), kinds(another)]).toEqual([['changed'], ['changed']]),
    );
    server.engine.commit([deposit(uid)]);
    const entry = (await page(owner)).rows.find((row) => row.unread)?.entry;
    await owner.call('POST', `${API}/notices/read`, { entry });
    await vi.waitFor(() => expect(kinds(another)).toEqual(['changed', 'deposit', 'changed']));
    // A known browser signs in: nothing to tell. Then one that is not known.
    const login = { email: 'noticed@example.com', password: PASSWORD };
    const known = new Browser(server.url);
    known.cookies = new Map([...owner.cookies].filter(([name]) => name.includes('device')));
    expect(known.cookies.size).toBe(1);
    await known.call('POST', `${API}/login`, login);
    await new Browser(server.url).call('POST', `${API}/login`, login);
    await vi.waitFor(() => expect(kinds(one)).toHaveLength(4));
    await owner.call('PUT', `${API}/settings/x`, { value: 1 });
    await server.records.identity.disableApiKeys({ uid });
    await vi.waitFor(() => expect(kinds(one)).toHaveLength(5));
    expect(kinds(one).slice(2)).toEqual(['changed', 'changed', 'changed']);
    await owner.call('POST', `${API}/notices/read`, { upTo: (await page(owner)).newest });
    server.engine.commit([deposit(uid)]);
    await vi.waitFor(() => expect(kinds(one)).toHaveLength(7));
    expect([kinds(desk), kinds(others)]).toEqual([[], []]);
  });

  it("are nobody else's: not by the name of a sub-account, not without a session", async () => {
    const before = [await unread(owner), await unread(owner, asSub())];
    const { newest: upTo } = await page(owner);
    const nobody = new Browser(server.url);
    for (const path of ['notices', 'notices/unread']) {
      const foreign = await stranger.call('GET', `${API}/${path}`, undefined, asSub());
      expect(foreign.reason).toBe('subAccountUnknown');
      expect((await nobody.call('GET', `${API}/${path}`)).status).toBe(401);
    }
    const read = (browser: Browser, headers = {}) =>
      browser.call('POST', `${API}/notices/read`, { upTo }, headers);
    expect((await read(stranger, asSub())).reason).toBe('subAccountUnknown');
    expect((await read(nobody)).status).toBe(401);
    expect((await read(owner, { 'x-csrf-token': 'wrong' })).status).toBe(403);
    // Of one's own it is a mark alone: ids of others read nothing of theirs, nor show it.
    expect((await read(stranger)).status).toBe(200);
    expect((await page(stranger, `?before=${upTo}`)).rows.map(({ kind }) => kind)).toEqual([
      'deposit',
    ]);
    expect([await unread(owner), await unread(owner, asSub())]).toEqual(before);
  });

  it.each(['x', '1', '5-', '-1-2', '0-1e3'])('%s is no place of the list', async (place) => {
    expect((await owner.call('GET', `${API}/notices?before=${place}`)).status).toBe(400);
    expect((await owner.call('POST', `${API}/notices/read`, { upTo: place })).status).toBe(400);
  });

  it('do not exist as a channel for whoever is not a session', async () => {
    const client = await new TestClient(
      `${server.url.replace('http', 'ws')}/v2/ws/private`,
    ).opened();
    clients.push(client);
    client.send({ op: 'subscribe', args: [{ instType: 'SPOT', channel: 'notices' }] });
    expect((await client.answer('error')).msg).toContain('channel notices does not exist');
  });
});

describe('mails about urgent notices', () => {
  const CROSS = 'Cross-Margin-Konto';
  const mails = async () => {
    const listed = await server.records.identity.listMails({ limit: 100 });
    return listed
      .filter(({ kind }) => /marginCall|deleveraging/.test(kind))
      .map((mail) => ({ ...mail, detail: detailText(mail.detail, 'de') }))
      .reverse();
  };

  /** Waits until the gateway has come to the newest command that told something urgent. */
  const writeAll = async () => {
    const { records, engine } = server;
    await records.reached(engine.seq);
    const { length: left } = await records.history.mailedNotices({ seq: engine.seq - 1 });
    const last = left === 0 ? lastUrgent : engine.seq;
    await vi.waitFor(async () => expect(await records.identity.riskMailed(undefined)).toBe(last), {
      timeout: 10_000,
    });
  };

  it('are one for a kind and command, those of a sub-account to its root', async () => {
    await writeAll();
    expect(await mails()).toHaveLength(3);
    expect((await mails()).map(({ recipient, kind, detail }) => [recipient, kind, detail])).toEqual(
      expect.arrayContaining([
        ['noticed@example.com', 'marginCall', `abcdefgh: ${CROSS} · 82,5\u00a0%`],
        ['noticed@example.com', 'marginCall', `${CROSS} · 82,5\u00a0%`],
        ['noticed@example.com', 'deleveraging', 'Futures-Konto · XBTUSDT · 0,2500 BTC @ 60.000,00'],
      ]),
    );
  });

  it('go on where a sub-account has no name any more', async () => {
    const { engine } = server;
    const nameless = sub + 1;
    engine.commit([{ kind: EventKind.userOpened, user: nameless, simulated: false, root: uid }]);
    engine.commit([call(nameless)]);
    await writeAll();
    expect((await mails()).at(-1)?.detail).toBe(`${wireUserId(nameless)}: ${CROSS} · 82,5\u00a0%`);
  });

  it('are not written again by one that begins anew, nor to who switched them off', async () => {
    await stranger.call('PUT', `${API}/settings/${RISK_MAILS_SETTING}`, { value: false });
    server.engine.commit([call(other)]);
    await writeAll();
    const { views } = server.engine;
    const onProblem = vi.fn();
    const again = new RiskMails({ ...server.records, views, onProblem }, 1);
    server.engine.commit([call(uid)]);
    await writeAll();
    await again.close();
    expect(await mails()).toHaveLength(5);
    expect(onProblem).not.toHaveBeenCalled();
  });

  it('are of contracts, too: of all cross positions, or of an isolated one', async () => {
    const known = (await mails()).length;
    server.engine.commit([contractCall(uid)]);
    server.engine.commit([contractCall(uid, 2)]);
    await writeAll();
    expect((await mails()).slice(known).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['marginCall', 'Futures-Konto · 91,25\u00a0%'],
      ['marginCall', 'Futures-Konto · XBTUSDT · 91,25\u00a0%'],
    ]);
    const { rows } = await page(owner, '?group=risk&limit=2');
    expect(rows.map(({ account, symbol, size }) => [account, symbol, size])).toEqual([
      ['futures', 'XBTUSDT', '91.25'],
      ['futures', '', '91.25'],
    ]);
  });
});

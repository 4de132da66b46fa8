/** Alerts: set, changed and forgotten by their owners, fired once by prices, also by those that nobody watched. */
import { EventKind, parseWireUserId, rowsOf, TradeOrigin, wireUserId } from '@halcyon/domain';
import type { AlertRow, NoticePage, NoticePush, UnreadNotices } from '@halcyon/domain/web';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AlertMonitor } from '../alerts/alert-monitor.ts';
import { TestClient } from '../ws/testing/client.ts';
import { CONTRACT, type EventInput, trade as tradeOf } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const ALERTS = '/api/web/v1/alerts';
const BTC = { product: 'spot', symbol: 'BTCUSDT' } as const;
const PERPETUAL = { product: 'futures', symbol: 'BTCUSDT' } as const;

let server: TestGateway;
let owner: Browser;
let sub = 0;
let trades = 0;

/** A trade at a price, from its orders to their end. @param more `own`, `instrument` */
function trade(price: number, more: object = {}): EventInput[] {
  const id = ++trades;
  return tradeOf(id, price, 1).map((event) =>
    event.kind === EventKind.trade ? ({ ...event, ...more } as EventInput) : inMarket(event, more),
  );
}
const inMarket = (event: EventInput, { instrument = 0 }: { readonly instrument?: number }) =>
  ({ ...event, instrument }) as EventInput;
const marks = (mark: number, index: number): EventInput => ({
  ...{ kind: EventKind.marks, instrument: CONTRACT.id, index, mark, fundingRate: 0 },
  fundingTime: 1,
});

beforeAll(async () => {
  server = await startTestGateway();
  const { engine, records } = server;
  records.push(rowsOf({ firstSeq: 1, lastSeq: engine.seq, time: 1, events: [] }));
  engine.onCommit((batch) => records.push(rowsOf({ ...batch, events: [] })));
  engine.commit([{ kind: EventKind.instrumentSet, instrument: CONTRACT }]);
  engine.commit([...trade(6_000_000), marks(6_000_000, 6_000_000)]);
  owner = new Browser(server.url);
  const uid = parseWireUserId(await owner.register('alerted@example.com')) ?? 0;
  sub = uid + 1;
  engine.commit([{ kind: EventKind.userOpened, user: sub, simulated: false, root: uid }]);
  await records.identity.createSubAccount({ root: uid, uid: sub, name: 'abcdefgh' });
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

const asSub = () => ({ [SUB_ACCOUNT_HEADER]: wireUserId(sub) });
const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  owner.call<AlertRow>(method, ALERTS + path, body, headers);
const set = async (body: object, headers = {}) =>
  (await ask('POST', '', { ...BTC, condition: 'crosses', ...body }, headers)).data;
const list = async (state: string, query = '', headers = {}) =>
  (await owner.call<AlertRow[]>('GET', `${ALERTS}?state=${state}${query}`, undefined, headers))
    .data;
const fired = async (id: string) => (await list('fired')).find((row) => row.id === id);
const unread = async (headers = {}) =>
  (await owner.call<UnreadNotices>('GET', '/api/web/v1/notices/unread', undefined, headers)).data
    .unread;

describe('an alert', () => {
  it('fires once, at the trade that comes to its level, and is told on the bell', async () => {
    const { engine } = server;
    const { data } = await owner.call<{ token: string }>('GET', '/api/web/v1/ws-token');
    const url = `${server.url.replace('http', 'ws')}/v2/ws/private`;
    const client = await new TestClient(url, { origin: server.url }).opened();
    client.send({ op: 'login', args: [{ token: data.token }] });
    await client.answer('login');
    client.send({ op: 'subscribe', args: [{ instType: 'SPOT', channel: 'notices' }] });
    await client.answer('subscribe');
    const before = await unread();
    const rising = await set({ level: '61000', note: 'out' });
    const falling = await set({ level: '59000' });
    engine.commit([...trade(6_099_999), ...trade(5_900_001)]);
    // What an owner trades with himself says nothing of the price.
    engine.commit(trade(7_000_000, { own: true }));
    expect((await list('active')).map(({ id }) => id)).toEqual([falling.id, rising.id]);
    engine.commit(trade(6_150_000));
    engine.commit([...trade(5_950_000), ...trade(6_150_000)]);
    const firing = await vi.waitFor(async () => {
      const row = await fired(rising.id);
      expect(row).toBeDefined();
      return row;
    });
    expect(firing).toMatchObject({
      ...{ level: '61000.00', firedPrice: '61500.00', late: false, note: 'out', ...BTC },
    });
    expect(await fired(falling.id)).toBeUndefined();
    expect(await unread()).toBe(before + 1);
    const pushes = () =>
      client.told.flatMap((push) => (push.data ?? []) as unknown as NoticePush[]);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1));
    expect(pushes()[0]).toMatchObject({ kind: 'alert', account: 'spot', symbol: 'BTCUSDT' });
    const path = '/api/web/v1/notices?group=alerts';
    const page = (await owner.call<NoticePage>('GET', path)).data;
    expect(page.rows).toHaveLength(1);
    expect(page.rows[0]).toMatchObject({ kind: 'alert', unread: true, alert: { id: rising.id } });
    await owner.call('POST', '/api/web/v1/notices/read', { entry: page.rows[0]!.entry });
    expect(await unread()).toBe(before);
    await ask('DELETE', `/${falling.id}`);
    client.end();
  });

  it('above or below fires at once where the price is there already', async () => {
    const above = await set({ condition: 'above', level: '50000' });
    await vi.waitFor(async () => expect(await fired(above.id)).toBeDefined());
  });

  it('of a contract goes by its mark, index or last price', async () => {
    const { engine } = server;
    const of = (price: string) => set({ ...PERPETUAL, price, condition: 'above', level: '61000' });
    const mark = await of('mark');
    const index = await of('index');
    const last = await of('last');
    const noneAt = 'has no such price yet: say above or below';
    expect(
      (await ask('POST', '', { ...PERPETUAL, condition: 'crosses', level: '1' })).msg,
    ).toContain(noneAt);
    engine.commit([marks(6_100_000, 6_050_000)]);
    await vi.waitFor(async () => expect(await fired(mark.id)).toBeDefined());
    expect(await fired(index.id)).toBeUndefined();
    engine.commit([marks(6_050_000, 6_100_000)]);
    await vi.waitFor(async () => expect(await fired(index.id)).toBeDefined());
    expect(await fired(last.id)).toBeUndefined();
    const contractTrade = { kind: EventKind.contractTrade, instrument: CONTRACT.id };
    const profits = { makerProfit: 0, takerProfit: 0 };
    const off = { ...contractTrade, ...profits, origin: TradeOrigin.deleveraging };
    engine.commit(trade(6_200_000, off));
    engine.commit(trade(6_100_000, { ...contractTrade, ...profits, origin: TradeOrigin.book }));
    await vi.waitFor(async () => expect(await fired(last.id)).toBeDefined());
    expect((await fired(last.id))?.firedPrice).toBe('61000.00');
  });

  it('can be changed and forgotten while it waits, and then no longer fires where it was', async () => {
    const { engine } = server;
    engine.commit(trade(6_000_000));
    const alert = await set({ level: '61000' });
    const path = `/${alert.id}`;
    const moved = await ask('PATCH', path, { condition: 'crosses', level: '62000', note: 'up' });
    expect(moved.data).toMatchObject({ id: alert.id, level: '62000.00', note: 'up' });
    engine.commit(trade(6_100_000));
    expect(await list('active', '&product=spot&symbol=BTCUSDT')).toMatchObject([{ id: alert.id }]);
    expect(await list('active', '&product=futures&symbol=BTCUSDT')).toEqual([]);
    await ask('DELETE', path);
    engine.commit([...trade(6_200_000), ...trade(6_000_000)]);
    expect(await list('active')).toEqual([]);
    expect(await fired(alert.id)).toBeUndefined();
    expect((await ask('PATCH', path, { condition: 'above', level: '1' })).status).toBe(404);
    expect((await ask('DELETE', path)).status).toBe(404);
  });

  it('of a sub-account is in its own list alone', async () => {
    const { engine } = server;
    const alert = await set({ level: '60001' }, asSub());
    const before = await unread(asSub());
    engine.commit(trade(6_000_100));
    await vi.waitFor(async () => expect(await list('fired', '', asSub())).toHaveLength(1));
    expect(await unread(asSub())).toBe(before + 1);
    expect(await fired(alert.id)).toBeUndefined();
  });

  it('is refused by the field that cannot be', async () => {
    server.engine.commit(trade(6_000_000));
    const refused = async (body: object) => {
      const { status, msg } = await ask('POST', '', { ...BTC, condition: 'crosses', ...body });
      return `${status} ${msg}`;
    };
    expect(await refused({ level: '60000' })).toContain('level must be above or below the price');
    expect(await refused({ level: '1', price: 'mark' })).toContain('price must be last');
    expect(await refused({ level: '0' })).toContain('level must be above 0');
    expect(await refused({ level: '1', symbol: 'NOPE' })).toContain('NOPE');
    expect(await refused({ level: '1', note: 'x'.repeat(101) })).toContain('note');
    expect((await owner.call('GET', `${ALERTS}?state=active&symbol=BTCUSDT`)).msg).toContain(
      'product',
    );
  });

  it('that was reached while nobody watched fires late at the next start, once', async () => {
    const { engine, records } = server;
    const { identity } = records;
    const uid = sub + 1_000;
    const terms = { price: 'last', condition: 'crosses', level: 6_300_000, rises: true } as const;
    engine.commit(trade(6_000_000));
    const armed = { terms, note: '', mail: false, armedAt: engine.views.time };
    const owned = { uid, venue: 'live', instrument: 0 } as const;
    const reached = await identity.createAlert({ ...owned, ...armed });
    const level = { ...terms, level: 6_400_000 };
    const waits = await identity.createAlert({ ...owned, ...armed, terms: level });
    engine.commit(trade(6_350_000));
    engine.commit(trade(6_000_000));
    // What was before it was set is not its business.
    const after = await identity.createAlert({ ...owned, ...armed, armedAt: engine.views.time });
    const parts = { identity, onProblem: (text: string) => server.problems.push(text) };
    const desk = new AlertMonitor({
      ...parts,
      viewsOf: (venue) => (venue === 'live' ? engine.views : null),
    });
    const ofUid = { uid, venue: 'live', limit: 10 } as const;
    await vi.waitFor(async () =>
      expect(await identity.listAlerts({ ...ofUid, fired: true })).toMatchObject([
        { id: reached.id, late: true, firedPrice: 6_350_000 },
      ]),
    );
    await desk.close();
    const waiting = await identity.listAlerts({ ...ofUid, fired: false });
    expect(waiting.map(({ id }) => id)).toEqual([after.id, waits.id]);
  });
});

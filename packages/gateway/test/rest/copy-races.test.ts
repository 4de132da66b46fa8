/** Fifty requests at once about copy portfolios: joins, top-ups, leaves; money moves as often as it may. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  OrderType,
  PositionLeg,
  parseWireUserId,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { CopyPortfolioDetail } from '@halcyon/domain/web';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WRONG_CODES_PER_HOUR } from '../../src/http/code-guesses.ts';
import { Estate, type Fields, type Holder } from '../estate.ts';
import { PASSPHRASE } from '../matrix.ts';

const AT_ONCE = 50;
const USDT = 1;
const COIN = 100_000_000n;
const TRADER = '/api/v2/copy/mix-trader';

interface Reply {
  readonly status: number;
  readonly reason?: string;
  readonly data: { readonly id: string };
}

let estate: Estate;
let trader: Holder;
let follower: Holder;

beforeAll(async () => {
  estate = await Estate.open();
  [trader, follower] = [estate.owner, estate.other];
});
afterAll(() => estate.close());
beforeEach(() => estate.prices());

async function ask<T = Reply>(who: Holder, method: string, path: string, fields?: Fields) {
  const { status, text } = await estate.web(who, method, path, fields);
  return { status, ...(JSON.parse(text) as object) } as T;
}

const opened = async (fields: Fields = {}) =>
  (await ask(trader, 'POST', '/copy/portfolios', { amount: '1000', ...fields })).data.id;

const joins = (id: string) => () =>
  ask(follower, 'POST', '/copy/follows', { trader: id, amount: '500' });

/** How many of many answers there are, by what is said. */
async function atOnce(make: (i: number) => Promise<Reply>): Promise<Record<string, number>> {
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => make(i)));
  const counts: Record<string, number> = {};
  for (const { status, reason } of replies) {
    const said = status === 200 ? 'done' : (reason ?? String(status));
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}

/** Units in the follower's spot account. */
function spot(): bigint {
  const account = accountOf(follower.uid, AccountKind.spot);
  return estate.server.engine.views.balance(account, USDT).available;
}

const detail = async (who: Holder, id: string) =>
  (await ask<{ data: CopyPortfolioDetail }>(who, 'GET', `/copy/portfolios/${id}`)).data;

it('join once, top up as often as is asked, take out what there is, and leave once', async () => {
  const id = await opened();
  const before = spot();
  expect(await atOnce(joins(id))).toEqual({ done: 1, copyFollowedAlready: AT_ONCE - 1 });
  expect(before - spot()).toBe(500n * COIN);
  const { rows } = (
    await ask<{ data: { rows: { id: string; trader: string }[] } }>(
      ...([follower, 'GET', '/copy/portfolios'] as const),
    )
  ).data;
  const own = rows.find((row) => row.trader === id)!.id;
  const money = (fields: Fields) => ask(follower, 'POST', `/copy/portfolios/${own}/money`, fields);
  const once = { direction: 'in', amount: '25', clientOid: 'once' };
  expect(await atOnce(() => money(once))).toEqual({ done: AT_ONCE });
  expect((await detail(follower, own)).paidIn).toBe('525');
  const each = (i: number) => money({ direction: 'in', amount: '1', clientOid: `each${i}` });
  expect(await atOnce(each)).toEqual({ done: AT_ONCE });
  expect((await detail(follower, own)).paidIn).toBe('575');
  const out = () => money({ direction: 'out', amount: '100' });
  expect(await atOnce(out)).toEqual({ done: 5, notWithdrawable: AT_ONCE - 5 });
  const leave = () => ask(follower, 'POST', `/copy/portfolios/${own}/stop`, { exit: 'close' });
  expect(await atOnce(leave)).toEqual({ done: 1, copyPortfolioNotFound: AT_ONCE - 1 });
  expect(spot()).toBe(before);
  expect(await detail(follower, own)).toMatchObject({ equity: '0', paidIn: '0' });
});

it('join and leave together: no money is lost, whoever comes first', async () => {
  const id = await opened();
  const before = spot();
  const { id: own } = (await joins(id)()).data;
  const leave = () => ask(follower, 'POST', `/copy/portfolios/${own}/stop`, { exit: 'close' });
  const counts = await atOnce((i) => (i % 2 === 0 ? joins(id)() : leave()));
  const paid = before - spot();
  // Whoever joins after the one leave has a portfolio again, once.
  const open = counts['done'] === 2 ? 500n : 0n;
  expect([1, 2]).toContain(counts['done']);
  expect(paid).toBe(open * COIN);
});

it('a key of a portfolio sees an order in the book however many came after it', async () => {
  const traderId = await opened();
  const made = await estate.wire(trader.key, 'POST', `${TRADER}/create-copy-api`, {
    ...{ traderId, passphrase: PASSPHRASE },
  });
  const [{ apikey: apiKey, secret }] = JSON.parse(made.text).data as [
    { apikey: string; secret: string },
  ];
  const order = {
    ...{
      kind: CommandKind.placeCopyOrder,
      user: trader.uid,
      portfolio: parseWireUserId(traderId)!,
    },
    ...{ instrument: 2, side: Side.buy, type: OrderType.limit, reduceOnly: 0 },
    ...{ price: 500_000, quantity: 100, leg: PositionLeg.net },
  } as const;
  const { engine } = estate.server;
  const { id } = engine.apply({ ...order, timeInForce: TimeInForce.gtc });
  for (let i = 0; i < 110; i++) engine.apply({ ...order, timeInForce: TimeInForce.ioc });
  const mix = { productType: 'USDT-FUTURES' };
  const listed = await estate.wire(
    { apiKey, secret },
    'GET',
    '/api/v2/mix/order/orders-pending',
    mix,
  );
  const { entrustedList } = JSON.parse(listed.text).data as { entrustedList: Fields[] };
  expect(entrustedList).toMatchObject([{ size: '0.0100', price: '50000.0' }]);
  expect(entrustedList[0]!['orderId']).toContain(String(id));
});

it('invitation codes cannot be found by trying them', async () => {
  const id = await opened({ code: 'club-1' });
  const look = (code: string) => ask(follower, 'GET', `/copy/traders/${id}?code=${code}`);
  const join = (code: string) =>
    ask(follower, 'POST', '/copy/follows', { trader: id, amount: '500', code });
  // A right one does not count, however often it is given.
  for (let i = 0; i < 3; i++) expect((await look('club-1')).reason).toBeUndefined();
  for (const tried of [look, join]) {
    const wrong = Array.from({ length: WRONG_CODES_PER_HOUR }, (_, i) => tried(`club-x-${i}`));
    const reasons = new Set((await Promise.all(wrong)).map(({ reason }) => reason));
    expect(reasons).toEqual(new Set(['copyPortfolioNotFound']));
    expect((await tried('club-1')).reason).toBe('rateLimit');
  }
  expect((await look('')).reason).toBe('copyPortfolioNotFound');
});

it('who follows a trader who freezes the own account leaves, and nobody joins it', async () => {
  const [followed, own] = [await opened(), await opened()];
  const before = spot();
  const { id: portfolio } = (await joins(followed)()).data;
  await detail(follower, portfolio);
  expect((await ask(trader, 'POST', '/freeze')).status).toBe(200);
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
  expect(await detail(follower, portfolio)).toMatchObject({ end: 'traderClosed', equity: '0' });
  expect(spot()).toBe(before);
  for (const one of [followed, own]) {
    expect((await joins(one)()).reason).toBe('copyPortfolioNotFound');
  }
});

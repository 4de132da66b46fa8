/** Copy trading by the web app's own routes: from the offer to the settled share, with every refusal by its field. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  OrderType,
  PositionLeg,
  PositionMode,
  parseWireUserId,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type {
  CopyBatchRow,
  CopyDryRun,
  CopyOutcome,
  CopyPage,
  CopyPortfolioDetail,
  CopyPortfolios,
  CopyShareRow,
  CopyTraderDetail,
  CopyTraders,
} from '@halcyon/domain/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, startTestGateway } from '../../src/web/testing/gateway.ts';
import { Estate, type Fields, type Holder } from '../estate.ts';

let estate: Estate;
let trader: Holder;
let follower: Holder;

beforeAll(async () => {
  estate = await Estate.open();
  [trader, follower] = [estate.owner, estate.other];
});
afterAll(() => estate.close());
beforeEach(() => estate.prices());

interface Reply<T> {
  readonly status: number;
  readonly data: T;
  readonly reason?: string;
  readonly field?: string;
  readonly msg: string;
}

async function ask<T>(who: Holder, method: string, path: string, fields?: Fields) {
  const { status, text } = await estate.web(who, method, path, fields);
  return { status, ...(JSON.parse(text) as Omit<Reply<T>, 'status'>) };
}

/** What a request gives. @throws Error for a refusal */
async function got<T>(who: Holder, method: string, path: string, fields?: Fields): Promise<T> {
  const { status, data, msg } = await ask<T>(who, method, path, fields);
  if (status !== 200) throw new Error(`${method} ${path}: ${msg}`);
  return data;
}

const opened = async (fields: Fields = {}) =>
  (await got<{ id: string }>(trader, 'POST', '/copy/portfolios', { amount: '1000', ...fields })).id;
const followed = async (id: string, fields: Fields = {}) =>
  (
    await got<{ id: string }>(follower, 'POST', '/copy/follows', {
      trader: id,
      amount: '500',
      ...fields,
    })
  ).id;
const order = (id: string, fields: Fields) =>
  got<{ id: string }>(trader, 'POST', `/copy/portfolios/${id}/orders`, {
    ...{ symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '0.02' },
    ...fields,
  });
const outcomes = async (who: Holder, id: string) =>
  (await got<CopyPage<CopyOutcome>>(who, 'GET', `/copy/portfolios/${id}/outcomes`)).rows;
/** Portions of a batch are worked out with the next commands. */
const settle = () => {
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
};

describe('copy trading', () => {
  it('is one price for trader and follower, and says who was left out why', async () => {
    const id = await opened({ share: '10' });
    const own = await followed(id, { orderMax: '800' });
    estate.offerContract(60_000);
    const placed = await order(id, { size: '0.02' });
    settle();
    const [traders] = await outcomes(trader, id);
    const [followers] = await outcomes(follower, own);
    expect(traders).toMatchObject({ batch: placed.id, size: '0.0200', filled: '0.0200' });
    expect(followers).toMatchObject({ size: '0.0100', filled: '0.0100', reason: 'none' });
    expect(followers!.price).toBe(traders!.price);
    await order(id, { size: '0.04' });
    settle();
    const [left] = await outcomes(follower, own);
    expect(left).toMatchObject({ size: '0.0000', price: '', reason: 'orderLimit' });
    const only = await got<CopyPage<CopyOutcome>>(
      follower,
      'GET',
      `/copy/portfolios/${own}/outcomes?only=leftOut`,
    );
    expect(only.rows).toEqual([left]);
    const path = `/copy/traders/${id}/batches/${placed.id}`;
    const all = await got<CopyPage<CopyOutcome>>(follower, 'GET', path);
    expect(all.rows.map(({ portfolio }) => portfolio)).toEqual([own, id]);
    const detail = await got<CopyTraderDetail>(follower, 'GET', `/copy/traders/${id}`);
    expect(detail).toMatchObject({
      ...{ isOwn: false, following: own, hidden: false, followers: 1, copied: '500' },
      positions: [{ symbol: 'BTCUSDT', side: 'long', size: '0.0600' }],
    });
    expect(detail.own.statistics).toMatchObject({ tooShort: true, trades: 0 });
    expect(detail.curve.own[0]?.value).toBe(1);
  });

  it('tries settings on what was traded before they apply', async () => {
    const id = await opened();
    const own = await followed(id);
    estate.offerContract(60_000);
    await order(id, { size: '0.02' });
    settle();
    const path = '/copy/dry-runs';
    const same = { trader: id, amount: '500', portfolio: own };
    const run = await got<CopyDryRun>(follower, 'POST', path, same);
    const detail = await got<CopyPortfolioDetail>(follower, 'GET', `/copy/portfolios/${own}`);
    expect(run).toMatchObject({ orders: 1, copied: 1, leftOut: [], equity: detail.equity });
    expect(run.rows[0]).toMatchObject({ size: '0.0100', filled: '0.0100', reason: 'none' });
    const less = await got<CopyDryRun>(follower, 'POST', path, { ...same, orderMax: '1' });
    expect(less).toMatchObject({ copied: 0, leftOut: [{ reason: 'orderLimit', count: 1 }] });
    expect(less).toMatchObject({ equity: '500', profit: '0' });
    const far = await ask(follower, 'POST', path, { ...same, slippage: '11' });
    expect([far.reason, far.field]).toEqual(['copySettingsRange', 'slippage']);
    // What the trader did before is not of the own portfolio.
    expect(run.from).toBe(detail.openedAt);
    const foreign = await ask(trader, 'POST', path, same);
    expect(foreign.reason).toBe('copyPortfolioNotFound');
  });

  it('shares what is above the mark, and gives the money back', async () => {
    const id = await opened();
    const own = await followed(id);
    estate.offerContract(60_000);
    await order(id, { size: '0.02' });
    settle();
    estate.prices(63_000);
    estate.bid(63_000);
    await order(id, { size: '0.02', side: 'sell', reduceOnly: true });
    settle();
    const before = await got<CopyPortfolioDetail>(follower, 'GET', `/copy/portfolios/${own}`);
    expect(before.positions).toEqual([]);
    await got(follower, 'POST', `/copy/portfolios/${own}/end`);
    const { rows } = await got<CopyPage<CopyShareRow>>(
      trader,
      'GET',
      `/copy/portfolios/${id}/shares`,
    );
    expect(rows).toHaveLength(1);
    const [share] = rows;
    expect(share).toMatchObject({ portfolio: own, trader: id, share: '10', mark: '0', owed: '0' });
    expect(share!.fresh).toBe(before.profit);
    expect(Number(share!.due)).toBeCloseTo(Number(before.profit) / 10, 7);
    expect(share!.paid).toBe(share!.due);
    const list = await got<CopyPortfolios>(follower, 'GET', '/copy/portfolios');
    const ended = list.rows.find((row) => row.id === own);
    expect(ended).toMatchObject({ equity: '0', shares: share!.paid });
    expect(ended!.endedAt).not.toBeNull();
    expect(Number(ended!.profit)).toBeCloseTo(Number(before.profit) * 0.9, 6);
  });

  it('has orders in the book that are amended and cancelled for all', async () => {
    const id = await opened();
    const own = await followed(id);
    const limit = { orderType: 'limit', price: '58000', size: '0.02' };
    const { id: placed } = await order(id, limit);
    settle();
    const read = () => got<CopyPortfolioDetail>(trader, 'GET', `/copy/portfolios/${id}`);
    expect((await read()).orders).toMatchObject([
      { id: placed, price: '58000.0', size: '0.0200', filled: '0.0000', allSize: '0.0300' },
    ]);
    const path = `/copy/portfolios/${id}/orders/${placed}`;
    await got(trader, 'PATCH', path, { price: '58500', size: '0.01' });
    settle();
    expect((await read()).orders).toMatchObject([{ price: '58500.0', allSize: '0.0150' }]);
    await got(trader, 'DELETE', path);
    settle();
    expect((await read()).orders).toEqual([]);
    expect(await outcomes(follower, own)).toMatchObject([{ filled: '0.0000' }]);
  });

  it('shows an order in the book however many came after it', async () => {
    const id = await opened();
    const { id: placed } = await order(id, { orderType: 'limit', price: '50000', size: '0.01' });
    const later = {
      ...{ kind: CommandKind.placeCopyOrder, user: trader.uid, portfolio: parseWireUserId(id)! },
      ...{ instrument: 2, side: Side.buy, type: OrderType.limit, timeInForce: TimeInForce.ioc },
      ...{ price: 500_000, quantity: 100, reduceOnly: 0, leg: PositionLeg.net },
    } as const;
    for (let i = 0; i < 110; i++) estate.server.engine.apply(later);
    settle();
    const path = `/copy/traders/${id}/batches?limit=100`;
    const { rows, next } = await got<CopyPage<CopyBatchRow>>(trader, 'GET', path);
    expect(next).not.toBeNull();
    expect(rows.map((row) => row.id)).not.toContain(placed);
    const { orders } = await got<CopyPortfolioDetail>(trader, 'GET', `/copy/portfolios/${id}`);
    expect(orders).toMatchObject([{ id: placed, size: '0.0100', allSize: '0.0100' }]);
    const seen = await got<CopyTraderDetail>(follower, 'GET', `/copy/traders/${id}`);
    expect(seen.orders).toEqual(orders);
    await got(trader, 'DELETE', `/copy/portfolios/${id}/orders/${placed}`);
  });

  it('lists traders by what followers got, narrowed and page by page', async () => {
    const id = await opened();
    const hidden = await opened({ code: 'club-1' });
    const { rows, total } = await got<CopyTraders>(trader, 'GET', '/copy/traders?sort=opened');
    expect(rows[0]!.id).toBe(id);
    expect(rows.map((row) => row.id)).not.toContain(hidden);
    expect(total).toBe(rows.length);
    const second = await got<CopyTraders>(
      trader,
      'GET',
      '/copy/traders?sort=opened&offset=1&limit=1',
    );
    expect(second.rows).toEqual(rows.slice(1, 2));
    const none = await got<CopyTraders>(trader, 'GET', '/copy/traders?daysMin=1');
    expect(none).toEqual({ rows: [], total: 0 });
    const some = await got<CopyTraders>(trader, 'GET', `/copy/traders?search=${id}`);
    expect(some.rows.map((row) => row.id)).toEqual([id]);
  });

  it('shows a trader with a code to the owner, to followers and to who knows it', async () => {
    const id = await opened({ code: 'club-2' });
    const path = `/copy/traders/${id}`;
    const stranger = new Browser(estate.server.url);
    const asked = async (query = '') => {
      return (await stranger.call<CopyTraderDetail>('GET', `/api/web/v1${path}${query}`)).reason;
    };
    expect(await asked()).toBe('copyPortfolioNotFound');
    expect(await asked('?code=club-3')).toBe('copyPortfolioNotFound');
    expect(await asked('?code=club-2')).toBeUndefined();
    expect((await ask(follower, 'GET', `${path}/shares`)).reason).toBe('copyPortfolioNotFound');
    expect((await got<CopyTraderDetail>(trader, 'GET', path)).isOwn).toBe(true);
    const wrong = await ask(follower, 'POST', '/copy/follows', { trader: id, amount: '500' });
    expect(wrong.reason).toBe('copyPortfolioNotFound');
    const own = await followed(id, { code: 'club-2' });
    expect((await got<CopyTraderDetail>(follower, 'GET', path)).following).toBe(own);
  });

  it('keeps settings that a change does not name', async () => {
    const id = await opened();
    const own = await followed(id, {
      sizing: 'amount',
      sizingValue: '20',
      slippage: '0.5',
      only: ['BTCUSDT'],
    });
    await got(follower, 'POST', `/copy/portfolios/${own}/choices`, {
      paused: true,
      exit: 'takeOver',
    });
    const { choices } = await got<CopyPortfolioDetail>(follower, 'GET', `/copy/portfolios/${own}`);
    expect(choices).toMatchObject({
      ...{ sizing: 'amount', sizingValue: '20', slippage: '0.5', only: ['BTCUSDT'], without: [] },
      ...{ paused: true, exit: 'takeOver', drawdown: '0', leverageOf: 'traders' },
    });
    await got(trader, 'POST', `/copy/portfolios/${id}/offer`, { share: '5', followersMax: 3 });
    const { offer } = await got<CopyPortfolioDetail>(trader, 'GET', `/copy/portfolios/${id}`);
    expect(offer).toMatchObject({ share: '5', followersMax: 3, amountMin: '10', code: '' });
  });

  it('moves money once by its id, and stops at once', async () => {
    const id = await opened();
    const own = await followed(id);
    const path = `/copy/portfolios/${own}/money`;
    const money = { direction: 'in', amount: '25.5', clientOid: 'once' };
    const first = await got(follower, 'POST', path, money);
    expect(await got(follower, 'POST', path, money)).toEqual(first);
    const read = () => got<CopyPortfolioDetail>(follower, 'GET', `/copy/portfolios/${own}`);
    expect(await read()).toMatchObject({ equity: '525.5', paidIn: '525.5', free: '525.5' });
    await got(follower, 'POST', path, { direction: 'out', amount: '0.5' });
    expect((await read()).equity).toBe('525');
    await got(follower, 'POST', `/copy/portfolios/${own}/stop`, { exit: 'close' });
    expect((await read()).endedAt).not.toBeNull();
    const again = await ask(follower, 'POST', `/copy/portfolios/${own}/stop`, { exit: 'close' });
    expect(again.reason).toBe('copyPortfolioNotFound');
  });

  it('refuses what is wrong by field and limit, and nothing changes', async () => {
    const id = await opened({ amountMin: '100', amountMax: '600' });
    const own = await followed(id);
    const before = await estate.belongings(follower);
    const follows = { trader: id, amount: '500' };
    const orders = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01' };
    const wrong: [Holder, string, Fields, string, string, RegExp][] = [
      [
        trader,
        '/copy/portfolios',
        { amount: '99' },
        'copyTooLittle',
        'amount',
        /99 USDT.*100 USDT/,
      ],
      [
        trader,
        '/copy/portfolios',
        { amount: '200', share: '11' },
        'copyTermsRange',
        'share',
        /11 %.*10 %/,
      ],
      [
        trader,
        '/copy/portfolios',
        { amount: '200', amountMin: '9' },
        'copyTermsRange',
        'amountMin',
        /10 USDT/,
      ],
      [trader, '/copy/follows', follows, 'copyOwnPortfolio', 'trader', /own account/],
      [follower, '/copy/follows', follows, 'copyFollowedAlready', '', new RegExp(own)],
      [
        follower,
        '/copy/follows',
        { ...follows, sizing: 'ratio', sizingValue: '0' },
        'copySettingsRange',
        'sizingValue',
        /0 %.*1 %/,
      ],
      [
        follower,
        '/copy/follows',
        { ...follows, sizingValue: 'half' },
        'fieldDecimal',
        'sizingValue',
        /half/,
      ],
      [
        follower,
        '/copy/follows',
        { ...follows, slippage: '11' },
        'copySettingsRange',
        'slippage',
        /10 %/,
      ],
      [
        follower,
        '/copy/follows',
        { ...follows, sizing: 'amount' },
        'fieldMissing',
        'sizingValue',
        /sizingValue/,
      ],
      [follower, '/copy/follows', { ...follows, only: ['NONE'] }, 'symbolUnknown', '', /NONE/],
      [
        follower,
        '/copy/follows',
        { ...follows, amount: '1.123456789' },
        'fieldScale',
        'amount',
        /8 digits/,
      ],
      [
        follower,
        `/copy/portfolios/${own}/money`,
        { direction: 'in', amount: '101' },
        'copyTooMuch',
        'amount',
        /600 USDT/,
      ],
      [
        follower,
        `/copy/portfolios/${own}/money`,
        { direction: 'out', amount: '501' },
        'notWithdrawable',
        'amount',
        /500 USDT/,
      ],
      [
        follower,
        `/copy/portfolios/${own}/orders`,
        { ...orders, price: '58000' },
        'copyPortfolioNotFound',
        '',
        /portfolio/,
      ],
      [trader, `/copy/portfolios/${id}/orders`, orders, 'fieldMissing', 'price', /price/],
      [
        trader,
        `/copy/portfolios/${id}/orders`,
        { ...orders, price: '58000.55' },
        'priceTick',
        'price',
        /0\.1/,
      ],
      [
        trader,
        `/copy/portfolios/${id}/stop`,
        { exit: 'close' },
        'copyPortfolioNotFound',
        '',
        /portfolio/,
      ],
      [
        trader,
        `/copy/portfolios/${id}/choices`,
        { paused: true },
        'copyPortfolioNotFound',
        '',
        /portfolio/,
      ],
    ];
    for (const [who, path, fields, reason, field, said] of wrong) {
      const refusal = await ask(who, 'POST', path, fields);
      expect([path, fields, refusal.reason, refusal.field ?? '']).toEqual([
        path,
        fields,
        reason,
        field,
      ]);
      expect(refusal.msg).toMatch(said);
    }
    expect(await estate.belongings(follower)).toBe(before);
  });

  it('a circle and a hedge are told by the routes', async () => {
    const id = await opened();
    const own = await followed(id);
    const money = { amount: '200' };
    const theirs = await got<{ id: string }>(follower, 'POST', '/copy/portfolios', money);
    const circle = await ask(trader, 'POST', '/copy/follows', { ...money, trader: theirs.id });
    expect([circle.reason, circle.field]).toEqual(['copyCircle', 'trader']);
    const account = accountOf(follower.uid, AccountKind.usdtFutures);
    const mode = (to: PositionMode) =>
      estate.server.engine.apply({ kind: CommandKind.setPositionMode, account, mode: to });
    mode(PositionMode.hedge);
    const stop = () => ask(follower, 'POST', `/copy/portfolios/${own}/stop`, { exit: 'takeOver' });
    expect(await stop()).toMatchObject({ reason: 'copyTakeOverMode', field: 'exit' });
    mode(PositionMode.oneWay);
    expect(await stop()).toMatchObject({ status: 200 });
  });
});

it('without copy trading its routes answer as any that is not there', async () => {
  const server = await startTestGateway({ copyTrading: false });
  try {
    const browser = new Browser(server.url);
    await browser.register('somebody@example.com');
    for (const path of ['/copy/traders', '/copy/portfolios', '/copy/nothing']) {
      const answer = await browser.call('GET', `/api/web/v1${path}`);
      expect([answer.status, answer.reason]).toEqual([404, 'unknownPath']);
    }
  } finally {
    await server.close();
  }
});

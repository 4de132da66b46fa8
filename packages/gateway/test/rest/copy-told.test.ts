/** What copying did, as its people are told: own pages, the ledger of a portfolio, notices. */
import { CommandKind } from '@halcyon/domain';
import type {
  CopyExitRow,
  CopyGatheredRow,
  CopyPage,
  CopyPortfolioDetail,
  NoticePage,
} from '@halcyon/domain/web';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

/** What a request gives. @throws Error for a refusal */
async function got<T>(who: Holder, method: string, path: string, fields?: Fields): Promise<T> {
  const { status, text } = await estate.web(who, method, path, fields);
  if (status !== 200) throw new Error(`${method} ${path}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

interface Bills {
  readonly rows: readonly Readonly<Record<'businessType' | 'size' | 'amount', string>>[];
}

/** A file of somebody's records. */
async function exported(who: Holder, fields: Fields, path = '/records/export'): Promise<string> {
  const { id } = await got<{ id: string }>(who, 'POST', path, fields);
  return (await estate.web(who, 'GET', `/records/export/file?id=${id}`)).text;
}

interface Sides {
  readonly rows: readonly Readonly<Record<'fromName' | 'toName' | 'size', string | null>>[];
}

it('a follower sees the exit, how it ended, all of the ledger, and is told; so is the trader', async () => {
  const opened = await got<{ id: string }>(trader, 'POST', '/copy/portfolios', { amount: '1000' });
  const own = await got<{ id: string }>(follower, 'POST', '/copy/follows', {
    ...{ trader: opened.id, amount: '500', orderMax: '1000', portfolioLoss: '2' },
  });
  const order = (size: string) =>
    got(trader, 'POST', `/copy/portfolios/${opened.id}/orders`, {
      ...{ symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size },
    });
  const settle = () => {
    for (let i = 0; i < 4; i++) estate.server.engine.apply({ kind: CommandKind.tick });
  };
  estate.offerContract(60_000);
  await order('0.02');
  settle();
  await order('0.04');
  settle();
  const path = `/copy/portfolios/${own.id}`;
  const ledger = await got<Bills>(follower, 'GET', `${path}/ledger`);
  expect(ledger.rows.at(-1)).toMatchObject({ businessType: 'trans_from_exchange', amount: '500' });
  expect(ledger.rows.length).toBeGreaterThan(1);
  const spot = await got<Bills>(follower, 'GET', '/ledger?account=spot');
  expect(spot.rows[0]).toMatchObject({ businessType: 'transfer_out', size: '-500' });
  const moves = await got<Sides>(follower, 'GET', '/records/movements?list=transfers');
  expect(moves.rows[0]).toMatchObject({ fromName: null, toName: own.id, size: '500' });
  const file = await exported(follower, { list: 'transfers', format: 'csv', account: 'spot' });
  expect(file).toMatch(new RegExp(`,${own.id},|,${own.id}$`, 'm'));
  const gathered = await got<CopyPage<CopyGatheredRow>>(
    trader,
    'GET',
    `/copy/portfolios/${opened.id}/gathered`,
  );
  expect(gathered).toEqual({ rows: [], next: null });

  const written = await exported(follower, { list: 'ledger', format: 'csv' }, `${path}/export`);
  const lines = written.trim().split('\n');
  expect(lines).toHaveLength(ledger.rows.length + 1);
  expect(written).toContain('500');

  await got(follower, 'POST', `${path}/stop`, { exit: 'takeOver' });
  const detail = await got<CopyPortfolioDetail>(follower, 'GET', path);
  expect([detail.end, detail.endedAt === null]).toEqual(['takenOver', false]);
  const exits = await got<CopyPage<CopyExitRow>>(follower, 'GET', `${path}/exits`);
  expect(exits.rows).toEqual([]);

  const list = async (who: Holder) =>
    (await got<NoticePage>(who, 'GET', '/notices')).rows.filter(({ kind }) =>
      kind.startsWith('copy'),
    );
  const mine = { portfolio: own.id, account: 'spot', record: '' };
  expect(await list(follower)).toMatchObject([
    { ...mine, kind: 'copyLeftOut', size: '1' },
    { ...mine, kind: 'copyJoined', size: '500', coin: 'USDT' },
  ]);
  const { rows } = await got<NoticePage>(follower, 'GET', '/notices');
  const sent = rows.filter(({ portfolio, kind }) => portfolio === own.id && kind === 'transfer');
  expect(sent).toMatchObject([
    { account: 'futures', to: '' },
    { account: 'spot', to: 'futures', size: '500' },
  ]);
  expect(await list(trader)).toMatchObject([
    { kind: 'copyFollowed', portfolio: opened.id, size: '1', copying: '' },
  ]);
});

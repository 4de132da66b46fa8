/** What accounts were worth over time, as the web app shows it; real core, real records. */
import { CURVE_ACCOUNTS, CURVE_RANGES, type CurveRange } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valueCurveInfo } from '../../src/translate/value-curve.ts';
import { ALICE, ALICE_SPOT, type TestRest } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MarginFixture, openMargin, prices } from './margin-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let rest: TestRest;
let records: KeptRecords;
let first: number;

const curve = (range: CurveRange) =>
  valueCurveInfo({ views: rest.views, history: records.history }, ALICE, range, rest.now);

/** Bitcoin rises by a tenth within two hours; meanwhile money is lent and more of it comes in. */
beforeAll(async () => {
  records = await KeptRecords.open();
  rest = await openMargin((before) => records.follow(before));
  first = Math.floor(rest.now / HOUR) * HOUR;
  const desk = new MarginFixture(rest);
  await desk.bring('crossed_margin', 'USDT', '10000');
  rest.now = first + HOUR;
  prices(rest, 66_000, 3_000);
  await desk.post('/crossed/account/borrow', { coin: 'USDT', borrowAmount: '1000' });
  rest.fund(ALICE_SPOT, 0, 100_000_000n);
  rest.now = first + 2 * HOUR;
  prices(rest, 66_000, 3_000);
});

afterAll(() => records.close());

const NOTHING = CURVE_ACCOUNTS.map(() => '0');

it('each hour has its worth and what came in at the price of its hour', async () => {
  const { coin, rows } = await curve('1D');
  expect(coin).toBe('USDT');
  expect(rows.map(({ time }) => time)).toEqual([first, first + HOUR, first + 2 * HOUR]);
  const [start, risen, more] = rows;
  expect(start).toMatchObject({ worth: NOTHING, inflow: NOTHING });
  // 100 BTC at 60,000 and 100 ETH at 3,000 came in, and 990,000 USDT stayed there.
  expect(risen?.inflow).toEqual(['7290000', '10000', '0', '0']);
  expect(risen?.worth).toEqual(['7890000', '10000', '0', '0']);
  expect(more?.inflow).toEqual(['66000', '0', '0', '0']);
  expect(more?.worth[0]).toBe('7956000');
});

it('a loan is worth nothing, its interest is a loss', async () => {
  const { rows } = await curve('1D');
  const account = ALICE_SPOT - (ALICE_SPOT % 8) + 2;
  const debts = await records.history.loans({ account, limit: 10 });
  const before = debts.filter(({ time }) => time < first + 2 * HOUR);
  const interest = before[0]?.interest ?? 0;
  expect(interest).toBeGreaterThan(0);
  expect(rows.at(-1)?.worth[1]).toBe(String(10_000 - interest / 100_000_000));
});

it('days begin at midnight in UTC, however far the range goes; the last row is the last full hour', async () => {
  rest.now = Math.ceil(rest.now / DAY) * DAY + 2 * DAY + 5 * HOUR + 7;
  const last = rest.now - 7;
  for (const range of CURVE_RANGES) {
    const times = (await curve(range)).rows.map(({ time }) => time);
    expect(times[0], range).toBe(range === '1D' ? last - DAY : first);
    expect(times.at(-1), range).toBe(last);
    const step = range === '90D' || range === '1Y' ? DAY : HOUR;
    const inner = times.slice(1, -1);
    expect(inner.every((time) => time % step === 0)).toBe(true);
    expect(new Set(inner.slice(1).map((time, i) => time - inner[i]!))).toEqual(new Set([step]));
  }
});

/** What futures accounts were worth over time: a long one and the short one against it; real core, real records. */
import { CURVE_ACCOUNTS } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valueCurveInfo } from '../../src/translate/value-curve.ts';
import { BTC_CONTRACT, index, openContracts } from './contracts.ts';
import { ALICE, BOB, type TestRest } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MixTrader } from './mix-trader.ts';

const HOUR = 3_600_000;
const FUTURES = CURVE_ACCOUNTS.indexOf('futures');
/** Of 0.5 BTC at 60,000 USDT. */
const FEES = { taker: 18, maker: 6 } as const;
let rest: TestRest;
let records: KeptRecords;

beforeAll(async () => {
  records = await KeptRecords.open();
  rest = await openContracts((before) => records.follow(before));
});

afterAll(() => records.close());

/** What the futures account of somebody was worth at the last full hour, USDT. */
async function worth(user: number): Promise<number> {
  const sources = { views: rest.views, history: records.history };
  const { rows } = await valueCurveInfo(sources, user, '1D', rest.now);
  return Number(rows.at(-1)?.worth[FUTURES]);
}

it('what one side of a contract wins, the other loses, and neither loses its size', async () => {
  await new MixTrader(rest).trade();
  const next = Math.floor(rest.now / HOUR) * HOUR + HOUR;
  rest.now = next - 1_000;
  index(rest, 61_000, 3_000);
  rest.now = next;
  index(rest, 61_000, 3_000);
  const { mark } = rest.views.contracts.contract(BTC_CONTRACT);
  const profit = ((mark - 600_000) / 10) * 0.5;
  expect(profit).toBeGreaterThan(0);
  // Prices are nobody's command: records are not waited for.
  await expect.poll(() => worth(ALICE)).toBe(100_000 - FEES.taker + profit);
  expect(await worth(BOB)).toBe(100_000 - FEES.maker - profit);
});

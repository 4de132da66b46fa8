/** Who may ask what accounts were worth, and how it may be asked for. */
import { CURVE_RANGES, type ValueCurveInfo } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/value-curve';

let server: TestGateway;
let browser: Browser;

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  await browser.register('curve@example.com');
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

it('who has nothing yet, before there were prices, has no curve', async () => {
  for (const range of CURVE_RANGES) {
    const answer = await browser.call<ValueCurveInfo>('GET', `${PATH}?range=${range}`);
    expect([range, answer.status, answer.data]).toEqual([range, 200, { coin: 'USDT', rows: [] }]);
  }
});

it('what does not fit is refused by name, and those who are not signed in', async () => {
  for (const query of ['', '?range=2D', '?range=1d']) {
    const answer = await browser.call('GET', PATH + query);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.msg).toContain('range');
  }
  const { status } = await new Browser(server.url).call('GET', `${PATH}?range=1D`);
  expect(status).toBe(401);
});

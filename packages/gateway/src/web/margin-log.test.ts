/** Who may ask for the past of margin accounts, and how it may be asked for. */
import { MARGIN_LOGS, type MarginLog } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/margin/log';

let server: TestGateway;
let browser: Browser;

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  await browser.register('margin-log@example.com');
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

it('every list is empty for who never had a margin account', async () => {
  for (const list of MARGIN_LOGS) {
    const answer = await browser.call<MarginLog>('GET', `${PATH}?list=${list}&limit=10`);
    expect([list, answer.status, answer.data]).toEqual([list, 200, { rows: [], next: null }]);
  }
});

it('what does not fit is refused by name, and those who are not signed in', async () => {
  const wrong = {
    '': 'list is required',
    'list=nothing': 'list must be orders/fills',
    'list=orders&account=spot': 'account must be crossed/isolated',
    'list=ledger&group=x': 'group must be trade/loan',
    'list=fills&order=x': 'order must be an id of at most 19 digits, not x',
    'list=loans&limit=101': 'limit must be a whole number from 1 to 100',
    'list=loans&before=x': 'before must be an id of at most 19 digits, not x',
    'list=loans&coin=NOPE': 'NOPE does not exist',
    'list=orders&symbol=NOPE': 'NOPE does not exist',
  };
  for (const [query, message] of Object.entries(wrong)) {
    const answer = await browser.call('GET', `${PATH}?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.msg).toContain(message);
  }
  const { status } = await new Browser(server.url).call('GET', `${PATH}?list=orders`);
  expect(status).toBe(401);
});

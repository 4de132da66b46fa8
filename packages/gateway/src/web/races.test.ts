/** S17: many requests of one person at once, to the web app's own routes. No limit is passed. */
import { API_KEYS_PER_USER, SETTINGS_PER_USER } from '@halcyon/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestPaperVenue } from '../../test/rest/paper-venue.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const AT_ONCE = 60;

let server: TestGateway;
let paperVenue: TestPaperVenue;

beforeAll(async () => {
  paperVenue = new TestPaperVenue(Date.now);
  // Now long, now short, so that the steps of some come between those of others.
  paperVenue.delayMs = () => 1 + ((paperVenue.submitted.length * 7) % 13);
  server = await startTestGateway({
    env: { HALCYON_TRUST_PROXY: '1', HALCYON_FAUCET: 'on' },
    paper: paperVenue,
  });
});

afterAll(() => server.close());

/** As many answers as there are at once, by status. */
async function statuses(
  ask: (n: number) => Promise<{ status: number }>,
): Promise<Readonly<Record<number, number>>> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(n)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

let people = 0;

async function signedIn(): Promise<Browser> {
  const browser = new Browser(server.url);
  people += 1;
  await browser.register(`racer-${people}@example.com`);
  return browser;
}

interface Fund {
  coin: string;
  available: string;
}

async function guest(): Promise<Browser> {
  const browser = new Browser(server.url);
  const made = await browser.call<{ csrfToken: string }>('POST', `${API}/paper/guest`, {});
  browser.csrfToken = made.data.csrfToken;
  await browser.call('POST', `${API}/paper/funds`, change('add', '1'));
  await browser.call('POST', `${API}/paper/funds`, change('reduce', '1'));
  return browser;
}

const change = (direction: 'add' | 'reduce', amount: string) => ({
  direction,
  coin: 'USDT',
  amount,
});

async function available(browser: Browser, coin = 'USDT'): Promise<number> {
  const { data } = await browser.call<Fund[]>('GET', `${API}/paper/funds`);
  return Number(data.find((row) => row.coin === coin)?.available);
}

describe(`S17 ${AT_ONCE} requests at once about paper funds`, () => {
  it('fill an account up to its limit and no further', async () => {
    const browser = await guest();
    const add = change('add', '300000');
    const found = await statuses(() => browser.call('POST', `${API}/paper/funds`, add));
    // 100,000 were there.
    expect(await available(browser)).toBe(1_000_000);
    expect(found[200]).toBe(3);
  });

  it('take away what there is, and name what is left', async () => {
    const browser = await guest();
    const reduce = change('reduce', '40000');
    const late: string[] = [];
    const found = await statuses(async () => {
      const answer = await browser.call('POST', `${API}/paper/funds`, reduce);
      if (answer.status === 400) late.push(answer.msg);
      return answer;
    });
    expect(await available(browser)).toBe(20_000);
    expect(found[200]).toBe(2);
    expect(new Set(late)).toEqual(
      new Set(['amount 40000 is above 20000 USDT, the largest that is taken']),
    );
  });

  it('reset to the start, and leave nobody with less or more', async () => {
    const browser = await guest();
    await browser.call('POST', `${API}/paper/funds`, change('add', '7'));
    const found = await statuses(() => browser.call('POST', `${API}/paper/reset`, {}));
    expect(await available(browser)).toBe(100_000);
    expect(await available(browser, 'BTC')).toBe(1);
    expect(found[200]).toBeGreaterThanOrEqual(1);
  });

  it('fund a new account once', async () => {
    const browser = await signedIn();
    const add = change('add', '1');
    const found = await statuses(() => browser.call('POST', `${API}/paper/funds`, add));
    expect(await available(browser)).toBe(100_000 + (found[200] ?? 0));
  });

  it('let in ten guests of an address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const found = await statuses(() =>
      new Browser(server.url).call('POST', `${API}/paper/guest`, {}, from),
    );
    expect(found).toEqual({ 200: 10, 429: AT_ONCE - 10 });
  });
});

describe('a client that a proxy tells in many forms', () => {
  it.each([
    ['addresses of one network of IPv6', (i: number) => `2001:db8:0:5::${i + 1}`],
    ['an address with ports', (i: number) => `203.0.113.50:${50_000 + i}`],
    ['an address of IPv6 with ports', (i: number) => `[2001:db8:0:6::1]:${50_000 + i}`],
    ['an address of IPv4 inside IPv6', (i: number) => `::${i % 2 ? 'FFFF' : 'ffff'}:203.0.113.51`],
    ['an address that it got from the client before', (i: number) => `x${i}, 203.0.113.52`],
  ])('registers as many people as one address: %s', async (form, forwarded) => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        new Browser(server.url).call(
          'POST',
          `${API}/register`,
          { email: `${form.length}-${i}@example.com`, password: 'no' },
          { 'x-forwarded-for': forwarded(i) },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe(`S17 ${AT_ONCE} requests at once of one person`, () => {
  it('take from the faucet what a day allows', async () => {
    const browser = await signedIn();
    const claim = { coin: 'USDT', amount: '10000' };
    const found = await statuses(() => browser.call('POST', `${API}/faucet`, claim));
    expect(found).toEqual({ 200: 5, 400: AT_ONCE - 5 });
  });

  it('make as many API keys as there may be', async () => {
    const browser = await signedIn();
    const key = { label: 'bot', permissions: ['read'] };
    const found = await statuses(() => browser.call('POST', `${API}/api-keys`, key));
    expect(found).toEqual({ 200: API_KEYS_PER_USER, 400: AT_ONCE - API_KEYS_PER_USER });
  });

  it('change an API key without undoing one another', async () => {
    const browser = await signedIn();
    const key = { label: 'bot', permissions: ['read', 'trade'] };
    const made = await browser.call<{ id: string }>('POST', `${API}/api-keys`, key);
    const path = `${API}/api-keys/${made.data.id}`;
    const changes = [{ permissions: ['read'] }, { label: 'new' }, { ipList: ['203.0.113.9'] }];
    for (let round = 0; round < 5; round++) {
      await browser.call('PATCH', path, { ...key, ipList: [] });
      await Promise.all(changes.map((body) => browser.call('PATCH', path, body)));
      const { data } = await browser.call<object[]>('GET', `${API}/api-keys`);
      expect(data[0]).toMatchObject(Object.assign({}, ...changes));
    }
  });

  it('store as many settings as there may be', async () => {
    const browser = await signedIn();
    for (let n = 0; n < SETTINGS_PER_USER - 3; n++) {
      await browser.call('PUT', `${API}/settings/first-${n}`, { value: n });
    }
    const found = await statuses((n) =>
      browser.call('PUT', `${API}/settings/layout-${n}`, { value: n }),
    );
    expect(found).toEqual({ 200: 3, 400: AT_ONCE - 3 });
  });

  it('replace a version of a setting once, and nothing that was removed', async () => {
    const browser = await signedIn();
    const path = `${API}/settings/layout`;
    const put = (fields: object) => browser.call<number>('PUT', path, fields);
    const { data: first } = await put({ value: 'first', replaces: 0 });
    expect((await browser.call('GET', `${API}/setting-versions`)).data).toEqual({ layout: first });
    const found = await statuses((n) => put({ value: n, replaces: first }));
    expect(found).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    const { data: second } = await put({ value: 'second' });
    expect(second).toBeGreaterThan(first);
    expect((await browser.call('DELETE', `${path}?version=${first}`)).status).toBe(409);
    await browser.call('DELETE', `${path}?version=${second}`);
    expect(await put({ value: 'third', replaces: second })).toMatchObject({
      ...{ status: 409, reason: 'settingChanged' },
    });
  });

  it('register an address once, with the password of the first', async () => {
    const email = 'everybody@example.com';
    const ask = (n: number) => ({ email, password: `${PASSWORD} ${n}` });
    await statuses((n) => new Browser(server.url).call('POST', `${API}/register`, ask(n)));
    const logins = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        new Browser(server.url).call('POST', `${API}/login`, ask(n)),
      ),
    );
    expect(logins.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });
});

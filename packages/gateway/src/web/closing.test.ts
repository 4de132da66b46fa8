/** An account is closed when nothing of it is open, in whichever of its accounts. */
import { AccountKind, accountOf } from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../ws/testing/market.ts';
import { openParts } from './closing.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const BTC = { code: 'BTC', scale: 8 };

/** What an account has. */
interface Part {
  held?: bigint;
  orders?: number;
  positions?: number;
  debts?: number;
}

/** Views in which one account of user 20, a sub-account of 19, has something. */
function viewsOf(kind: AccountKind, part: Part) {
  const mine = (account: number) => account === accountOf(20, kind);
  const { held = 0n, orders = 0, positions = 0, debts = 0 } = part;
  const balance = { asset: 1, available: 0n, held };
  return {
    asset: () => BTC,
    subAccounts: (user: number) => (user === 19 ? [20] : []),
    balances: (account: number) => (mine(account) ? [balance] : []),
    openOrderCount: (account: number) => (mine(account) ? orders : 0),
    plans: (account: number) => (mine(account) ? [{}] : []).slice(0, orders > 1 ? 1 : 0),
    contracts: {
      positions: (account: number) => Array.from({ length: mine(account) ? positions : 0 }),
    },
    loans: {
      debts: (account: number) => Array(mine(account) ? debts : 0).fill({ asset: 1 }),
    },
  } as unknown as Views;
}

describe('what is open', () => {
  const { ghost: _, ...kinds } = AccountKind;
  it.each(Object.entries(kinds))('in %s is named', (_name, kind) => {
    expect(openParts(viewsOf(kind, {}), 20)).toEqual([]);
    expect(openParts(viewsOf(kind, { held: 5n }), 20)).toEqual(['0.00000005 BTC']);
    expect(openParts(viewsOf(kind, { orders: 2 }), 20)).toEqual(['open orders: 3']);
    expect(openParts(viewsOf(kind, { positions: 1 }), 20)).toEqual(['positions: 1']);
    expect(openParts(viewsOf(kind, { held: 5n }), 19)).toEqual(['0.00000005 BTC']);
    expect(openParts(viewsOf(kind, { debts: 2 }), 20)).toEqual(['loans: BTC']);
    expect(openParts(viewsOf(kind, { held: 5n }), 21)).toEqual([]);
  });
});

describe('closing', () => {
  let server: TestGateway;
  beforeAll(async () => {
    server = await startTestGateway();
  });
  afterAll(async () => {
    await server.close();
    expect(server.problems).toEqual([]);
  });

  it('is refused with what is open, and then ends everything for good', async () => {
    const browser = new Browser(server.url);
    const person = { email: 'closing@example.com', password: PASSWORD };
    await browser.register(person.email);
    const account = accountOf(16, AccountKind.spot);
    const [asset] = server.engine.views.assets();
    if (asset === undefined) expect.fail('the market has no asset');
    server.engine.commit([posting(account, asset.id, 7n)]);
    const refused = await browser.call('POST', `${API}/close-account`);
    expect([refused.status, refused.reason]).toEqual([400, 'accountNotEmpty']);
    expect(refused.msg).toContain(asset.code);
    server.engine.commit([posting(account, asset.id, 0n)]);
    expect((await browser.call('POST', `${API}/close-account`)).status).toBe(200);
    expect((await browser.call('GET', `${API}/sessions`)).status).toBe(401);
    const login = await new Browser(server.url).call('POST', `${API}/login`, person);
    expect([login.status, login.reason]).toEqual([403, 'accountClosed']);
    // Registering says nothing, as ever, and changes nothing.
    await new Browser(server.url).call('POST', `${API}/register`, person);
    const again = await new Browser(server.url).call('POST', `${API}/login`, person);
    expect(again.reason).toBe('accountClosed');
  });
});

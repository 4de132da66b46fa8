/** An account is closed when nothing of it is open, in whichever of its accounts. */
import {
  AccountKind,
  type Arrival,
  accountOf,
  CommandKind,
  OWN_CHAIN,
  Reject,
  SystemAccount,
  UserMode,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../ws/testing/market.ts';
import { openParts } from './closing.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const BTC = { code: 'BTC', scale: 8 };

const ROOMS = { chain: null, chainTerms: { confirmationsNeeded: 2 } };

/** 5 units of BTC that the chain has not confirmed yet. */
function arrivalOf(account: number): Arrival {
  const coins = { account, from: SystemAccount.faucet, asset: 1, amount: 5n };
  return { ...coins, reference: 'r', transaction: 't'.repeat(64), seenAt: 1, confirmations: 1 };
}

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
    const parts = (part: Part, user: number, more = {}) =>
      openParts({ ...ROOMS, views: viewsOf(kind, part), ...more }, user);
    const balance = { kind: 'balance', coin: 'BTC', amount: '0.00000005' };
    expect(parts({}, 20)).toEqual([]);
    expect(parts({ held: 5n }, 20)).toEqual([balance]);
    expect(parts({ orders: 2 }, 20)).toEqual([{ kind: 'orders', count: 3 }]);
    expect(parts({ positions: 1 }, 20)).toEqual([{ kind: 'positions', count: 1 }]);
    expect(parts({ held: 5n }, 19)).toEqual([balance]);
    expect(parts({ debts: 2 }, 20)).toEqual([{ kind: 'loan', coin: 'BTC' }]);
    expect(parts({ held: 5n }, 21)).toEqual([]);
    const chain = { arriving: () => [arrivalOf(accountOf(20, kind))] };
    const deposit = { ...balance, kind: 'deposit', confirmations: 1, needed: 2 };
    expect(parts({}, 20, { chain })).toEqual([deposit]);
    expect(parts({}, 19, { chain })).toEqual([deposit]);
    expect(parts({}, 21, { chain })).toEqual([]);
  });
});

describe('closing', () => {
  let server: TestGateway;
  const arriving: Arrival[] = [];
  beforeAll(async () => {
    const chain = {
      arriving: () => arriving,
      send: async () => '',
      confirmations: () => 0,
      halted: () => false,
    };
    server = await startTestGateway({ chain });
  });
  afterAll(async () => {
    await server.close();
    expect(server.problems).toEqual([]);
  });

  it('counts a deposit on its way, and shows it to its owner', async () => {
    const browser = new Browser(server.url);
    await browser.register('arriving@example.com');
    const [user] = server.engine.views.owners(16, 1);
    arriving.push(arrivalOf(accountOf(user!, AccountKind.spot)));
    const part = { kind: 'deposit', coin: 'USDT', amount: '0.00000005', confirmations: 1 };
    const shown = await browser.call('GET', `${API}/close-account`);
    expect(shown.data).toEqual([{ ...part, needed: OWN_CHAIN.confirmationsNeeded }]);
    const refused = await browser.call('POST', `${API}/close-account`);
    expect([refused.status, refused.reason]).toEqual([400, 'accountNotEmpty']);
    expect(refused.msg).toContain('a deposit of 0.00000005 USDT on its way (1 of 2 confirmations)');
    arriving.pop();
    expect((await browser.call('GET', `${API}/close-account`)).data).toEqual([]);
  });

  it('is the word of the core: what comes between the look and the step keeps it open', async () => {
    const browser = new Browser(server.url);
    const person = { email: 'between@example.com', password: PASSWORD };
    await browser.register(person.email);
    const { answer } = server.engine;
    server.engine.answer = (command) =>
      command.kind === CommandKind.setUserMode
        ? { code: Reject.accountNotEmpty, limit: 1, value: 1 }
        : answer(command);
    const refused = await browser.call('POST', `${API}/close-account`);
    server.engine.answer = answer;
    expect([refused.status, refused.reason]).toEqual([400, 'accountNotEmpty']);
    expect(refused.msg).toContain('withdrawals of others on their way to it: 1');
    expect((await browser.call('GET', `${API}/sessions`)).status).toBe(200);
  });

  it('closes in the core first, in its owner’s name', async () => {
    const browser = new Browser(server.url);
    await browser.register('first@example.com');
    const owners = server.engine.views.owners(16, 100);
    const user = owners[owners.length - 1]!;
    expect((await browser.call('POST', `${API}/close-account`)).status).toBe(200);
    const closed = server.engine.commands.filter(({ kind }) => kind === CommandKind.setUserMode);
    expect(closed.at(-1)).toEqual({
      ...{ kind: CommandKind.setUserMode, user, mode: UserMode.closed },
      ...{ actor: `user ${user}`, reason: 'closed by its owner' },
    });
  });

  it('is refused with what is open, and then ends everything for good', async () => {
    const browser = new Browser(server.url);
    const person = { email: 'closing@example.com', password: PASSWORD };
    await browser.register(person.email);
    const owners = server.engine.views.owners(16, 100);
    const account = accountOf(owners[owners.length - 1]!, AccountKind.spot);
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

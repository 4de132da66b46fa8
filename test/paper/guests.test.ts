/** Guests of the paper venue: how long they are kept, what becomes of what they had, how many may come. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountKind,
  accountOf,
  CommandKind,
  OrderType,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PaperVenueAccess } from '../../packages/gateway/src/paper/paper-access.ts';
import { PaperAccounts } from '../../packages/gateway/src/paper/paper-accounts.ts';
import {
  Browser,
  startTestGateway,
  type TestGateway,
} from '../../packages/gateway/src/web/testing/gateway.ts';
import { TestPaperVenue } from '../../packages/gateway/test/rest/paper-venue.ts';
import { createGuest, dropGuest, idleGuests } from '../../packages/records/src/identity/guests.ts';
import { GUEST_IDLE_MS } from '../../packages/records/src/identity/limits.ts';
import { sessionByToken } from '../../packages/records/src/identity/sessions.ts';
import {
  type IdentityUnderTest,
  openTestIdentity,
} from '../../packages/records/test/identity-setup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const [BTC, USDT, ETH] = [0, 1, 2];

describe('an idle guest', () => {
  let folder: string;
  let identity: IdentityUnderTest;
  let paperVenue: TestPaperVenue;
  let access: PaperVenueAccess;
  let accounts: PaperAccounts;
  let faults: string[];
  const onFault = (fault: unknown, guest: number) => faults.push(`${guest}: ${fault}`);

  beforeEach(async () => {
    faults = [];
    folder = mkdtempSync(join(tmpdir(), 'halcyon-guests-'));
    const file = join(folder, 'identity.db');
    identity = await openTestIdentity({ fresh: async () => ({ kind: 'sqlite', file }) });
    const { context } = identity;
    paperVenue = new TestPaperVenue(context.now);
    const live = { clock: context.now, users: {}, wallet: {}, views: paperVenue.views };
    access = new PaperVenueAccess(
      paperVenue,
      live as unknown as ConstructorParameters<typeof PaperVenueAccess>[1],
    );
    const kept = {
      idleGuests: () => idleGuests(context),
      dropGuest: (input: { uid: number }) => dropGuest(context, input),
    };
    accounts = new PaperAccounts({ access, identity: kept, live: paperVenue.views });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    access.close();
    await identity.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const spot = (user: number): number => accountOf(user, AccountKind.spot);
  const balances = (user: number): bigint[] =>
    [BTC, USDT, ETH].map((asset) => {
      const { available, held } = paperVenue.views.balance(spot(user), asset);
      return available + held;
    });
  const resting = (user: number): number => [...paperVenue.views.openOrders(spot(user))].length;

  /** A guest with the starting funds and an order that holds part of them. */
  async function guestWhoTrades(): Promise<{ uid: number; token: string; user: number }> {
    const { uid, token } = await createGuest(identity.context);
    const user = await access.open(uid);
    const common = {
      account: spot(user),
      instrument: 0,
      side: Side.buy,
      selfTrade: SelfTrade.none,
    };
    const attached = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0 };
    const order = { ...common, ...attached, stopLossPrice: 0, price: 59_000_00, clientId: '' };
    const limit = { type: OrderType.limit, timeInForce: TimeInForce.gtc, quoteAmount: 0 } as const;
    const { code } = await paperVenue.submit({
      kind: CommandKind.place,
      ...order,
      ...limit,
      quantity: 100_000,
    });
    expect(code).toBe(0);
    expect(resting(user)).toBe(1);
    return { uid, token, user };
  }

  test('is kept for 30 days after the last visit, then orders end and the money goes back', async () => {
    const { token, user } = await guestWhoTrades();
    identity.wait(29 * DAY_MS);
    expect(await sessionByToken(identity.context, { token })).not.toBeNull();
    identity.wait(GUEST_IDLE_MS - 1);
    expect(await accounts.dropIdleGuests(onFault)).toBe(0);
    expect(resting(user)).toBe(1);
    expect(balances(user)).toEqual([1_00000000n, 100_000_00000000n, 10_00000000n]);
    identity.wait(1);
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
    expect(resting(user)).toBe(0);
    expect(balances(user)).toEqual([0n, 0n, 0n]);
    expect(paperVenue.views.balance(SystemAccount.faucet, USDT).available).toBe(0n);
    paperVenue.core.state.ledger.assertConserved();
    expect(await sessionByToken(identity.context, { token })).toBeNull();
    expect(await accounts.dropIdleGuests(onFault)).toBe(0);
  });

  test('who never traded is forgotten, and nothing is left behind by others', async () => {
    await createGuest(identity.context);
    const other = await guestWhoTrades();
    identity.wait(GUEST_IDLE_MS / 2);
    await sessionByToken(identity.context, { token: other.token });
    identity.wait(GUEST_IDLE_MS / 2);
    const before = paperVenue.submitted.length;
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
    expect(paperVenue.submitted.length).toBe(before);
    expect(resting(other.user)).toBe(1);
  });

  test('who registered keeps all, even when the guest could not be forgotten at once', async () => {
    const { uid, user } = await guestWhoTrades();
    const person = 20;
    expect(await accounts.inherit(person, uid)).toBe(true);
    expect(paperVenue.people.userOf(person)).toBe(user);
    // A crash came here: the guest's row is still there.
    identity.wait(2 * GUEST_IDLE_MS);
    const before = paperVenue.submitted.length;
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
    expect(paperVenue.submitted.length).toBe(before);
    expect(resting(user)).toBe(1);
    expect(balances(user)).toEqual([1_00000000n, 100_000_00000000n, 10_00000000n]);
    expect(await access.open(person)).toBe(user);
  });

  test('who cannot be emptied is told of and kept; the others are forgotten all the same', async () => {
    const stuck = await guestWhoTrades();
    const other = await guestWhoTrades();
    identity.wait(GUEST_IDLE_MS);
    const submitAll = paperVenue.submitAll.bind(paperVenue);
    vi.spyOn(paperVenue, 'submitAll').mockImplementation((commands) =>
      commands.some((one) => 'account' in one && one.account === spot(stuck.user))
        ? Promise.reject(new Error('no answer'))
        : submitAll(commands),
    );
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
    expect(faults).toEqual([`${stuck.uid}: Error: no answer`]);
    expect([resting(stuck.user), resting(other.user)]).toEqual([1, 0]);
    vi.restoreAllMocks();
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
    expect(resting(stuck.user)).toBe(0);
  });

  test('waits while paper trading is closed', async () => {
    await guestWhoTrades();
    identity.wait(GUEST_IDLE_MS);
    paperVenue.condition = 'starting';
    expect(await accounts.dropIdleGuests(onFault)).toBe(0);
    paperVenue.condition = 'open';
    expect(await accounts.dropIdleGuests(onFault)).toBe(1);
  });
});

describe('new guests', () => {
  let server: TestGateway | null = null;

  afterAll(async () => {
    vi.useRealTimers();
    await server?.close();
  });

  test('are ten of one address in an hour of the clock; others are not held up', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 1_000 });
    server = await startTestGateway({
      env: { HALCYON_TRUST_PROXY: '1' },
      paper: new TestPaperVenue(Date.now),
    });
    const { url } = server;
    const from = (address: string) =>
      new Browser(url).call<{ user: { guest?: boolean } }>(
        'POST',
        '/api/web/v1/paper/guest',
        {},
        {
          'x-forwarded-for': address,
        },
      );
    for (let i = 0; i < 10; i++) {
      expect((await from('203.0.113.5')).data.user).toMatchObject({ email: '', guest: true });
    }
    const refused = await from('203.0.113.5');
    expect([refused.status, refused.msg]).toEqual([
      429,
      'Too many guest accounts from this address; try again later.',
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBe(HOUR_MS / 1_000 - 1);
    expect((await from('203.0.113.6')).status).toBe(200);
    expect((await from('127.0.0.1')).status).toBe(200);
    vi.setSystemTime(Date.now() + wait * 1_000);
    expect((await from('203.0.113.5')).status).toBe(200);
  });
});

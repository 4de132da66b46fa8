import { NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  EventKind,
  formatDecimal,
  NO_PAIR,
  UNITS_MAX,
} from '@halcyon/domain';
import { lendingCommands } from '@halcyon/testkit';
import { Views } from '@halcyon/views';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../../test/rest/harness.ts';
import { TestPaperVenue } from '../../test/rest/paper-venue.ts';
import { PaperVenueAccess } from './paper-access.ts';
import { PaperAccounts } from './paper-accounts.ts';

const [PERSON, GUEST, SUB] = [20, 21, 22];
const USDT = 1;
const TERMS: ContractTerms = {
  tiers: [{ upTo: 1_000_000, leverageMax: 100, maintenancePpm: 4_000 }],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 20_000,
  openInterestMax: 1_000_0000,
  fundingIntervalMs: 8 * 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

let now: number;
let paperVenue: TestPaperVenue;
let access: PaperVenueAccess;
let accounts: PaperAccounts;

beforeEach(() => {
  now = START;
  paperVenue = new TestPaperVenue(() => now);
  const roots = new Views();
  const opened = { kind: EventKind.userOpened, simulated: false, seq: 1, time: 1 } as const;
  const events = [PERSON, SUB].map((user) =>
    user === SUB ? { ...opened, user, root: PERSON } : { ...opened, user },
  );
  roots.apply({ firstSeq: 1, lastSeq: 1, time: 1, events });
  const live = { clock: () => now, users: {}, wallet: {}, views: roots };
  access = new PaperVenueAccess(
    paperVenue,
    live as unknown as ConstructorParameters<typeof PaperVenueAccess>[1],
  );
  const identity = { idleGuests: async () => [], dropGuest: async () => true };
  accounts = new PaperAccounts({ access, identity, live: roots });
});

afterEach(() => access.close());

/** Leaves nothing of this moment's; every ms brings one command more. */
async function spendBudget(): Promise<void> {
  const { commands } = access.context();
  const tick = { kind: CommandKind.tick } as const;
  for (let taken = true; taken; ) {
    taken = await commands.submit(tick).then(
      () => true,
      () => false,
    );
  }
}

function usdt(person: number): bigint {
  const user = paperVenue.people.userOf(person);
  if (user === undefined) throw new Error(`${person} never came`);
  return paperVenue.views.balance(accountOf(user, AccountKind.spot), USDT).available;
}

describe('a sub-account', () => {
  it('has its root on paper too and is funded by transfer alone', async () => {
    paperVenue.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    const [sub, again] = await Promise.all([access.open(SUB), access.open(SUB)]);
    const root = await access.open(PERSON);
    expect(again).toBe(sub);
    expect(paperVenue.views.rootOf(sub)).toBe(root);
    expect([usdt(SUB), usdt(PERSON) > 0n]).toEqual([0n, true]);
    await expect(accounts.reset(SUB)).rejects.toMatchObject({ reason: 'subAccountCannot' });
    const change = accounts.change(SUB, { coin: 'USDT', amount: '1' } as never);
    await expect(change).rejects.toMatchObject({ reason: 'subAccountCannot' });
    expect(usdt(SUB)).toBe(0n);
    const from = accountOf(root, AccountKind.spot);
    const to = accountOf(sub, AccountKind.spot);
    const kind = CommandKind.transfer;
    paperVenue.apply({ kind, from, to, asset: USDT, amount: 5n, clientId: '' });
    expect(usdt(SUB)).toBe(5n);
    expect(access.userOf(SUB)).toBe(sub);
  });
});

describe('a coin of which a million dollars are more than one movement takes', () => {
  it('is added and taken away in parts that one does take', async () => {
    paperVenue.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    const scale = 12;
    paperVenue.apply({ kind: CommandKind.listAsset, code: 'TINY', name: 'Tiny', scale });
    const tiny = paperVenue.views.assetByCode('TINY')!.id;
    const instrument = paperVenue.views.allInstruments().length;
    paperVenue.apply({
      ...{ kind: CommandKind.listInstrument, symbol: 'TINYUSDT', base: tiny, quote: USDT },
      ...{ priceScale: 8, quantityScale: 0, state: 0, quantityMin: 1, quantityMax: 1_000 },
      ...{ notionalMin: 0, bandPpm: 100_000, openOrdersMax: 500, priceStep: 1, quantityStep: 1 },
    });
    paperVenue.apply({ kind: CommandKind.seedLastPrice, instrument, price: 1 });
    const most = formatDecimal(UNITS_MAX, scale);
    const row = async () => (await accounts.funds(PERSON)).find(({ coin }) => coin === 'TINY')!;
    for (const had of ['0', most]) {
      const { addMax, available } = await row();
      expect([available, addMax]).toEqual([had, most]);
      await accounts.change(PERSON, { direction: 'add', coin: 'TINY', amount: addMax });
    }
    for (let left = 2; left > 0; left--) {
      const { reduceMax } = await row();
      expect(reduceMax).toBe(most);
      await accounts.change(PERSON, { direction: 'reduce', coin: 'TINY', amount: reduceMax });
    }
    expect(await row()).toMatchObject({ available: '0', addMax: most, reduceMax: '0' });
  });
});

describe('the limit of what can be added', () => {
  const MOST = 1_000_000_00000000n;
  let root: number;
  let sub: number;

  beforeEach(async () => {
    paperVenue.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    root = await access.open(PERSON);
    sub = await access.open(SUB);
  });

  function move(fromUser: number, toUser: number, toKind: AccountKind, amount: bigint): void {
    const from = accountOf(fromUser, AccountKind.spot);
    const to = accountOf(toUser, toKind);
    const { code } = paperVenue.apply({
      ...{ kind: CommandKind.transfer, from, to, asset: USDT, amount, clientId: '' },
    });
    expect(code).toBe(0);
  }

  /** All that a person and its sub-accounts have, wherever. */
  function everywhere(): bigint {
    return [root, sub].reduce((sum, user) => {
      const kinds = [AccountKind.spot, AccountKind.funding, AccountKind.usdtFutures];
      const units = kinds.map((kind) => paperVenue.views.balance(accountOf(user, kind), USDT));
      return units.reduce((all, { available, held }) => all + available + held, sum);
    }, 0n);
  }

  /** Adds all that can be added, as often as anything can. */
  async function fill(): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const row = (await accounts.funds(PERSON)).find(({ coin }) => coin === 'USDT');
      if (row?.addMax === '0') return;
      await accounts.change(PERSON, { direction: 'add', coin: 'USDT', amount: row!.addMax });
    }
  }

  it.each([
    ['a sub-account', () => sub, AccountKind.spot],
    ['the p2p account', () => root, AccountKind.funding],
  ] as const)('counts what was moved to %s, after a reset too', async (_, to, kind) => {
    await fill();
    expect(everywhere()).toBe(MOST);
    for (let round = 0; round < 2; round++) {
      if (usdt(PERSON) > 0n) move(root, to(), kind, usdt(PERSON));
      await fill();
      expect(everywhere()).toBe(MOST);
      await accounts.reset(PERSON);
      await fill();
      expect(everywhere()).toBe(MOST);
    }
  });

  it.each(['add', 'reduce'] as const)('is named by who asks to %s more', async (direction) => {
    const hostile = [`1${'0'.repeat(30)}`, '9'.repeat(39), '-1', `0.${'1'.repeat(38)}`, '1e30'];
    const before = everywhere();
    for (const amount of [...hostile, '0', 'NaN', `1${'0'.repeat(60_000)}`]) {
      const change = accounts.change(PERSON, { direction, coin: 'USDT', amount });
      await expect(change).rejects.toThrow(/^amount |^at most [0-9]+ USDT/);
      expect(everywhere()).toBe(before);
    }
  });

  it('leaves who has moved little the starting funds of a reset', async () => {
    move(root, sub, AccountKind.spot, 5_00000000n);
    await accounts.reset(PERSON);
    expect([usdt(PERSON), usdt(SUB)]).toEqual([100_000_00000000n, 5_00000000n]);
    move(root, root, AccountKind.funding, 5_00000000n);
    await accounts.reset(PERSON);
    expect(everywhere()).toBe(100_005_00000000n);
  });
});

describe('a reset', () => {
  it('that the budget refuses has changed nothing, however little of it is left', async () => {
    const done: boolean[] = [];
    for (let left = 0; left < 12; left++) {
      now += 10_000;
      await accounts.reset(PERSON);
      await accounts.change(PERSON, { direction: 'add', coin: 'USDT', amount: '5' });
      await spendBudget();
      now += left;
      const reset = await accounts.reset(PERSON).then(
        () => true,
        () => false,
      );
      expect(usdt(PERSON)).toBe(reset ? 100_000_00000000n : 100_005_00000000n);
      done.push(reset);
    }
    expect(done[0]).toBe(false);
    expect(done.at(-1)).toBe(true);
  });
});

describe('a reset with an open position', () => {
  const limits = { state: 0, quantityMin: 1, quantityMax: 1_000_000, notionalMin: 0 } as const;

  /** An account of a person who has brought 1,000 USDT to contracts. */
  async function trader(person: number): Promise<number> {
    await accounts.reset(person);
    const spot = accountOf(paperVenue.people.userOf(person)!, AccountKind.spot);
    const to = spot + AccountKind.usdtFutures;
    const moved = { asset: USDT, amount: 1_000_00000000n, clientId: '' };
    paperVenue.apply({ kind: CommandKind.transfer, from: spot, to, ...moved });
    return to;
  }

  function place(account: number, side: 0 | 1, quantity: number): void {
    const terms = { type: 0, timeInForce: 0, selfTrade: 0, price: 60_000_0, quantity } as const;
    const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    const named = { kind: CommandKind.place, account, instrument: 2, quoteAmount: 0 } as const;
    expect(paperVenue.apply({ ...named, side, ...terms, clientId: '', ...none }).code).toBe(0);
  }

  function futuresUsdt(account: number): bigint {
    return paperVenue.views.balance(account, USDT).available;
  }

  beforeEach(() => {
    paperVenue.apply({ kind: CommandKind.setRules, version: 5 });
    const scales = { priceScale: 1, quantityScale: 4 };
    const listed = { symbol: 'BTCUSDT', base: 0, quote: USDT, ...scales, contract: TERMS };
    const rest = { bandPpm: 100_000, openOrdersMax: 100 };
    paperVenue.apply({ kind: CommandKind.listContract, ...listed, ...limits, ...rest });
    paperVenue.apply({ kind: CommandKind.prices, entries: [2, 60_000_0] });
  });

  it('closes it at the market and takes back what was brought', async () => {
    const [own, other] = [await trader(PERSON), await trader(GUEST)];
    place(other, 1, 20);
    place(own, 0, 20);
    place(other, 0, 20);
    await accounts.reset(PERSON);
    expect(paperVenue.views.contracts.positions(own)).toEqual([]);
    expect(futuresUsdt(own)).toBe(0n);
    expect(usdt(PERSON)).toBe(100_000_00000000n);
  });

  it('is refused by name where the book does not take it, and works once it does', async () => {
    const [own, other] = [await trader(PERSON), await trader(GUEST)];
    place(other, 1, 20);
    place(own, 0, 20);
    place(other, 0, 5);
    await expect(accounts.reset(PERSON)).rejects.toThrow('a position in BTCUSDT is open');
    expect(paperVenue.views.contracts.positions(own)[0]?.lots).toBe(15);
    expect(futuresUsdt(own)).toBeGreaterThan(0n);
    place(other, 0, 15);
    await accounts.reset(PERSON);
    expect(usdt(PERSON)).toBe(100_000_00000000n);
  });

  it('what is in futures counts for how much can be added', async () => {
    await trader(PERSON);
    const row = (await accounts.funds(PERSON)).find(({ coin }) => coin === 'USDT');
    expect(row).toMatchObject({ available: '99000', addMax: '900000', reduceMax: '99000' });
  });
});

describe('a reset with margin accounts', () => {
  const [PAIR, HOUR_MS] = [0, 3_600_000];
  let spot: number;
  let cross: number;
  let isolated: number;

  const done = (command: CommandInput) => expect(paperVenue.apply(command).code).toBe(0);
  const prices = () => done({ kind: CommandKind.prices, entries: [0, 60_000_00, 1, 3_000_00] });

  function bring(to: number, place: { readonly instrument?: number }): void {
    const moved = { from: spot, to, asset: USDT, amount: 10_000_00000000n, clientId: '' };
    done({ kind: CommandKind.transfer, ...moved, ...place });
  }

  beforeEach(async () => {
    done({ kind: CommandKind.setRules, version: NEWEST_RULES });
    for (const command of lendingCommands(paperVenue.views)) done(command);
    prices();
    await accounts.reset(PERSON);
    const user = paperVenue.people.userOf(PERSON)!;
    spot = accountOf(user, AccountKind.spot);
    cross = accountOf(user, AccountKind.crossMargin);
    isolated = accountOf(user, AccountKind.isolatedMargin);
    bring(cross, {});
    bring(isolated, { instrument: PAIR });
    for (const [account, instrument] of [
      [cross, NO_PAIR],
      [isolated, PAIR],
    ] as const) {
      const borrowed = { account, instrument, asset: 0, amount: 10_000_000, clientId: '' };
      done({ kind: CommandKind.borrow, ...borrowed });
    }
  });

  it('ends their orders, pays what they owe, and takes what is left', async () => {
    const terms = {
      type: 0,
      timeInForce: 0,
      selfTrade: 0,
      price: 59_000_00,
      quantity: 10_000,
    } as const;
    const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    const named = { kind: CommandKind.place, instrument: PAIR, quoteAmount: 0 } as const;
    for (const account of [cross, isolated]) {
      done({ ...named, account, side: 0, ...terms, clientId: '', ...none });
    }
    // Another hour begins between what is looked up and what is paid.
    const submitAll = paperVenue.submitAll.bind(paperVenue);
    let hours = 0;
    paperVenue.submitAll = (commands) => {
      if (commands.some(({ kind }) => kind === CommandKind.repay) && hours === 0) {
        hours = 1;
        now += HOUR_MS;
      }
      return submitAll(commands);
    };
    await accounts.reset(PERSON);
    expect(hours).toBe(1);
    for (const account of [cross, isolated]) {
      expect(paperVenue.views.loans.debts(account)).toEqual([]);
      for (const { available, held } of paperVenue.views.balances(account)) {
        expect(available + held).toBe(0n);
      }
    }
    expect(usdt(PERSON)).toBe(100_000_00000000n);
    const btc = (await accounts.funds(PERSON)).find(({ coin }) => coin === 'BTC');
    expect(btc?.available).toBe('1');
    expect(paperVenue.views.loans.coin(0)?.lent).toBe(0);
  });

  it('what they have beyond what they owe counts for how much can be added', async () => {
    const rows = await accounts.funds(PERSON);
    const row = (code: string) => rows.find(({ coin }) => coin === code);
    expect(row('USDT')).toMatchObject({ available: '80000', addMax: '900000' });
    const { addMax } = row('BTC')!;
    await accounts.reset(PERSON);
    const again = (await accounts.funds(PERSON)).find(({ coin }) => coin === 'BTC');
    expect(addMax).toBe(again?.addMax);
  });
});

describe('what a guest had', () => {
  it('stays the guest’s when the person came in the same moment', async () => {
    await accounts.change(GUEST, { direction: 'add', coin: 'USDT', amount: '5' });
    paperVenue.delayMs = () => 5;
    const [came, inherited] = await Promise.all([
      access.open(PERSON),
      accounts.inherit(PERSON, GUEST),
    ]);
    expect(inherited).toBe(false);
    expect(paperVenue.people.userOf(PERSON)).toBe(came);
    expect(usdt(GUEST)).toBe(100_005_00000000n);
  });

  it('goes to one of two persons who sign in at once', async () => {
    await accounts.change(GUEST, { direction: 'add', coin: 'USDT', amount: '5' });
    paperVenue.delayMs = () => 5;
    const persons = [PERSON, PERSON + 10];
    const inherited = await Promise.all(persons.map((person) => accounts.inherit(person, GUEST)));
    expect(inherited).toEqual([true, false]);
    paperVenue.delayMs = () => 0;
    await Promise.all(persons.map((person) => access.open(person)));
    expect(persons.map(usdt)).toEqual([100_005_00000000n, 100_000_00000000n]);
  });
});

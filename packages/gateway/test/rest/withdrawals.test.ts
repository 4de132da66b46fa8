/** Withdrawals over the wire: to the address book alone, held, cancelled, approved, told by mail. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AccountKind,
  type Arrival,
  accountOf,
  CommandKind,
  FIRST_GUEST_ID,
  OWN_CHAIN,
  ownerOf,
  parseWireId,
  SystemAccount,
  WithdrawalStatus,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { MovementKind, type MovementRecord, type MovementsQuery } from '@halcyon/records';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ALICE,
  ALICE_SPOT,
  BOB,
  BOB_SPOT,
  type Loose,
  listOf,
  NO_HISTORY,
  START,
  TestRest,
  textOf,
} from './harness.ts';

const { addressOf } = OWN_CHAIN;

const USDT = 1;
const HOUR = 60 * 60 * 1000;
const OUTSIDE = addressOf(900_000, USDT);

let rest: TestRest;
beforeAll(async () => {
  rest = await TestRest.open();
  rest.takeNewestRules();
});

function send(change: object = {}) {
  return rest.alice('POST', '/spot/wallet/withdrawal', {
    ...{ coin: 'USDT', transferType: 'on_chain', chain: 'HALCYON', size: '50' },
    ...{ address: addressOf(BOB, USDT), ...change },
  });
}

function cancel(orderId: unknown) {
  return rest.alice('POST', '/spot/wallet/cancel-withdrawal', { orderId });
}

/** What Alice has of USDT, and what of it is held, units of 10^-8. */
function purse() {
  const held = rest.views.balances(accountOf(ALICE, AccountKind.spot));
  const { available, held: bound } = held.find(({ asset }) => asset === USDT)!;
  return { all: available + bound, held: bound };
}

describe('the address book', () => {
  it('S11 is the only way out, and a new address cools first', async () => {
    const before = rest.engine.submitted.length;
    rest.usableAt = null;
    expect((await send()).body).toMatchObject({ code: '43111' });
    rest.usableAt = rest.now + HOUR;
    const cooling = await send();
    expect(cooling.body.code).toBe('43111');
    expect(cooling.body.msg).toContain(new Date(rest.usableAt).toISOString());
    const byUid = { transferType: 'internal_transfer', address: String(1_000_000_000 + BOB) };
    expect((await send(byUid)).body.code).toBe('43111');
    expect(rest.engine.submitted.length).toBe(before);
    rest.usableAt = 0;
    expect((await send(byUid)).body.code).toBe('00000');
  });
});

describe('a transfer to a uid', () => {
  const nobody = 1_000_900_000;
  afterEach(() => {
    rest.usableAt = 0;
  });

  const byUid = (address: string | number, more: object = {}) =>
    send({ transferType: 'internal_transfer', address: String(address), ...more });

  it.each([FIRST_GUEST_ID, 2 ** 52, Number.MAX_SAFE_INTEGER - 1_000_000_000])(
    'that no user can have is answered as one that nobody has: %d',
    async (user) => {
      rest.usableAt = null;
      const [beyond, there] = [await byUid(wireUserId(user)), await byUid(nobody)];
      expect(rest.faults).toEqual([]);
      expect([beyond.status, beyond.body.code]).toEqual([there.status, there.body.code]);
    },
  );

  it('S8 that is in no book, or cools, is answered the same whether or not the uid exists', async () => {
    const exists = 1_000_000_000 + BOB;
    for (const usableAt of [null, rest.now + HOUR]) {
      rest.usableAt = usableAt;
      for (const more of [{}, { size: '0.01' }, { size: '1000000' }, { clientOid: 'uids' }]) {
        const [here, there] = [await byUid(exists, more), await byUid(nobody, more)];
        expect(here.body.code).not.toBe('00000');
        const { code, msg, data } = here.body;
        expect(there.status).toBe(here.status);
        expect(there.body).toMatchObject({ code, msg, data });
      }
    }
  });

  it('that takes nothing is refused once its address has cooled', async () => {
    const { all } = purse();
    const { body } = await byUid(nobody);
    expect(body).toMatchObject({ reason: 'takesNoDeposits' });
    expect(purse()).toEqual({ all, held: 0n });
    expect((await byUid('12')).body.code).toBe('40020');
  });
});

describe('a withdrawal', () => {
  it('inside the exchange arrives at once; its owner has a mail with amount and address', async () => {
    const { all } = purse();
    rest.mails.length = 0;
    expect((await send()).body.code).toBe('00000');
    expect(purse()).toEqual({ all: all - 51_00000000n, held: 0n });
    expect(rest.mails).toEqual([`50 USDT > ${addressOf(BOB, USDT)}`]);
  });

  it('outside is held until it is cancelled', async () => {
    const { all } = purse();
    const sent = await send({ address: OUTSIDE.toUpperCase().replace('HAL1', 'hal1') });
    expect(sent.body.code).toBe('00000');
    expect(purse()).toEqual({ all, held: 51_00000000n });
    const orderId = textOf(sent.body.data['orderId']);
    const foreign = await rest.bob('POST', '/spot/wallet/cancel-withdrawal', { orderId });
    expect(foreign.body.code).toBe('43001');
    expect((await cancel(orderId)).body).toMatchObject({ code: '00000', data: 'success' });
    expect(purse()).toEqual({ all, held: 0n });
    expect((await cancel(orderId)).body.code).not.toBe('00000');
    expect((await cancel('1')).body.code).toBe('43001');
  });

  it('outside leaves when the chain has confirmed it, and cannot be cancelled before', async () => {
    const { all } = purse();
    const { body } = await send({ address: OUTSIDE, clientOid: 'outside' });
    const orderId = textOf(body.data['orderId']);
    const withdrawal = parseWireId(orderId) ?? 0;
    const step = (status: typeof WithdrawalStatus.sent | typeof WithdrawalStatus.confirmed) => {
      const kind = CommandKind.advanceWithdrawal;
      rest.engine.apply({ kind, withdrawal, status, transaction: 'ab' });
    };
    step(WithdrawalStatus.sent);
    expect((await cancel(orderId)).body.code).toBe('45055');
    step(WithdrawalStatus.confirmed);
    expect(purse()).toEqual({ all: all - 51_00000000n, held: 0n });
    const again = await send({ address: OUTSIDE, clientOid: 'outside' });
    expect(again.body.data).toMatchObject({ orderId });
    expect(purse().all).toBe(all - 51_00000000n);
  });

  it('above a limit waits for operators, and no more than a day allows leaves', async () => {
    const { all } = purse();
    const waiting = async (size: string): Promise<number> => {
      const orderId = textOf((await send({ size })).body.data['orderId']);
      const found = rest.engine.core.state.withdrawals.open.get(parseWireId(orderId) ?? 0);
      expect((await cancel(orderId)).body.code).toBe('00000');
      return found?.approvals ?? 0;
    };
    expect(await waiting('100000.00000001')).toBe(1);
    expect(await waiting('500000.00000001')).toBe(2);
    expect(purse().all).toBe(all);
    const over = await send({ coin: 'BTC', size: '20.00000001', address: addressOf(BOB, 0) });
    expect(over.body.code).toBe('40812');
    expect(over.body.msg).toContain(
      '20.00000001 BTC would leave in a day, and the limit is 20 BTC',
    );
  });
});

describe('what is on its way over the chain', () => {
  const arrivals: Arrival[] = [];
  const blocks = new Map<string, number>();
  let own: TestRest;

  beforeAll(async () => {
    own = await TestRest.open((one) => {
      one.chainTerms = { ...OWN_CHAIN, confirmationsNeeded: 3 };
      one.chain = {
        arriving: () => arrivals,
        confirmations: (transaction) => blocks.get(transaction) ?? 0,
        halted: () => false,
        send: async () => '',
      };
      one.history = Object.assign(Object.create(NO_HISTORY), {
        deposits: async ({ id, limit }: MovementsQuery) =>
          id === undefined ? credited.slice(0, limit) : [],
        withdrawals: async () => left,
      });
    });
  });

  const MOVED: MovementRecord = {
    ...{ id: 9, kind: MovementKind.deposit, fromUser: 0, toUser: ALICE },
    ...{ fromAccount: SystemAccount.faucet, toAccount: ALICE_SPOT, asset: USDT, instrument: -1 },
    ...{ amount: 5_00000000n, fee: 0n, clientId: '', address: '', actor: '', reason: '' },
    ...{ time: START, seq: 1, status: 0, updatedAt: 0, approvals: 0, approvedBy: '' },
    transaction: 'c'.repeat(64),
  };
  const credited: MovementRecord[] = [MOVED];
  const SENT: MovementRecord = {
    ...{ ...MOVED, id: 8, kind: MovementKind.withdrawal, fromUser: ALICE, address: OUTSIDE },
    status: WithdrawalStatus.sent,
  };
  const left = [
    { ...SENT, transaction: 'a'.repeat(64) },
    { ...SENT, id: 7, status: WithdrawalStatus.confirmed },
    { ...SENT, id: 6, status: WithdrawalStatus.requested, transaction: '' },
    { ...SENT, id: 5, status: WithdrawalStatus.failed, transaction: 'a'.repeat(64) },
    { ...SENT, id: 4, status: WithdrawalStatus.cancelled, transaction: '' },
  ] as const;

  function arrives(letter: string, seenAt: number, confirmations: number, account = ALICE_SPOT) {
    const gift = { account, from: SystemAccount.faucet, asset: USDT, amount: 7_00000000n };
    const transaction = letter.repeat(64);
    arrivals.push({ ...gift, reference: letter, transaction, seenAt, confirmations });
  }

  async function deposits(asked: object = {}) {
    const window = { startTime: String(START - HOUR), endTime: String(START + HOUR) };
    const { body } = await own.alice('GET', '/spot/wallet/deposit-records', {
      ...window,
      ...asked,
    });
    expect(body.code).toBe('00000');
    return listOf(body.data);
  }

  const brief = (rows: readonly Loose[]) =>
    rows.map((row) => `${textOf(row['tradeId']).slice(0, 1)} ${row['status']} ${row['confirm']}`);

  it('comes first among the deposits, with its blocks, to its owner alone', async () => {
    arrives('1', START, 0);
    arrives('2', START + 5, 2);
    arrives('b', START + 6, 1, BOB_SPOT);
    const rows = await deposits();
    expect(brief(rows)).toEqual(['2 pending 2', '1 pending 0', 'c success 3']);
    expect(rows[0]).toMatchObject({
      ...{ coin: 'USDT', size: '7', dest: 'on_chain', cTime: String(START + 5) },
      ...{ toAddress: addressOf(ALICE, USDT), fromAddress: addressOf(0, USDT) },
    });
    expect(brief(await deposits({ coin: 'BTC' }))).toEqual(['c success 3']);
    expect(brief(await deposits({ endTime: String(START + 4) }))).toEqual([
      '1 pending 0',
      'c success 3',
    ]);
  });

  it('has a number that pages go on behind, and that finds it', async () => {
    const [first, second] = await deposits({ limit: '2' });
    const idLessThan = textOf(first?.['orderId']);
    expect(brief(await deposits({ idLessThan }))).toEqual(['1 pending 0', 'c success 3']);
    const orderId = textOf(second?.['orderId']);
    expect(brief(await deposits({ orderId }))).toEqual(['1 pending 0']);
  });

  it('is told of once when it was credited meanwhile', async () => {
    arrives('c', START + 9, 3);
    expect(brief(await deposits())).toEqual(['2 pending 2', '1 pending 0', 'c success 3']);
  });

  it('counts the blocks of what leaves', async () => {
    blocks.set('a'.repeat(64), 1);
    const window = { startTime: String(START - HOUR), endTime: String(START + HOUR) };
    const { body } = await own.alice('GET', '/spot/wallet/withdrawal-records', window);
    const rows = listOf(body.data);
    const ends = ['a fail 0', '1 fail 0'];
    expect(brief(rows)).toEqual(['a pending 1', 'c success 3', '1 pending_review 0', ...ends]);
    for (const at of [2, 4]) expect(rows[at]?.['tradeId']).toBe(rows[at]?.['orderId']);
  });
});

describe('a ledger that does not add up', () => {
  it('lets nothing leave, to others or to an account here, and moves no money', async () => {
    let halted = false;
    const own = await TestRest.open((one) => {
      const way = { arriving: () => [], send: async () => '', confirmations: () => 0 };
      one.chain = { ...way, halted: () => halted };
    });
    const ask = (address: string) =>
      own.alice('POST', '/spot/wallet/withdrawal', {
        ...{ coin: 'USDT', transferType: 'on_chain', address, size: '50', chain: 'HALCYON' },
      });
    halted = true;
    const before = own.engine.submitted.length;
    for (const address of [OUTSIDE, addressOf(BOB, USDT)]) {
      const { status, body } = await ask(address);
      expect([status, body.reason]).toEqual([403, 'withdrawHalted']);
    }
    expect(own.engine.submitted.length).toBe(before);
    halted = false;
    expect((await ask(OUTSIDE)).body.reason).not.toBe('withdrawHalted');
  });
});

describe('what a level lets be withdrawn in a day', () => {
  const BTC = 0;
  let own: TestRest;

  /** What the records would tell: all that is on its way. */
  async function withdrawn({ user }: { readonly user: number }) {
    const open = [...own.engine.core.state.withdrawals.open.values()];
    // Long enough for another request to come as far.
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    return open
      .filter(({ account }) => ownerOf(account) === user)
      .map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
  }

  async function movementByClientId({ clientId: wanted }: { readonly clientId: string }) {
    const open = [...own.engine.core.state.withdrawals.open.values()];
    return open.find(({ clientId }) => clientId === wanted) ?? null;
  }

  beforeAll(async () => {
    own = await TestRest.open((one) => {
      const known = { withdrawn, movementByClientId };
      one.history = Object.assign(Object.create(NO_HISTORY), known);
    });
    own.takeNewestRules();
    const tiers = own.views.feeSchedule().map((tier, level) => {
      return { ...tier, withdrawalDay: 100_000 * (level + 1) };
    });
    const by = { actor: 'test', reason: 'test' };
    own.engine.apply({ kind: CommandKind.setFeeSchedule, tiers, ...by });
  });

  function ask(coin: 'USDT' | 'BTC', size: string, clientOid = '') {
    return own.alice('POST', '/spot/wallet/withdrawal', {
      ...{ coin, size, transferType: 'on_chain', chain: 'HALCYON' },
      address: addressOf(900_000, coin === 'USDT' ? USDT : BTC),
      ...(clientOid !== '' && { clientOid }),
    });
  }

  it('is by value, of all coins together, also of two that are asked for at once', async () => {
    // Sixty thousand with the bitcoin, and fifty.
    const answers = await Promise.all([ask('BTC', '1', 'first'), ask('USDT', '50000')]);
    const [taken, refused] = answers.map(({ body }) => body);
    expect(taken?.code).toBe('00000');
    expect(refused).toMatchObject({ reason: 'withdrawDayLimit', code: '40812' });
    expect(refused?.msg).toBe(
      'with this 110000 USDT would leave in a day, and the limit is 100000 USDT',
    );
    expect((await ask('USDT', '40000')).body.code).toBe('00000');
    expect((await ask('USDT', '10')).body.reason).toBe('withdrawDayLimit');
    // Sent again it asks for nothing more.
    const again = await ask('BTC', '1', 'first');
    expect(again.body.data).toEqual(taken?.data);
  });

  it('counts what came back no more, and a higher level more', async () => {
    const open = [...own.engine.core.state.withdrawals.open.values()];
    const { id: orderId } = open.find(({ asset }) => asset === USDT)!;
    await own.alice('POST', '/spot/wallet/cancel-withdrawal', { orderId: wireId(orderId) });
    expect((await ask('USDT', '30000')).body.code).toBe('00000');
    expect((await ask('USDT', '50000')).body.reason).toBe('withdrawDayLimit');
    const by = { actor: 'test', reason: 'test' };
    own.engine.apply({ kind: CommandKind.setFeeTier, user: ALICE, tier: 1, ...by });
    expect((await ask('USDT', '50000')).body.code).toBe('00000');
  });

  it('is told to everybody with the fees', async () => {
    const { body } = await own.alice('GET', '/spot/market/vip-fee-rate', {});
    expect(listOf(body.data).slice(0, 2)).toMatchObject([
      { level: 0, usdtWithdrawAmount: '100000', btcWithdrawAmount: '1.66666666' },
      { level: 1, usdtWithdrawAmount: '200000', btcWithdrawAmount: '3.33333333' },
    ]);
  });
});

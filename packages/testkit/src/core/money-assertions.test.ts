/** Assertions of what changes money and positions: each is shown to fire, on an exchange that traded. */
import { Core, PositionLane } from '@halcyon/core';
import {
  CommandKind,
  InvariantError,
  LoanCause,
  PostingReason,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FuturesGenerator } from './futures-generator.ts';
import { MarginGenerator } from './margin-generator.ts';
import { WithdrawalGenerator } from './withdrawal-generator.ts';

const COMMANDS = 3_000;
/** Doubles of a record of a position. */
const LANES = 16;

/** More commands than this close every account of the generator of withdrawals. */
const WITHDRAWAL_COMMANDS = 200;

afterEach(() => {
  vi.restoreAllMocks();
});

function traded(
  generator: FuturesGenerator | MarginGenerator | WithdrawalGenerator,
  commands = COMMANDS,
): Core {
  const core = new Core();
  for (const command of generator.opening()) core.apply(command);
  for (let i = 0; i < commands; i++) {
    core.apply(generator.next());
    generator.learn(core.state.log.decode());
    core.state.log.reset();
  }
  return core;
}

function broken(message: RegExp, act: () => void): void {
  let thrown: unknown = null;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(InvariantError);
  expect((thrown as InvariantError).message).toMatch(message);
}

describe('the ledger', () => {
  test.each([0.5, Number.NaN, 2 ** 53])('takes no change by %s units', (units) => {
    const { ledger } = new Core().state;
    const slot = ledger.slot(128, 0);
    ledger.restore(128, 0, 10n ** 15n, 10n ** 15n);
    const post = (available: number, held: number) =>
      ledger.post(slot, 128, 0, PostingReason.deposit, 1, available, held, -1);
    broken(/no whole number of units/, () => post(units, 0));
    broken(/no whole number of units/, () => post(0, units));
    broken(/no whole number of units/, () => ledger.hold(slot, units));
    expect([ledger.available(slot), ledger.held(slot)]).toEqual([10n ** 15n, 10n ** 15n]);
  });

  test.each([
    [129, 0],
    [128, 1],
  ])('changes no balance under the name of account %s and asset %s', (account, asset) => {
    const { ledger } = new Core().state;
    const slot = ledger.slot(128, 0);
    const post = (at: number) =>
      ledger.post(at, account, asset, PostingReason.deposit, 1, 5, 0, -1);
    broken(/INV-01: a posting names another balance/, () => post(slot));
    broken(/INV-01: a posting names another balance/, () => post(undefined as never));
    expect(ledger.available(slot)).toBe(0n);
  });
});

describe('withdrawals', () => {
  let core: Core;
  let one: Withdrawal;

  beforeEach(() => {
    core = traded(new WithdrawalGenerator(7), WITHDRAWAL_COMMANDS);
    const { withdrawals } = core.state;
    const [first] = withdrawals.open.values();
    expect(first).toBeDefined();
    one = { ...first!, status: WithdrawalStatus.sent, transaction: 't', approvals: 0 };
    withdrawals.put(one);
  });

  const advance = (status: 'confirmed' | 'failed') => () => {
    const { seq, time } = core.state;
    const step = { status: WithdrawalStatus[status], transaction: 't', reason: 'no such address' };
    const command = { ...step, kind: CommandKind.advanceWithdrawal, withdrawal: one.id };
    core.apply({ ...command, seq: seq + 1, time });
  };
  /** The step finds it as it was; whoever looks again finds this. */
  const changedMeanwhile = (now: Withdrawal | undefined) =>
    vi.spyOn(core.state.withdrawals.open, 'get').mockReturnValueOnce(one).mockReturnValue(now);

  test.each(['confirmed', 'failed'] as const)('end once, with what they held (%s)', (status) => {
    for (const now of [
      undefined,
      { ...one, amount: one.amount + 1 },
      { ...one, fee: one.fee + 1 },
    ]) {
      changedMeanwhile(now);
      broken(/INV-18: a withdrawal ends twice/, advance(status));
      vi.restoreAllMocks();
    }
  });

  test('leave when all have approved that have to', () => {
    one = { ...one, approvals: 2, approvedBy: ['ada'] };
    core.state.withdrawals.put(one);
    broken(/INV-18: a withdrawal leaves that is not approved/, advance('confirmed'));
  });

  test('begin once', () => {
    const generator = new WithdrawalGenerator(7);
    const again = () => {
      for (const command of generator.opening()) core.apply(command);
      for (let i = 0; i < WITHDRAWAL_COMMANDS; i++) core.apply(generator.next());
    };
    core = new Core();
    vi.spyOn(core.state.withdrawals.open, 'has').mockReturnValue(true);
    broken(/INV-18: a withdrawal begins twice/, again);
  });

  test('count as much of a day as was asked for', () => {
    const { withdrawals } = core.state;
    withdrawals.count(one, 1);
    const more = { ...one, amount: 2 ** 40 };
    broken(/INV-18: more comes back/, () => withdrawals.count(more, -1));
  });
});

describe('positions', () => {
  let core: Core;
  let position: number;

  beforeEach(() => {
    core = traded(new FuturesGenerator(7));
    const { positions } = core.state;
    const open = (slot: number) => positions.isolated(slot) && positions.lots(slot) !== 0;
    position = Array.from({ length: positions.count }, (_, slot) => slot).find(open) ?? -1;
    expect(position).not.toBe(-1);
  });

  const lane = (at: number) => position * LANES + at;
  const market = () => core.state.markets[core.state.positions.instrument(position)]!;

  test('pay no fee beyond their margin, and none of nothing', () => {
    const { money } = core.trading.contracts;
    const margin = core.state.positions.margin(position);
    for (const units of [margin + 1, 0, -1, Number.NaN]) {
      broken(/fee of a liquidation/, () => money.payFee(position, units, true));
    }
  });

  test('get no more from the fund than it has', () => {
    const { money } = core.trading.contracts;
    for (const units of [money.fund(position) + 1, 0, -1, Number.NaN]) {
      broken(/the fund pays nothing, or more/, () => money.payLoss(position, units));
    }
  });

  test('are protected by the fund, and never the other way around', () => {
    const { settlement } = core.trading.contracts;
    const side = { ...settlement['taker'], position };
    settlement.beginLiquidation();
    for (const missing of [-1, Number.NaN]) {
      broken(/INV-12/, () => settlement['protect'](side, missing));
    }
  });

  test('pay a funding out of a margin that is there', () => {
    const { money } = core.trading.contracts;
    const { positions } = core.state;
    const contract = market().contract!;
    positions.f64[lane(PositionLane.margin)] = Number.NaN;
    contract.round += 1;
    contract.sweep = { ...contract.sweep, mark: contract.mark, rate: 1_000_000 } as never;
    broken(/funding leaves/, () => {
      contract.round += 1;
      money.settleFunding(contract, position);
    });
  });

  test('have a cost while they have lots, and margin and open interest are not below zero', () => {
    const { settlement } = core.trading.contracts;
    const { positions } = core.state;
    const contract = market().contract!;
    const other = Array.from({ length: positions.count }, (_, slot) => slot).find(
      (slot) => slot !== position && positions.instrument(slot) === positions.instrument(position),
    );
    // In its own direction: what closes would not be worked out from a wrong cost.
    const lots = Math.sign(positions.lots(position));
    const cross = () =>
      settlement.cross(market(), position, other ?? -1, lots, contract.mark, 0 as never);
    const change = (at: number, value: number, message: RegExp) => {
      const before = positions.f64[lane(at)]!;
      positions.f64[lane(at)] = value;
      broken(message, cross);
      positions.f64[lane(at)] = before;
    };
    change(PositionLane.cost, -(2 ** 40), /without its cost/);
    change(PositionLane.margin, Number.NaN, /less than no margin/);
    contract.openInterest = -(2 ** 40);
    broken(/less than nothing is open/, cross);
  });
});

describe('fills of contracts', () => {
  const core = traded(new FuturesGenerator(7));
  const { settlement } = core.trading.contracts;
  const { positions, markets } = core.state;
  const all = Array.from({ length: positions.count }, (_, slot) => slot);
  const open = all.filter((slot) => positions.lots(slot) !== 0);
  const marketOf = (slot: number) => markets[positions.instrument(slot)]!;

  test('pay a side what it made', () => {
    const sound = { ...settlement['taker'], position: open[0]!, profit: 9, fee: 2, protection: 1 };
    for (const [available, held] of [
      [8, 1],
      [9, -2],
      [Number.NaN, 0],
    ] as const) {
      const side = { ...sound, available, held };
      broken(/INV-01: a side of a fill/, () => settlement['postSide'](side, 1));
    }
  });

  test('give margin back where they close, and take none', () => {
    const position = open.find((slot) => positions.isolated(slot)) ?? -1;
    const at = position * LANES + PositionLane.margin;
    const margin = positions.f64[at]!;
    positions.f64[at] = -1;
    const lots = -Math.sign(positions.lots(position));
    const market = marketOf(position);
    const cross = () =>
      settlement.cross(market, position, open[0]!, lots, market.contract!.mark, 0 as never);
    broken(/takes margin instead of giving it back/, cross);
    positions.f64[at] = margin;
  });

  test('hand something of a batch over', () => {
    const [owner, batch] = [open[0]!, open[1]!];
    for (const wrong of [{ lots: 0 }, { cost: -1 }, { fee: Number.NaN }]) {
      const part = { lots: 1, cost: 1, rest: 0, fee: 0, ...wrong };
      const hand = () => settlement.handOver(marketOf(owner), batch, owner, part);
      broken(/INV-28: a batch hands over nothing/, hand);
    }
  });

  test('off the book make a position that is deleveraged smaller', () => {
    const deleveraging = core.futures['liquidation']['deleveraging'];
    const hasOpposite = (slot: number) => deleveraging['ranked'](marketOf(slot), slot).length > 0;
    const position = open.find(hasOpposite)!;
    vi.spyOn(settlement, 'cross').mockReturnValue();
    const market = marketOf(position);
    const run = () => deleveraging.run(market, position, 1, market.contract!.mark);
    broken(/INV-04: deleveraging makes a position larger/, run);
  });

  test('leave of a round of funding what rounding leaves, once', () => {
    const funding = core.futures['funding'];
    const market = marketOf(open[0]!);
    const contract = market.contract!;
    const finish = () => funding['finish'](market, contract);
    for (const left of [positions.count + 1, -positions.count - 1, Number.NaN]) {
      funding['sweeping'] = 1;
      contract.fundingLeft = left;
      broken(/INV-10: fundings do not sum to zero/, finish);
    }
    funding['sweeping'] = 1;
    contract.fundingLeft = 0;
    finish();
    broken(/INV-10: a round of funding ends twice/, finish);
  });
});

describe('loans', () => {
  const core = traded(new MarginGenerator(7));
  const { loans } = core.state;
  const money = core.loans['lending'].money;
  const { records } = loans;
  const all = Array.from({ length: records.count }, (_, slot) => slot);
  const owing = all.find((slot) => records.debt(slot) > 0) ?? -1;
  const settle = loans.settle?.asset ?? 0;

  test('are of something that the pool has', () => {
    expect(owing).not.toBe(-1);
    money.charge(owing);
    for (const units of [0, -1, Number.NaN, 2 ** 52]) {
      broken(/INV-25: a loan of nothing/, () => money.lend(owing, units, 1, LoanCause.borrowed));
    }
  });

  test('cost interest, and do not bring it', () => {
    const coin = money['coinOf'](owing);
    for (const units of [-1, 0.5, Number.NaN]) {
      broken(/INV-26: interest/, () => money['addInterest'](owing, coin, units, 1));
    }
  });

  test('are paid back with something', () => {
    for (const units of [0, -1, Number.NaN]) {
      broken(/INV-25: nothing is taken/, () => money.takeBack(owing, units, 1, LoanCause.repaid));
    }
  });

  test('end once', () => {
    const free = all.find((slot) => records.debt(slot) === 0) ?? -1;
    expect(free).not.toBe(-1);
    broken(/a debt of nothing/, () => money.writeOff(free));
    for (const units of [0, Number.NaN]) {
      broken(/takes over nothing/, () => money.takeOver(owing, units, owing, 1));
    }
  });

  test('get no more from the fund than it has', () => {
    const most = money.fund(settle);
    for (const units of [0, most + 1, Number.NaN]) {
      broken(/INV-12/, () => money.compensate(owing, settle, units));
    }
    for (const units of [0, 2 ** 52, Number.NaN]) {
      broken(/INV-12/, () => money.payFund(owing, PostingReason.protection, units));
    }
  });

  test('are charged for an hour once', () => {
    const { interest } = core.loans;
    broken(/INV-26: an hour would be charged twice/, () => {
      records.setHour(owing, records.hour(owing) - 1);
    });
    for (const hour of [loans.hour - 1, Number.NaN]) {
      broken(/INV-26: an hour of interest begins/, () => interest['open'](hour));
    }
  });

  test('are never paid by less than nothing of the fund', () => {
    const fund = core.loans['liquidation']['fund'];
    for (const units of [-1, Number.NaN]) broken(/INV-12/, () => fund['note'](units));
  });
});

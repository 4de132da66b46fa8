/** Assertions of what changes money and positions: each is shown to fire, on an exchange that traded. */
import { Core, PositionLane } from '@halcyon/core';
import { InvariantError, LoanCause, PostingReason } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { FuturesGenerator } from './futures-generator.ts';
import { MarginGenerator } from './margin-generator.ts';

const COMMANDS = 3_000;
/** Doubles of a record of a position. */
const LANES = 16;

function traded(generator: FuturesGenerator | MarginGenerator): Core {
  const core = new Core();
  for (const command of generator.opening()) core.apply(command);
  for (let i = 0; i < COMMANDS; i++) {
    core.apply(generator.next());
    generator.learn(core.state.log.decode());
    core.state.log.reset();
  }
  return core;
}

function broken(message: RegExp, act: () => void): void {
  expect(act).toThrow(InvariantError);
  expect(act).toThrow(message);
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
});

/** What a dry run does where the exchange would have closed something, and where orders were changed. */
import { describe, expect, it } from 'vitest';
import { PositionLeg } from '../contracts.ts';
import { Side } from '../orders.ts';
import { CopyLeftOut } from './admission.ts';
import {
  type DryContract,
  type DryMoment,
  type DryOrder,
  type DryRunResult,
  dryRun,
} from './dry-run.ts';
import { COPY_DEFAULTS, CopyMargin, type CopySettings, CopySizing } from './settings.ts';

const HOUR = 3_600_000;
const [BTC, ETH] = [0, 1];

/** A unit a tick-lot, no fees, at most 20 times the margin. */
const CONTRACT: DryContract = {
  ...{ quoteFactor: 1, quantityMin: 1, quantityMax: 1_000_000, quantityStep: 1, notionalMin: 0 },
  ...{ leverageMax: 20, takerPpm: 0, ownTakerPpm: 0, ownMakerPpm: 0 },
  risk: {
    ...{ quoteFactor: 1, marginUnits: 1, liquidationPpm: 0 },
    bounds: [{ upTo: 1_000_000, leverageMax: 20, maintenancePpm: 25_000, deduction: 0 }],
  },
};

/** A market order of the trader that the book filled, at the mark price. */
function orderOf(given: Partial<DryOrder>): DryMoment {
  const { side = Side.buy, opens = 10, closes = 0, mark = 100 } = given;
  const lots = opens + closes;
  const order: DryOrder = {
    ...{ batch: 1, trader: 9, seq: 1, time: HOUR, instrument: BTC, side, opens, closes, lots: 0 },
    ...{ mark, best: mark, price: 0, leverage: 10, isolated: 0, equity: 1_000n },
    ...{ taken: lots, takenCost: lots * mark, all: lots, filled: lots, cost: lots * mark },
    ...{ ownFilled: lots, real: null, leg: PositionLeg.net },
    ...given,
  };
  return { is: 'order', order };
}

function run(
  moments: readonly DryMoment[],
  settings: Partial<CopySettings> = {},
  amount = 1_000n,
): DryRunResult {
  const contracts = new Map([
    [BTC, CONTRACT],
    [ETH, CONTRACT],
  ]);
  const whole = { ...COPY_DEFAULTS, ...settings };
  const setup = { settings: whole, amount, sharePpm: 0, from: 0, to: 100 * HOUR, contracts };
  return dryRun(setup, moments);
}

const priced = (instrument: number, price: number, hour: number): DryMoment => ({
  ...{ is: 'price', instrument, price, time: hour * HOUR },
});

describe('dry run', () => {
  it('a cross liquidation leaves what all positions together leave, and never more', () => {
    // 3,000 of each at an equity of 1,000.
    const opened = [orderOf({ opens: 30 }), orderOf({ batch: 2, instrument: ETH, opens: 30 })];
    const moments = [...opened, priced(ETH, 160, 2), priced(BTC, 7, 3)];
    const found = run(moments, { sizing: CopySizing.multiple, size: 1_000_000 });
    // 1,000 + 30 · 60 − 30 · 93, all closed at their prices.
    expect([found.end, found.liquidations, found.equity]).toEqual(['none', 2, 10n]);
    const worse = [...opened, priced(ETH, 150, 2), priced(BTC, 7, 3)];
    const gone = run(worse, { sizing: CopySizing.multiple, size: 1_000_000 });
    expect([gone.end, gone.endedAt, gone.equity]).toEqual(['liquidated', 3 * HOUR, 0n]);
  });

  it('an isolated liquidation takes its own margin alone', () => {
    const moments = [orderOf({ opens: 30 }), priced(BTC, 80, 2)];
    const settings = { sizing: CopySizing.multiple, size: 1_000_000, margin: CopyMargin.isolated };
    const found = run(moments, settings);
    expect([found.liquidations, found.equity]).toEqual([1, 700n]);
  });

  it('exits are looked at when an order comes, before it and after it', () => {
    const later = orderOf({ batch: 2, time: 90 * 60_000, mark: 80, lots: 10 });
    const stopped = run([orderOf({}), later], { stopLossPpm: 150_000 });
    // What was open is closed at 80, then the order opens again.
    expect([stopped.exits, stopped.rows.length, stopped.equity]).toEqual([1, 2, 800n]);
    const all = run([orderOf({}), later], { portfolioLossPpm: 100_000 });
    expect([all.end, all.endedAt, all.exits]).toEqual(['exit', 90 * 60_000, 1]);
    expect([all.rows.length, all.equity]).toEqual([1, 800n]);
    // Who buys at 110 what is worth 100 has lost a tenth of it with the order.
    const dear = orderOf({ cost: 1_100, takenCost: 1_100 });
    const own = run([dear], { portfolioLossPpm: 50_000 });
    expect([own.end, own.endedAt, own.equity]).toEqual(['exit', HOUR, 900n]);
  });

  it('liquidation is looked at when an order comes', () => {
    const later = orderOf({ batch: 2, time: 90 * 60_000, mark: 60, lots: 30 });
    const settings = { sizing: CopySizing.multiple, size: 1_000_000 };
    const found = run([orderOf({ opens: 30 }), later], settings);
    expect([found.end, found.rows.length, found.equity]).toEqual(['liquidated', 1, 0n]);
  });

  it('an order that was amended upwards and rests is tried as it was placed', () => {
    // Placed with 10 and 10, amended to 30 each: parts are told as they change, the batch when it has ended.
    const real = { lots: 30, filled: 0, cost: 0, fee: 0, leftOut: CopyLeftOut.none };
    const rests = { price: 99, taken: 0, takenCost: 0, all: 20, filled: 0, cost: 0, ownFilled: 0 };
    const found = run([orderOf({ ...rests, real })]);
    expect([found.rows[0]!.lots, found.rows[0]!.filled, found.equity]).toEqual([10, 0, 1_000n]);
    // Of 30 the part has got 12 already, which the batch does not tell yet.
    const grows = { ...rests, taken: 4, takenCost: 400, filled: 4, cost: 400, ownFilled: 12 };
    const partly = run([orderOf({ ...grows, real: { ...real, filled: 12, cost: 1_190 } })]);
    expect(partly.rows[0]).toMatchObject({ lots: 10, filled: 2 });
    const alone = run([orderOf({ ...rests, all: 20, real: { ...real, lots: 20 } })]);
    expect(alone.rows[0]).toMatchObject({ lots: 10, filled: 0 });
  });

  it('what is more than all together traded has the price of the batch, and is marked', () => {
    const found = run([orderOf({ opens: 10 })], {}, 5_000n);
    expect(found.rows[0]).toMatchObject({ lots: 50, filled: 50, cost: 5_000, beyond: true });
  });
});

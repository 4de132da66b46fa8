/** Copy trading: who is in a batch with how many lots, and why others are not. */
import {
  beyondSlippage,
  COPY_DEFAULTS,
  type CopiedContract,
  type CopiedOrder,
  type CopyCandidate,
  CopyLeftOut,
  CopyLeverage,
  type CopyLimits,
  type CopySettings,
  CopySizing,
  copySize,
  leverageFor,
  Side,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { fc } from './properties.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const BATCHES = Number(process.env['HALCYON_COPY_BATCHES'] ?? 600);

/** A tick-lot is 10 units; no fee, steps of one lot. */
const CONTRACT: CopiedContract = {
  ...{ quoteFactor: 10, quantityMin: 1, quantityMax: 1_000, quantityStep: 1, notionalMin: 0 },
  ...{ leverageMax: 50, takerPpm: 0 },
};
const ORDER: CopiedOrder = {
  ...{ instrument: 3, side: Side.buy, closes: 0, opens: 40, position: 0, price: 100 },
  ...{ leverage: 10, equity: 100_000n },
};
const CANDIDATE: CopyCandidate = {
  ...{ settings: COPY_DEFAULTS, equity: 50_000n, free: 50_000n, lots: 0 },
};

const sized = (
  settings: Partial<CopySettings>,
  candidate: Partial<CopyCandidate> = {},
  order: Partial<CopiedOrder> = {},
  contract: Partial<CopiedContract> = {},
) => {
  const own = { ...CANDIDATE, ...candidate, settings: { ...COPY_DEFAULTS, ...settings } };
  const { closes, opens, leftOut } = copySize(
    { ...ORDER, ...order },
    { ...CONTRACT, ...contract },
    own,
  );
  return [closes, opens, leftOut];
};

describe('what opens', () => {
  test('by the ratio of the equities, by an amount of margin, by a multiple', () => {
    expect(sized({})).toEqual([0, 20, 0]);
    expect(sized({ size: 1_500_000 })).toEqual([0, 30, 0]);
    expect(sized({}, { equity: 33_333n })).toEqual([0, 13, 0]);
    // 3,999 units at 10 times are worth 39 lots of 1,000 units.
    expect(sized({ sizing: CopySizing.amount, size: 3_999 })).toEqual([0, 39, 0]);
    expect(sized({ sizing: CopySizing.multiple, size: 250_000 })).toEqual([0, 10, 0]);
    expect(
      sized({ sizing: CopySizing.multiple, size: 990_000 }, {}, {}, { quantityStep: 10 }),
    ).toEqual([0, 30, 0]);
  });

  test('is left out with a reason, the first that applies', () => {
    const { paused, instrument, tooSmall, orderLimit, positionLimit, tooLittleFree } = CopyLeftOut;
    expect(sized({ paused: 1, only: [4] })).toEqual([0, 0, paused]);
    expect(sized({ only: [4, 5] })).toEqual([0, 0, instrument]);
    expect(sized({ only: [3], without: [3] })).toEqual([0, 0, instrument]);
    expect(sized({ only: [3] })).toEqual([0, 20, 0]);
    expect(sized({}, { equity: 2_499n })).toEqual([0, 0, tooSmall]);
    expect(sized({}, { equity: 0n })).toEqual([0, 0, tooSmall]);
    expect(sized({}, {}, {}, { notionalMin: 20_001 })).toEqual([0, 0, tooSmall]);
    expect(sized({ orderMax: 20_000 })).toEqual([0, 20, 0]);
    expect(sized({ orderMax: 19_999 })).toEqual([0, 0, orderLimit]);
    expect(sized({}, {}, {}, { quantityMax: 19 })).toEqual([0, 0, orderLimit]);
    expect(sized({ positionMax: 25_000 }, { lots: 5 })).toEqual([0, 20, 0]);
    expect(sized({ positionMax: 25_000 }, { lots: 6 })).toEqual([0, 0, positionLimit]);
    expect(sized({}, { free: 2_000n })).toEqual([0, 20, 0]);
    expect(sized({}, { free: 1_999n })).toEqual([0, 0, tooLittleFree]);
    expect(sized({}, { free: 2_019n }, {}, { takerPpm: 1_000 })).toEqual([0, 0, tooLittleFree]);
    expect(sized({}, { free: 2_020n }, {}, { takerPpm: 1_000 })).toEqual([0, 20, 0]);
  });

  test("leverage is the trader's, the own, or the trader's up to a limit", () => {
    const of = (leverageOf: CopyLeverage, leverage: number, traders = 10) =>
      leverageFor({ leverage: traders }, CONTRACT, { leverageOf, leverage });
    expect(of(CopyLeverage.traders, 3)).toBe(10);
    expect(of(CopyLeverage.own, 20)).toBe(20);
    expect(of(CopyLeverage.tradersUpTo, 5)).toBe(5);
    expect(of(CopyLeverage.tradersUpTo, 20)).toBe(10);
    expect(of(CopyLeverage.traders, 1, 100)).toBe(50);
  });
});

describe('what closes', () => {
  const sell = { side: Side.sell, opens: 0, position: 40 } as const;

  test('is the same part of the position, and all of it with the last lots', () => {
    expect(sized({}, { lots: 15 }, { ...sell, closes: 20 })).toEqual([7, 0, 0]);
    expect(sized({}, { lots: 15 }, { ...sell, closes: 40 })).toEqual([15, 0, 0]);
    const steps = { quantityStep: 10 };
    expect(sized({}, { lots: 15 }, { ...sell, closes: 40 }, steps)).toEqual([15, 0, 0]);
    expect(sized({}, { lots: -15 }, { ...sell, side: Side.buy, closes: 10 })).toEqual([3, 0, 0]);
    expect(sized({}, { lots: 15 }, { ...sell, closes: 39 }, { quantityStep: 10 })).toEqual([
      10, 0, 0,
    ]);
  });

  test('whatever keeps from opening', () => {
    const settings = { paused: 1, without: [3], orderMax: 1, positionMax: 1 };
    const poor = { lots: 15, free: -1n, equity: -1n };
    expect(sized(settings, poor, { ...sell, closes: 40 })).toEqual([15, 0, 0]);
    // The trader turns around: the follower closes, and opens nothing.
    const turned = { ...sell, closes: 40, opens: 10 };
    expect(sized(settings, poor, turned)).toEqual([15, 0, CopyLeftOut.paused]);
    expect(sized({}, { lots: 15 }, turned)).toEqual([15, 5, 0]);
  });

  test('is nothing where nothing is open, or less than a step', () => {
    const { nothingToClose, tooSmall } = CopyLeftOut;
    expect(sized({}, { lots: 0 }, { ...sell, closes: 20 })).toEqual([0, 0, nothingToClose]);
    expect(sized({}, { lots: -5 }, { ...sell, closes: 20 })).toEqual([0, 0, nothingToClose]);
    expect(sized({}, { lots: 1 }, { ...sell, closes: 20 })).toEqual([0, 0, tooSmall]);
  });
});

test('INV-33 nobody has more in a batch than the own limits and free money allow', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 });
  const settings = fc.record({
    ...{ sizing: fc.constantFrom(0, 1, 2), size: fc.integer({ min: 10_000, max: 10_000_000 }) },
    ...{ leverageOf: fc.constantFrom(0, 1, 2), leverage: fc.integer({ min: 1, max: 100 }) },
    ...{ orderMax: amount, positionMax: amount, paused: fc.constantFrom(0, 0, 0, 1) },
  });
  const candidate = fc.record({
    ...{
      equity: fc.bigInt({ min: -5n, max: 10n ** 10n }),
      free: fc.bigInt({ min: -5n, max: 10n ** 9n }),
    },
    ...{ lots: fc.integer({ min: -500, max: 500 }) },
  });
  const order = fc.record({
    ...{ side: fc.constantFrom(Side.buy, Side.sell), closes: fc.integer({ min: 0, max: 50 }) },
    ...{ opens: fc.integer({ min: 0, max: 500 }), position: fc.integer({ min: 50, max: 90 }) },
    ...{ price: fc.integer({ min: 1, max: 10_000 }), leverage: fc.integer({ min: 1, max: 60 }) },
    ...{ equity: fc.bigInt({ min: 1n, max: 10n ** 10n }) },
  });
  fc.assert(
    fc.property(settings, candidate, order, (own, has, traders) => {
      const all = { ...COPY_DEFAULTS, ...own } as CopySettings;
      const contract = { ...CONTRACT, takerPpm: 600, quantityStep: 3 };
      const asked = { ...ORDER, ...traders };
      const { closes, opens, leftOut } = copySize(asked, contract, { ...has, settings: all });
      const sign = traders.side === Side.buy ? 1 : -1;
      expect(closes <= Math.max(0, -sign * has.lots) && closes >= 0).toBe(true);
      const value = BigInt(opens * traders.price * contract.quoteFactor);
      const after = BigInt(
        (sign * has.lots + closes + opens) * traders.price * contract.quoteFactor,
      );
      if (opens > 0) {
        const leverage = BigInt(leverageFor(asked, contract, all));
        expect(opens % 3 === 0 && opens <= contract.quantityMax && all.paused === 0).toBe(true);
        expect(all.orderMax === 0 || value <= BigInt(all.orderMax)).toBe(true);
        expect(all.positionMax === 0 || after <= BigInt(all.positionMax)).toBe(true);
        expect(value * 1_000_000n <= leverage * has.free * 1_000_000n).toBe(true);
      }
      const wants = traders.opens > 0 && opens === 0;
      const held = traders.closes > 0 && closes === 0;
      expect(leftOut !== CopyLeftOut.none).toBe(wants || held);
    }),
    { numRuns: BATCHES },
  );
});

describe('slippage', () => {
  /** What lots cost in a book of levels. */
  const reachOf =
    (levels: readonly (readonly [price: number, lots: number])[]) => (want: number) => {
      let [lots, cost] = [0, 0];
      for (const [price, there] of levels) {
        const part = Math.min(there, want - lots);
        lots += part;
        cost += part * price;
      }
      return { lots, cost };
    };
  const BOOK = [
    [1_000, 10],
    [1_010, 10],
    [1_100, 100],
  ] as const;
  const LIMITS: CopyLimits = {
    ...{ side: Side.buy, fair: 1_000, certain: 10, opens: [10, 10, 10], slippagePpm: [0, 0, 0] },
  };

  test('the narrowest limits go first, until the average keeps those of all who stay', () => {
    // 40 lots are at 1,052.5 on average; 30 at 1,036.67; 20 at 1,005.
    const out = (slippagePpm: readonly number[]) =>
      beyondSlippage({ ...LIMITS, slippagePpm }, reachOf(BOOK));
    expect(out([0, 0, 0])).toEqual([]);
    expect(out([52_500, 52_500, 0])).toEqual([]);
    expect(out([52_499, 0, 52_500])).toEqual([0]);
    expect(out([40_000, 30_000, 37_000])).toEqual([1]);
    expect(out([40_000, 30_000, 36_000])).toEqual([1, 2]);
    // At one limit the lower number goes first.
    expect(out([37_000, 37_000, 37_000])).toEqual([0]);
    expect(out([1, 1, 1])).toEqual([0, 1, 2]);
    expect(beyondSlippage({ ...LIMITS, slippagePpm: [1, 1, 1] }, reachOf([]))).toEqual([]);
  });

  test('is what leaving out one by one gives', () => {
    const level = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 40 }));
    const follower = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 60_000 }));
    const sides = fc.constantFrom(Side.buy, Side.sell);
    fc.assert(
      fc.property(
        fc.array(level),
        fc.array(follower, { maxLength: 30 }),
        sides,
        (given, owners, side) => {
          const away = given.map(([ticks]) => ticks).sort((a, b) => a - b);
          const levels = given.map(([, lots], i) => {
            return [1_000 + (side === Side.buy ? away[i]! : -away[i]!), lots] as const;
          });
          const reach = reachOf(levels);
          const fair = levels[0]?.[0] ?? 1_000;
          const [opens, slippagePpm] = [owners.map(([lots]) => lots), owners.map(([, ppm]) => ppm)];
          const batch = { side, fair, certain: 5, opens, slippagePpm };
          expect(beyondSlippage(batch, reach)).toEqual(naive(batch, reach));
        },
      ),
      { numRuns: BATCHES },
    );
  });

  /** As the rule tells it: one after another, each time against the average of who is left. */
  function naive(
    { side, fair, certain, opens, slippagePpm }: CopyLimits,
    reach: ReturnType<typeof reachOf>,
  ): number[] {
    const out = new Set<number>();
    for (;;) {
      const stays = Array.from(opens, (_, i) => i).filter((i) => !out.has(i) && opens[i]! > 0);
      const { lots, cost } = reach(certain + stays.reduce((sum, i) => sum + opens[i]!, 0));
      const apart = side === Side.buy ? cost - fair * lots : fair * lots - cost;
      const breaks = (i: number): boolean =>
        slippagePpm[i]! > 0 &&
        BigInt(apart) * 1_000_000n > BigInt(fair * lots) * BigInt(slippagePpm[i]!);
      const worst = stays
        .filter(breaks)
        .sort((a, b) => slippagePpm[a]! - slippagePpm[b]! || a - b)[0];
      if (worst === undefined) return [...out].sort((a, b) => a - b);
      out.add(worst);
    }
  }
});

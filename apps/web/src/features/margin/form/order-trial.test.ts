import { MARGIN_END_PPM, marginWorth } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type OrderDraft } from '../../desk/order-form/draft.ts';
import { balance, COIN, PAIR, placeWith } from '../testing/place.ts';
import { largestOrder, type MarginMarket, outlookOf } from './order-trial.ts';

const BUY: OrderDraft = { ...EMPTY_DRAFT, price: '50' };
const SELL: OrderDraft = { ...BUY, side: 'sell' };

function market(autoLoan: boolean, ...balances: Parameters<typeof balance>[]): MarginMarket {
  const place = placeWith(balances.map((given) => balance(...given)));
  return { instrument: PAIR, last: '50', place, autoLoan, autoRepay: false };
}

describe('what an order would borrow and leave', () => {
  it('is nothing borrowed where the balance pays, and refused where it does not', () => {
    const own = market(false, ['USDT', 100]);
    expect(outlookOf(BUY, own, '2', null)).toMatchObject({ loan: 0, refused: null });
    expect(outlookOf(BUY, own, '2.0001', null)).toMatchObject({ loan: 0, refused: 'balance' });
  });

  it('is what the balance lacks, at least the smallest loan, with what it costs', () => {
    const own = market(true, ['USDT', 100]);
    const outlook = outlookOf(BUY, own, '4', null)!;
    expect(outlook).toMatchObject({ loan: 100 * COIN, refused: null });
    // 4 BTC less a thousandth are 199.8; 100 are owed: 7 / 99.8.
    expect(outlook.worth).toMatchObject({ debts: 1_000_000, equity: 998_000, keeps: 70_000 });
    expect(outlook.worth.ratioPpm).toBe(70_141);
    expect(outlookOf(BUY, own, '2.0001', null)?.loan).toBe(COIN / 10);
  });

  it('pays back with what it gets, no more than is owed, where it says so', () => {
    const owing = placeWith([balance('USDT', 10, 100), balance('BTC', 4)]);
    const of = (autoRepay: boolean, size: string) =>
      outlookOf(
        SELL,
        { instrument: PAIR, last: '50', place: owing, autoLoan: false, autoRepay },
        size,
        null,
      )!;
    expect(of(false, '1').worth.debts).toBe(1_000_000);
    // 50 less a thousandth.
    expect(of(true, '1').worth).toMatchObject({ debts: 500_500, assets: 1_600_000 });
    expect(of(true, '3').worth).toMatchObject({ debts: 0, assets: 1_098_500, ratioPpm: 0 });
    expect(of(true, '3').worth.equity).toBe(of(false, '3').worth.equity);
  });

  it('has the price at which it is liquidated, to the tick', () => {
    const { liquidation, after } = outlookOf(BUY, market(true, ['USDT', 100]), '4', null)!;
    const ratioAt = (price: number) => {
      const coins = after.map((own) =>
        own.coin === 'BTC' ? { ...own, scale: { ...own.scale, price } } : own,
      );
      return marginWorth({ coins, moves: [] }).ratioPpm;
    };
    expect(liquidation).toBe(2_678);
    expect(ratioAt(2_678)).toBeLessThanOrEqual(MARGIN_END_PPM);
    expect(ratioAt(2_677)).toBeGreaterThan(MARGIN_END_PPM);
  });

  const MARKET: OrderDraft = { ...BUY, kind: 'market' };

  it('does not spend of a total what is too little for a lot, but borrows it', () => {
    // 110.001 at 50 are 2.2 BTC for 110, less a thousandth; the loan is of what was asked for.
    const { after, loan } = outlookOf(MARKET, market(true, ['USDT', 100]), '110.001', null)!;
    expect(loan).toBe(10.001 * COIN);
    const [usdt, btc] = after;
    expect(usdt).toMatchObject({ held: 0.001 * COIN, debt: 10.001 * COIN });
    expect(btc!.held).toBe(2.1978 * COIN);
  });

  it.each([
    ['a buy at market', MARKET, '110', 10, 110 - 1 * 51 - 1 * 52, 2],
    ['a sale at market', { ...MARKET, side: 'sell' }, '2', 2, 100 + 103 * 0.999, 0],
    ['a limit buy, the rest at its own price', { ...BUY, price: '53' }, '3', 59, 3, 3],
  ] as const)('takes of %s what the book gives', (_name, draft, size, loan, usdt, btc) => {
    // One BTC at 51.00 and one at 52.00.
    const fill = { units: 20_000n, value: 103_000_000n, averageTick: 5_150n, worstTick: 5_200 };
    const own = market(true, ['USDT', 100]);
    const outlook = outlookOf(draft, own, size, { ...fill, complete: draft.kind === 'market' })!;
    expect(outlook.loan).toBe(loan * COIN);
    expect(outlook.after.map(({ held }) => held)).toEqual([
      Math.round(usdt * COIN),
      Math.round(btc * 0.999 * COIN),
    ]);
  });

  it('of a short sale is a price above the present one', () => {
    const outlook = outlookOf(SELL, market(true, ['USDT', 100]), '2', null)!;
    expect(outlook).toMatchObject({ loan: 2 * COIN, refused: null });
    expect(outlook.liquidation).toBeGreaterThan(5_000);
  });

  it('is not known without a size, a price, or the coin', () => {
    const own = market(true, ['USDT', 100]);
    expect(outlookOf(BUY, own, '', null)).toBeNull();
    expect(outlookOf({ ...BUY, price: '' }, own, '1', null)).toBeNull();
    expect(outlookOf(BUY, { ...own, instrument: { ...PAIR, base: 'ETH' } }, '1', null)).toBeNull();
  });
});

describe('the largest order', () => {
  const isTaken = (draft: OrderDraft, own: MarginMarket, units: bigint, scale: number) => {
    const size = `${units / 10n ** BigInt(scale)}.${String(units % 10n ** BigInt(scale)).padStart(scale, '0')}`;
    return outlookOf(draft, own, size, null)?.refused ?? null;
  };

  it('is what the balance pays where nothing is borrowed', () => {
    expect(largestOrder(BUY, market(false, ['USDT', 100]))).toBe(20_000n);
    expect(largestOrder(SELL, market(false, ['BTC', 3]))).toBe(30_000n);
    expect(largestOrder(BUY, market(false))).toBe(0n);
  });

  it('is not known without a price, on either side', () => {
    const own = market(false, ['USDT', 100], ['BTC', 3]);
    expect(largestOrder({ ...BUY, price: '' }, own)).toBeNull();
    expect(largestOrder({ ...SELL, price: '' }, own)).toBeNull();
  });

  it.each([
    ['a limit buy', BUY, 4],
    ['a limit sale', SELL, 4],
    ['a buy at market', { ...BUY, kind: 'market' }, 8],
    ['a sale at market', { ...SELL, kind: 'market' }, 4],
    ['a buy above the index', { ...BUY, price: '52' }, 4],
  ] as const)('of %s with a loan is taken, and one step more is not', (_name, draft, scale) => {
    const own = market(true, ['USDT', 100]);
    const most = largestOrder(draft, own)!;
    expect(most).toBeGreaterThan(largestOrder(draft, { ...own, autoLoan: false })!);
    expect(isTaken(draft, own, most, scale)).toBeNull();
    expect(isTaken(draft, own, most + 1n, scale)).not.toBeNull();
  });
});

import { coinLiquidationPrice, type LoanTerms, marginWorth } from '@halcyon/domain';
import type { LentCoin, MarginAccountRead } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import {
  borrowable,
  coinIn,
  coinText,
  isStuck,
  type MarginPlace,
  marginAccountState,
  transferable,
} from './margin.ts';

const COIN = 100_000_000;
const TIERS = [{ upTo: 1_000 * COIN, leverageMax: 5, maintenancePpm: 50_000 }];

function lent(coin: string, index: number, change: Partial<LentCoin> = {}): LentCoin {
  const terms: LoanTerms = {
    tiers: TIERS,
    collateral: [{ upTo: 100_000_000 * COIN, valuePpm: coin === 'USDT' ? 1_000_000 : 900_000 }],
    curve: { idlePpm: 0, kinkPpm: 100_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
    lentMax: 50 * COIN,
    levelMax: [30 * COIN],
    loanMin: COIN,
    liquidationPpm: 20_000,
  };
  const market = coin === 'USDT' ? '' : `${coin}USDT`;
  const priceScale = coin === 'USDT' ? 0 : 2;
  const pool = { ratePpm: 87_600, lent: 10 * COIN, unlent: 100 * COIN };
  return { coin, scale: 8, market, priceScale, index, stale: false, terms, ...pool, ...change };
}

function read(change: Partial<MarginAccountRead> = {}): MarginAccountRead {
  const terms = { base: TIERS, quote: TIERS, liquidationPpm: 20_000 };
  return {
    kind: 'crossed',
    coin: 'USDT',
    scale: 4,
    coins: [lent('USDT', 1), lent('BTC', 5_000)],
    pairs: [{ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', terms }],
    level: 0,
    feePpm: 1_000,
    pockets: [{ symbol: '', balances: [], moves: [] }],
    ...change,
  };
}

const USDT = { coin: 'USDT', available: 1_000 * COIN, inOrders: 0, principal: 0, interest: 0 };
const BTC = { coin: 'BTC', available: 0, inOrders: 0, principal: 10 * COIN, interest: COIN / 10 };

function placeOf(change: Partial<MarginAccountRead> = {}): MarginPlace {
  return marginAccountState(read(change)).places[0]!;
}

describe('a margin account', () => {
  it('has every coin that is lent, also those of which it has nothing', () => {
    const place = placeOf();
    expect(place.coins.map(({ coin, held, debt }) => [coin, held, debt])).toEqual([
      ['USDT', 0, 0],
      ['BTC', 0, 0],
    ]);
    expect(marginWorth(place)).toMatchObject({ assets: 0, debts: 0, ratioPpm: 0 });
  });

  it('is worth what it has, less what it owes, at the index', () => {
    const place = placeOf({ pockets: [{ symbol: '', balances: [USDT, BTC], moves: [] }] });
    // 10.1 BTC at 50.00 are owed: 505; 7 % of it is to be kept, a quarter to be owned.
    expect(marginWorth(place)).toMatchObject({
      assets: 10_000_000,
      debts: 5_050_000,
      equity: 4_950_000,
      keeps: 353_500,
      needs: 1_262_500,
      ratioPpm: 71_415,
    });
    // 1,000 / (10.1 · 1.07) = 92.53...
    const at = place.coins.findIndex(({ coin }) => coin === 'BTC');
    expect(coinLiquidationPrice(place.coins, at)).toBe(9_253);
  });

  it('is at the prices of the stream, else at those of the read', () => {
    const given = read({ pockets: [{ symbol: '', balances: [BTC], moves: [] }] });
    const [live] = marginAccountState(given, new Map([['BTCUSDT', '60.5']])).places;
    expect([live!, placeOf()].map((place) => coinIn(place, 'BTC')?.scale.price)).toEqual([
      6_050, 5_000,
    ]);
  });

  it('borrows what level and pool leave, nothing below the smallest loan, or without a price', () => {
    const pockets = [{ symbol: '', balances: [USDT, BTC], moves: [] }];
    const place = placeOf({ pockets });
    const btc = coinIn(place, 'BTC')!;
    expect(coinText(btc, borrowable(place, btc))).toBe('19.90000000');
    const empty = placeOf({
      pockets,
      coins: [lent('USDT', 1), lent('BTC', 5_000, { unlent: COIN / 2 })],
    });
    expect(borrowable(empty, coinIn(empty, 'BTC')!)).toBe(0);
    const stale = placeOf({
      pockets,
      coins: [lent('USDT', 1), lent('BTC', 5_000, { stale: true })],
    });
    expect([isStuck(stale), borrowable(stale, coinIn(stale, 'USDT')!)]).toEqual([true, 0]);
    expect(transferable(stale, coinIn(stale, 'USDT')!)).toBe(0);
  });

  it('lets go what is not needed for its debts, and all without any', () => {
    const owing = placeOf({ pockets: [{ symbol: '', balances: [USDT, BTC], moves: [] }] });
    expect(transferable(owing, coinIn(owing, 'USDT')!)).toBe((1_000 - 505 - 126.25) * COIN);
    const free = placeOf({ pockets: [{ symbol: '', balances: [USDT], moves: [] }] });
    expect(transferable(free, coinIn(free, 'USDT')!)).toBe(1_000 * COIN);
  });

  it('of a pair has its two coins by the terms of the pair, all of which count', () => {
    const balances = [{ ...BTC, principal: 0, interest: 0, available: COIN }];
    const place = placeOf({
      kind: 'isolated',
      coins: [lent('USDT', 1), lent('BTC', 5_000), lent('ETH', 300)],
      pockets: [{ symbol: 'BTCUSDT', balances, moves: [] }],
    });
    expect(place.coins.map(({ coin }) => coin)).toEqual(['BTC', 'USDT']);
    expect(marginWorth(place).equity).toBe(500_000);
  });
});

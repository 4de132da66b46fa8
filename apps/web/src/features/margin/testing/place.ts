/** A margin account for tests: USDT is the settle coin, BTC at an index of 50.00. */

import type { LoanTerms } from '@halcyon/domain';
import type { LentCoin, MarginAccountRead, MarginBalance } from '@halcyon/domain/web';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { type MarginPlace, marginAccountState } from '../../../data/state/margin.ts';

export const COIN = 100_000_000;
const TIERS = [{ upTo: 1_000 * COIN, leverageMax: 5, maintenancePpm: 50_000 }];
const TERMS: LoanTerms = {
  tiers: TIERS,
  collateral: [{ upTo: 100_000_000 * COIN, valuePpm: 1_000_000 }],
  curve: { idlePpm: 0, kinkPpm: 100_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
  lentMax: 1_000 * COIN,
  levelMax: [900 * COIN],
  loanMin: COIN / 10,
  liquidationPpm: 20_000,
};

/** BTCUSDT with prices of two digits and sizes of four. */
export const PAIR: InstrumentInfo = {
  product: 'spot',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  sizeScale: 4,
  priceDigits: 2,
  sizeDigits: 4,
  quoteScale: 8,
  minSize: '0.0001',
  maxSize: '100000',
  minNotional: '0',
  makerFee: '0.001',
  takerFee: '0.001',
  buyBand: '0.1',
  sellBand: '0.1',
  status: 'online',
  maxOpenOrders: 500,
};

/** What an account has of a coin. */
export function balance(coin: string, available: number, principal = 0): MarginBalance {
  return {
    coin,
    available: available * COIN,
    inOrders: 0,
    principal: principal * COIN,
    interest: 0,
  };
}

function lent(coin: string, market: string, index: number): LentCoin {
  const pool = { ratePpm: 0, lent: 0, unlent: 1_000 * COIN };
  const priceScale = market === '' ? 0 : 2;
  return { coin, scale: 8, market, priceScale, index, stale: false, terms: TERMS, ...pool };
}

/** A cross account with these balances. */
export function placeWith(balances: readonly MarginBalance[], btcIndex = 5_000): MarginPlace {
  const read: MarginAccountRead = {
    kind: 'crossed',
    coin: 'USDT',
    scale: 4,
    coins: [lent('USDT', '', 1), lent('BTC', 'BTCUSDT', btcIndex)],
    pairs: [],
    level: 0,
    feePpm: 1_000,
    pockets: [{ symbol: '', balances, moves: [] }],
  };
  return marginAccountState(read).places[0]!;
}

/** What a trading port asks and says of spot pairs, and of contracts, where these differ. */
import { parseSafeDecimal } from '@halcyon/domain';
import { ApiError } from './errors.ts';
import { type MarketScales, scalesOf } from './market-steps.ts';
import type { RestClient } from './rest-client.ts';

/** Digits of a caller's ticks and lots. */
export interface MarketDigits {
  readonly price: number;
  readonly quantity: number;
}

/** A resting order as a list tells it, in decimal text. */
export interface RestingRow {
  readonly orderId: string;
  readonly symbol: string;
  readonly clientOid: string;
  readonly side: string;
  readonly price: string;
  readonly size: string;
  readonly filled: string;
}

/** What differs from product to product. */
export interface MarketProduct {
  readonly instType: 'SPOT' | 'USDT-FUTURES';
  /** By symbol. */
  scales(rest: RestClient): Promise<ReadonlyMap<string, MarketScales>>;
  /** Last prices in decimal text. */
  tickers(
    rest: RestClient,
  ): Promise<readonly { readonly symbol: string; readonly lastPr: string }[]>;
  /** Open orders, newest first, those before `idLessThan`. */
  resting(rest: RestClient, limit: number, idLessThan?: string): Promise<readonly RestingRow[]>;
  /** What of an order that may be gone was filled, decimal text. */
  filled(rest: RestClient, symbol: string, clientOid: string): Promise<string>;
}

/** Spot pairs, with their own digits. */
export const SPOT_MARKET: MarketProduct = {
  instType: 'SPOT',
  async scales(rest) {
    const rows = await rest.call('market.symbols', {});
    return new Map(rows.map((row) => [row.symbol, scalesOf(row)]));
  },
  tickers: (rest) => rest.call('market.tickers', {}),
  async resting(rest, limit, idLessThan) {
    const rows = await rest.call('trade.unfilledOrders', page(limit, idLessThan));
    return rows.map(({ priceAvg, baseVolume, ...row }) => {
      // In this list the limit price is called so; see the wire contract.
      return { ...row, price: priceAvg, filled: baseVolume };
    });
  },
  async filled(rest, _symbol, clientOid) {
    const [row] = await rest.call('trade.orderInfo', { clientOid });
    return row?.baseVolume ?? '0';
  },
};

const PRODUCT = { productType: 'USDT-FUTURES' } as const;

/**
 * Contracts settled in USDT. Rows of contracts have the digits of new orders, not those of their
 * units: a caller who counts in ticks and lots brings these.
 */
export function contractMarket(digits: ReadonlyMap<string, MarketDigits>): MarketProduct {
  return {
    instType: PRODUCT.productType,
    async scales(rest) {
      const rows = await rest.call('mix.contracts', PRODUCT);
      const known = rows.flatMap(({ symbol, pricePlace, priceEndStep, sizeMultiplier }) => {
        const own = digits.get(symbol);
        if (own === undefined) return [];
        const priceStep = Number(priceEndStep) * 10 ** (own.price - Number(pricePlace));
        const quantityStep = parseSafeDecimal(sizeMultiplier, own.quantity) ?? 1;
        return [[symbol, { ...own, priceStep, quantityStep }] as const];
      });
      return new Map(known);
    },
    tickers: (rest) => rest.call('mix.tickers', PRODUCT),
    async resting(rest, limit, idLessThan) {
      const asked = { ...PRODUCT, ...page(limit, idLessThan) };
      const { entrustedList } = await rest.call('mix.ordersPending', asked);
      return entrustedList.map(({ baseVolume, ...row }) => ({ ...row, filled: baseVolume }));
    },
    async filled(rest, symbol, clientOid) {
      try {
        return (await rest.call('mix.orderDetail', { ...PRODUCT, symbol, clientOid })).baseVolume;
      } catch (error) {
        // It never came to be, or was forgotten.
        if (error instanceof ApiError) return '0';
        throw error;
      }
    },
  };
}

function page(
  limit: number,
  idLessThan: string | undefined,
): { limit: string; idLessThan?: string } {
  return { limit: String(limit), ...(idLessThan === undefined ? {} : { idLessThan }) };
}

/** Index prices and who tells them, for everybody; shapes: domain/web/index-prices.ts. */
import type { IndexPriceRow } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { WebRoute } from './context.ts';
import { text, word } from './fields.ts';

const SYMBOL_LENGTH_MAX = 40;

const indexPrice: WebRoute = {
  method: 'GET',
  path: '/index-prices',
  access: 'public',
  handle({ indices }, request): IndexPriceRow | null {
    const query = request.raw.query as JsonObject;
    const product = word(query, 'product', ['spot', 'futures'] as const, 'futures');
    const symbol = text(query, 'symbol', SYMBOL_LENGTH_MAX).toUpperCase();
    const rows = indices?.rows() ?? [];
    return rows.find((row) => row.product === product && row.symbol === symbol) ?? null;
  },
};

/** The routes. */
export const INDEX_PRICE_ROUTES: readonly WebRoute[] = [indexPrice];

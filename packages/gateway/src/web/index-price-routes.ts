/** Index prices and who tells them, for everybody; shapes: domain/web/index-prices.ts. */
import { type WebRoute, webRoute } from './route.ts';

const indexPrice = webRoute('GET /index-prices', ({ indices }, request) => {
  const query = request.fields;
  const { product = 'futures', symbol } = query;
  const rows = indices?.rows() ?? [];
  return rows.find((row) => row.product === product && row.symbol === symbol) ?? null;
});

/** The routes. */
export const INDEX_PRICE_ROUTES: readonly WebRoute[] = [indexPrice];

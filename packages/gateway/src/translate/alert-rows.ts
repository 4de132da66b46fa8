/** Alerts as the web app shows them; shapes: domain/web/alerts.ts. */
import { Product, wireId } from '@halcyon/domain';
import type { AlertRow } from '@halcyon/domain/web';
import type { AlertRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { priceText } from './text.ts';

/** An alert with its prices as decimals. */
export function alertRow(views: Views, alert: AlertRecord): AlertRow {
  const { id, terms, note, mail, createdAt, firedAt, firedPrice, late } = alert;
  const instrument = views.instrument(alert.instrument);
  const text = (ticks: number) => (instrument === undefined ? '' : priceText(instrument, ticks));
  return {
    id: wireId(id),
    product: instrument?.product === Product.usdtFutures ? 'futures' : 'spot',
    symbol: instrument?.symbol ?? '',
    price: terms.price,
    condition: terms.condition,
    level: text(terms.level),
    ...{ note, mail, createdAt, firedAt, late },
    firedPrice: firedPrice === 0 ? '' : text(firedPrice),
  };
}

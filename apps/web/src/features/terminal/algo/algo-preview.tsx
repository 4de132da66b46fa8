/** What an algo order would be, before it is sent: its orders, their average price, the time between them. */

import { toText, trimZeros, WIDE_SCALE, wide, wideProduct } from '../../../data/decimal.ts';
import { amount, grouped, price } from '../../../data/format.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import type { LabelledValue } from '../../desk/order-form/order-product.ts';
import { FigureLine } from '../figure-line.tsx';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import {
  type AlgoDraft,
  averageOf,
  partsOf,
  piecesOf,
  priceOf,
  secondsOf,
  sizeOf,
  worthOf,
} from './algo-draft.ts';

interface Props {
  readonly draft: AlgoDraft;
  readonly market: SpotMarket;
}

/** The figures of a draft, each a dash while it is not known. */
export function algoFigures(t: Translate, { draft, market }: Props): readonly LabelledValue[] {
  const { base, quote, priceDigits, quoteScale } = market.instrument;
  const { kind } = draft;
  const parts = partsOf(draft, market);
  const known = (text: string | undefined, coin: string) =>
    text ? `${amount(text)} ${coin}` : '–';
  const each = known(parts[0]?.size, base);
  const own: readonly (LabelledValue | false)[] = [
    kind === 'scaled' && [t('orders.average'), known(averageOf(parts, priceDigits), quote)],
    (kind === 'scaled' || kind === 'twap') && [t('algo.each'), each],
    kind === 'iceberg' && [t('algo.piecesOf'), String(piecesOf(draft, market) || '–')],
    kind === 'twap' && [
      t('algo.interval'),
      parts.length > 0 ? intervalText(t, draft, parts.length) : '–',
    ],
  ];
  const size = wide(sizeOf(draft, market));
  const value = kind === 'scaled' ? worthOf(parts) : wideProduct(size, priceOf(draft, market));
  const worth = value > 0n ? toText(value, WIDE_SCALE) : '';
  return [
    ...own.filter((line) => line !== false),
    [t('order.value'), worth === '' ? '–' : `${amount(worth, Math.min(quoteScale, 4))} ${quote}`],
  ];
}

function intervalText(t: Translate, draft: AlgoDraft, slices: number): string {
  const seconds = (secondsOf(draft) / slices).toFixed(1);
  return `${grouped(trimZeros(seconds))} ${t('algo.time.s')}`;
}

/** Figures, and of a scaled order each of its orders. */
export function AlgoPreview({ draft, market }: Props) {
  const t = useT();
  const { base, quote, priceScale } = market.instrument;
  const parts = draft.kind === 'scaled' ? partsOf(draft, market) : [];
  return (
    <>
      <dl className="order-figures">
        {algoFigures(t, { draft, market }).map(([label, value]) => (
          <FigureLine key={label} label={label} value={value} />
        ))}
      </dl>
      {parts.length > 0 && (
        <details className="algo-grid">
          <summary>{t('algo.showOrders', { count: parts.length })}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{`${t('order.price')} (${quote})`}</th>
                <th scope="col">{`${t('order.size')} (${base})`}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={part.price + part.size}>
                  <td className="num">{price(part.price, priceScale)}</td>
                  <td className="num">{amount(part.size)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}

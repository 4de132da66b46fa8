/** What a level was worked out from, and what it comes to when it is worked out again here. */

import { type LevelReceipt, levelSums, valueText } from '@halcyon/domain';
import { Dialog } from '../../components/dialog.tsx';
import { amount, dayText } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';

const DAY_MS = 86_400_000;

/** The receipt of a change. */
export function ReceiptDialog(props: {
  readonly receipt: LevelReceipt;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { receipt, onClose } = props;
  const { trades, assets, prices, day } = receipt;
  const sums = levelSums(receipt);
  return (
    <Dialog title={t('vip.receipt')} onClose={onClose}>
      <p className="muted">{t('vip.receiptText', { day: dayText(day * DAY_MS) })}</p>
      <ul className="vip-lines">
        {trades.map(([of, product, coin, traded]) => (
          <li key={`${of}${product}${coin}`}>
            <span>
              {dayText(of * DAY_MS)} · {t(product === 'spot' ? 'nav.spot' : 'nav.futures')}
            </span>
            <bdi dir="ltr" className="num">
              {amount(traded)} {coin} × {prices[coin] ?? '0'}
            </bdi>
          </li>
        ))}
        {assets.map(([coin, held]) => (
          <li key={coin}>
            <span>
              {t('nav.assets')} · {coin}
            </span>
            <bdi dir="ltr" className="num">
              {amount(held)} × {prices[coin] ?? '0'}
            </bdi>
          </li>
        ))}
      </ul>
      <ul className="vip-lines vip-sums">
        {(
          [
            ['fees.spotVolume', sums.spotVolume],
            ['fees.futuresVolume', sums.futuresVolume],
            ['nav.assets', sums.assets],
          ] as const
        ).map(([label, value]) => (
          <li key={label}>
            <span>{t(label)}</span>
            <bdi dir="ltr" className="num">
              {amount(valueText(value))} USDT
            </bdi>
          </li>
        ))}
        <li>
          <strong>{t('vip.earned', { level: sums.level })}</strong>
        </li>
      </ul>
    </Dialog>
  );
}

/** What the futures account has, and how near its cross margin is to liquidation. */

import { crossKeeps, equityOfAll, MARGIN_SCALE, profitOfAll } from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import { amount, direction } from '../../../data/format.ts';
import { useContractAccount } from '../../../data/state/contract-account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { MarginGauge } from './margin-gauge.tsx';
import '../form/contract-form.css';

/** The box; nothing for nobody. */
export function AccountBox({ instrument }: PartProps) {
  const t = useT();
  const { account } = useContractAccount(instrument.symbol);
  if (account === null) return null;
  const { margin, coin } = account;
  const coins = (units: number) =>
    `${amount(toText(BigInt(units), MARGIN_SCALE), MARGIN_SCALE)} ${coin}`;
  const profit = profitOfAll(margin);
  const profitText = <span className={direction(String(profit))}>{coins(profit)}</span>;
  return (
    <section className="account-box" aria-label={t('futures.account')}>
      <h2>{t('futures.account')}</h2>
      <dl className="order-figures">
        <MarginGauge margin={margin} />
        <FigureLine label={t('futures.maintenance')} value={coins(crossKeeps(margin))} />
        <FigureLine label={t('futures.equity')} value={coins(equityOfAll(margin))} />
        <FigureLine label={t('futures.unrealised')} value={profitText} />
      </dl>
    </section>
  );
}

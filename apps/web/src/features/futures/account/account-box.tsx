/** What the futures account has, and how near its cross margin is to liquidation. */

import {
  crossKeeps,
  equityOfAll,
  MARGIN_SCALE,
  type MarginAccount,
  profitOfAll,
} from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import { amount, direction } from '../../../data/format.ts';
import { useContractAccount } from '../../../data/state/contract-account.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { MarginGauge } from './margin-gauge.tsx';
import './account.css';

/** The box; nothing for nobody. It has its room before its figures come. */
export function AccountBox({ instrument }: PartProps) {
  const t = useT();
  const { user } = useSession();
  const { account } = useContractAccount(instrument.symbol);
  if (user === null) return null;
  const margin = account?.margin ?? null;
  const coins = (unitsOf: (margin: MarginAccount) => number) =>
    margin === null
      ? '–'
      : `${amount(toText(BigInt(unitsOf(margin)), MARGIN_SCALE), MARGIN_SCALE)} ${account?.coin}`;
  const profit = margin === null ? 0 : profitOfAll(margin);
  const profitText = <span className={direction(String(profit))}>{coins(profitOfAll)}</span>;
  return (
    <section className="account-box" aria-label={t('futures.account')}>
      <h2>{t('futures.account')}</h2>
      <dl className="order-figures">
        <MarginGauge margin={margin} />
        <FigureLine label={t('futures.maintenance')} value={coins(crossKeeps)} />
        <FigureLine label={t('futures.equity')} value={coins(equityOfAll)} />
        <FigureLine label={t('futures.unrealised')} value={profitText} />
      </dl>
    </section>
  );
}

/** What the futures account has, and how near its cross margin is to liquidation. */

import { crossKeeps, crossRatio, equityOfAll, MARGIN_SCALE, profitOfAll } from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import { amount, direction, plainPercent } from '../../../data/format.ts';
import { type ContractAccount, useContractAccount } from '../../../data/state/contract-account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import '../form/contract-form.css';

const MILLION = 1_000_000;
/** From these shares of what must be kept on the gauge warns, ppm. */
const WARN_PPM = 500_000;
const BAD_PPM = 800_000;

/** The margin ratio as a gauge; the colours of its parts say what each means. */
function Gauge({ account }: { readonly account: ContractAccount }) {
  const t = useT();
  const ppm = crossRatio(account.margin);
  const shown = Math.min(MILLION, ppm);
  const level = ppm >= BAD_PPM ? 'bad' : ppm >= WARN_PPM ? 'warn' : 'good';
  const text = Number.isFinite(ppm) ? plainPercent(toText(BigInt(Math.floor(ppm / 100)), 4)) : '∞';
  const percent = Math.round(shown / 10_000);
  return (
    <>
      <FigureLine
        label={t('futures.marginRatio')}
        value={<span className={`gauge-value ${level}`}>{text}</span>}
      />
      <div
        className="gauge"
        aria-hidden="true"
        title={t('futures.marginRatioHint')}
        style={{ '--share': `${percent}%` } as React.CSSProperties}
      >
        <div className="gauge-rest" />
      </div>
    </>
  );
}

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
        <Gauge account={account} />
        <FigureLine label={t('futures.maintenance')} value={coins(crossKeeps(margin))} />
        <FigureLine label={t('futures.equity')} value={coins(equityOfAll(margin))} />
        <FigureLine label={t('futures.unrealised')} value={profitText} />
      </dl>
    </section>
  );
}

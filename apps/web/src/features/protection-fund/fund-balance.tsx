/** What the fund has of a coin: the target size, what came and went, and the balance over time. */

import { FUND_TARGET_PPM } from '@halcyon/domain';
import type { FundEntry, ProtectionFund } from '@halcyon/domain/web';
import { useRef } from 'react';
import { ChoiceField } from '../../components/choice-field.tsx';
import { wide } from '../../data/decimal.ts';
import { plainPercent } from '../../data/format.ts';
import type { PagedList } from '../../data/query/use-pages.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { FigureLine } from '../terminal/figure-line.tsx';
import { CoinAmount, coinAmount } from './fund-amount.tsx';
import { FundCurve } from './fund-curve.tsx';
import { FUND_REASON_NAMES } from './fund-entries.tsx';

const NO_COINS: readonly string[] = [];
const MILLION = 1_000_000;
const HUNDRED = 100n;

/** A rate of the rules as a percentage. */
export const percentOf = (ppm: number) => plainPercent(String(ppm / MILLION));

/** Which part of a target the balance is, in whole per cent, cut. */
function partOf(balance: string, target: string): string {
  const whole = wide(target);
  const percent = whole === 0n ? 0n : (wide(balance) * HUNDRED) / whole;
  return plainPercent(String(Number(percent) / Number(HUNDRED)));
}

/** The target, where the coin is that of contracts. */
function Target({ fund }: { readonly fund: ProtectionFund }) {
  const t = useT();
  const { coin, balance, target } = fund;
  const part = wide(target) > 0n && <span className="muted"> · {partOf(balance, target)}</span>;
  return (
    <FigureLine
      label={t('fund.target')}
      value={
        <>
          <CoinAmount coin={coin} text={target} />
          {part}
        </>
      }
    />
  );
}

function Figures({ fund }: { readonly fund: ProtectionFund }) {
  const t = useT();
  const { coin, target, openInterest } = fund;
  const line = (reason: FundEntry['reason'], text: string) => (
    <FigureLine
      label={t(FUND_REASON_NAMES[reason])}
      value={<CoinAmount coin={coin} text={text} />}
    />
  );
  const share = percentOf(FUND_TARGET_PPM);
  const amount = coinAmount(coin, openInterest);
  return (
    <>
      <dl className="order-figures">
        {line('liquidationFee', fund.fees)}
        {line('loss', fund.losses)}
        {line('operator', fund.moved)}
        {target !== '' && <Target fund={fund} />}
      </dl>
      {target !== '' && (
        <p className="fund-note muted">{t('fund.targetRule', { share, amount, coin })}</p>
      )}
    </>
  );
}

/** The card, with the choice of the coin. */
export function FundBalance(props: {
  readonly fund: PagedList<FundEntry, ProtectionFund>;
  readonly named: string;
  readonly choose: (coin: string) => void;
}) {
  const t = useT();
  const { fund, named, choose } = props;
  const { last } = fund;
  // Another coin is read for a moment: the choice stays, and keeps the focus.
  const known = useRef(NO_COINS);
  known.current = last?.coins ?? known.current;
  const coins = known.current;
  const coin = last?.coin ?? (coins.includes(named) ? named : '');
  return (
    <section className="card fund-balance">
      <div className="fund-head">
        <h2>{t('fund.balance')}</h2>
        {coins.length > 1 && (
          <ChoiceField
            label={t('assets.coin')}
            value={coin}
            items={coins.map((key) => ({ key, label: key }))}
            onChange={choose}
          />
        )}
      </div>
      <p className="fund-sum num">
        <bdi dir="ltr">
          {last === undefined ? '–' : coinAmount(coin, last.balance)} <span>{coin}</span>
        </bdi>
      </p>
      {last !== undefined && coin !== '' && <Figures fund={last} />}
      {coin !== '' && <FundCurve coin={coin} />}
    </section>
  );
}

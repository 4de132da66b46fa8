/** What a margin account has and owes, what that costs, and how near it is to liquidation. */

import { coinValue, hourInterest, type MarginWorth, marginWorth } from '@halcyon/domain';
import type { MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { coinIn, type MarginPlace, useMarginPlace } from '../../../data/state/margin.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import { TransferDialog } from '../../transfer/transfer-part.ts';
import { FlashDialog, LoanDialog } from '../loans/loan-part.ts';
import type { LoanWay } from '../loans/loan-props.ts';
import { indexText, ofValue, ofValueWhole, rateText } from '../margin-texts.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MarginGauge } from './margin-gauge.tsx';
import { discountOf, liquidationTicks } from './risk.ts';
import '../margin.css';

/** What the debts of an account cost in the next hour, margin units, up. */
export function nextInterest({ coins }: Pick<MarginPlace, 'coins'>): number {
  return coins.reduce(
    (sum, { principal, lent, scale }) =>
      sum - coinValue(-hourInterest(principal, lent.ratePpm), scale),
    0,
  );
}

/** What cross margin takes off the assets, as collateral counts in part; of a pair all counts. */
export function DiscountLine(props: { readonly place: MarginPlace; readonly worth: MarginWorth }) {
  const t = useT();
  const { place, worth } = props;
  if (place.kind !== 'crossed') return null;
  return <FigureLine label={t('margin.discount')} value={ofValue(place, -discountOf(worth))} />;
}

/** The figures before they are known: as many lines. */
function NoFigures({ kind, instrument }: PartProps & { readonly kind: MarginKind }) {
  const t = useT();
  const { base, quote } = instrument;
  const labels = [
    t('margin.assets'),
    ...(kind === 'crossed' ? [t('margin.discount')] : []),
    t('margin.debts'),
    t('futures.equity'),
    t('futures.maintenance'),
    t('margin.liquidationOf', { coin: base }),
    t('margin.interestHour'),
    ...[base, quote].map((coin) => t('margin.rate', { coin })),
  ];
  return (
    <>
      <MarginGauge account={null} />
      <dl className="order-figures">
        {labels.map((label) => (
          <FigureLine key={label} label={label} value="–" />
        ))}
      </dl>
    </>
  );
}

function Figures({ place, instrument }: PartProps & { readonly place: MarginPlace }) {
  const t = useT();
  const worth = marginWorth(place);
  const { base, quote } = instrument;
  const own = coinIn(place, base);
  return (
    <>
      <MarginGauge account={{ place, worth }} />
      <dl className="order-figures">
        <FigureLine label={t('margin.assets')} value={ofValue(place, worth.assets)} />
        <DiscountLine place={place} worth={worth} />
        <FigureLine label={t('margin.debts')} value={ofValue(place, worth.debts)} />
        <FigureLine label={t('futures.equity')} value={ofValue(place, worth.equity)} />
        <FigureLine label={t('futures.maintenance')} value={ofValue(place, worth.keeps)} />
        <FigureLine
          label={t('margin.liquidationOf', { coin: base })}
          value={own === undefined ? '–' : indexText(own, liquidationTicks(place, own))}
        />
        <FigureLine
          label={t('margin.interestHour')}
          value={ofValueWhole(place, nextInterest(place))}
        />
        {[base, quote].map((coin) => {
          const lent = coinIn(place, coin)?.lent;
          return (
            lent !== undefined && (
              <FigureLine
                key={coin}
                label={t('margin.rate', { coin })}
                value={rateText(lent.ratePpm)}
              />
            )
          );
        })}
      </dl>
    </>
  );
}

/** The box; nothing for nobody, and where nothing is lent. It has its room before its figures come. */
export function MarginBox({ instrument }: PartProps) {
  const t = useT();
  const kind = useMarginKind();
  const { symbol, quote } = instrument;
  const { place } = useMarginPlace(kind, symbol);
  const [asked, ask] = useState<LoanWay | 'flash' | 'transfer' | null>(null);
  const { user } = useSession();
  if (user === null || place?.settle.coin === '') return null;
  const close = () => ask(null);
  const title = t(kind === 'crossed' ? 'transfer.cross' : 'transfer.isolated');
  return (
    <section className="account-box" aria-label={title}>
      <h2>{title}</h2>
      {place === undefined ? (
        <NoFigures kind={kind} instrument={instrument} />
      ) : (
        <Figures place={place} instrument={instrument} />
      )}
      <div className="margin-actions">
        <Button onClick={() => ask('borrow')}>{t('margin.borrow')}</Button>
        <Button onClick={() => ask('repay')}>{t('margin.repay')}</Button>
        <Button onClick={() => ask('flash')}>{t('margin.flash')}</Button>
        <Button onClick={() => ask('transfer')}>{t('nav.transfer')}</Button>
      </div>
      {asked === 'transfer' && (
        <TransferDialog
          to={kind === 'crossed' ? 'crossed_margin' : 'isolated_margin'}
          symbol={symbol}
          onClose={close}
        />
      )}
      {asked === 'flash' && <FlashDialog kind={kind} symbol={symbol} onClose={close} />}
      {(asked === 'borrow' || asked === 'repay') && (
        <LoanDialog way={asked} kind={kind} symbol={symbol} coin={quote} onClose={close} />
      )}
    </section>
  );
}

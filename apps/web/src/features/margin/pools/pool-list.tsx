/** What may be borrowed of each coin, at which rate, and how much of its pool is lent. */

import { debtLimit, hourInterest, poolLeft, poolUsed } from '@halcyon/domain';
import type { MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CoinCell } from '../../../components/coin-cell.tsx';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount, plainPercent } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import {
  borrowable,
  coinText,
  type MarginCoin,
  type MarginPlace,
  useMarginPlace,
} from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useAtLeast } from '../../../platform/theme/media.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { ofCoin, rateText, ratioText } from '../margin-texts.ts';
import { CoinTerms } from './coin-terms.tsx';
import { RateCurvePicture } from './rate-curve.tsx';
import '../margin.css';

/** Decimals of the rate of an hour, as a fraction. */
const HOURLY_DIGITS = 10;

/** A yearly rate as that of an hour, up. */
export function hourlyText(ratePpm: number): string {
  const hour = hourInterest(10 ** HOURLY_DIGITS, ratePpm);
  return plainPercent(toText(BigInt(hour), HOURLY_DIGITS));
}

/** Largest debt of the account, units. */
function limitOf({ level }: MarginPlace, { lent, risk }: MarginCoin): number {
  return debtLimit({ terms: lent.terms, debtMax: risk.debtMax, level });
}

function Used({ own }: { readonly own: MarginCoin }) {
  const { lent, unlent } = own.lent;
  const used = poolUsed(lent, lent + unlent);
  return (
    <span className="pool-used">
      <span className="num">{ratioText(used)}</span>
      <span className="pool-bar" aria-hidden="true">
        <span style={{ inlineSize: used > 0 ? `max(1px, ${used / 10_000}%)` : 0 }} />
      </span>
    </span>
  );
}

function useColumns(
  place: MarginPlace | undefined,
  show: (coin: string) => void,
): readonly TableColumn<MarginCoin>[] {
  const t = useT();
  const figure = (key: string, label: string, text: (own: MarginCoin) => string) => ({
    key,
    label,
    end: true,
    cell: (own: MarginCoin) => <span className="num">{text(own)}</span>,
  });
  const units = (own: MarginCoin, count: number) => amount(coinText(own, count));
  const roomy = useAtLeast('md');
  if (place === undefined) return [];
  // Cards of a phone leave what the terms of a coin say to them.
  const terms = [
    figure('hourly', t('margin.pools.hourly'), ({ lent }) => hourlyText(lent.ratePpm)),
    { key: 'used', label: t('margin.pools.used'), end: true, cell: (own) => <Used own={own} /> },
    figure('left', t('margin.pools.left'), (own) => units(own, poolLeft(own.lent))),
    figure('limit', t('margin.pools.own'), (own) => units(own, limitOf(place, own))),
    figure('owed', t('margin.owed'), (own) => units(own, own.debt)),
  ] satisfies TableColumn<MarginCoin>[];
  return [
    { key: 'coin', label: t('assets.coin'), cell: ({ coin }) => <CoinCell coin={coin} /> },
    figure('rate', t('marginPage.yearly'), ({ lent }) => rateText(lent.ratePpm)),
    ...(roomy ? terms : []),
    figure('most', t('margin.most'), (own) => units(own, borrowable(place, own))),
    {
      key: 'actions',
      goes: 0,
      label: t('orders.actions'),
      end: true,
      cell: ({ coin }) => (
        <Button
          look="ghost"
          aria-haspopup="dialog"
          aria-label={`${t('marginPage.detailsShort')}: ${coin}`}
          onClick={() => show(coin)}
        >
          {t('marginPage.detailsShort')}
        </Button>
      ),
    },
  ];
}

function PoolDialog(props: {
  readonly place: MarginPlace;
  readonly own: MarginCoin;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { place, own, onClose } = props;
  return (
    <Dialog title={t('margin.pools.terms', { coin: own.coin })} onClose={onClose}>
      <dl className="order-figures">
        <FigureLine label={t('margin.pools.hourly')} value={hourlyText(own.lent.ratePpm)} />
        <FigureLine label={t('margin.pools.left')} value={ofCoin(own, poolLeft(own.lent))} />
        <FigureLine label={t('margin.pools.own')} value={ofCoin(own, limitOf(place, own))} />
        <FigureLine label={t('margin.owed')} value={ofCoin(own, own.debt)} />
        <FigureLine label={t('margin.most')} value={ofCoin(own, borrowable(place, own))} />
      </dl>
      <h3 className="details-title">{t('margin.pools.curve')}</h3>
      <RateCurvePicture lent={own.lent} />
      <CoinTerms place={place} own={own} />
    </Dialog>
  );
}

/** The list; of isolated margin the two coins of a pair. */
export function PoolList(props: { readonly kind: MarginKind; readonly symbol: string }) {
  const t = useT();
  const { place, error, refetch } = useMarginPlace(props.kind, props.symbol);
  const [shown, show] = useState('');
  const columns = useColumns(place, show);
  if (place === undefined) {
    if (error === null) return <SkeletonRows rows={3} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  if (place.coins.length === 0) return <EmptyState text={t('marginPage.noLending')} />;
  const rows = [...place.coins].sort((a, b) => a.coin.localeCompare(b.coin, 'en'));
  const own = rows.find(({ coin }) => coin === shown);
  return (
    <>
      <div className="wide-cards">
        <DataTable
          label={t('margin.pools')}
          columns={columns}
          rows={rows}
          rowKey={({ coin }) => coin}
        />
      </div>
      <p className="field-hint margin-note">{t('margin.pools.note')}</p>
      {own !== undefined && <PoolDialog place={place} own={own} onClose={() => show('')} />}
    </>
  );
}

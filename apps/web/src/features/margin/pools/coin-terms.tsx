/** By which terms a coin is lent in an account: tiers of debts, what counts of a holding, fee and limits. */

import type { CoinRisk } from '@halcyon/domain';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import type { MarginCoin, MarginPlace } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { ofCoin, rateText } from '../margin-texts.ts';
import '../../order-details/details.css';

const MILLION = 1_000_000;

/** A tier of a debt as it is shown. */
export interface ShownTier {
  readonly upTo: number;
  /** Assets over what is one's own. */
  readonly leverage: number;
  readonly maintenancePpm: number;
}

/** Tiers by their rates: at a leverage of 3 half of a debt is to be owned. */
export function tiersOf({ initial, maintenance }: CoinRisk): readonly ShownTier[] {
  return maintenance.map(({ upTo, ppm }, at) => ({
    upTo,
    leverage: Math.round(MILLION / initial[at]!.ppm) + 1,
    maintenancePpm: ppm,
  }));
}

function useTierColumns(own: MarginCoin): readonly TableColumn<ShownTier>[] {
  const t = useT();
  const num = (text: string) => <span className="num">{text}</span>;
  return [
    { key: 'upTo', label: t('margin.rule.upTo'), cell: ({ upTo }) => num(ofCoin(own, upTo)) },
    {
      key: 'leverage',
      label: t('futures.leverage'),
      end: true,
      cell: ({ leverage }) => num(`${leverage}×`),
    },
    {
      key: 'maintenance',
      label: t('futures.maintenance'),
      end: true,
      cell: ({ maintenancePpm }) => num(rateText(maintenancePpm)),
    },
  ];
}

type Counted = CoinRisk['counts'][number];

function useCountColumns(own: MarginCoin): readonly TableColumn<Counted>[] {
  const t = useT();
  const num = (text: string) => <span className="num">{text}</span>;
  return [
    { key: 'upTo', label: t('margin.rule.upTo'), cell: ({ upTo }) => num(ofCoin(own, upTo)) },
    {
      key: 'counts',
      label: t('margin.rule.counts'),
      end: true,
      cell: ({ ppm }) => num(rateText(ppm)),
    },
  ];
}

/** The tables. In an account of one pair all that is held counts whole. */
export function CoinTerms(props: { readonly place: MarginPlace; readonly own: MarginCoin }) {
  const t = useT();
  const { place, own } = props;
  const { risk, lent } = own;
  const tierColumns = useTierColumns(own);
  const countColumns = useCountColumns(own);
  return (
    <>
      <h3 className="details-title">{t('margin.rule.tiers')}</h3>
      <DataTable
        label={t('margin.rule.tiers')}
        columns={tierColumns}
        rows={tiersOf(risk)}
        rowKey={({ upTo }) => String(upTo)}
      />
      {place.kind === 'crossed' && (
        <>
          <h3 className="details-title">{t('margin.rule.collateral')}</h3>
          <DataTable
            label={t('margin.rule.collateral')}
            columns={countColumns}
            rows={risk.counts}
            rowKey={({ upTo }) => String(upTo)}
          />
        </>
      )}
      <dl className="order-figures">
        <FigureLine label={t('positions.why.fee')} value={rateText(risk.liquidationPpm)} />
        <FigureLine label={t('margin.pools.smallest')} value={ofCoin(own, lent.terms.loanMin)} />
      </dl>
    </>
  );
}
